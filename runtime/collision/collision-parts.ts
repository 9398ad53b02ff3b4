import type { Collisions } from './collisions.js';
import type { PlanarShapeOptions } from './planar-shapes.js';
import type { Shape } from './shape.js';
import type { ShapeDefaults } from './shape-options.js';

/** The collisions of a world, and what makes its shapes. */
export interface CollisionParts {
  readonly collisions: Collisions;
  make(options: PlanarShapeOptions, defaults: ShapeDefaults, margin: number | undefined, what: string): Shape;
}
