import { Distance2D, PointOnLine2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import {
  constantForce,
  World,
  type Constraint,
  type Energy,
  type Particle,
  type PointConnector,
} from '../../runtime/index.js';

type Made<T> = new (options: object) => T;

const springs = compile('Spring', {
  summary: 'A spring.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { stiffness: 'scalar', length: 'scalar' },
  V: 'stiffness / 2 * (norm(a - b) - length)^2',
});

/** A spring of a stiffness and a rest length in the plane or in space. */
export const springBetween = (a: PointConnector, b: PointConnector, stiffness: number, length: number): Energy =>
  new (springs[`Spring${a.size as 2 | 3}D`] as unknown as Made<Energy>)({ a, b, stiffness, length });

const bends = compile('Bend', {
  summary: 'A spring in the joint b of two links.',
  space: 2,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: { stiffness: 'scalar' },
  V: 'stiffness / 2 * angle(b - a, c - b)^2',
});

const bend = (a: PointConnector, b: PointConnector, c: PointConnector, stiffness: number): Energy =>
  new (bends.Bend as unknown as Made<Energy>)({ a, b, c, stiffness });

/** Keeps a point where its `x` is 0. */
export const onAxis = (world: World<2>, p: PointConnector): Constraint =>
  world.add(new PointOnLine2D({ p, origin: world.ground.point([0, 0]), normal: world.ground.direction([1, 0]) }));

/** A chain of `n` rods of unit mass at their ends, straight from the origin along `direction`. */
export function chain(world: World<2>, n: number, length: number, [x, y]: readonly [number, number]): Particle<2>[] {
  let last: PointConnector = world.ground.point([0, 0]);
  return Array.from({ length: n }, (_, i) => {
    const p = world.addParticle({ mass: 1, position: [(i + 1) * length * x, (i + 1) * length * y] });
    world.add(new Distance2D({ a: last, b: p, length }));
    last = p;
    return p;
  });
}

/** A straight cantilever of `n` links, of length and bending stiffness 1, with the weight `P` at its tip. */
export function cantilever(
  n: number,
  P: number,
): { world: World<2>; tip: () => { angle: number; x: number; y: number } } {
  const world = new World({ space: 2 });
  const points = chain(world, n, 1 / n, [1, 0]);
  const all = [world.ground.point([-1, 0]), world.ground.point([0, 0]), ...points];
  // The clamp is half a link from the middle of the first one: a joint twice as stiff.
  for (let i = 0; i < n; i++) world.addForce(bend(all[i]!, all[i + 1]!, all[i + 2]!, (i === 0 ? 2 : 1) * n));
  world.addForce(constantForce(points.at(-1)!, [0, -P]));
  return {
    world,
    tip: () => {
      const [a, b] = points.slice(-2).map(({ position }) => position);
      return { angle: Math.atan2(a![1] - b![1], b![0] - a![0]), x: b![0], y: -b![1] };
    },
  };
}

/** An upright column of `n` links with springs of stiffness 1 in its joints, its top on the axis and under the load `P`. */
export function column(n: number, P: number): { world: World<2>; points: Particle<2>[] } {
  const world = new World({ space: 2 });
  const points = chain(world, n, 1 / n, [0, 1]);
  const all = [world.ground.point([0, 0]), ...points];
  for (let i = 0; i + 2 < all.length; i++) world.addForce(bend(all[i]!, all[i + 1]!, all[i + 2]!, 1));
  onAxis(world, points.at(-1)!);
  world.addForce(constantForce(points.at(-1)!, [0, -P]));
  return { world, points };
}
