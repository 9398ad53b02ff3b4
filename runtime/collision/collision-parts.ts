import type { Collisions } from './collisions.js';
import type { PlanarShape } from './planar-shape.js';
import type { PlanarShapes } from './planar-shapes.js';

/** The collisions of a world, and what makes its shapes. */
export interface CollisionParts {
  readonly collisions: Collisions<PlanarShape>;
  readonly shapes: PlanarShapes;
}
