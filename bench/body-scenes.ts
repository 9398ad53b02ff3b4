import { Coincident2D, Coincident3D, Distance2D, Hinge } from 'holonomic/library';
import { gravity, World, type PointConnector, type RigidBody3D, type WorldOptions } from '../runtime/index.js';

type Options = Partial<WorldOptions>;
type Vector = readonly [number, number, number];

const spatial = (options: Options): World => new World({ space: 3, forces: [gravity([0, 0, -9.81])], ...options });

function box(world: World, position: Vector, [x, y, z]: Vector, mass: number): RigidBody3D {
  const m = mass / 12;
  const inertia = [m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y)] as const;
  return world.addBody({ mass, inertia, position });
}

/** Joins bodies whose axes are those of the world by a hinge about one of them. */
function hinge(world: World, a: RigidBody3D, b: RigidBody3D, at: Vector, axis: Vector): void {
  const [x, y, z] = axis;
  const place = ({ position }: RigidBody3D): number[] => at.map((c, i) => c - position[i]!);
  const [u, w] = [b.direction([z, x, y]), b.direction([y, z, x])];
  world.add(new Hinge({ a: a.point(place(a)), b: b.point(place(b)), axis: a.direction(axis), u, w }));
}

/** Rag dolls of six bodies, five hinges and a ball each, that hang side by side. */
export function ragDolls(count: number, options: Options = {}): World {
  const world = spatial(options);
  for (let k = 0; k < count; k++) {
    const x = 2 * k;
    const torso = box(world, [x, 0, 0], [0.4, 0.2, 0.6], 20);
    const head = box(world, [x, 0, 0.45], [0.2, 0.2, 0.3], 4);
    world.add(new Coincident3D({ a: head.point([0, 0, 0.15]), b: world.ground.point([x, 0, 0.6]) }));
    hinge(world, torso, head, [x, 0, 0.3], [1, 0, 0]);
    for (const side of [-1, 1]) {
      const arm = box(world, [x + side * 0.4, 0, 0.25], [0.5, 0.08, 0.08], 3);
      const leg = box(world, [x + side * 0.12, 0, -0.7], [0.12, 0.12, 0.8], 8);
      hinge(world, torso, arm, [x + side * 0.2, 0, 0.25], [0, 1, 0]);
      hinge(world, torso, leg, [x + side * 0.12, 0, -0.3], [1, 0, 0]);
    }
  }
  return world;
}

/** A chain of hinges whose axes alternate. */
export function hinges(count: number, options: Options = {}): World {
  const world = spatial(options);
  let last: RigidBody3D | undefined;
  for (let k = 0; k < count; k++) {
    const body = box(world, [k + 0.5, 0, 0], [1, 0.2, 0.2], 1);
    const axis: Vector = k % 2 === 0 ? [0, 1, 0] : [0, 0, 1];
    if (last) hinge(world, last, body, [k, 0, 0], axis);
    else world.add(new Coincident3D({ a: body.point([-0.5, 0, 0]), b: world.ground.point([0, 0, 0]) }));
    last = body;
  }
  return world;
}

/** A hanging chain of planar bars, pinned to each other, that falls out of an oblique line. */
export function bars(count: number, options: Options = {}): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], ...options });
  let last: PointConnector = world.ground.point([0, 0]);
  for (let k = 0; k < count; k++) {
    const bar = world.addBody({
      mass: 1,
      inertia: 1 / 12,
      position: [0.6 * (k + 0.5), -0.8 * (k + 0.5)],
      angle: -Math.atan2(4, 3),
    });
    world.add(new Coincident2D({ a: last, b: bar.point([-0.5, 0]) }));
    last = bar.point([0.5, 0]);
  }
  return world;
}

/** The same of rods between particles. */
export function rods(count: number, options: Options = {}): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], ...options });
  let last: PointConnector = world.ground.point([0, 0]);
  for (let k = 1; k <= count; k++) {
    const next = world.addParticle({ mass: 1, position: [0.6 * k, -0.8 * k] });
    world.add(new Distance2D({ a: last, b: next, length: 1 }));
    last = next;
  }
  return world;
}
