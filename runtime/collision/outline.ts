import type { Carrier } from './shape.js';

/** A shape of {@link World.collide} at the present state, in world axes, as pictures need it. */
export interface ShapeOutline {
  /** The body or particle that carries it; null for the ground. */
  readonly carrier: Carrier | null;
  /**
   * Vertices of its core, m: one of a disc or a ball, two of a capsule or a wall, those of a polygon
   * in counter-clockwise order, or of a polyhedron. One point of a half-space.
   */
  readonly vertices: readonly Float64Array[];
  /** Radius about the core, m. */
  readonly radius: number;
  /** In space, the vertices of each face, by their numbers, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** The outward normal of a half-space; left out of other shapes. */
  readonly normal?: Float64Array;
}

/** Cuts a list of coordinates into points. */
export const pointsOf = (coordinates: Float64Array, space: number): Float64Array[] =>
  Array.from({ length: coordinates.length / space }, (_, i) => coordinates.slice(space * i, space * (i + 1)));
