import { PointLineContact } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, rattle, rk4, velocityStep, World, type Integrator } from '../../../runtime/index.js';

/** Velocities of particles on a floor after a short step that begins with `velocities` into it. */
function after(integrator: Integrator, velocities: readonly number[]): readonly number[] {
  const world = new World({ space: 2, integrator, onWarning: () => undefined });
  const line = { origin: world.ground.point([0, 0]), axis: world.ground.direction([1, 0]) };
  const particles = velocities.map((v, i) => world.addParticle({ mass: 1, position: [i, 0], velocity: [0, v] }));
  for (const p of particles) world.add(new PointLineContact({ p, ...line, mu: 0, e: 1 }));
  world.step(1 / 1000);
  return particles.map(({ velocity }) => velocity[1]);
}

const close = (values: readonly number[], expected: readonly number[]): void => {
  values.forEach((value, i) => {
    expect(Math.abs(value - expected[i]!), `${values.join(' ')} for ${expected.join(' ')}`).toBeLessThan(1e-11);
  });
};

describe('a contact that is met', () => {
  it('bounces from 1e-9 m/s on', () => {
    close(after(velocityStep(), [-2e-9]), [2e-9]);
    close(after(velocityStep(), [-0.5e-9]), [0]);
  });

  it('bounces in an impact from a millionth of its largest rate on', () => {
    close(after(dormandPrince(), [-1, -2e-6]), [1, 2e-6]);
    close(after(dormandPrince(), [-1, -0.5e-6]), [1, 0]);
  });

  it('bounces in a step whatever is met elsewhere', () => {
    close(after(velocityStep(), [-1, -0.5e-6]), [1, 0.5e-6]);
  });
});

describe('a ball that rebounds in full', () => {
  const [g, height] = [10, 1];

  it.each([rk4(), rattle(), velocityStep({ order: 2 })].map((integrator) => [integrator.name, integrator] as const))(
    'keeps its energy between steps of %s that follow flights exactly',
    (_, integrator) => {
      const dt = 1 / 60;
      const world = new World({ space: 2, forces: [gravity([0, -g])], integrator });
      const ball = world.addParticle({ mass: 1, position: [0, height], velocity: [0, 0] });
      const line = { origin: world.ground.point([0, 0]), axis: world.ground.direction([1, 0]) };
      world.add(new PointLineContact({ p: ball, ...line, mu: 0, e: 1 }));
      let [highest, lowest] = [0, Infinity];
      for (let k = 0; k < 60 * 60; k++) {
        world.step(dt);
        const { total } = world.energy();
        highest = Math.max(highest, total);
        lowest = Math.min(lowest, total);
      }
      // 67 bounces, in each of which a step ends at the floor or above it by part of a step's fall.
      expect(highest / (g * height)).toBeLessThan(1.001);
      expect(lowest / (g * height)).toBeGreaterThan(0.5);
    },
  );
});
