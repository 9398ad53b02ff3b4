import { checkBoolean, checkCallback, checkPositive, checkVector, readOptions } from '../base/check.js';
import type { Space, Vector } from '../base/vectors.js';
import type { PlanarShapeOptions } from '../collision/planar-shapes.js';
import { enter } from '../collision/ray.js';
import type { Carrier } from '../collision/shape.js';
import { readDirection } from '../collision/shape-options.js';
import type { SpatialShapeOptions } from '../collision/spatial-shapes.js';
import { internalsOf, type AnyWorld } from './internals.js';

/** Options of {@link rayCast}. */
export interface RayCastOptions {
  /** Length of the ray, m; without end if left out. */
  readonly maxDistance?: number;
  /** True if the ray meets sensors as well. False if left out. */
  readonly sensors?: boolean;
  /** Says whether the ray meets a shape, as it was given to `collide`. All if left out. */
  readonly filter?: (shape: PlanarShapeOptions | SpatialShapeOptions) => boolean;
}

/** The place where a ray enters a shape. */
export interface RayHit<S extends Space = Space> {
  /** The object that carries the shape; null is the ground. */
  readonly body: Carrier | null;
  /** The shape, the object that was given to `collide`. */
  readonly shape: PlanarShapeOptions | SpatialShapeOptions;
  /** The place, m. */
  readonly point: Vector<S>;
  /** Outward unit normal of the shape. */
  readonly normal: Vector<S>;
  /** Distance from the origin of the ray, m. */
  readonly distance: number;
}

const OPTION_NAMES: readonly (keyof RayCastOptions)[] = ['maxDistance', 'sensors', 'filter'];

/**
 * Finds the nearest place where a ray from `origin` along `direction`, of any length, enters a shape of
 * {@link collide} at the present state; undefined where it meets none. Shapes that hold the origin
 * are not met.
 *
 * ```ts
 * const hit = rayCast(world, [0, 5], [0, -1]); // { body, shape, point, normal, distance }
 * ```
 *
 * Throws E_WORLD, E_OPTIONS, E_OPTION_UNKNOWN, E_FUNCTION, E_BOOLEAN, E_NOT_POSITIVE, and the errors of vectors.
 */
export function rayCast<S extends Space>(
  world: AnyWorld<S>,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayCastOptions = {},
): RayHit<S> | undefined {
  let nearest: RayHit<S> | undefined;
  cast(world, origin, direction, options, (hit) => {
    nearest = hit;
    return hit.distance;
  });
  return nearest;
}

/** Finds all places where a ray enters a shape, the nearest first; see {@link rayCast}. */
export function rayCastAll<S extends Space>(
  world: AnyWorld<S>,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayCastOptions = {},
): RayHit<S>[] {
  const hits: RayHit<S>[] = [];
  cast(world, origin, direction, options, (hit, longest) => {
    hits.push(hit);
    return longest;
  });
  return hits.sort((a, b) => a.distance - b.distance);
}

/** Calls `visit` with each hit nearer than the distance that it has returned last. */
function cast<S extends Space>(
  world: AnyWorld<S>,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayCastOptions,
  visit: (hit: RayHit<S>, longest: number) => number,
): void {
  const { collisionParts } = internalsOf(world);
  const given = readOptions(options, 'Options of rayCast', OPTION_NAMES);
  const from = checkVector(origin, world.space, 'The origin of rayCast');
  const along = readDirection(direction, world.space, 'The direction of rayCast');
  const { maxDistance, filter } = given;
  let longest = maxDistance === undefined ? Infinity : checkPositive(maxDistance, "Option 'maxDistance' of rayCast");
  const sensors = checkBoolean(given.sensors, "Option 'sensors' of rayCast");
  checkCallback(filter, "Option 'filter' of rayCast");
  const [point, normal] = [new Float64Array(world.space), new Float64Array(world.space)];
  if (!collisionParts) return;
  const { collisions, distanceTo } = collisionParts;
  for (const shape of collisions.present) {
    const { isSensor, source } = shape.surface;
    const found = source as RayHit['shape'];
    if (isSensor && !sensors) continue;
    if (filter && !checkBoolean(filter(found), "What the 'filter' of rayCast returns")) continue;
    const distance = enter(shape, from, along, longest, distanceTo, point, normal);
    if (distance === Infinity) continue;
    const place = { point: point.slice() as Vector<S>, normal: normal.slice() as Vector<S> };
    longest = visit({ body: shape.carrier, shape: found, ...place, distance }, longest);
  }
}
