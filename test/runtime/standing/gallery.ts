import { Coincident2D, Coincident3D, Distance2D, Gear, Hinge, PointOnLine2D } from 'holonomic/library';
import {
  gravity,
  hingeInputs,
  World,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type RigidBody3D,
  type WorldOptions,
} from '../../../runtime/index.js';
import { fourBars } from '../fixtures/four-bars.js';
import { bennett, bricard } from '../fixtures/overconstrained.js';

/** A mechanism that a hand drags at a point. */
export interface Dragged {
  readonly world: World;
  readonly grip: PointConnector;
  /** Size of the mechanism, m: how far the hand moves about. */
  readonly size: number;
}

type Options = Partial<WorldOptions>;
type Vector = readonly number[];

const G = 9.81;

const planar = (options: Options): World => new World({ space: 2, forces: [gravity([0, -G])], ...options });
const spatial = (options: Options): World => new World({ space: 3, forces: [gravity([0, 0, -G])], ...options });

function rod(world: World, a: PointConnector, b: PointConnector): void {
  const length = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
  world.add(new Distance2D({ a, b, length }));
}

/** Returns the point at distances `r` from `a` and `s` from `b`, to the left of the way from `a` to `b`. */
function meet(a: Vector, r: number, b: Vector, s: number): number[] {
  const [dx, dy] = [b[0]! - a[0]!, b[1]! - a[1]!];
  const d = Math.hypot(dx, dy);
  const along = (r * r - s * s + d * d) / (2 * d);
  const across = Math.sqrt(r * r - along * along);
  return [a[0]! + (along * dx - across * dy) / d, a[1]! + (along * dy + across * dx) / d];
}

/** Theo Jansen's leg, in decimetres: the holy numbers. */
function jansensLeg(options: Options): Dragged {
  const world = planar(options);
  const [b, c, d, e, f, g, h, i, j, k, m] = [4.15, 3.93, 4.01, 5.58, 3.94, 3.67, 6.57, 4.9, 5, 6.19, 1.5];
  const fixed = [-3.8, -0.78];
  const crank = [m, 0];
  const upper = meet(fixed, b, crank, j);
  const lower = meet(crank, k, fixed, c);
  const outer = meet(fixed, d, upper, e);
  const knee = meet(lower, g, outer, f);
  const foot = meet(lower, i, knee, h);
  const [pivot, centre] = [world.ground.point(fixed), world.ground.point([0, 0])];
  const at = (position: number[]): Particle => world.addParticle({ mass: 0.1, position });
  const [C, U, L, O, K, F] = [at(crank), at(upper), at(lower), at(outer), at(knee), at(foot)];
  for (const [p, q] of [
    [centre, C],
    [C, U],
    [U, pivot],
    [C, L],
    [L, pivot],
    [pivot, O],
    [O, U],
    [O, K],
    [K, L],
    [K, F],
    [F, L],
  ] as const)
    rod(world, p, q);
  return { world, grip: F, size: 10 };
}

function chain(options: Options, links: number, mass: number): Dragged {
  const world = planar(options);
  let last: PointConnector = world.ground.point([0, 0]);
  for (let i = 1; i <= links; i++) {
    const next = world.addParticle({ mass, position: [0.1 * i, 0] });
    rod(world, last, next);
    last = next;
  }
  return { world, grip: last, size: 0.1 * links };
}

function net(options: Options): Dragged {
  const world = planar(options);
  const n = 6;
  const points: PointConnector[] = [];
  for (let k = 0; k < n * n; k++) {
    const [x, y] = [k % n, Math.floor(k / n)];
    const position = [0.1 * x, -0.1 * y];
    const isPinned = y === 0 && (x === 0 || x === n - 1);
    points.push(isPinned ? world.ground.point(position) : world.addParticle({ mass: 0.05, position }));
  }
  for (let k = 0; k < n * n; k++) {
    if (k % n < n - 1) rod(world, points[k]!, points[k + 1]!);
    if (k + n < n * n) rod(world, points[k]!, points[k + n]!);
  }
  return { world, grip: points[n * n - 3]!, size: 1 };
}

/** Lazy tongs of four stages: bars that cross in pins. */
function scissors(options: Options): Dragged {
  const world = planar(options);
  const [half, slope] = [0.25, 0.8];
  const [c, s] = [half * Math.cos(slope), half * Math.sin(slope)];
  const bar = (x: number, angle: number): RigidBody2D =>
    world.addBody({ mass: 0.2, inertia: (0.2 * 4 * half ** 2) / 12, position: [x, 0], angle });
  const stages = [0, 1, 2, 3].map((k) => [bar(c * (2 * k + 1), slope), bar(c * (2 * k + 1), -slope)] as const);
  const pin = (a: PointConnector, b: PointConnector): void => {
    world.add(new Coincident2D({ a, b }));
  };
  stages.forEach(([up, down], k) => {
    pin(up.point([0, 0]), down.point([0, 0]));
    const next = stages[k + 1];
    if (!next) return;
    pin(up.point([half, 0]), next[1].point([-half, 0]));
    pin(down.point([half, 0]), next[0].point([-half, 0]));
  });
  const [up, down] = stages[0]!;
  pin(up.point([-half, 0]), world.ground.point([0, -s]));
  const { ground } = world;
  world.add(
    new PointOnLine2D({ p: down.point([-half, 0]), origin: ground.point([0, 0]), normal: ground.direction([1, 0]) }),
  );
  return { world, grip: stages[3]![0].point([half, 0]), size: 2 };
}

/** A rag doll: balls in shoulders, hips and neck, hinges in elbows and knees. It hangs by its head. */
function ragDoll(options: Options): Dragged {
  const world = spatial(options);
  const limb = (position: number[], [x, y, z]: readonly [number, number, number], mass: number): RigidBody3D =>
    world.addBody({
      mass,
      inertia: [(mass * (y * y + z * z)) / 12, (mass * (x * x + z * z)) / 12, (mass * (x * x + y * y)) / 12],
      position,
    });
  const ball = (a: RigidBody3D, b: RigidBody3D | undefined, at: number[]): void => {
    const on = (body: RigidBody3D): PointConnector => body.point([...body.pointToLocalFrame(at)]);
    world.add(new Coincident3D({ a: on(a), b: b ? on(b) : world.ground.point(at) }));
  };
  const hinge = (a: RigidBody3D, b: RigidBody3D, at: number[], axis: number[]): void => {
    world.add(new Hinge(hingeInputs({ a, b, at, axis }).joint));
  };
  const torso = limb([0, 0, 0], [0.4, 0.2, 0.6], 20);
  const head = limb([0, 0, 0.45], [0.2, 0.2, 0.3], 4);
  ball(torso, head, [0, 0, 0.3]);
  ball(head, undefined, [0, 0, 0.6]);
  let grip: PointConnector = head.point([0, 0, 0]);
  for (const side of [-1, 1]) {
    const upperArm = limb([side * 0.35, 0, 0.25], [0.3, 0.08, 0.08], 2);
    const forearm = limb([side * 0.65, 0, 0.25], [0.3, 0.06, 0.06], 1);
    const thigh = limb([side * 0.12, 0, -0.5], [0.12, 0.12, 0.4], 5);
    const shin = limb([side * 0.12, 0, -0.9], [0.1, 0.1, 0.4], 3);
    ball(torso, upperArm, [side * 0.2, 0, 0.25]);
    hinge(upperArm, forearm, [side * 0.5, 0, 0.25], [0, 0, 1]);
    ball(torso, thigh, [side * 0.12, 0, -0.3]);
    hinge(thigh, shin, [side * 0.12, 0, -0.7], [1, 0, 0]);
    grip = forearm.point([side * 0.15, 0, 0]);
  }
  return { world, grip, size: 1.5 };
}

/** Three gear wheels in a row, with a crank on the last and a rod that hangs from it. */
function gears(options: Options): Dragged {
  const world = planar(options);
  const wheels = [0, 1, 2].map((k) => {
    const wheel = world.addBody({ mass: 1, inertia: 0.05, position: [0.6 * k, 0] });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: world.ground.point([0.6 * k, 0]) }));
    return wheel;
  });
  world.add(new Gear({ a: wheels[0]!.angle, b: wheels[1]!.angle, ratio: -1 }));
  world.add(new Gear({ a: wheels[1]!.angle, b: wheels[2]!.angle, ratio: -1 }));
  const bob = world.addParticle({ mass: 0.5, position: [1.5, -0.5] });
  rod(world, wheels[2]!.point([0.3, 0]), bob);
  return { world, grip: bob, size: 1 };
}

/** Mechanisms that a mouse is let loose on. */
export const GALLERY: Readonly<Record<string, (options: Options) => Dragged>> = {
  "Jansen's leg": jansensLeg,
  'a four-bar': (options) => {
    const { world, tip } = fourBars(1, options);
    return { world, grip: tip, size: 2 };
  },
  'a chain of 20': (options) => chain(options, 20, 0.1),
  'a light chain': (options) => chain(options, 8, 1e-4),
  'a net': net,
  scissors,
  'a rag doll': ragDoll,
  gears,
  "Bennett's mechanism": (options) => {
    const { world } = bennett(options);
    return { world, grip: (world.bodies[1] as RigidBody3D).point([0.2, 0, 0]), size: 2 };
  },
  "Bricard's mechanism": (options) => {
    const { world } = bricard(options);
    return { world, grip: (world.bodies[2] as RigidBody3D).point([0, 0, 0]), size: 2 };
  },
};
