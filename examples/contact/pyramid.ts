import { pathToFileURL } from 'node:url';
import { collide, gravity, velocityStep, World, type RigidBody2D } from '../../runtime/index.js';

/** A pyramid of boxes with sides of 1 m: `rows` of them in the lowest row. */
export function pyramid(rows: number): { world: World; boxes: RigidBody2D[] } {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
  const boxes: RigidBody2D[] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows - row; i++) {
      const position = [1.2 * (i + row / 2), row + 0.5];
      boxes.push(world.addBody({ mass: 1, inertia: 1 / 6, position }));
    }
  }
  collide(world, {
    shapes: [{ box: [100, 1], at: [0, -0.5] }, ...boxes.map((body) => ({ body, box: [1, 1] }))],
    friction: 0.5,
  });
  return { world, boxes };
}

/** The largest speed of any body, m/s. */
export const fastest = (bodies: readonly RigidBody2D[]): number =>
  Math.max(...bodies.map(({ velocity }) => Math.hypot(...velocity)));

/** Lets 210 boxes stand for a second, and prints how still, and how long a step takes. */
function main(): void {
  const { world, boxes } = pyramid(20);
  const times: number[] = [];
  while (world.time < 1) {
    const start = performance.now();
    world.step(1 / 60);
    times.push(performance.now() - start);
  }
  const [first] = times;
  const [median] = times.sort((a, b) => a - b).slice(times.length / 2);
  console.log(`${boxes.length} boxes, fastest after 1 s: ${fastest(boxes).toExponential(0)} m/s`);
  console.log(`a step of 1/60 s takes ${median!.toFixed(1)} ms, the first ${first!.toFixed(0)} ms`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
