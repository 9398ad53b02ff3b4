import type { SymmetricPattern } from '../equations/symmetric-pattern.js';
import { analyse } from './elimination.js';
import { createFactorization } from './factorization.js';
import type { GuardedFactorization, PivotRule } from './guarded-factorization.js';

/**
 * `P A Pᵀ = L D Lᵀ` of a symmetric quasi-definite matrix `[H, Jᵀ; J, −E]`, with `E` positive definite and
 * `H` so, too, for which it exists in every order (Vanderbei 1995, "Symmetric quasidefinite matrices").
 * By Sylvester's law of inertia there are as many negative pivots as negative eigenvalues: one for each
 * row of `J` exactly where `H + Jᵀ E⁻¹ J` is positive definite.
 */
export class SignedFactorization implements PivotRule {
  /** Numbers of negative pivots of the last factorization, and of those that are zero or not a number. */
  negative = 0;
  broken = 0;
  readonly #factors: GuardedFactorization;
  readonly #z: Float64Array;

  constructor(pattern: SymmetricPattern) {
    this.#factors = createFactorization(pattern, analyse(pattern));
    this.#factors.rule = this;
    this.#z = new Float64Array(pattern.size);
  }

  /** Index in {@link values} of entry `e` of the pattern. */
  get position(): Int32Array {
    return this.#factors.position;
  }

  /** Entries of `A`, to be filled in before {@link solve}, which leaves them unchanged. */
  get values(): Float64Array {
    return this.#factors.values;
  }

  accepts(pivot: number): boolean {
    if (pivot < 0) this.negative++;
    else if (!(pivot > 0)) this.broken++;
    return pivot !== 0;
  }

  /** Factorizes {@link values}, and solves `A x = b`. */
  solve(b: Float64Array, x: Float64Array): void {
    this.negative = this.broken = 0;
    this.#factors.factorize(b, this.#z);
    this.#factors.solveUpper(this.#z, x);
  }

  /** Solves `A x = b` with the last factorization. */
  solveAgain(b: Float64Array, x: Float64Array): void {
    const { order } = this.#factors;
    const z = this.#z;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    this.#factors.solveLower(z);
    this.#factors.solveUpper(z, x);
  }
}
