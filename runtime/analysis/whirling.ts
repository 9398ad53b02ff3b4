import { squared } from '../base/powers.js';
import { dot, maxAbs, norm } from '../base/vector.js';
import type { SymmetricEigen } from '../linear/symmetric-eigen.js';
import { apply, factorize } from '../solvers/orthogonal-decomposition.js';
import { eigenvalues } from './eigenvalues.js';

/** Part of the largest eigenvalue that is rounding in those of motions that neither grow nor fade. */
const ROUNDING = 1e-7;

/** A motion `e^{σ t} (z cos ω t + w sin ω t)`, with `ω = 0` or `σ = 0`, or both of motions that grow as they swing. */
export interface Whirl {
  readonly sigma: number;
  readonly omega: number;
  /** `z`, of length 1 and at a right angle to `w`, which is not longer. */
  readonly shape: Float64Array;
  readonly quadrature: Float64Array;
}

/** Small motions `z̈ + G ż + K z = 0` with gyroscopic terms `G`, as those of the state `(s z, ż)`. */
export class Whirling {
  readonly #f: number;
  readonly #eigen: SymmetricEigen;
  /** `ẋ = A x` over the eigenvectors of `K`, row-major: `z̈ = −Λ z − G ż`. */
  readonly #A: Float64Array;
  /** Motions that do not fade, with those that grow first; one for each conjugate pair. */
  readonly #roots: readonly { readonly sigma: number; readonly omega: number }[];
  readonly #limit: number;

  /** Takes `K` by its eigenvalues and eigenvectors, and `G`. */
  constructor(eigen: SymmetricEigen, G: Float64Array) {
    const { values, vectors } = eigen;
    const f = values.length;
    const n = 2 * f;
    // With s² = |K| both halves of the state have about the same size.
    const scale = Math.sqrt(maxAbs(values)) || 1;
    const A = new Float64Array(n * n);
    const vector = (k: number): Float64Array => vectors.subarray(k * f, (k + 1) * f);
    for (let k = 0; k < f; k++) {
      A[k * n + f + k] = scale;
      A[(f + k) * n + k] = -values[k]! / scale;
      const product = Float64Array.from({ length: f }, (_, i) => dot(G.subarray(i * f, (i + 1) * f), vector(k)));
      for (let l = 0; l < f; l++) A[(f + l) * n + f + k] = -dot(vector(l), product);
    }
    const { re, im } = eigenvalues(A, n);
    const limit = ROUNDING * Math.max(maxAbs(re), maxAbs(im));
    const all = Array.from(re, (real, k) => ({
      sigma: Math.abs(real) <= limit ? 0 : real,
      omega: Math.abs(im[k]!) <= limit ? 0 : im[k]!,
    }));
    const still = all.filter(({ sigma, omega }) => sigma === 0 && omega === 0);
    this.#roots = [
      ...all.filter(({ sigma, omega }) => sigma >= 0 && omega >= 0 && sigma + omega > 0),
      ...still.slice(still.length / 2),
    ].sort((a, b) => b.sigma - a.sigma || a.omega - b.omega);
    this.#f = f;
    this.#eigen = eigen;
    this.#A = A;
    this.#limit = limit;
  }

  /** True where no motion grows or drifts. */
  get isBounded(): boolean {
    return this.#roots.every(({ sigma, omega }) => sigma === 0 && omega > 0);
  }

  /** The `count` first motions: those that grow first, then by their frequencies. */
  motions(count: number): Whirl[] {
    const found: Whirl[] = [];
    const roots = this.#roots;
    for (let k = 0; k < Math.min(count, roots.length);) {
      const { sigma, omega } = roots[k]!;
      let end = k + 1;
      const isSame = (other: { readonly sigma: number; readonly omega: number }): boolean =>
        Math.abs(other.sigma - sigma) <= this.#limit && Math.abs(other.omega - omega) <= this.#limit;
      while (end < roots.length && isSame(roots[end]!)) end++;
      for (const [shape, quadrature] of this.#shapes(sigma, omega, end - k))
        found.push({ ...roots[found.length]!, shape, quadrature });
      k = end;
    }
    return found.slice(0, count);
  }

  /** The `z` and `w` of `count` independent motions of one eigenvalue `σ + i ω`: of the null space of `(A − σ)² + ω²`, or `A − σ`. */
  #shapes(sigma: number, omega: number, count: number): (readonly [Float64Array, Float64Array])[] {
    const n = 2 * this.#f;
    const A = this.#A.slice();
    for (let i = 0; i < n; i++) A[i * n + i]! -= sigma;
    const times = (x: Float64Array): Float64Array =>
      Float64Array.from({ length: n }, (_, i) => dot(A.subarray(i * n, (i + 1) * n), x));
    const B = A.slice();
    if (omega > 0) {
      for (let j = 0; j < n; j++)
        times(Float64Array.from({ length: n }, (_, i) => A[i * n + j]!)).forEach((sum, i) => {
          B[i * n + j] = sum + (i === j ? omega * omega : 0);
        });
    }
    // The rows of B are the columns of Bᵀ = Q R, and the last columns of Q are at right angles to them.
    const dimension = omega > 0 ? 2 * count : count;
    const tau = new Float64Array(n);
    const rank = Math.min(factorize(B, n, n, tau, new Int32Array(n), 0), n - dimension);
    const basis = Array.from({ length: dimension }, (_, k) => {
      const x = new Float64Array(n);
      x[n - dimension + k] = 1;
      apply(B, n, rank, tau, x);
      return x;
    });
    const taken: Float64Array[] = [];
    const without = (x: Float64Array): Float64Array =>
      taken.reduce((rest, unit) => {
        const part = dot(unit, rest);
        return rest.map((entry, i) => entry - part * unit[i]!);
      }, x);
    return Array.from({ length: count }, () => {
      const x = basis.map(without).reduce((best, rest) => (norm(rest) > norm(best) ? rest : best));
      // The state e^{σ t} (x cos ω t + y sin ω t) with y = (A − σ) x / ω.
      const y = omega > 0 ? times(x).map((entry) => entry / omega) : new Float64Array(n);
      for (const one of [x, y]) {
        const rest = without(one);
        const length = norm(rest);
        if (length > 0) taken.push(rest.map((entry) => entry / length));
      }
      return this.#ellipse(x, y);
    });
  }

  /** `z` and `w` of the states `x` and a quarter of a period later `y`, from the phase at which `z` is longest. */
  #ellipse(x: Float64Array, y: Float64Array): readonly [Float64Array, Float64Array] {
    const [a, b] = [x, y].map((state) => this.#directions(state)) as [Float64Array, Float64Array];
    const [aa, ab, bb] = [dot(a, a), dot(a, b), dot(b, b)];
    // cos² and sin² of the phase, of which the tangent of the double is 2 ab / (aa − bb).
    const root = Math.sqrt(squared(aa - bb) + squared(2 * ab));
    const cos = root === 0 ? 1 : Math.sqrt((1 + (aa - bb) / root) / 2);
    const sin = root === 0 ? 0 : Math.sqrt(Math.max(0, (1 - (aa - bb) / root) / 2)) * (ab < 0 ? -1 : 1);
    const z = a.map((entry, i) => cos * entry + sin * b[i]!);
    const w = a.map((entry, i) => cos * b[i]! - sin * entry);
    const length = norm(z);
    return [z.map((entry) => entry / length), w.map((entry) => entry / length)];
  }

  /** The first half of a state, over the directions that constraints leave. */
  #directions(state: Float64Array): Float64Array {
    const f = this.#f;
    const { vectors } = this.#eigen;
    return Float64Array.from({ length: f }, (_, i) => {
      let sum = 0;
      for (let k = 0; k < f; k++) sum += state[k]! * vectors[k * f + i]!;
      return sum;
    });
  }
}
