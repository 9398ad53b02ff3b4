import { LimitedMotor, Distance2D } from 'holonomic/library';
import { expect, it } from 'vitest';
import {
  breakAt,
  collide,
  gravity,
  recorder,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

/** What a world with `dormandPrince()` refuses. */
const REFUSED: Readonly<Record<string, (world: World<2>) => unknown>> = {
  shapes: (world) => collide(world, { shapes: [{ box: [1, 1], at: [0, -90] }] }),
  breaking: (world) => breakAt(world, world.constraints, 1e9),
  'soft friction': (world) => {
    const wheel = world.addBody({ mass: 1, inertia: 1, position: [9, 0] });
    world.add(
      new LimitedMotor({ theta: wheel.angle, base: world.ground.scalar(0), torque: 1, speed: 0 }, { compliance: 1 }),
    );
  },
};

/** All that a world says of a pendulum at `speed`, by steps and records that do not fit each other. */
function said(integrator: Integrator, speed: number, dt: number, add?: (world: World<2>) => unknown): string[] {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -9.81])], onWarning: () => undefined });
  const bob = world.addParticle({ mass: 1, position: [0.4, 0], velocity: [0, speed] });
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 0.4 }));
  add?.(world);
  recorder(world, { of: [bob], every: 0.7 * dt });
  world.run({ until: 4, dt });
  const { message } = thrown(() => world.run({ until: 5, samples: [4.5] }));
  return [...world.warnings.map((warning) => `${warning.code}: ${warning.message}`), message];
}

const RUNS = [
  [rk4, 60, 1 / 60],
  [rk4, 12, 1 / 60],
  [velocityStep, 20, 1 / 240],
  [velocityStep, 60, 1 / 60],
  [semiImplicitEuler, 20, 1 / 60],
] as const;

it('where a world has what dormandPrince() refuses, no advice is to use that', () => {
  for (const [integrator, speed, dt] of RUNS) {
    const before = said(integrator(), speed, dt);
    expect(before.filter((line) => line.includes('dormandPrince()'))).toHaveLength(3);
    for (const add of Object.values(REFUSED)) {
      const now = said(integrator(), speed, dt, add);
      expect(now.length).toBe(3);
      expect(now.join()).not.toContain('dormandPrince');
    }
  }
});
