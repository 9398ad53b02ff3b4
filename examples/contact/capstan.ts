import { pathToFileURL } from 'node:url';
import { collide, constantForce, velocityStep, World, type Particle } from '../../runtime/index.js';
import { Rope2D } from '../../generated/index.js';

const PINS = 64;
const RADIUS = 0.5;
/** Radius of the pins, and of the rope, m. */
const PIN = 0.004;
const ROPE = 0.002;

/** The ratio of tensions at which a rope begins to slip over pins that turn it by `angle` in all. */
export function limit(angle: number, friction: number): number {
  // At each pin (T₂ − T₁) cos δ/2 = μ (T₁ + T₂) sin δ/2, with δ the angle by which it turns the rope.
  const t = friction * Math.tan(angle / PINS / 2);
  return ((1 + t) / (1 - t)) ** PINS;
}

/**
 * A rope over 64 pins on an arc of `angle`: a knot on each pin, and pieces of rope between them. One
 * end is pulled with 1 N, the other with `pull`, N.
 */
export function capstan(angle: number, friction: number, pull: number): { world: World; knots: Particle[] } {
  const world = new World({ space: 2, integrator: velocityStep() });
  const step = angle / PINS;
  const at = (k: number, radius: number): number[] => [radius * Math.cos(k * step), radius * Math.sin(k * step)];
  // The first and the last are free, and are pulled along the rope.
  const knots = Array.from({ length: PINS + 2 }, (_, k) => world.addParticle({ mass: 0.01, position: at(k, RADIUS) }));
  const length = 2 * RADIUS * Math.sin(step / 2);
  knots.slice(1).forEach((b, k) => world.add(new Rope2D({ a: knots[k]!, b, length })));
  const ends: [number, number, number][] = [
    [0, 1, 1],
    [PINS + 1, PINS, pull],
  ];
  for (const [end, next, force] of ends) {
    const [x, y] = [0, 1].map((c) => (at(end, RADIUS)[c]! - at(next, RADIUS)[c]!) / length);
    world.addForce(constantForce(knots[end]!, [force * x!, force * y!]));
  }
  const pins = Array.from({ length: PINS }, (_, k) => ({ disc: PIN, at: at(k + 1, RADIUS - PIN - ROPE) }));
  const rope = knots.slice(1, -1).map((body) => ({ body, disc: ROPE, group: 'rope' }));
  collide(world, { shapes: [...pins, ...rope], friction });
  return { world, knots };
}

/** Prints the largest ratio of tensions that holds, found by bisection, beside the closed forms. */
function main(): void {
  const [angle, friction] = [Math.PI, 0.3];
  let [holds, slips] = [1, 10];
  while (slips - holds > 1e-6) {
    const pull = (holds + slips) / 2;
    const { world, knots } = capstan(angle, friction, pull);
    world.step(1e-3);
    const speed = Math.max(...knots.map(({ velocity }) => Math.hypot(...velocity)));
    if (speed < 1e-9) holds = pull;
    else slips = pull;
  }
  console.log(`holds ${holds.toFixed(5)} times the load; 64 pins: ${limit(angle, friction).toFixed(5)}`);
  console.log(`a round post, exp(μ φ): ${Math.exp(friction * angle).toFixed(5)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
