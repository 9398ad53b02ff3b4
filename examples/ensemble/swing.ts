import { Distance2D } from 'holonomic/library';
import { gravity, rattle, World } from 'holonomic/runtime';

/** Gravitational acceleration, m/s², and the pendulum's length, m. */
export const [G, LENGTH] = [9.81, 1];

/** The amplitudes of the sweep, degrees. */
export const inputs = Array.from({ length: 34 }, (_, i) => 5 * (i + 1));

/**
 * Returns the period, s, of a pendulum that is let go at an angle from the vertical, degrees: four
 * times the time to its lowest point. `ratio` is the period over the period of small swings.
 */
export default function swing(degrees: number): { period: number; ratio: number } {
  const amplitude = (degrees * Math.PI) / 180;
  const dt = 1e-3;
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rattle() });
  const position = [LENGTH * Math.sin(amplitude), -LENGTH * Math.cos(amplitude)];
  const bob = world.addParticle({ mass: 1, position });
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: LENGTH }));
  for (let before = bob.position[0]; ; before = bob.position[0]) {
    world.step(dt);
    const after = bob.position[0];
    if (after > 0) continue;
    const period = 4 * (world.time - (dt * after) / (after - before));
    return { period, ratio: period / (2 * Math.PI * Math.sqrt(LENGTH / G)) };
  }
}
