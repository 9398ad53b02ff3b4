import { pathToFileURL } from 'node:url';
import { collide, gravity, velocityStep, World, type RigidBody2D } from '../../runtime/index.js';

const RADIUS = 0.108;
const MASS = 7;

/** A bowling ball, seen from the side, that is thrown along its lane without turning. */
export function bowlingBall(speed: number, friction: number): { world: World; ball: RigidBody2D } {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
  const ball = world.addBody({
    mass: MASS,
    inertia: 0.4 * MASS * RADIUS ** 2,
    position: [0, RADIUS],
    velocity: [speed, 0],
  });
  collide(world, {
    shapes: [
      { box: [60, 1], at: [0, -0.5] },
      { body: ball, disc: RADIUS },
    ],
    friction,
  });
  return { world, ball };
}

/** The speed of the ball's surface where it touches the lane, m/s. */
export const slip = ({ velocity, angularVelocity }: RigidBody2D): number => velocity[0] + RADIUS * angularVelocity;

/** Prints when the ball begins to roll, and how fast it is then, beside the closed forms. */
function main(): void {
  const [speed, friction] = [8, 0.12];
  const { world, ball } = bowlingBall(speed, friction);
  while (slip(ball) > 1e-9) world.step(1 / 1000);
  console.log(`rolls after ${world.time.toFixed(3)} s at ${ball.velocity[0].toFixed(4)} m/s`);
  const time = (2 * speed) / (7 * friction * 9.81);
  console.log(`2/7 v / (μ g) = ${time.toFixed(3)} s, 5/7 v = ${((5 / 7) * speed).toFixed(4)} m/s`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
