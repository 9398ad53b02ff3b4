import { clearReport, type MotionTerms, type SolverReport } from '../equations/solver.js';
import type { InputBlocks } from '../model/products/block-products.js';
import { isPair } from '../model/products/pair-products.js';

/**
 * Relative pivot above which a solution is accurate and the row is far from depending on others.
 */
const WELL_CONDITIONED = 1e-4;
/**
 * Numbers stored per run: its first constraint, the one after its last, and the offset in its
 * blocks of the half nearer to its beginning, 0 or 2.
 */
const RUN = 3;
/** Numbers stored per row: `l_k,k−1`, `z_k` and `1/d_k`. */
const KEPT = 3;

/**
 * Solver of the equations of the multipliers for one or more chains of particles: sequences of
 * constraints between two planar points, each joined to the one before by a body and to no other.
 * `A` is tridiagonal there, and so are its factors (the Thomas algorithm). With `n` and `f` the
 * halves of a row's block of `J` for the body shared with the row before and for the other body,
 *
 *     a_kk = w_n |n|² + w_f |f|²,   a_k,k−1 = w_n n · f of k − 1,   l = a_k,k−1 / d_k−1,
 *     d_k = a_kk − l a_k,k−1,   z_k = b_k − l z_k−1
 *     λ_k = z_k / d_k − l_k+1,k λ_k+1,   v̇ = W Q + W Jᵀ λ
 *
 * Neither `A` nor `b` is written out. One pass forward and one back compute everything, so that a
 * short chain costs little more than its arithmetic.
 */
export class PlanarChain {
  readonly #terms: MotionTerms;
  readonly #size: number;
  readonly #slots: Int32Array;
  readonly #J: Float64Array;
  readonly #runs: Int32Array;
  /** Slots of bodies that belong to no chain. */
  readonly #idle: Int32Array;
  readonly #kept: Float64Array;
  /** The least `d_k / a_kk`, and `λᵀ b`. */
  #least = 1;
  #work = 0;

  private constructor(blocks: InputBlocks, runs: Int32Array, idle: Int32Array, terms: MotionTerms) {
    this.#terms = terms;
    this.#size = blocks.count;
    this.#slots = blocks.slots;
    this.#J = blocks.J;
    this.#runs = runs;
    this.#idle = idle;
    this.#kept = new Float64Array(KEPT * blocks.count);
  }

  /** Finds the chains that all constraints of a world form; undefined for any other structure. */
  static of(terms: MotionTerms): PlanarChain | undefined {
    const { batches, velocities: reach } = terms;
    if (batches.length !== 1) return undefined;
    const { blocks } = batches[0]!;
    if (!isPair(blocks) || blocks[0]!.size !== 2) return undefined;
    const { slots } = blocks[0]!;
    const runs = findRuns(slots, reach);
    if (!runs) return undefined;
    const met = new Set(slots);
    const idle: number[] = [];
    for (let slot = 0; slot < reach; slot += 2) if (!met.has(slot)) idle.push(slot);
    return new PlanarChain(blocks[0]!, runs, Int32Array.from(idle), terms);
  }

  /**
   * Finds the multipliers and the accelerations, and fills in `report`. Returns false, with
   * multipliers and accelerations unchanged, where a row comes so close to depending on others that
   * the solution must be checked.
   */
  solve(report: SolverReport): boolean {
    this.#work = 0;
    this.#least = 1;
    const runs = this.#runs;
    const w = this.#terms.mobility.current;
    for (let r = 0; r < runs.length; r += RUN) if (!this.#factorize(r, w)) return false;
    for (let r = 0; r < runs.length; r += RUN) this.#solveBack(r, w);
    this.#setIdle();
    clearReport(report);
    report.factorizations = 1;
    report.factorization = 'chain';
    report.fill = this.#size - runs.length / RUN;
    report.flops = 3 * report.fill;
    report.leastPivot = this.#least;
    report.work = this.#work;
    report.accelerated = true;
    return true;
  }

  /** `x = A⁻¹ b` with the factors of the last solution. */
  solveAgain(b: Float64Array, x: Float64Array): void {
    const kept = this.#kept;
    let z = 0;
    for (let k = 0; k < this.#size; k++) {
      z = b[k]! - kept[KEPT * k]! * z;
      x[k] = z;
    }
    let next = 0;
    let l = 0;
    for (let k = this.#size - 1; k >= 0; k--) {
      next = x[k]! * kept[KEPT * k + 2]! - l * next;
      l = kept[KEPT * k]!;
      x[k] = next;
    }
  }

  #factorize(run: number, w: Float64Array): boolean {
    const { gamma, feedback, free } = this.#terms;
    const slots = this.#slots;
    const J = this.#J;
    const kept = this.#kept;
    const first = this.#runs[run]!;
    const end = this.#runs[run + 1]!;
    const near = this.#runs[run + 2]!;
    const far = 2 - near;
    // The body between this row and the one before: weight, free acceleration, and its half of the
    // block of the row before.
    const begin = slots[2 * first + (near >> 1)]!;
    let wn = w[begin]!;
    let yn0 = free[begin]!;
    let yn1 = free[begin + 1]!;
    let p0 = 0;
    let p1 = 0;
    let inverse = 0;
    let z = 0;
    let work = this.#work;
    let least = this.#least;
    const side = far >> 1;
    for (let k = first; k < end; k++) {
      const s = slots[2 * k + side]!;
      const n = 4 * k + near;
      const f = 4 * k + far;
      const n0 = J[n]!;
      const n1 = J[n + 1]!;
      const f0 = J[f]!;
      const f1 = J[f + 1]!;
      const wf = w[s]!;
      const yf0 = free[s]!;
      const yf1 = free[s + 1]!;
      const b = -gamma[k]! - feedback[k]! - (n0 * yn0 + n1 * yn1 + f0 * yf0 + f1 * yf1);
      const a = wn * (n0 * n0 + n1 * n1) + wf * (f0 * f0 + f1 * f1);
      const below = wn * (n0 * p0 + n1 * p1);
      const l = below * inverse;
      const d = a - l * below;
      z = b - l * z;
      inverse = 1 / d;
      if (!(d > least * a)) {
        // Rarely: a pivot smaller than all before, or zero, as that of a row between fixed points.
        if (!(d > WELL_CONDITIONED * a)) return false;
        least = d / a;
      }
      const at = KEPT * k;
      kept[at] = l;
      kept[at + 1] = z;
      kept[at + 2] = inverse;
      work += z * z * inverse;
      wn = wf;
      yn0 = yf0;
      yn1 = yf1;
      p0 = f0;
      p1 = f1;
    }
    this.#work = work;
    this.#least = least;
    return true;
  }

  #solveBack(run: number, w: Float64Array): void {
    const { lambda, free, accelerations } = this.#terms;
    const slots = this.#slots;
    const J = this.#J;
    const kept = this.#kept;
    const first = this.#runs[run]!;
    const end = this.#runs[run + 1]!;
    const near = this.#runs[run + 2]!;
    const far = 2 - near;
    const side = far >> 1;
    let next = 0;
    let l = 0;
    // Force of the row after on the body between them.
    let g0 = 0;
    let g1 = 0;
    for (let k = end - 1; k >= first; k--) {
      const at = KEPT * k;
      const n = 4 * k + near;
      const f = 4 * k + far;
      next = kept[at + 1]! * kept[at + 2]! - l * next;
      l = kept[at]!;
      const s = slots[2 * k + side]!;
      const wf = w[s]!;
      const x0 = free[s]! + wf * (J[f]! * next + g0);
      const x1 = free[s + 1]! + wf * (J[f + 1]! * next + g1);
      g0 = J[n]! * next;
      g1 = J[n + 1]! * next;
      lambda[k] = next;
      accelerations[s] = x0;
      accelerations[s + 1] = x1;
    }
    const begin = slots[2 * first + (near >> 1)]!;
    accelerations[begin] = free[begin]! + w[begin]! * g0;
    accelerations[begin + 1] = free[begin + 1]! + w[begin]! * g1;
  }

  #setIdle(): void {
    const { free, accelerations } = this.#terms;
    for (const s of this.#idle) {
      accelerations[s] = free[s]!;
      accelerations[s + 1] = free[s + 1]!;
    }
  }
}

/**
 * Finds runs of constraints that follow each other; see {@link RUN}. Undefined where constraints
 * share a body in any other way.
 */
function findRuns(slots: Int32Array, reach: number): Int32Array | undefined {
  const runs: number[] = [];
  // The last constraint, counted from 1, at each body, and the number of constraints there.
  const last = new Int32Array(reach);
  const meeting = new Uint8Array(reach);
  let first = 0;
  let near = -1;
  const count = slots.length / 2;
  for (let k = 0; k < count; k++) {
    let link = -1;
    for (let side = 0; side < 2; side++) {
      const slot = slots[2 * k + side]!;
      if (slot >= reach) continue;
      if (last[slot]! > 0) {
        // Each row joins the row before once only, by its other side.
        if (link >= 0 || last[slot] !== k || slots[2 * k - 1 - side] !== slot) return undefined;
        link = 2 * side;
      }
      last[slot] = k + 1;
      if (++meeting[slot]! > 2) return undefined;
    }
    if (slots[2 * k] === slots[2 * k + 1]) return undefined;
    if (link < 0 && k > 0) {
      runs.push(first, k, Math.max(near, 0));
      first = k;
      near = -1;
    } else if (link >= 0) {
      if (near >= 0 && link !== near) return undefined;
      near = link;
    }
  }
  if (count > 0) runs.push(first, count, Math.max(near, 0));
  return Int32Array.from(runs);
}
