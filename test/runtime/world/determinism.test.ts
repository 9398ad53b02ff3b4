import { describe, expect, it } from 'vitest';
import {
  automatic,
  blockLDL,
  conjugateGradient,
  dense,
  dormandPrince,
  drag,
  gaussSeidel,
  gravity,
  rk4,
  semiImplicitEuler,
  spring,
  World,
  type SnapshotJSON,
} from '../../../runtime/index.js';
import { Distance2D } from 'holonomic/library';

const solvers = {
  automatic: automatic(),
  blockLDL: blockLDL(),
  dense: dense(),
  gaussSeidel: gaussSeidel(),
  // At a loose tolerance a solution depends on where it started from.
  conjugateGradient: conjugateGradient({ tolerance: 1e-5 }),
  blockJacobi: conjugateGradient({ tolerance: 1e-5, preconditioner: 'blockJacobi' }),
  incompleteCholesky: conjugateGradient({ tolerance: 1e-5, preconditioner: 'incompleteCholesky' }),
};
const integrators = { semiImplicitEuler: semiImplicitEuler(), rk4: rk4(), dormandPrince: dormandPrince() };
const feedbacks = { default: undefined, given: { ks: 100, kd: 20, ki: 30 }, none: false } as const;

/**
 * Builds a triangle of rods that hangs from another one, a spring beside them, and a handle that
 * moves in every step.
 */
function scene(
  solver: keyof typeof solvers,
  integrator: keyof typeof integrators,
  feedback: keyof typeof feedbacks,
): { world: World; step: () => void } {
  const gains = feedbacks[feedback];
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81]), drag(0.1)],
    solver: solvers[solver],
    integrator: integrators[integrator],
    onWarning: () => undefined,
    ...(gains === undefined ? {} : { feedback: gains }),
  });
  const hand = world.handle([0, 0]);
  const [a, b, c] = [
    [1, 0],
    [1.5, 0.5],
    [2, 0],
  ].map((position, i) => world.addParticle({ mass: 1 + i, position }));
  const length = Math.SQRT1_2;
  world.add(new Distance2D({ a: hand, b: a!, length: 1 }));
  world.add(new Distance2D({ a: a!, b: b!, length }));
  world.add(new Distance2D({ a: b!, b: c!, length }));
  world.add(new Distance2D({ a: a!, b: c!, length: 1 }));
  world.addForce(spring({ a: hand, b: c!, stiffness: 20, damping: 0.2, restLength: 1 }));
  return {
    world,
    step: () => {
      hand.moveTo([0.1 * Math.sin(5 * world.time), 0]);
      world.step(1 / 120);
    },
  };
}

const bits = (world: World): string => JSON.stringify(world);

describe.each(Object.keys(solvers) as (keyof typeof solvers)[])('%s', (solver) => {
  describe.each(Object.keys(integrators) as (keyof typeof integrators)[])('%s', (integrator) => {
    it.each(Object.keys(feedbacks) as (keyof typeof feedbacks)[])(
      'gives the same bits again, feedback %s',
      (feedback) => {
        const one = scene(solver, integrator, feedback);
        const two = scene(solver, integrator, feedback);
        for (let i = 0; i < 20; i++) one.step();
        for (let i = 0; i < 20; i++) two.step();
        expect(bits(two.world)).toBe(bits(one.world));

        const saved = JSON.parse(bits(one.world)) as SnapshotJSON;
        for (let i = 0; i < 20; i++) one.step();
        expect(bits(two.world)).not.toBe(bits(one.world));
        const three = scene(solver, integrator, feedback);
        three.world.restore(saved);
        for (let i = 0; i < 20; i++) three.step();
        expect(bits(three.world)).toBe(bits(one.world));
      },
    );
  });
});
