import { Distance2D } from 'holonomic/library';
import { gravity, rattle, World } from 'holonomic/runtime';

/** Gravitational acceleration, m/s², and the pendulum's length, m. */
export const [G, LENGTH] = [9.81, 1];

/**
 * Returns the period, s, of a pendulum that is let go at an angle from the vertical, rad: four
 * times the time to its lowest point.
 */
export default function period(amplitude: number): number {
  const dt = 1e-3;
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rattle() });
  const position = [LENGTH * Math.sin(amplitude), -LENGTH * Math.cos(amplitude)];
  const bob = world.addParticle({ mass: 1, position });
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: LENGTH }));
  for (let before = bob.position[0]; ; before = bob.position[0]) {
    world.step(dt);
    const after = bob.position[0];
    if (after <= 0) return 4 * (world.time - (dt * after) / (after - before));
  }
}
