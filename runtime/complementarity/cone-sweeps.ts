import { copy } from '../base/vector.js';
import type { GroupedMatrix } from './grouped-matrix.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/**
 * Fewest and most sweeps for one problem. The fewest bring a pile at rest from the tolerance to
 * rounding, step by step.
 */
const FEWEST = 8;
const MOST = 400;
/** Part of the tolerance that sweeps come to where they are not used up before. */
const AIM = 0.04;
/** Part of the tolerance to which a sweep must change rates before the residual is measured again. */
const CLOSER = 0.7;

/**
 * Projected Gauss-Seidel sweeps over the groups of rows, accelerated as a nonlinear conjugate
 * gradient (Silcowitz, Niebe & Erleben 2010, "A nonsmooth nonlinear conjugate gradient method for
 * interactive contact force problems"): after a sweep from `λ` to `λ − g`,
 *
 *     λ ← λ − g + β d,   d ← β d − g,   β = |g|² / |g_before|²,
 *
 * or no acceleration where `β > 1`. Norms are weighted by the diagonal of `A + Σ`. Each contact is solved
 * within its own friction cone, without linearization: first its normal row, then its slip. A sweep
 * costs as much as two products with the matrix; nothing is factorized, so that dependent rows do no
 * harm.
 */
export class ConeSweeps {
  readonly #matrix: GroupedMatrix;
  readonly #groups: RowGroups;
  /** Entry pairs of the matrix that each group is part of: `#pair[#start[g]]` to `#pair[#start[g + 1] − 1]`. */
  readonly #start: Int32Array;
  readonly #pair: Int32Array;
  readonly #before: Float64Array;
  readonly #uBefore: Float64Array;
  readonly #d: Float64Array;
  /** `(A + Σ) d`. */
  readonly #Ad: Float64Array;
  /** Change of the multipliers of the group at hand. */
  readonly #change = new Float64Array(3);

  constructor(matrix: GroupedMatrix, groups: RowGroups) {
    const { size, count } = groups;
    const { g, h } = matrix.pairs;
    this.#matrix = matrix;
    this.#groups = groups;
    this.#start = new Int32Array(count + 1);
    for (let p = 0; p < g.length; p++) {
      this.#start[g[p]! + 1]!++;
      if (h[p] !== g[p]) this.#start[h[p]! + 1]!++;
    }
    for (let k = 0; k < count; k++) this.#start[k + 1]! += this.#start[k]!;
    const next = this.#start.slice();
    this.#pair = new Int32Array(this.#start[count]!);
    for (let p = 0; p < g.length; p++) {
      this.#pair[next[g[p]!]!++] = p;
      if (h[p] !== g[p]) this.#pair[next[h[p]!]!++] = p;
    }
    this.#before = new Float64Array(size);
    this.#uBefore = new Float64Array(size);
    this.#d = new Float64Array(size);
    this.#Ad = new Float64Array(size);
  }

  /**
   * Improves `iterate` from its best multipliers until its residual is well within `tolerance`, m/s,
   * or the sweeps are used up. Returns the number of sweeps.
   */
  solve(problem: ComplementarityProblem, iterate: Iterate, tolerance: number): number {
    const { lambda, u } = iterate;
    const { r } = iterate.map;
    const before = this.#before;
    const uBefore = this.#uBefore;
    const d = this.#d;
    const Ad = this.#Ad;
    const { length } = lambda;
    copy(iterate.best, 0, lambda, 0, length);
    iterate.measure();
    d.fill(0);
    Ad.fill(0);
    let last = Infinity;
    const aim = AIM * tolerance;
    let goal = aim;
    for (let sweep = 1; sweep <= MOST; sweep++) {
      copy(lambda, 0, before, 0, length);
      copy(u, 0, uBefore, 0, length);
      this.#sweep(problem, lambda, u);
      let square = 0;
      let largest = 0;
      for (let i = 0; i < length; i++) {
        const g = before[i]! - lambda[i]!;
        const rate = Math.abs(g) / r[i]!;
        if (rate > largest) largest = rate;
        square += g * rate * Math.sign(g);
      }
      if ((sweep >= FEWEST && largest <= goal) || sweep === MOST) {
        iterate.measure();
        if (!(iterate.residual > aim)) return sweep;
        goal = CLOSER * largest;
      }
      const beta = square / last;
      last = square;
      if (beta < 1) {
        for (let i = 0; i < length; i++) {
          const g = before[i]! - lambda[i]!;
          const Ag = uBefore[i]! - u[i]!;
          lambda[i]! += beta * d[i]!;
          u[i]! += beta * Ad[i]!;
          d[i] = beta * d[i]! - g;
          Ad[i] = beta * Ad[i]! - Ag;
        }
      } else {
        d.fill(0);
        Ad.fill(0);
      }
    }
    return MOST;
  }

  /** Solves each group by itself, one after the other, and keeps `u = (A + Σ) λ − b`. */
  #sweep({ lower, upper, contacts }: ComplementarityProblem, lambda: Float64Array, u: Float64Array): void {
    const { count, first, contactOf } = this.#groups;
    const { values, pattern } = this.#matrix;
    const { start } = pattern;
    const change = this.#change;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const contact = contactOf[g]!;
      if (contact >= 0) {
        if (!this.#solveContact(i, first[g + 1]! - i, contacts.coefficient, contact, lambda, u)) continue;
      } else {
        const a = values[start[i]!]!;
        if (!(a > 0)) continue;
        const next = Math.min(Math.max(lambda[i]! - u[i]! / a, lower[i]!), upper[i]!);
        change[0] = next - lambda[i]!;
        if (change[0] === 0) continue;
        lambda[i] = next;
      }
      this.#spread(g, u);
    }
  }

  /**
   * Finds the multipliers of a contact for the present ones of all others: the normal first, then
   * the tangents, by one projected gradient step of its own length. Returns false if they stay.
   */
  #solveContact(
    i: number,
    width: number,
    coefficient: Float64Array,
    contact: number,
    lambda: Float64Array,
    u: Float64Array,
  ): boolean {
    const { values, pattern } = this.#matrix;
    const { start } = pattern;
    const change = this.#change;
    const e = start[i]!;
    const aN = values[e]!;
    if (!(aN > 0)) return false;
    const normal = Math.max(0, lambda[i]! - u[i]! / aN);
    const dN = normal - lambda[i]!;
    const most = coefficient[contact]! * normal;
    const f = start[i + 1]!;
    const a11 = values[f]!;
    let a = a11;
    let t1 = lambda[i + 1]!;
    let t2 = 0;
    const u1 = u[i + 1]! + values[e + 1]! * dN;
    if (width === 3) {
      const a12 = values[f + 1]!;
      const a22 = values[start[i + 2]!]!;
      const half = (a11 - a22) / 2;
      a = (a11 + a22) / 2 + Math.sqrt(half * half + a12 * a12);
      t2 = lambda[i + 2]! - (u[i + 2]! + values[e + 2]! * dN) / a;
    }
    if (!(a > 0)) return false;
    t1 -= u1 / a;
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size > most) {
      const part = most / size;
      t1 *= part;
      t2 *= part;
    }
    change[0] = dN;
    change[1] = t1 - lambda[i + 1]!;
    change[2] = width === 3 ? t2 - lambda[i + 2]! : 0;
    if (change[0] === 0 && change[1] === 0 && change[2] === 0) return false;
    lambda[i] = normal;
    lambda[i + 1] = t1;
    if (width === 3) lambda[i + 2] = t2;
    return true;
  }

  /** `u += (A + Σ) δ` with the change `δ` of the multipliers of group `group`. */
  #spread(group: number, u: Float64Array): void {
    const { values, pattern, pairs } = this.#matrix;
    const { start } = pattern;
    const { first } = this.#groups;
    const { g, h, fromEnd } = pairs;
    const change = this.#change;
    const end = this.#start[group + 1]!;
    for (let k = this.#start[group]!; k < end; k++) {
      const p = this.#pair[k]!;
      const row = g[p]!;
      const column = h[p]!;
      const i = first[row]!;
      const j = first[column]!;
      const rows = first[row + 1]! - i;
      const columns = first[column + 1]! - j;
      if (row === column) {
        for (let c = 0; c < columns; c++) {
          const e = start[j + c]! - c;
          u[j + c]! += values[e + c]! * change[c]!;
          for (let r = c + 1; r < rows; r++) {
            u[i + r]! += values[e + r]! * change[c]!;
            u[j + c]! += values[e + r]! * change[r]!;
          }
        }
      } else if (column === group) {
        for (let c = 0; c < columns; c++) {
          const e = start[j + c + 1]! - fromEnd[p]!;
          for (let r = 0; r < rows; r++) u[i + r]! += values[e + r]! * change[c]!;
        }
      } else {
        for (let c = 0; c < columns; c++) {
          const e = start[j + c + 1]! - fromEnd[p]!;
          let sum = 0;
          for (let r = 0; r < rows; r++) sum += values[e + r]! * change[r]!;
          u[j + c]! += sum;
        }
      }
    }
  }
}
