/** Dimension of the ambient space: 2 for the plane, 3 for space. */
export type Space = 2 | 3;

/** A vector in the plane, whose entries are numbers under `noUncheckedIndexedAccess` too. */
export interface Vector2 extends Float64Array {
  0: number;
  1: number;
}

/** A vector in space. */
export interface Vector3 extends Float64Array {
  0: number;
  1: number;
  2: number;
}

/** A unit quaternion `[w, x, y, z]`. */
export interface Quaternion extends Float64Array {
  0: number;
  1: number;
  2: number;
  3: number;
}

/** A list with one entry at least: that of the first row of a constraint. */
export interface Rows extends Float64Array {
  0: number;
}

/** A vector with a component per dimension. Where the space is not known, two are certain. */
export type Vector<S extends Space = Space> = S extends 2 ? Vector2 : Vector3;
