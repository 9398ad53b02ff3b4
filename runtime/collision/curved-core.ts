import { lengthOf } from '../base/powers.js';
import { rotate } from '../model/bodies/frames.js';
import type { CurvedForm } from './curved-forms.js';
import type { Polyhedron } from './polyhedron.js';

const direction = new Float64Array(3);
const local = new Float64Array(3);
const point = new Float64Array(3);
const corner = new Float64Array(3);
const outward = new Float64Array(3);
const tangent = new Float64Array(3);

/** Turns points by a quaternion, and moves them. */
export function placed(points: Float64Array, orientation: Float64Array, at?: Float64Array): Float64Array {
  const out = points.slice();
  for (let i = 0; i < points.length; i += 3) {
    rotate(orientation, points.subarray(i, i + 3), false, point);
    for (let c = 0; c < 3; c++) out[i + c] = point[c]! + (at ? at[c]! : 0);
  }
  return out;
}

/** A convex body with curved sides, in the axes of the body that carries it. */
export class CurvedCore {
  /** Its flat faces. */
  readonly core: Polyhedron;
  readonly form: CurvedForm;
  readonly #at: Float64Array;
  readonly #orientation: Float64Array;

  constructor(form: CurvedForm, at: Float64Array, orientation: Float64Array) {
    this.form = form;
    this.#at = at;
    this.#orientation = orientation;
    const { vertices, normals } = form.core;
    this.core = { ...form.core, vertices: placed(vertices, orientation, at), normals: placed(normals, orientation) };
  }

  /** Its volume, centre, and `∫ (x − c)(x − c)ᵀ` about that, row by row; undefined if not known. */
  get integrals(): { content: number; centre: readonly number[]; about: readonly number[] } | undefined {
    if (!this.form.integrals) return undefined;
    const { content, squares } = this.form.integrals;
    // The columns of the rotation.
    const R = placed(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), this.#orientation);
    const entry = (i: number, j: number): number =>
      squares.reduce((sum, square, k) => sum + R[3 * k + i]! * square * R[3 * k + j]!, 0);
    return { content, centre: [...this.#at], about: [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => entry(i, j))) };
  }

  /** Two points of an axis about which it is a body of revolution; undefined if there is none. */
  get axis(): Float64Array | undefined {
    const { axis } = this.form;
    if (axis === undefined) return undefined;
    const ends = new Float64Array(6);
    ends[3 + axis] = 1;
    return placed(ends, this.#orientation, this.#at);
  }

  /** Corners of its bounds, the lower one first. */
  get bounds(): Float64Array {
    const bounds = new Float64Array(6);
    for (let c = 0; c < 3; c++) {
      for (const side of [-1, 1]) {
        this.support(c === 0 ? side : 0, c === 1 ? side : 0, c === 2 ? side : 0, corner);
        bounds[side < 0 ? c : 3 + c] = corner[c]!;
      }
    }
    return bounds;
  }

  /** Distance of its points from the origin, at most. */
  get reach(): number {
    const { bounds } = this;
    return lengthOf([0, 1, 2].map((c) => Math.max(-bounds[c]!, bounds[3 + c]!)));
  }

  /** Vertices for pictures. */
  get mesh(): Float64Array {
    return placed(this.form.mesh.vertices, this.#orientation, this.#at);
  }

  /** Writes the point that is farthest along the unit vector `(x, y, z)`. */
  support(x: number, y: number, z: number, out: Float64Array): void {
    this.#turnBack(x, y, z);
    this.form.support(local[0]!, local[1]!, local[2]!, point);
    this.#place(point[0]!, point[1]!, point[2]!, out, 0);
  }

  /** Writes the corners of what faces the unit vector `(x, y, z)`; see {@link CurvedForm}. */
  feature(x: number, y: number, z: number, turns: Float64Array, at: number, tiny: number, out: number[]): number {
    this.#turnBack(x, y, z);
    const count = this.form.feature(local[0]!, local[1]!, local[2]!, turns, at, tiny, out);
    for (let i = 0; i < 3 * count; i += 3) this.#place(out[i]!, out[i + 1]!, out[i + 2]!, out, i);
    return count;
  }

  /** The radius of curvature along `w` at `p`, whose normal is `n`; see {@link CurvedForm.radiusAlong}. */
  radiusAlong(p: Float64Array, n: Float64Array, w: Float64Array): number {
    if (!this.form.radiusAlong) return 0;
    this.#turnBack(n[0]!, n[1]!, n[2]!);
    outward.set(local);
    this.#turnBack(w[0]!, w[1]!, w[2]!);
    tangent.set(local);
    this.#turnBack(p[0]! - this.#at[0]!, p[1]! - this.#at[1]!, p[2]! - this.#at[2]!);
    return this.form.radiusAlong(local, outward, tangent);
  }

  #turnBack(x: number, y: number, z: number): void {
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    rotate(this.#orientation, direction, true, local);
  }

  #place(x: number, y: number, z: number, out: Float64Array | number[], to: number): void {
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    rotate(this.#orientation, direction, false, local);
    for (let c = 0; c < 3; c++) out[to + c] = local[c]! + this.#at[c]!;
  }
}
