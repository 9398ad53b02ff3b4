import { Hinge, HingeLock, HingeMotor } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  assemble,
  dormandPrince,
  hingeAngle,
  hingeInputs,
  rattle,
  rk4,
  semiImplicitEuler,
  torque,
  torsionSpring,
  velocityStep,
  World,
  type Integrator,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const AXIS = [0.6, 0, 0.8];
const AT = [1, 2, 3];

/** Two bodies on one axis, of 2 and 3 kg m² about it, in any poses, and their hinge. */
function shaft() {
  const world = new World({ space: 3, integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) });
  const [a, b] = [2, 3].map((inertia, i) =>
    world.addBody({
      mass: 1,
      inertia: [inertia, inertia, inertia],
      position: AT.map((x, c) => x + (i === 0 ? 1 : -1) * AXIS[c]!),
      orientation: [0.3, i, 0.2, -0.5],
    }),
  );
  const { joint, turn } = hingeInputs({ a: a!, b: b!, at: AT, axis: AXIS.map((x) => 5 * x) });
  const hinge = world.add(new Hinge(joint));
  return { world, a: a!, b: b!, hinge, turn };
}
const along = (v: ArrayLike<number>): number => AXIS.reduce((sum, x, i) => sum + x * v[i]!, 0);

describe('hingeInputs', () => {
  it('makes a hinge that holds where the bodies are, and leaves one angle free', () => {
    const { world, hinge } = shaft();
    expect(Math.max(...hinge.C.map(Math.abs))).toBeLessThan(1e-14);
    expect(world.degreesOfFreedom()).toBe(7);
  });

  it('makes the inputs of its motor and its lock, for a hinge on the ground, too', () => {
    const world = new World({ space: 3 });
    const door = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [1, 0, 0] });
    const { joint, turn } = hingeInputs({ a: door, b: world.ground, at: [0, 0, 0], axis: AXIS });
    world.add(new Hinge(joint));
    const motor = world.add(new HingeMotor({ ...turn, speed: 2 }));
    assemble(world, { velocitiesOnly: true });
    const angle = hingeAngle(turn);
    expect(angle.value).toBe(0);
    expect(along(door.angularVelocity)).toBeCloseTo(2, 12);
    world.run({ until: 1 });
    expect(angle.value).toBeCloseTo(2, 6);
    expect(angle.rate).toBeCloseTo(2, 9);
    world.remove(motor);
    const lock = world.add(new HingeLock({ ...turn, angle: 2 }));
    expect(lock.C[0]).toBeCloseTo(0, 6);
  });

  it('refuses what is no body in space', () => {
    const { world, a } = shaft();
    const right = { a, b: world.ground, at: AT, axis: AXIS };
    expect(thrown(() => hingeInputs({ ...right, a: world.ground as never })).code).toBe('E_BODY');
    expect(thrown(() => hingeInputs({ ...right, b: 3 as never })).code).toBe('E_BODY');
    expect(thrown(() => hingeInputs({ ...right, b: shaft().b })).code).toBe('E_OTHER_WORLD');
    expect(thrown(() => hingeInputs({ ...right, axis: [0, 0, 0] })).code).toBe('E_DIRECTION');
    expect(thrown(() => hingeInputs({ ...right, at: [0, 0] })).code).toBe('E_DIMENSION');
  });
});

describe('hingeAngle', () => {
  it('carries a torsion spring: two wheels on a shaft swing at √(k (1/I₁ + 1/I₂))', () => {
    const { world, a, b, turn } = shaft();
    const angle = hingeAngle(turn);
    world.addForce(torsionSpring({ a: world.ground.scalar(0), b: angle, stiffness: 6, restAngle: 1 }));
    const before = world.energy().total;
    world.run({ until: 1 });
    // φ = 1 − cos ωt, ω² = 6 (1/2 + 1/3) = 5; momentum about the axis stays zero.
    const omega = Math.sqrt(5);
    expect(angle.value).toBeCloseTo(1 - Math.cos(omega), 7);
    expect(angle.rate).toBeCloseTo(omega * Math.sin(omega), 7);
    expect(2 * along(a.angularVelocity) + 3 * along(b.angularVelocity)).toBeCloseTo(0, 9);
    expect(world.energy().total).toBeCloseTo(before, 7);
  });

  it('takes a torque, and returns it to the housing', () => {
    const { world, a, b, turn } = shaft();
    world.addForce(torque(hingeAngle(turn), 6));
    world.evaluate();
    expect(along(a.angularAcceleration)).toBeCloseTo(3, 11);
    expect(along(b.angularAcceleration)).toBeCloseTo(-2, 11);
    expect(Math.hypot(...a.acceleration, ...b.acceleration)).toBeLessThan(1e-11);
  });

  it('counts from u to w, and whole turns', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 2] });
    const { ground } = world;
    const directions = {
      side: body.direction([1, 0, 0]),
      u: ground.direction([1, 0, 0]),
      w: ground.direction([0, 1, 0]),
    };
    const angle = hingeAngle(directions);
    world.run({ until: 5 });
    expect([angle.value, angle.rate]).toEqual([expect.closeTo(10, 9), expect.closeTo(2, 12)]);
    expect(angle.withinTurn).toBeCloseTo(10 - 4 * Math.PI, 9);
    // Made later, from the same directions.
    expect(hingeAngle(directions).value).toBe(angle.value);
  });

  it('counts more than half a turn a step', () => {
    const world = new World({ space: 3, integrator: semiImplicitEuler() });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 300] });
    const { turn } = hingeInputs({ a: body, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    const angle = hingeAngle(turn);
    world.run({ until: 1, dt: 1 / 60 });
    expect(angle.value).toBeCloseTo(300, 9);
    body.angularVelocity[2] = -300;
    world.run({ until: 3, dt: 1 / 60 });
    expect(angle.value).toBeCloseTo(-300, 9);
  });

  it('refuses what is no direction, of another world, or not at right angles', () => {
    const { world, a, turn } = shaft();
    expect(thrown(() => hingeAngle({ ...turn, side: a.point([0, 0, 0]) as never })).code).toBe('E_INPUT_KIND');
    expect(thrown(() => hingeAngle({ ...turn, w: shaft().turn.w })).code).toBe('E_OTHER_WORLD');
    expect(thrown(() => hingeAngle({ ...turn, w: turn.u })).code).toBe('E_DIRECTION');
    expect(
      thrown(() => {
        hingeAngle(turn).applyForce(1);
      }).code,
    ).toBe('E_FORCE_OUTSIDE_APPLY');
    expect(
      thrown(() => {
        hingeAngle(turn).applyForce('1' as never);
      }).code,
    ).toBe('E_NUMBER');
    const stranger = torque(hingeAngle(shaft().turn), 1);
    world.addForce(stranger);
    expect(
      thrown(() => {
        world.evaluate();
      }).code,
    ).toBe('E_OTHER_WORLD');
  });
});

describe('whole turns of a hinge angle', () => {
  const INTEGRATORS: Record<string, () => Integrator> = {
    rk4,
    semiImplicitEuler,
    velocityStep,
    rattle,
    dormandPrince: () => dormandPrince({ rtol: 1e-10, atol: 1e-12 }),
  };

  /** A wheel of 2 kg m² on a spring of 0.5 N m/rad, which it winds up by more than two turns. */
  function wound(integrator: Integrator) {
    const world = new World({ space: 3, integrator, onWarning: () => undefined });
    const wheel = world.addBody({
      mass: 1,
      inertia: [2, 2, 2],
      position: [0, 0, 0],
      angularVelocity: [0, 0, 7],
    });
    const { joint, turn } = hingeInputs({ a: wheel, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    world.add(new Hinge(joint));
    const angle = hingeAngle(turn);
    world.addForce(torsionSpring({ a: world.ground.scalar(0), b: angle, stiffness: 0.5 }));
    return { world, wheel, angle };
  }

  it.each(Object.keys(INTEGRATORS))('%s winds a spring up over turns, and lets it swing back', (name) => {
    const { world, angle } = wound(INTEGRATORS[name]!());
    const before = world.energy().total;
    let most = 0;
    // φ = 14 sin(t / 2)
    while (world.time < 9.999) {
      world.step(1 / 1000);
      most = Math.max(most, angle.value);
    }
    expect(most).toBeCloseTo(14, 1);
    expect(angle.value).toBeCloseTo(14 * Math.sin(world.time / 2), 1);
    // Methods of first order lose or gain a part of the step.
    expect(Math.abs(world.energy().total / before - 1)).toBeLessThan(
      name.startsWith('r') || name === 'dormandPrince' ? 1e-6 : 1e-2,
    );
  });

  it('go on from a snapshot, in this world and in another', () => {
    const { world, angle } = wound(rk4());
    world.run({ until: 3, dt: 1 / 200 });
    const saved = JSON.parse(JSON.stringify(world)) as ReturnType<World['toJSON']>;
    const own = world.snapshot();
    const at = angle.value;
    expect(at).toBeCloseTo(14 * Math.sin(1.5), 4);
    world.run({ until: 7, dt: 1 / 200 });
    const end = angle.value;
    const other = wound(rk4());
    other.world.restore(saved);
    expect(other.angle.value).toBe(at);
    other.world.run({ until: 7, dt: 1 / 200 });
    expect(other.angle.value).toBe(end);
    world.restore(own);
    expect(angle.value).toBe(at);
    assemble(world);
    expect(angle.value).toBeCloseTo(at, 9);
    const bare = new World({ space: 3 });
    bare.addBody({ mass: 1, inertia: [2, 2, 2], position: [0, 0, 0] });
    const { angles } = own;
    expect(thrown(() => { bare.restore({ ...bare.snapshot(), angles }); }).message).toMatch(/other hinge angles/); // prettier-ignore
  });
});
