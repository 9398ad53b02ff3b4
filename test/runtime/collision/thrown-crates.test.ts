import { expect, it } from 'vitest';
import { collide, gravity, velocityStep, World, type CollideOptions } from '../../../runtime/index.js';
import { seededRandom, uniform } from '../../../src/sampling/random.js';

const THROWS = 12;
const GROUND = [40, 40];

it.each([
  [2, 60],
  [2, 240],
  [3, 60],
  [3, 240],
] as const)('crates thrown onto a floor in %i dimensions at %i Hz come to rest without a warning', (space, rate) => {
  const random = seededRandom(7);
  const upTo = (size: number): number => uniform(random, -size, size);
  for (let k = 0; k < THROWS; k++) {
    const along = Array.from({ length: space - 1 }, () => upTo(4));
    const world = new World({
      space,
      forces: [gravity([...along.map(() => 0), -9.81])],
      integrator: velocityStep(),
      onWarning: () => undefined,
    });
    const start = { mass: 1, position: [...along.map(() => 0), 1.5 + upTo(0.5)], velocity: [...along, -1 + upTo(1)] };
    const crate =
      space === 2
        ? world.addBody({ ...start, inertia: 1 / 6, angularVelocity: upTo(4) })
        : world.addBody({ ...start, inertia: [1 / 6, 1 / 6, 1 / 6], angularVelocity: [upTo(4), upTo(4), upTo(4)] });
    collide(world, {
      shapes: [
        { box: [...GROUND.slice(0, space - 1), 1], at: [...along.map(() => 0), -0.5] },
        { body: crate, box: Array.from({ length: space }, () => 1) } as CollideOptions['shapes'][number],
      ],
      friction: 0.5,
      restitution: 0.2,
    });
    for (let n = 0; n < 3 * rate; n++) world.step(1 / rate);
    expect(world.warnings.map(({ message }) => message)).toEqual([]);
    // On one of its faces, edges or corners.
    expect(crate.position[space - 1]!).toBeGreaterThan(0.5 - 1e-3);
  }
});
