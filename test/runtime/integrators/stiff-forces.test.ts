import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  drag,
  gaussSeidel,
  gravity,
  hingeAngle,
  hingeInputs,
  mouseSpring,
  spring,
  torsionSpring,
  velocityStep,
  World,
  type Force,
  type Particle,
  type StiffRow,
} from '../../../runtime/index.js';
import { Distance2D, Hinge } from 'holonomic/library';
import { governor, reducedGovernor } from '../fixtures/governor.js';

const SOLVERS = [
  blockLDL(),
  dense(),
  conjugateResiduals(),
  conjugateResiduals({ preconditioner: 'incompleteCholesky' }),
  conjugateGradient(),
  gaussSeidel(),
];

/** The method for `m ẍ = −k x − c ẋ`, for a row that shares its body with `n − 1` others. */
function model(m: number, k: number, c: number, h: number, n: number): (x: number, v: number) => [number, number] {
  const a = (n * h * (h * k + c)) / m;
  const theta = a / (1 + a);
  return (x, v) => {
    const next = (m * v - h * k * x) / (m + h * (theta * h * k + c));
    return [x + h * next, next];
  };
}

describe('stiff forces in velocity steps', () => {
  it('a spring pulls with its force at the end of the step', () => {
    for (const solver of SOLVERS) {
      const [m, k, c, h] = [2, 1e6, 500, 1 / 60];
      const world = new World({ space: 2, integrator: velocityStep(), solver });
      const p = world.addParticle({ mass: m, position: [1.1, 0], velocity: [-3, 0] });
      world.addForce(spring({ a: world.ground.point([0, 0]), b: p, stiffness: k, damping: c, restLength: 1 }));
      // Displacements along the spring and across it.
      const step = model(m, k, c, h, 2);
      let [x, v] = [0.1, -3];
      for (let i = 0; i < 30; i++) {
        world.step(h);
        [x, v] = step(x, v);
        expect(Math.abs(p.position[0] - 1 - x)).toBeLessThan(1e-11);
        expect(Math.abs(p.velocity[0] - v)).toBeLessThan(1e-10);
      }
      expect(Math.abs(x)).toBeLessThan(1e-6);
    }
  });

  it('a spring that is not stiff loses no energy, as in the symplectic Euler method', () => {
    const [m, k, h] = [1, 40, 1 / 60];
    const world = new World({ space: 2, integrator: velocityStep() });
    const p = world.addParticle({ mass: m, position: [2, 0] });
    world.addForce(spring({ a: world.ground.point([0, 0]), b: p, stiffness: k, restLength: 1 }));
    const before = world.energy().total;
    let most = 0;
    for (let i = 0; i < 10_000; i++) {
      world.step(h);
      most = Math.max(most, Math.abs(world.energy().total - before));
    }
    // Oscillates by a part of the order ω h, without a trend.
    expect(most / before).toBeLessThan(Math.sqrt(k / m) * h);
  });

  it('a torsion spring and one with slopes of its own are alike', () => {
    const twisted = (
      make: (angle: { value: number; rate: number; applyForce: (t: number) => void } & object, zero: never) => Force,
    ): number[] => {
      const world = new World({ space: 2, integrator: velocityStep() });
      const wheel = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0], angularVelocity: 20 });
      world.addForce(make(wheel.angle, world.ground.scalar(0) as never));
      world.run({ until: 0.5, dt: 1 / 100 });
      return [wheel.angle.value, wheel.angle.rate];
    };
    const built = twisted((b, a) => torsionSpring({ a, b: b as never, stiffness: 1e5, damping: 30 }));
    const own = twisted((angle) => {
      const row = { connectors: [angle as never], slopes: Float64Array.of(1), stiffness: 1e5, damping: 30 };
      return {
        stiffRows: [row],
        apply: () => {
          angle.applyForce(-1e5 * angle.value - 30 * angle.rate);
        },
      };
    });
    const step = model(0.1, 1e5, 30, 1 / 100, 1);
    let [x, v] = [0, 20];
    for (let i = 0; i < 50; i++) [x, v] = step(x, v);
    for (const [angle, rate] of [built, own]) {
      expect(Math.abs(angle! - x)).toBeLessThan(1e-14);
      expect(Math.abs(rate! - v)).toBeLessThan(1e-12);
    }
  });

  it('hold between rods and other springs with every solver alike', () => {
    const positions = SOLVERS.map((solver) => {
      const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), solver });
      const chain: Particle[] = [];
      for (let i = 0; i < 6; i++) {
        const p = world.addParticle({ mass: 1 + i, position: [i + 1, 0.1 * i * i] });
        const a = chain.at(-1) ?? world.ground.point([0, 0]);
        const length = Math.hypot(p.position[0] - a.position[0], p.position[1] - a.position[1]);
        if (i % 2 === 0) world.add(new Distance2D({ a, b: p, length }));
        else world.addForce(spring({ a, b: p, stiffness: 10 ** (i + 3), damping: 10 * i, restLength: length }));
        chain.push(p);
      }
      world.run({ until: 0.5, dt: 1 / 60 });
      return chain.flatMap(({ position }) => [...position]);
    });
    for (const found of positions) {
      found.forEach((x, i) => {
        expect(Math.abs(x - positions[0]![i]!)).toBeLessThan(1e-7);
      });
    }
  });

  it('a bundle of springs on a light particle is stable, though each of them alone would be', () => {
    const world = new World({ space: 3, integrator: velocityStep() });
    const p = world.addParticle({ mass: 1, position: [0, 0, 0], velocity: [1, 0.5, 0.2] });
    const h = 1 / 60;
    for (let i = 0; i < 12; i++) {
      const at = [Math.cos(i), Math.sin(i), Math.cos(2 * i)];
      world.addForce(spring({ a: world.ground.point(at), b: p, stiffness: 3 / h ** 2, restLength: 0 }));
    }
    let most = 0;
    const before = world.energy().total;
    for (let i = 0; i < 500; i++) {
      world.step(h);
      most = Math.max(most, world.energy().total);
    }
    expect(most).toBeLessThan(before * (1 + 1e-9));
    expect(Math.hypot(...p.velocity)).toBeLessThan(1e-6);
  });

  it('a mouse spring of any stiffness reaches its target, with at most its force', () => {
    for (const maxForce of [undefined, 50]) {
      const world = new World({ space: 2, integrator: velocityStep() });
      const p = world.addParticle({ mass: 1, position: [0, 0] });
      world.addForce(
        mouseSpring({
          point: p,
          target: [1, 1],
          stiffness: 1e9,
          damping: 2e8,
          ...(maxForce === undefined ? {} : { maxForce }),
        }),
      );
      let last = 0;
      for (let i = 0; i < 240; i++) {
        world.step(1 / 60);
        const speed = Math.hypot(...p.velocity);
        if (maxForce !== undefined) expect(Math.abs(speed - last)).toBeLessThan((maxForce / 60) * (1 + 1e-9));
        last = speed;
      }
      expect(Math.hypot(p.position[0] - 1, p.position[1] - 1)).toBeLessThan(maxForce === undefined ? 1e-6 : 0.05);
    }
  });

  it('come and go between steps, and leave with the bodies that they act on', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const p = world.addParticle({ mass: 1, position: [1, 0] });
    const q = world.addParticle({ mass: 1, position: [0, 5] });
    world.step(1 / 60);
    const stiff = world.addForce(spring({ a: q, b: p, stiffness: 1e8, restLength: 1 }));
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    const d = Array.from(p.position, (x, i) => x - q.position[i]!);
    expect(Math.abs(Math.hypot(...d) - 1)).toBeLessThan(1e-3);
    world.remove(stiff);
    const before = [...p.velocity];
    world.step(1 / 60);
    expect([...p.velocity]).toEqual(before);
    world.addForce(stiff);
    world.remove(q);
    world.step(1 / 60);
    expect([...p.velocity]).toEqual(before);
  });

  it('go on to the last bit after a snapshot is restored', () => {
    const make = (): { world: World; p: Particle } => {
      const world = new World({
        space: 2,
        forces: [gravity([0, -9.81])],
        integrator: velocityStep(),
        solver: conjugateResiduals({ tolerance: 1e-6 }),
      });
      const p = world.addParticle({ mass: 1, position: [1, 0] });
      const q = world.addParticle({ mass: 1, position: [2, 0] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      world.addForce(spring({ a: p, b: q, stiffness: 1e6, damping: 100, restLength: 0.9 }));
      return { world, p };
    };
    const { world, p } = make();
    world.run({ until: 0.5, dt: 1 / 60 });
    const snapshot = world.snapshot();
    world.run({ until: 1, dt: 1 / 60 });
    const other = make();
    other.world.restore(snapshot);
    other.world.run({ until: 1, dt: 1 / 60 });
    expect([...other.p.position]).toEqual([...p.position]);
  });

  it('refuses stiff rows that are no list', () => {
    const world = new World({ space: 2 });
    const force = { apply: () => undefined, stiffRows: 3 as unknown as StiffRow[] };
    expect(() => world.addForce(force)).toThrow(/stiff rows of a force are 3/);
  });
});

describe('a governor with springs of 8e5 N/m and dampers of 4e4 N·s/m', () => {
  it('runs at 240 steps a second, and converges to the solution with two coordinates', () => {
    const exact = reducedGovernor(1, 60_000);
    const errorAt = (n: number): number => {
      const { world, read } = governor({ integrator: velocityStep() });
      world.run({ until: 1, dt: 1 / n });
      const { angle, height, spin } = read();
      return Math.max(Math.abs(angle - exact.angle), Math.abs(height - exact.height), Math.abs(spin / exact.spin - 1));
    };
    expect(exact.angle).toBeCloseTo(0.5218333, 6);
    expect(errorAt(240)).toBeLessThan(0.15);
    expect(errorAt(960)).toBeLessThan(0.002);
  });
});

describe('drag and hinge springs in velocity steps', () => {
  const h = 1 / 60;

  it('slow down particles and rigid bodies as by implicit Euler, those added later too', () => {
    const world = new World({ space: 2, integrator: velocityStep(), forces: [drag(1e6)] });
    const particle = world.addParticle({ mass: 2, position: [0, 0], velocity: [3, -4] });
    const body = world.addBody({ mass: 5, inertia: 1, position: [1, 0], velocity: [1, 2], angularVelocity: 7 });
    world.step(h);
    const [slowed, slow] = [2, 5].map((mass) => 1 / (1 + (h * 1e6) / mass));
    [3, -4].forEach((v, i) => {
      expect(particle.velocity[i]! / (v * slowed!)).toBeCloseTo(1, 6);
    });
    [1, 2].forEach((v, i) => {
      expect(body.velocity[i]! / (v * slow!)).toBeCloseTo(1, 6);
    });
    expect(body.angularVelocity).toBeCloseTo(7, 12);
    const late = world.addParticle({ mass: 2, position: [3, 0], velocity: [3, 0] });
    world.step(h);
    expect(late.velocity[0] / (3 * slowed!)).toBeCloseTo(1, 6);
  });

  it('act on given points, and leave others alone', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const [a, b] = [0, 1].map((x) => world.addParticle({ mass: 2, position: [x, 0], velocity: [3, 0] }));
    world.addForce(drag(1e6, [a!]));
    world.step(h);
    expect(a!.velocity[0] / (3 / (1 + (h * 1e6) / 2))).toBeCloseTo(1, 6);
    expect(b!.velocity[0]).toBe(3);
  });

  it('turn a hinge in space as by implicit Euler', () => {
    const world = new World({ space: 3, integrator: velocityStep(), forces: [] });
    const wheel = world.addBody({ mass: 1, inertia: [1, 1, 2], position: [0, 0, 0], angularVelocity: [0, 0, 5] });
    const { joint, turn } = hingeInputs({ a: wheel, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
    world.add(new Hinge(joint));
    const [a, b] = [world.ground.scalar(0), hingeAngle(turn)];
    world.addForce(torsionSpring({ a, b, stiffness: 0, damping: 1e6 }));
    world.step(h);
    expect(wheel.angularVelocity[2] / (5 / (1 + (h * 1e6) / 2))).toBeCloseTo(1, 5);
  });

  it('hold a hinge by a spring that no explicit step could take', () => {
    const world = new World({ space: 3, integrator: velocityStep(), forces: [gravity([0, 0, -9.81])] });
    const door = world.addBody({ mass: 20, inertia: [6.7, 8.3, 1.7], position: [0.5, 0, 0] });
    // About the horizontal y: its weight turns it.
    const { joint, turn } = hingeInputs({ a: door, b: world.ground, at: [0, 0, 0], axis: [0, 1, 0] });
    world.add(new Hinge(joint));
    const angle = hingeAngle(turn);
    world.addForce(torsionSpring({ a: angle, b: world.ground.scalar(0), stiffness: 1e7, damping: 1e4 }));
    world.run({ until: 2, dt: h });
    // τ = k φ
    expect(Math.abs(angle.value)).toBeCloseTo((20 * 9.81 * 0.5) / 1e7, 7);
    expect(world.warnings).toEqual([]);
  });
});
