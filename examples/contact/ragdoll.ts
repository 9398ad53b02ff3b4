import { pathToFileURL } from 'node:url';
import { collide, gravity, velocityStep, World, type RigidBody2D } from '../../runtime/index.js';
import { AngleLimit, Coincident2D } from '../../generated/index.js';

/** A part of the body: its name, half its length, its radius and mass, what it hangs on, and how. */
interface Part {
  readonly name: string;
  /** Half of its length along y, and half of its width, m. */
  readonly half: number;
  readonly width: number;
  readonly mass: number;
  /** The part that it hangs on, the place of the joint on either, and the range of the angle, rad. */
  readonly on?: readonly [
    parent: string,
    onParent: readonly number[],
    own: readonly number[],
    low: number,
    high: number,
  ];
}

const leg = (side: string): Part[] => [
  { name: `${side} thigh`, half: 0.22, width: 0.07, mass: 8, on: ['pelvis', [0, -0.1], [0, 0.22], -0.5, 2] },
  { name: `${side} shin`, half: 0.22, width: 0.05, mass: 5, on: [`${side} thigh`, [0, -0.22], [0, 0.22], -2.4, 0] },
];
const arm = (side: string): Part[] => [
  { name: `${side} upper arm`, half: 0.15, width: 0.045, mass: 2.5, on: ['chest', [0, 0.2], [0, 0.15], -1, 3] },
];

/** Ten boxes: pelvis, chest, head, two arms, two legs with knees, and a hat. */
const PARTS: readonly Part[] = [
  { name: 'pelvis', half: 0.1, width: 0.12, mass: 10 },
  { name: 'chest', half: 0.25, width: 0.13, mass: 20, on: ['pelvis', [0, 0.1], [0, -0.25], -0.4, 0.8] },
  { name: 'head', half: 0.12, width: 0.09, mass: 5, on: ['chest', [0, 0.25], [0, -0.12], -0.7, 0.7] },
  ...arm('left'),
  ...arm('right'),
  ...leg('left'),
  ...leg('right'),
  { name: 'hat', half: 0.05, width: 0.11, mass: 0.5, on: ['head', [0, 0.12], [0, -0.05], -0.2, 0.2] },
];

/** A ragdoll, seen from the side, that falls on the floor from `height`, m, turning at 2 rad/s. */
export function ragdoll(height: number): { world: World; bodies: RigidBody2D[]; joints: Coincident2D[] } {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
  const bodies = new Map<string, RigidBody2D>();
  const joints: Coincident2D[] = [];
  const turn = 2;
  for (const { name, half, width, mass, on } of PARTS) {
    const parent = on && bodies.get(on[0]);
    const [x, y] = parent ? [parent.position[0], parent.position[1]] : [0, height];
    const position = on ? [x, y + on[1][1]! - on[2][1]!] : [x, y];
    const body = world.addBody({
      mass,
      inertia: (mass * (half ** 2 + width ** 2)) / 3,
      position,
      velocity: [-turn * (position[1]! - height), 0],
      angularVelocity: turn,
      name,
    });
    bodies.set(name, body);
    if (!on || !parent) continue;
    joints.push(world.add(new Coincident2D({ a: parent.point(on[1]), b: body.point(on[2]) })));
    world.add(new AngleLimit({ theta: body.angle, base: parent.angle, low: on[3], high: on[4] }));
  }
  // Seen from the side, limbs pass each other.
  const shapes = PARTS.map(({ name, half, width }) => ({
    body: bodies.get(name)!,
    box: [2 * width, 2 * half],
    group: 'ragdoll',
  }));
  collide(world, { shapes: [{ box: [50, 1], at: [0, -0.5] }, ...shapes], friction: 0.6 });
  return { world, bodies: [...bodies.values()], joints };
}

/** Prints how the ragdoll falls and comes to rest. */
function main(): void {
  const { world, bodies, joints } = ragdoll(2);
  for (const until of [0.5, 1, 2, 4]) {
    world.run({ until, dt: 1 / 240 });
    const speed = Math.max(...bodies.map(({ velocity }) => Math.hypot(...velocity)));
    const loose = Math.max(...joints.flatMap(({ C }) => [...C].map(Math.abs)));
    console.log(`${until.toFixed(1)} s: fastest ${speed.toFixed(4)} m/s, joints off by ${loose.toExponential(0)} m`);
  }
  console.log(
    `${world.warnings.length} warnings, ${(world.stats.factorizations / world.stats.steps).toFixed(1)} factorizations a step`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
