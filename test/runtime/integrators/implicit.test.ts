import { Distance2D, DoublePendulum, ElasticSolid, Pendulum, Rope2D, Spring2D, Spring3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  bdf2,
  collide,
  dormandPrince,
  gravity,
  implicitEuler,
  implicitMidpoint,
  World,
  type Integrator,
  type Particle,
} from '../../../runtime/index.js';
import { bodyOnSprings } from '../fixtures/body-on-springs.js';
import { inFull } from '../../support/scope.js';

const G = gravity([0, -9.81]);

/** A chain of three hard rods between particles, horizontal at first. */
function chain(integrator: Integrator): { world: World<2>; particles: Particle<2>[]; rods: Distance2D[] } {
  const world = new World({ space: 2, integrator, forces: [G] });
  const particles = [1, 2, 3].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
  const rods = particles.map((b, i) =>
    world.add(new Distance2D({ a: i === 0 ? world.ground.point([0, 0]) : particles[i - 1]!, b, length: 1 })),
  );
  return { world, particles, rods };
}

/** Ratios by which errors fall from step to step of half the length. */
const ratios = (errors: readonly number[]): number[] => errors.slice(1).map((error, i) => errors[i]! / error);

describe('steps that solve for the state at their end', () => {
  it('shrinks an oscillation that no step resolves by 1/√(1 + ω²h²)', () => {
    const world = new World({ space: 2, integrator: implicitEuler() });
    const p = world.addParticle({ mass: 1, position: [1.1, 0] });
    world.addForce(new Spring2D({ a: world.ground.point([0, 0]), b: p, stiffness: 1e6, restLength: 1 }));
    let amplitude = Math.sqrt(2 * world.energy().total);
    for (let i = 0; i < 5; i++) {
      world.step(0.01);
      const next = Math.sqrt(2 * world.energy().total);
      expect(next / amplitude).toBeCloseTo(1 / Math.sqrt(101), 10);
      amplitude = next;
    }
  });

  it.each([
    { integrator: implicitEuler, order: 1, range: [1.9, 2] },
    { integrator: bdf2, order: 2, range: [3.8, 4] },
  ] as const)(
    'has order $order with three hard rods, in positions, velocities and multipliers',
    ({ integrator, range: [least, most] }) => {
      const until = 0.4;
      const reference = chain(dormandPrince({ rtol: 1e-12, atol: 1e-12 }));
      reference.world.run({ until });
      const errors = [160, 320, 640].map((steps) => {
        const { world, particles, rods } = chain(integrator());
        for (let i = 0; i < steps; i++) world.step(until / steps);
        const largest = (of: (p: Particle<2>) => ArrayLike<number>): number =>
          Math.max(
            ...particles.flatMap((p, i) =>
              Array.from(of(p), (entry, c) => Math.abs(entry - of(reference.particles[i]!)[c]!)),
            ),
          );
        for (const rod of rods) expect(Math.abs(rod.C[0])).toBeLessThan(1e-13);
        return {
          x: largest((p) => p.position),
          v: largest((p) => p.velocity),
          lambda: Math.max(...rods.map((rod, i) => Math.abs(rod.lambda[0] - reference.rods[i]!.lambda[0]))),
        };
      });
      for (const of of ['x', 'v', 'lambda'] as const) {
        for (const ratio of ratios(errors.map((error) => error[of]))) {
          expect(ratio, of).toBeGreaterThan(least);
          expect(ratio, of).toBeLessThan(most);
        }
      }
    },
  );

  it('takes a body of two pendulums to second order by bdf2, and within four iterations a step', () => {
    const make = (integrator: Integrator): { world: World<2>; body: DoublePendulum } => {
      const world = new World({ space: 2, integrator, forces: [G] });
      const body = world.addBody(
        new DoublePendulum({ length1: 1, length2: 1, mass1: 1, mass2: 1 }, { theta1: 1, theta2: 2 }),
      );
      return { world, body };
    };
    const reference = make(dormandPrince({ rtol: 1e-12, atol: 1e-12 }));
    reference.world.run({ until: 0.5 });
    const errors = [100, 200, 400].map((steps) => {
      const { world, body } = make(bdf2());
      for (let i = 0; i < steps; i++) world.step(0.5 / steps);
      expect(world.stats.factorizations / steps).toBeLessThan(4);
      return Math.hypot(
        body.coordinates.theta1 - reference.body.coordinates.theta1,
        body.coordinates.theta2 - reference.body.coordinates.theta2,
      );
    });
    for (const ratio of ratios(errors)) expect(ratio).toBeGreaterThan(3.6);
  });

  it.each([
    { integrator: implicitEuler, least: 1.8 },
    { integrator: bdf2, least: 3.5 },
  ])('turns a rigid body on springs in space, at most four iterations a step', ({ integrator, least }) => {
    const reference = bodyOnSprings(dormandPrince({ rtol: 1e-11, atol: 1e-11 }));
    reference.world.run({ until: 0.2 });
    const errors = [20, 40, 80].map((steps) => {
      const { world, body } = bodyOnSprings(integrator());
      for (let i = 0; i < steps; i++) world.step(0.2 / steps);
      expect(world.stats.factorizations / steps).toBeLessThanOrEqual(4);
      return Math.max(
        ...Array.from(body.orientation, (entry, c) => Math.abs(entry - reference.body.orientation[c]!)),
        ...Array.from(body.position, (entry, c) => Math.abs(entry - reference.body.position[c]!)),
      );
    });
    for (const ratio of ratios(errors)) expect(ratio).toBeGreaterThan(least);
  });

  it('keeps a heavy pendulum on its rod, and takes energy out of it', () => {
    const world = new World({ space: 2, integrator: implicitEuler(), forces: [G] });
    world.addBody(new Pendulum({ mass: 50, length: 2 }, { theta: 1 }));
    let energy = world.energy().total;
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      const next = world.energy().total;
      expect(next).toBeLessThan(energy + 1e-9 * Math.abs(energy));
      energy = next;
    }
  });

  it.each([1e6, 1e8, 1e10, 1e12])('takes soft rods of stiffness %d as they are, as near to hard ones as 1/k', (k) => {
    const end = (compliance: number): number[] => {
      const world = new World({ space: 2, integrator: implicitEuler(), forces: [G] });
      let a: Particle<2> | ReturnType<World<2>['ground']['point']> = world.ground.point([0, 0]);
      const particles: Particle<2>[] = [];
      for (let i = 1; i <= 5; i++) {
        const b = world.addParticle({ mass: 1, position: [i, 0] });
        world.add(new Distance2D({ a, b, length: 1 }, { compliance }));
        particles.push((a = b));
      }
      for (let i = 0; i < 30; i++) world.step(1 / 60);
      expect(world.stats.factorizations / 30).toBeLessThan(8);
      return particles.flatMap(({ position }) => Array.from(position));
    };
    const hard = end(0);
    const soft = end(1 / k);
    const apart = Math.max(...soft.map((x, i) => Math.abs(x - hard[i]!)));
    expect(apart).toBeLessThan(5000 / k + 1e-9);
    expect(apart).toBeGreaterThan(0);
  });

  inFull('steps a block of stable neo-Hookean tetrahedra, and a cloth as stiff as 1e8 N/m, at 1/60 s', () => {
    const world = new World({ space: 3, integrator: implicitEuler(), forces: [gravity([0, 0, -9.81])] });
    const at = (i: number, j: number, k: number): Particle<3> => grid[(i * 2 + j) * 2 + k]!;
    const grid: Particle<3>[] = [];
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < 2; j++)
        for (let k = 0; k < 2; k++)
          grid.push(world.addParticle({ mass: i === 0 ? Infinity : 0.1, position: [0.1 * i, 0.1 * j, 0.1 * k] }));
    for (let i = 0; i < 4; i++) {
      const [p, q, r, s] = [at(i, 0, 0), at(i + 1, 0, 0), at(i, 1, 0), at(i, 0, 1)];
      const [t, u, v, w] = [at(i + 1, 1, 0), at(i + 1, 0, 1), at(i, 1, 1), at(i + 1, 1, 1)];
      for (const [a, b, c, d] of [
        [p, q, r, s],
        [t, r, q, w],
        [u, q, s, w],
        [v, s, r, w],
        [q, r, s, w],
      ] as const) {
        const edge = (to: Particle<3>): number[] => Array.from(to.position, (x, e) => x - a.position[e]!);
        world.addForce(
          new ElasticSolid({ a, b, c, d, ab: edge(b), ac: edge(c), ad: edge(d), young: 1e5, poisson: 0.45 }),
        );
      }
    }
    const cloth = Array.from({ length: 100 }, (_, n) =>
      world.addParticle({
        mass: n === 0 || n === 9 ? Infinity : 0.01,
        position: [(n % 10) / 9, 1 + Math.floor(n / 10) / 9, 0],
      }),
    );
    cloth.forEach((a, n) => {
      for (const [b, exists] of [
        [cloth[n + 1], n % 10 < 9],
        [cloth[n + 10], n < 90],
      ] as const)
        if (exists && b) world.addForce(new Spring3D({ a, b, stiffness: 1e8, restLength: 1 / 9 }));
    });
    let energy = world.energy().total;
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60);
      const next = world.energy().total;
      expect(next).toBeLessThan(energy + 1e-6);
      energy = next;
    }
    // The beam hangs down from where it is clamped, and the cloth's springs hold.
    expect(at(4, 0, 0).position[2]).toBeLessThan(0);
    expect(Math.hypot(...cloth[55]!.position.map((x, c) => x - cloth[54]!.position[c]!)) * 9).toBeCloseTo(1, 4);
  });

  it('leaves out redundant rods, whose forces nothing determines', () => {
    const world = new World({ space: 2, integrator: bdf2(), forces: [G] });
    const pins = [0, 1, 2].map((x) => world.addParticle({ mass: 1, position: [x + 0.6, -0.8] }));
    const cranks = pins.map((b, x) => world.add(new Distance2D({ a: world.ground.point([x, 0]), b, length: 1 })));
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const)
      world.add(new Distance2D({ a: pins[i]!, b: pins[j]!, length: j - i }));
    for (let i = 0; i < 200; i++) world.step(0.005);
    expect(world.stats.factorizations / 200).toBeLessThan(5);
    for (const rod of cranks) expect(Math.abs(rod.lambda[0])).toBeLessThan(100);
    expect(world.residual().position).toBeLessThan(1e-9);
  });

  it.each([implicitEuler(), bdf2(), implicitMidpoint()])(
    'carries supports of infinite mass along, however stiff what hangs from them, with $name',
    (integrator) => {
      const world = new World({ space: 3, integrator });
      const support = world.addParticle({ mass: Infinity, position: [0, 0, 0], velocity: [0.5, 0, 0] });
      const bob = world.addParticle({ mass: 1, position: [1, 0, 0] });
      world.addForce(new Spring3D({ a: support, b: bob, stiffness: 1e8, restLength: 1 }));
      const wheel = world.addBody({
        mass: Infinity,
        inertia: [Infinity, Infinity, Infinity],
        position: [0, 2, 0],
        velocity: [0, 0, 0.3],
        angularVelocity: [0, 0, 2],
      });
      const rim = world.addParticle({ mass: 1, position: [1, 2, 0] });
      world.addForce(new Spring3D({ a: wheel.point([0.5, 0, 0]), b: rim, stiffness: 1e8, restLength: 0.5 }));
      for (let i = 0; i < 10; i++) world.step(0.01);
      expect([...support.velocity]).toEqual([0.5, 0, 0]);
      expect(support.position[0]).toBeCloseTo(0.05, 14);
      expect(bob.position[0]).toBeCloseTo(1.05, 4);
      expect([...wheel.velocity]).toEqual([0, 0, 0.3]);
      expect(wheel.position[2]).toBeCloseTo(0.03, 14);
      [0, 0, 2].forEach((rate, c) => {
        expect(wheel.angularVelocity[c]).toBeCloseTo(rate, 13);
      });
      // Half of the angle that it has turned.
      [Math.cos(0.1), 0, 0, Math.sin(0.1)].forEach((entry, c) => {
        expect(wheel.orientation[c]).toBeCloseTo(entry, 13);
      });
      expect(Math.hypot(...rim.position.map((x, c) => x - wheel.point([0.5, 0, 0]).position[c]!))).toBeCloseTo(0.5, 2);
    },
  );

  it('leaves supports where they are put between steps of bdf2, and takes masses that become finite', () => {
    const world = new World({ space: 2, integrator: bdf2() });
    const support = world.addParticle({ mass: Infinity, position: [1, 0] });
    for (let i = 0; i < 5; i++) {
      world.step(0.01);
      // A change small enough to be taken for a correction of the last step.
      support.position[0] += 9e-7;
    }
    const put = support.position[0];
    world.step(0.01);
    expect(support.position[0]).toBe(put);
    for (const integrator of [implicitEuler(), implicitMidpoint(), bdf2()]) {
      const falling = new World({ space: 2, integrator, forces: [G] });
      const p = falling.addParticle({ mass: Infinity, position: [0, 0] });
      const body = falling.addBody({ mass: 1, inertia: 1, position: [0, 0] });
      falling.step(0.01);
      p.mass = 1;
      body.mass = Infinity;
      for (let i = 0; i < 100; i++) falling.step(0.01);
      expect(p.velocity[1] / -9.81).toBeCloseTo(1, 12);
      expect(body.velocity[1]).toBeCloseTo(-0.0981, 12);
    }
  });

  it('refuses what has bounds, with the remedy', () => {
    const world = new World({ space: 2, integrator: bdf2() });
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    expect(() => world.add(new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }))).toThrow(/equations alone/);
    expect(() => {
      collide(world, { shapes: [] });
    }).toThrow(/equations alone/);
  });

  it('says so where a step does not converge, and leaves the world as it was', () => {
    const world = new World({ space: 2, integrator: implicitEuler({ maxIterations: 8 }), onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    world.addForce({
      apply: () => {
        p.applyForce([0, p.position[1] > 1 ? -1e9 : 1e9]);
      },
    });
    expect(() => {
      world.step(0.01);
    }).toThrow(/solves no step/);
    expect(Array.from(p.position)).toEqual([0, 1]);
    expect(world.time).toBe(0);
  });

  it('begins bdf2 anew after a change from outside, and continues a snapshot to the bit', () => {
    const { world, particles } = chain(bdf2());
    for (let i = 0; i < 10; i++) world.step(0.01);
    const snapshot = world.snapshot();
    for (let i = 0; i < 10; i++) world.step(0.01);
    const end = particles.map(({ position }) => Array.from(position));
    world.restore(snapshot);
    for (let i = 0; i < 10; i++) world.step(0.01);
    expect(particles.map(({ position }) => Array.from(position))).toEqual(end);
    // Free flight after a throw is exact in the velocity: no memory of the one before.
    const free = new World({ space: 2, integrator: bdf2() });
    const p = free.addParticle({ mass: 1, position: [0, 0] });
    free.step(0.01);
    p.velocity.set([1, 0]);
    free.step(0.01);
    expect(p.position[0]).toBeCloseTo(0.01, 14);
    expect(p.velocity[0]).toBeCloseTo(1, 14);
  });
});
