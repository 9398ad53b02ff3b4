import { pathToFileURL } from 'node:url';
import { gravity, velocityStep, World, type Particle } from '../../runtime/index.js';
import { DiscDiscContact, Rope2D } from '../../generated/index.js';

/** Length of the strings, radius of the balls and the gaps between them, m. */
export const LENGTH = 1;
export const RADIUS = 0.05;
const GAP = 1e-3;

/**
 * Newton's cradle: balls on strings that can only pull, which meet with next to no friction and without
 * loss. The first `lifted` balls are let go at `angle` from the vertical.
 */
export function cradle(count: number, lifted: number, angle: number): { world: World; balls: Particle[] } {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
  const { ground } = world;
  const balls = Array.from({ length: count }, (_, i) => {
    const x = i * (2 * RADIUS + GAP);
    const swing = i < lifted ? angle : 0;
    const ball = world.addParticle({
      mass: 1,
      position: [x - LENGTH * Math.sin(swing), -LENGTH * Math.cos(swing)],
    });
    world.add(new Rope2D({ a: ground.point([x, 0]), b: ball, length: LENGTH }));
    return ball;
  });
  const turned = ground.scalar(0);
  balls.slice(1).forEach((b, i) => {
    const pair = { a: balls[i]!, b, alpha: turned, beta: turned };
    world.add(new DiscDiscContact({ ...pair, radiusA: RADIUS, radiusB: RADIUS, mu: 0, e: 1 }));
  });
  return { world, balls };
}

/** Prints the speeds of five balls just before and after two of them hit the others. */
function main(): void {
  const { world, balls } = cradle(5, 2, 0.5);
  for (const until of [0.4, 0.7, 1.2]) {
    world.run({ until, dt: 1 / 4000 });
    const speeds = balls.map(({ velocity }) => velocity[0].toFixed(3).padStart(7));
    console.log(`${until.toFixed(1)} s: ${speeds.join('')} m/s`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
