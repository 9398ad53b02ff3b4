import { Coincident2D } from 'holonomic/library';
import type { RigidBody2D, RigidBody3D, World } from '../../../runtime/index.js';

/** What a motion comes to, and the size that its error is compared with. */
export interface Game {
  readonly name: string;
  readonly until: number;
  /** Gravity, m/s². */
  readonly g: readonly number[];
  /** Builds the world, and returns what is compared. */
  readonly build: (world: World) => () => number;
  readonly exact: number;
  readonly size: number;
}

export const G = 10;
export const LEVEL = [0, -G];
export const SPATIAL = [0, 0, -G];
export const FLOOR = { box: [1000, 1], at: [0, -0.5] };
export const SLAB = { box: [1000, 1000, 1], at: [0, 0, -0.5] };
export const slope = (angle: number, [x, y] = [G * Math.sin(angle), -G * Math.cos(angle)]): number[] => [x, y];

export const disc = (world: World, radius: number, rest: object): RigidBody2D =>
  (world as World<2>).addBody({ mass: 1, inertia: radius ** 2 / 2, position: [0, radius], ...rest });
export const ball = (world: World, radius: number, rest: object): RigidBody3D => {
  const inertia = 0.4 * radius ** 2;
  return (world as World<3>).addBody({
    mass: 1,
    inertia: [inertia, inertia, inertia],
    position: [0, 0, radius],
    ...rest,
  });
};

/** A shaft at the origin that turns at a rate. */
export function shaft(world: World, rate: number): RigidBody2D {
  const body = (world as World<2>).addBody({ mass: 1, inertia: 2, position: [0, 0], angularVelocity: rate });
  world.add(new Coincident2D({ a: body.point([0, 0]), b: world.ground.point([0, 0]) }));
  return body;
}
