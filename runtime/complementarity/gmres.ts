import { addScaled, dotInto, normInto } from '../base/vector.js';

/** A matrix and an approximation to its inverse, both as products. */
export interface PreconditionedOperator {
  /** `out = G x`. */
  apply(x: Float64Array, out: Float64Array): void;
  /** `out = M⁻¹ x`. Returns false where that is not finite. */
  precondition(x: Float64Array, out: Float64Array): boolean;
}

/** Most iterations of one solution, and so the number of vectors kept. */
const MAX_ITERATIONS = 30;

/** Indices of the scalars that loops pass to each other in an array; see vector.ts. */
const PRODUCT = 0;

/**
 * GMRES with a preconditioner on the right (Saad & Schultz 1986, "GMRES: a generalized minimal
 * residual algorithm for solving nonsymmetric linear systems"). Vectors are orthogonalised twice.
 */
export class Gmres {
  readonly #vectors: readonly Float64Array[];
  readonly #direction: Float64Array;
  /** The Hessenberg matrix, column by column, made triangular by rotations. */
  readonly #H = new Float64Array((MAX_ITERATIONS + 1) * MAX_ITERATIONS);
  readonly #cos = new Float64Array(MAX_ITERATIONS);
  readonly #sin = new Float64Array(MAX_ITERATIONS);
  readonly #g = new Float64Array(MAX_ITERATIONS + 1);
  readonly #scalars = new Float64Array(1);

  readonly #leastPivot: number;

  /**
   * Directions with a pivot up to `leastPivot` are left out: `G M⁻¹` takes them to nothing but
   * rounding, and what is left of `b` there has no solution.
   */
  constructor(size: number, leastPivot = 0) {
    this.#leastPivot = leastPivot;
    this.#vectors = Array.from({ length: MAX_ITERATIONS + 1 }, () => new Float64Array(size));
    this.#direction = new Float64Array(size);
  }

  /**
   * `x ≈ G⁻¹ b`, until the residual's norm is at most `tolerance`. Returns false where something is
   * not finite; then `x` has no meaning.
   */
  solve(operator: PreconditionedOperator, b: Float64Array, x: Float64Array, tolerance: number): boolean {
    const V = this.#vectors;
    const H = this.#H;
    const g = this.#g;
    const scalars = this.#scalars;
    const z = this.#direction;
    x.fill(0);
    normInto(scalars, PRODUCT, b);
    const norm = scalars[PRODUCT]!;
    if (!(norm > tolerance)) return norm >= 0;
    this.#scaleInto(V[0]!, b, 1 / norm);
    g[0] = norm;
    let count = 0;
    while (count < MAX_ITERATIONS && Math.abs(g[count]!) > tolerance) {
      const w = V[count + 1]!;
      if (!operator.precondition(V[count]!, z)) return false;
      operator.apply(z, w);
      const column = count * (MAX_ITERATIONS + 1);
      for (let i = 0; i <= count; i++) H[column + i] = 0;
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i <= count; i++) {
          dotInto(scalars, PRODUCT, V[i]!, w);
          H[column + i]! += scalars[PRODUCT]!;
          addScaled(w, -scalars[PRODUCT]!, V[i]!);
        }
      }
      normInto(scalars, PRODUCT, w);
      const length = scalars[PRODUCT]!;
      if (!(length >= 0)) return false;
      if (length > 0) this.#scaleInto(w, w, 1 / length);
      this.#rotate(count, column, length);
      if (H[column + count]! < this.#leastPivot) break;
      count++;
    }
    // The combination of vectors that leaves the least residual, and the solution it stands for.
    const sum = V[count]!;
    for (let i = count - 1; i >= 0; i--) {
      for (let j = i + 1; j < count; j++) g[i]! -= H[j * (MAX_ITERATIONS + 1) + i]! * g[j]!;
      const pivot = H[i * (MAX_ITERATIONS + 1) + i]!;
      g[i] = pivot === 0 ? 0 : g[i]! / pivot;
    }
    sum.fill(0);
    for (let i = 0; i < count; i++) addScaled(sum, g[i]!, V[i]!);
    return operator.precondition(sum, x);
  }

  /** Applies the rotations so far to a new column that ends with `below`, and adds one to zero it. */
  #rotate(k: number, column: number, below: number): void {
    const H = this.#H;
    const cos = this.#cos;
    const sin = this.#sin;
    for (let i = 0; i < k; i++) {
      const a = H[column + i]!;
      const b = H[column + i + 1]!;
      H[column + i] = cos[i]! * a + sin[i]! * b;
      H[column + i + 1] = cos[i]! * b - sin[i]! * a;
    }
    const a = H[column + k]!;
    const length = Math.sqrt(a * a + below * below);
    cos[k] = length > 0 ? a / length : 1;
    sin[k] = length > 0 ? below / length : 0;
    H[column + k] = length;
    this.#g[k + 1] = -sin[k] * this.#g[k]!;
    this.#g[k]! *= cos[k];
  }

  #scaleInto(out: Float64Array, x: Float64Array, factor: number): void {
    for (let i = 0; i < out.length; i++) out[i] = factor * x[i]!;
  }
}
