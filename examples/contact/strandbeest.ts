import { pathToFileURL } from 'node:url';
import {
  assemble,
  gravity,
  velocityStep,
  World,
  type Particle,
  type RigidBody2D,
  type WorldOptions,
} from '../../runtime/index.js';
import { Coincident2D, Distance2D, Motor, PointLineContact } from '../../generated/index.js';

type Point = readonly [x: number, y: number];

/** Lengths of the bars of a leg, m, by the letters that Theo Jansen gives them. */
const BARS = { b: 0.415, c: 0.393, d: 0.401, e: 0.558, f: 0.394, g: 0.367, h: 0.657, i: 0.49, j: 0.5, k: 0.619 };
/** The pivot of a leg from the crank's axle, and the radius of the crank, m. */
const [PIVOT_ACROSS, PIVOT_BELOW, CRANK] = [0.38, 0.078, 0.15];

/** Returns where circles about `a` and `b` meet, on the left of the way from `a` to `b`. */
function meet(a: Point, r: number, b: Point, s: number): Point {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const distance = Math.hypot(x, y);
  const along = (r * r - s * s + distance * distance) / (2 * distance);
  const across = Math.sqrt(r * r - along * along);
  return [a[0] + (along * x - across * y) / distance, a[1] + (along * y + across * x) / distance];
}

/** Joints of the left leg for the angle of the crank, from its axle. The foot is the last. */
export function legAt(angle: number): readonly Point[] {
  const pivot: Point = [-PIVOT_ACROSS, -PIVOT_BELOW];
  const pin: Point = [CRANK * Math.cos(angle), CRANK * Math.sin(angle)];
  const upper = meet(pivot, BARS.b, pin, BARS.j);
  const back = meet(pivot, BARS.d, upper, BARS.e);
  const lower = meet(pin, BARS.k, pivot, BARS.c);
  const knee = meet(lower, BARS.g, back, BARS.f);
  return [upper, back, lower, knee, meet(lower, BARS.i, knee, BARS.h)];
}

/**
 * A Strandbeest in the plane: pairs of legs on one crank, which a motor turns at `speed`, rad/s. It
 * stands on a floor and walks.
 */
export function strandbeest(
  speed: number,
  pairs = 3,
  onWarning?: WorldOptions['onWarning'],
): { world: World; chassis: RigidBody2D; crank: RigidBody2D; feet: readonly Particle[] } {
  const phases = Array.from({ length: pairs }, (_, i) => (2 * Math.PI * i) / pairs);
  // The right leg is the mirror image of a left one.
  const legs = phases.flatMap((phase) =>
    ([1, -1] as const).map((side) => ({ side, phase, joints: legAt(side === 1 ? phase : Math.PI - phase) })),
  );
  const height = -Math.min(...legs.map(({ joints }) => joints.at(-1)![1]));
  const world = new World({
    space: 2,
    forces: [gravity([0, -9.81])],
    integrator: velocityStep(),
    ...(onWarning && { onWarning }),
  });
  const chassis = world.addBody({ mass: 2, inertia: 0.2, position: [0, height] });
  const crank = world.addBody({ mass: 0.2, inertia: 2e-3, position: [0, height] });
  world.add(new Coincident2D({ a: chassis.point([0, 0]), b: crank.point([0, 0]) }));
  world.add(new Motor({ theta: crank.angle, base: chassis.angle, speed }));
  const floor = { origin: world.ground.point([0, 0]), axis: world.ground.direction([1, 0]) };
  const feet = legs.map(({ side, phase, joints }) => {
    const pivot = chassis.point([-side * PIVOT_ACROSS, -PIVOT_BELOW]);
    const pin = crank.point([CRANK * Math.cos(phase), CRANK * Math.sin(phase)]);
    const [upper, back, lower, knee, foot] = joints.map(([x, y]) =>
      world.addParticle({ mass: 0.03, position: [side * x, y + height] }),
    ) as [Particle, Particle, Particle, Particle, Particle];
    for (const [a, b, length] of [
      [pivot, upper, BARS.b],
      [pin, upper, BARS.j],
      [pivot, back, BARS.d],
      [upper, back, BARS.e],
      [pivot, lower, BARS.c],
      [pin, lower, BARS.k],
      [back, knee, BARS.f],
      [lower, knee, BARS.g],
      [lower, foot, BARS.i],
      [knee, foot, BARS.h],
    ] as const) {
      world.add(new Distance2D({ a, b, length }));
    }
    world.add(new PointLineContact({ p: foot, ...floor, mu: 0.6, e: 0 }));
    return foot;
  });
  return { world, chassis, crank, feet };
}

/** Prints how far it walks in a turn of the crank, and how even its walk is. */
function main(): void {
  const { world, chassis } = strandbeest(-2);
  const turn = Math.PI;
  assemble(world, { velocitiesOnly: true });
  world.run({ until: turn, dt: 1 / 240 });
  const from = chassis.position[0];
  let [lowest, highest] = [Infinity, -Infinity];
  world.run({
    until: 3 * turn,
    dt: 1 / 240,
    onStep: () => {
      lowest = Math.min(lowest, chassis.position[1]);
      highest = Math.max(highest, chassis.position[1]);
    },
  });
  const walked = (chassis.position[0] - from) / 2;
  console.log(`a turn of the crank is a way of ${walked.toFixed(3)} m, ${(walked / turn).toFixed(3)} m/s`);
  console.log(`its axle is ${lowest.toFixed(3)} m up, and rises by ${(1000 * (highest - lowest)).toFixed(1)} mm`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
