import type { Collisions } from './collisions.js';
import type { PointDistance } from './ray.js';
import type { Shape } from './shape.js';
import type { ShapeDefaults } from './shape-options.js';

/** The collisions of a world, and what makes its shapes. */
export interface CollisionSupport {
  readonly collisions: Omit<Collisions<Shape>, 'add'>;
  readonly distanceTo: PointDistance;
  /** Reads the options of shapes, and returns what adds these. Throws the errors of shapes. */
  read(shapes: readonly unknown[], defaults: ShapeDefaults, margin: number | undefined): () => void;
}
