import { Coincident3D, Hinge } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  addBody,
  assemble,
  BareWorld,
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  degreesOfFreedom,
  dense,
  dormandPrince,
  drag,
  gaussSeidel,
  gravity,
  rattle,
  remove,
  restoreSnapshot,
  rk4,
  semiImplicitEuler,
  statistics,
  stepGuard,
  takeSnapshot,
  velocityStep,
  World,
  type BareWorldOptions,
  type Integrator,
  type RigidBody3D,
  type Solver,
  type WorldWarning,
} from '../../../runtime/index.js';
import { H, state } from '../fixtures/bare-worlds.js';
import { G } from '../fixtures/scenes.js';
import { KNEE_RADIUS, SPIN, spatialToggle } from '../fixtures/spatial-toggle.js';

const weight = [gravity([0, -G, 0])];
const bare = (options: Partial<BareWorldOptions> = {}): BareWorld =>
  new BareWorld({ space: 3, solver: dense(), integrator: rk4(), forces: weight, ...options });

const bodyState = (bodies: readonly RigidBody3D[]): number[] =>
  bodies.flatMap(({ position, orientation, velocity, angularVelocity }) => [
    ...position,
    ...orientation,
    ...velocity,
    ...angularVelocity,
  ]);

/** A box on a hinge askew, and another that hangs from it by a ball, both with three different moments of inertia. */
function hang(world: BareWorld): RigidBody3D[] {
  const half = Math.SQRT1_2;
  const box = (position: readonly number[], angularVelocity: readonly number[]): RigidBody3D =>
    addBody(world, {
      mass: 2,
      inertia: [0.3, 0.5, 0.7],
      position,
      orientation: [half, 0, half, 0],
      angularVelocity,
    });
  const upper = box([1, 0, 0], [0, 0, 0]);
  const lower = box([2, 0, 0], [1, 2, 3]);
  const axis = [half, 0, half];
  world.add(
    new Hinge({
      a: world.ground.point([0, 0, 0]),
      b: upper.point([0, 0, -1]),
      axis: world.ground.direction(axis),
      u: upper.direction([0, 1, 0]),
      w: upper.direction([half, 0, half]),
    }),
  );
  world.add(new Coincident3D({ a: upper.point([0, 0, 1]), b: lower.point([0, 0, 0]) }));
  return [upper, lower];
}

describe('rigid bodies in space move in a bare world as in a world, to the last bit', () => {
  const forces = [...weight, drag(0.05)];

  it.each<[string, () => Solver, () => Solver, () => Integrator]>([
    ['dense and rk4', dense, dense, rk4],
    ['blockLDL and velocityStep', blockLDL, blockLDL, velocityStep],
    ['conjugateResiduals and semiImplicitEuler', conjugateResiduals, conjugateGradient, semiImplicitEuler],
    ['blockLDL and rattle', blockLDL, blockLDL, rattle],
    ['dense and dormandPrince', dense, dense, dormandPrince],
  ])('with %s', (_, solver, ofWorld, integrator) => {
    const a = bare({ solver: solver(), integrator: integrator(), forces });
    const b = new World({ space: 3, solver: ofWorld(), integrator: integrator(), forces });
    const [bodies, expected] = [hang(a), hang(b)];
    const start = bodyState(bodies);
    for (let i = 0; i < 48; i++) {
      a.step(H);
      b.step(H);
    }
    expect(b.stats.fallbacks).toBe(0);
    expect(bodyState(bodies)).toEqual(bodyState(expected));
    expect(bodyState(bodies)).not.toEqual(start);
    expect(state(a)).toEqual(state(b));
    expect(a.energy()).toEqual(b.energy());
    expect(a.residual().position).toBeLessThan(1e-3);
  });

  it('when they are assembled, saved, restored and removed', () => {
    const build = (world: BareWorld): number[] => {
      const bodies = hang(world);
      bodies[0]!.position[1]! += 0.1;
      bodies[1]!.position[0]! -= 0.1;
      assemble(world);
      expect(world.residual().position).toBeLessThan(1e-9);
      expect(degreesOfFreedom(world)).toBe(4);
      const saved = takeSnapshot(world);
      world.run({ until: 0.1 });
      const end = bodyState(bodies);
      restoreSnapshot(world, saved);
      world.run({ until: 0.1 });
      expect(bodyState(bodies)).toEqual(end);
      remove(world, world.constraints[1]!);
      remove(world, bodies[1]!);
      world.run({ until: 0.2 });
      return [...end, ...bodyState(bodies)];
    };
    expect(build(bare())).toEqual(build(new World({ space: 3, solver: dense(), forces: weight })));
  });
});

describe('the guard of steps, with rigid bodies in space', () => {
  it.each<[string, () => Solver, () => Solver]>([
    ['dense', dense, dense],
    ['conjugateResiduals', conjugateResiduals, conjugateGradient],
  ])('does what that of a world does, with %s', (_, solver, ofWorld) => {
    const told: WorldWarning[] = [];
    const a = bare({ solver: solver(), guard: stepGuard({ onWarning: (warning) => told.push(warning) }) });
    const b = new World({ space: 3, solver: ofWorld(), forces: weight, onWarning: () => undefined });
    const [bodies, expected] = [spatialToggle(a), spatialToggle(b)];
    for (const world of [a, b]) world.run({ until: 0.5 });
    expect(b.stats.fallbacks).toBeGreaterThan(0);
    expect(statistics(a)).toEqual(b.stats);
    expect(bodyState(bodies)).toEqual(bodyState(expected));
    expect(state(a)).toEqual(state(b));
    expect(told).toEqual(b.warnings);
    expect(told[0]!.code).toBe('W_NEAR_SINGULAR');
  });

  it('takes steps again that break down: bars stay joined and unit, and spin on', () => {
    const world = bare({ guard: stepGuard({ onWarning: () => undefined }) });
    const bodies = spatialToggle(world);
    const start = world.energy().total;
    let violation = 0;
    world.run({
      until: 2,
      onStep: () => {
        violation = Math.max(violation, world.residual().position);
        expect(world.energy().total).toBeLessThan(start + 1e-2 * G * KNEE_RADIUS);
        for (const { orientation } of bodies) expect(Math.abs(Math.hypot(...orientation) - 1)).toBeLessThan(1e-15);
      },
    });
    expect(statistics(world).fallbacks).toBeGreaterThan(0);
    expect(violation).toBeLessThan(1e-8);
    for (const [i, { angularVelocity, orientation }] of bodies.entries()) {
      const turn = i === 0 ? SPIN : -SPIN;
      // No joint can hold a bar back that spins about its own axis.
      expect(angularVelocity[0]! / turn).toBeCloseTo(1, 4);
      expect(Math.abs(orientation[0]!)).toBeCloseTo(Math.abs(Math.cos(turn)), 3);
    }
  });

  describe.each<[string, () => Solver]>([
    ['dense', dense],
    ['blockLDL', blockLDL],
    ['conjugateResiduals', conjugateResiduals],
    ['gaussSeidel', gaussSeidel],
  ])('with %s', (_, solver) => {
    /** The toggle with its knee pushed off the top of its circle, for 0.25 s. */
    const swing = (rate: number): { world: BareWorld; rise: number; fall: number; violation: number } => {
      const world = bare({ solver: solver(), guard: stepGuard({ onWarning: () => undefined }) });
      const push = 1e-4;
      for (const [i, body] of spatialToggle(world).entries()) {
        body.velocity[2] = push / 2;
        body.angularVelocity[1]! += i === 0 ? -push : push;
      }
      const start = world.energy().total;
      let [rise, fall, violation] = [0, 0, 0];
      for (let k = 0; k < rate / 4; k++) {
        world.step(1 / rate);
        const change = (world.energy().total - start) / (G * KNEE_RADIUS);
        rise = Math.max(rise, change);
        fall = Math.max(fall, -change);
        violation = Math.max(violation, world.residual().position);
      }
      return { world, rise, fall, violation };
    };

    // The knee turns at 560/s and more: by two radians and more in a step of 1/240 s, by a quarter of one in a step of 1/3840 s.
    it('takes steps again that are too long for the swing of the knee', () => {
      const { world, rise, violation } = swing(240);
      const { fallbacks, projectionsFailed } = statistics(world);
      expect(fallbacks).toBeGreaterThan(50);
      expect(projectionsFailed).toBe(0);
      expect(rise).toBeLessThan(1e-2);
      expect(violation).toBeLessThan(2e-10);
      expect(world.residual().velocity).toBeLessThan(1e-9);
    });

    it('leaves steps alone that follow it', () => {
      const { world, rise, fall } = swing(3840);
      expect(statistics(world).fallbacks).toBe(0);
      expect(rise).toBeLessThan(1e-4);
      expect(fall).toBeLessThan(3e-3);
    });
  });

  it('is what keeps them from breaking', () => {
    const world = bare();
    spatialToggle(world);
    const start = world.energy().total;
    let worst = 0;
    try {
      for (let i = 0; i < 480 && worst < start; i++) {
        world.step(H);
        worst = Math.max(worst, Math.abs(world.energy().total - start));
      }
    } catch {
      worst = Infinity;
    }
    expect(worst).toBeGreaterThan(start);
  });
});
