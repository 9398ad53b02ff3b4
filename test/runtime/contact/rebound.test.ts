import { PointLineContact } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, velocityStep, World, type Integrator } from '../../../runtime/index.js';

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
