import { squared } from '../base/powers.js';
import { copy } from '../base/vector.js';
import { ActiveSet, multiplyBasis, multiplyTransposedBasis } from './active-set.js';
import type { BasisFactorization } from './basis-factorization.js';
import { Gmres, type PreconditionedOperator } from './gmres.js';
import { BASIS, type GroupedMatrix } from './grouped-matrix.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/** Shift of the matrix, relative to a row's mean diagonal entry. It makes dependent rows independent. */
const SHIFT = 1e-7;
/** Residual of a linear solution, relative to the tolerance. */
const LINEAR = 0.03;
/** Part of the residual that a step with a factorization of other slip directions may leave. */
const REUSES = 0.1;
/** Residual relative to the largest velocity of a problem, up to which an estimate only lacks rounding. */
const NEAR = 1e-6;

/**
 * Semismooth Newton steps for bounds and friction together (Alart & Curnier 1991). With the states
 * and slip directions of the present iterate, see {@link ActiveSet}, a step solves
 *
 *     G y = Tᵀ b,   G = Tᵀ (A + Σ) E + κ
 *
 * `G` is not symmetric, and singular where rows depend on each other, as the rows of four contacts
 * between two boxes do. GMRES solves for the change of `y`, preconditioned by the symmetric
 *
 *     S = Eᵀ (A + Σ) E + κ
 *
 * with a small shift. `G` and `S` have the same null space, but not the same range. What a solution
 * has in the null space is stress without effect, which the shift magnifies: `(S + shift)⁻¹ S`
 * removes it, so that multipliers change as little as the step needs. Next to the null space that
 * removes too much, so the better of both results counts.
 */
export class FrictionNewton implements PreconditionedOperator {
  readonly #matrix: GroupedMatrix;
  readonly #factorization: BasisFactorization;
  readonly #groups: RowGroups;
  readonly #set: ActiveSet;
  readonly #gmres: Gmres;
  /** States and `κ` of the factorization, and whether there is one of the present problem. */
  readonly #factoredState: Uint8Array;
  readonly #factoredKappa: Float64Array;
  #factored = false;
  /** `λ` before the step, and after it with all stress. */
  readonly #before: Float64Array;
  readonly #stressed: Float64Array;
  readonly #y: Float64Array;
  readonly #dy: Float64Array;
  readonly #rest: Float64Array;
  readonly #s: Float64Array;
  readonly #t: Float64Array;

  constructor(matrix: GroupedMatrix, factorization: BasisFactorization, groups: RowGroups) {
    const { size, count } = groups;
    this.#matrix = matrix;
    this.#factorization = factorization;
    this.#groups = groups;
    this.#set = new ActiveSet(groups);
    this.#gmres = new Gmres(size);
    this.#factoredState = new Uint8Array(count);
    this.#factoredKappa = new Float64Array(size);
    this.#before = new Float64Array(size);
    this.#stressed = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#dy = new Float64Array(size);
    this.#rest = new Float64Array(size);
    this.#s = new Float64Array(size);
    this.#t = new Float64Array(size);
  }

  /** Forgets the factorization: the matrix has changed, or others have used the factorization. */
  reset(): void {
    this.#factored = false;
  }

  /**
   * Moves `iterate`, which is measured, by a full step with the states that its natural map has.
   * Returns false where that is not finite.
   */
  step(problem: ComplementarityProblem, iterate: Iterate): boolean {
    this.#set.read(problem, iterate);
    return this.#step(problem, iterate);
  }

  /** Does the same with all rows free and all contacts sticking. */
  stick(problem: ComplementarityProblem, iterate: Iterate): boolean {
    this.#set.stick();
    return this.#step(problem, iterate);
  }

  #step(problem: ComplementarityProblem, iterate: Iterate): boolean {
    const { lambda, residual } = iterate;
    copy(lambda, 0, this.#before, 0, lambda.length);
    if (this.#isFactored()) {
      const solved = this.#solve(problem, iterate, residual);
      if (solved && (!this.#set.slides || iterate.residual < REUSES * residual)) return true;
      // Slip directions have turned too far from the directions of the factorization.
      copy(this.#before, 0, lambda, 0, lambda.length);
    }
    this.#factorize(iterate.map.r);
    return this.#solve(problem, iterate, residual);
  }

  /** `start` is the residual before the step. */
  #solve({ rightHandSide: b }: ComplementarityProblem, iterate: Iterate, start: number): boolean {
    const set = this.#set;
    const { lambda, u } = iterate;
    const y = this.#y;
    const rest = this.#rest;
    const s = this.#s;
    // λ_0 = E y_0 + λ_fixed, which is near λ, leaves the rest −(Tᵀ u_0 + κ y_0).
    set.restrict(lambda, y);
    set.expand(y, s);
    for (let i = 0; i < s.length; i++) s[i]! += set.fixed[i]!;
    this.#matrix.multiply(s, u);
    for (let i = 0; i < u.length; i++) u[i]! -= b[i]!;
    set.restrict(u, rest);
    for (let i = 0; i < rest.length; i++) rest[i] = -rest[i]! - set.kappa[i]! * y[i]!;
    if (!this.#gmres.solve(this, rest, this.#dy, LINEAR * iterate.tolerance)) return false;
    this.#moveTo(iterate);
    if (iterate.isExcessive) {
      // The shift bounds the stress, and leaves what rows that depend on each other contradict by.
      if (!this.precondition(rest, this.#dy)) return false;
      this.#moveTo(iterate);
    }
    // Where the estimate only lacks rounding, loads that are not unique stay shared as they were.
    if (!set.slides && !(start <= NEAR * iterate.largest)) return true;
    const { residual } = iterate;
    copy(lambda, 0, this.#stressed, 0, lambda.length);
    if (this.#removeStress(this.#dy)) {
      this.#moveTo(iterate);
      if (iterate.residual <= residual) return true;
    }
    copy(this.#stressed, 0, lambda, 0, lambda.length);
    iterate.measure();
    return true;
  }

  /** Moves `iterate` to `E (y + dy) + λ_fixed`. */
  #moveTo(iterate: Iterate): void {
    const s = this.#s;
    const { lambda } = iterate;
    for (let i = 0; i < s.length; i++) s[i] = this.#y[i]! + this.#dy[i]!;
    this.#set.expand(s, lambda);
    for (let i = 0; i < s.length; i++) lambda[i]! += this.#set.fixed[i]!;
    iterate.measure();
  }

  /** True if the factorization has the present states, if not the present slip directions. */
  #isFactored(): boolean {
    if (!this.#factored) return false;
    const { state } = this.#set;
    for (let g = 0; g < state.length; g++) if (state[g] !== this.#factoredState[g]) return false;
    return true;
  }

  /** Factorizes `S` with its shift. */
  #factorize(r: Float64Array): void {
    const { basis, kappa, state } = this.#set;
    const { count, first } = this.#groups;
    const { shift } = this.#factorization;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      for (let c = 0; c < width; c++) {
        let square = 0;
        for (let k = 0; k < width; k++) square += squared(basis[BASIS * g + 3 * k + c]!);
        shift[i + c] = square > 0 ? kappa[i + c]! + (SHIFT * square) / r[i]! : 1;
      }
    }
    this.#factorization.basis.set(basis);
    copy(kappa, 0, this.#factoredKappa, 0, kappa.length);
    this.#factoredState.set(state);
    this.#factorization.factorize();
    this.#factored = true;
  }

  /** `out = G x`. */
  apply(x: Float64Array, out: Float64Array): void {
    const set = this.#set;
    set.expand(x, this.#s);
    this.#matrix.multiply(this.#s, this.#t);
    set.restrict(this.#t, out);
    for (let i = 0; i < out.length; i++) out[i]! += set.kappa[i]! * x[i]!;
  }

  /** `out = (S + shift)⁻¹ x`. */
  precondition(x: Float64Array, out: Float64Array): boolean {
    return this.#factorization.solve(x, out);
  }

  /** `y = (S + shift)⁻¹ S y`. */
  #removeStress(y: Float64Array): boolean {
    const { basis } = this.#factorization;
    const kappa = this.#factoredKappa;
    multiplyBasis(this.#groups, basis, y, this.#s);
    this.#matrix.multiply(this.#s, this.#t);
    multiplyTransposedBasis(this.#groups, basis, this.#t, this.#s);
    for (let i = 0; i < y.length; i++) y[i] = this.#s[i]! + kappa[i]! * y[i]!;
    return this.#factorization.solve(y, y);
  }
}
