import { squared } from '../base/powers.js';
import { FACTOR_STRIDE, type RowFactors } from '../equations/row-factors.js';
import { addMultipliedEntries, copy } from '../base/vector.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';
import { BLOCK, RIGID, RigidContacts } from './rigid-contacts.js';
import { sweepOrder } from './sweep-order.js';

/** Most sweeps for one problem: some thousands take less time than a few steps of Newton's method. */
const MOST = 3000;
/** Part of the tolerance that sweeps come to if they are quick, and the number after which all of it will do. */
const AIM = 0.04;
const ENOUGH = 60;
/**
 * The residual is less than what a sweep changes, by up to this factor; it is measured where that may
 * do, and again once the change has come to a part of what it was, or after some sweeps.
 */
const WITHIN = 4;
const CLOSER = 0.7;
const PAUSE = 12;
/** Sweeps without progress after which they have stalled, and what progress of the change is. */
const PATIENCE = 1500;
const PROGRESS = 0.9;
/** Ratio of the squares from which on a sweep is not accelerated. */
const RISING = 1.05;

/**
 * Projected Gauss-Seidel sweeps over the groups of rows, accelerated as a nonlinear conjugate
 * gradient (Silcowitz, Niebe & Erleben 2010, "A nonsmooth nonlinear conjugate gradient method for
 * interactive contact force problems"): after a sweep from `λ` to `λ − g`,
 *
 *     λ ← λ − g + β d,   d ← β d − g,   β = min(|g|² / |g_before|², 1),
 *
 * or no acceleration where the ratio is well above 1. Norms are weighted by the diagonal
 * of `A + Σ`. Each contact is solved within its own friction cone, without linearization: first its
 * normal row, then its slip.
 *
 * `A` is never formed. With its factor, `A = H Hᵀ`, a row reads its rate from `z = Hᵀ λ`, which
 * stands for the velocities of its bodies, and adds to it what it changes. Nothing is factorized, so
 * that dependent rows do no harm.
 */
export class ConeSweeps {
  readonly #factors: RowFactors;
  readonly #groups: RowGroups;
  /** The groups in the order of a sweep. */
  readonly #order: Int32Array;
  /** Contacts that are solved without loops. */
  readonly #rigid: RigidContacts;
  readonly #block: Float64Array;
  /** Rates of the group at hand without compliance, and the change of its multipliers. */
  readonly #rates = new Float64Array(3);
  readonly #change = new Float64Array(3);
  readonly #compliance: Float64Array;
  readonly #z: Float64Array;
  readonly #zBefore: Float64Array;
  readonly #zd: Float64Array;
  readonly #before: Float64Array;
  readonly #d: Float64Array;
  /** `1/r` of each row; see {@link NaturalMap}. */
  readonly #weight: Float64Array;

  constructor(factors: RowFactors, groups: RowGroups) {
    const { size, count } = groups;
    this.#factors = factors;
    this.#groups = groups;
    this.#order = sweepOrder(factors, groups);
    this.#block = new Float64Array(BLOCK * count);
    this.#compliance = new Float64Array(size);
    const columns = factors.columns + RIGID;
    this.#z = new Float64Array(columns);
    this.#zBefore = new Float64Array(columns);
    this.#zd = new Float64Array(columns);
    const rows = { z: this.#z, block: this.#block, compliance: this.#compliance };
    this.#rigid = new RigidContacts(factors, groups, this.#order, rows);
    this.#before = new Float64Array(size);
    this.#d = new Float64Array(size);
    this.#weight = new Float64Array(size);
  }

  /** Reads the factors as they are now, with the compliance `Σ`. */
  load(compliance: Float64Array | undefined): void {
    const { start, parts, H } = this.#factors;
    const { count, first, contactOf } = this.#groups;
    const block = this.#block;
    if (compliance) this.#compliance.set(compliance);
    this.#rigid.load();
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      let aN = this.#compliance[i]!;
      let a1N = 0;
      let a2N = 0;
      let a11 = 0;
      let a12 = 0;
      let a22 = 0;
      for (let p = FACTOR_STRIDE * start[i]!; p < FACTOR_STRIDE * start[i + 1]!; p += FACTOR_STRIDE) {
        const e = parts[p + 1]!;
        const n = parts[p + 2]!;
        for (let k = e; k < e + n; k++) {
          const h = H[k]!;
          aN += h * h;
          if (contactOf[g]! < 0) continue;
          const h1 = H[k + n]!;
          a1N += h * h1;
          a11 += h1 * h1;
          if (width < 3) continue;
          const h2 = H[k + 2 * n]!;
          a2N += h * h2;
          a12 += h1 * h2;
          a22 += h2 * h2;
        }
      }
      const at = BLOCK * g;
      block[at] = aN;
      if (contactOf[g]! < 0) continue;
      a11 += this.#compliance[i + 1]!;
      block[at + 1] = a1N;
      block[at + 2] = a2N;
      if (width === 3) {
        a22 += this.#compliance[i + 2]!;
        const half = (a11 - a22) / 2;
        block[at + 3] = (a11 + a22) / 2 + Math.sqrt(half * half + a12 * a12);
      } else block[at + 3] = a11;
    }
  }

  /** `out = (A + Σ) x`. */
  multiply(x: Float64Array, out: Float64Array): void {
    this.#factors.multiply(x, out);
    addMultipliedEntries(this.#compliance, x, 0, out, 0, out.length);
  }

  /** `out = diag(A + Σ)`. */
  diagonal(out: Float64Array): void {
    this.#factors.diagonal(out);
    for (let i = 0; i < out.length; i++) out[i]! += this.#compliance[i]!;
  }

  /**
   * Improves `iterate` from its best multipliers until its residual is well within `tolerance`, m/s,
   * or the sweeps are used up. Returns the number of sweeps.
   */
  solve(problem: ComplementarityProblem, iterate: Iterate, tolerance: number): number {
    const { lambda } = iterate;
    const { r } = iterate.map;
    const weight = this.#weight;
    const before = this.#before;
    const d = this.#d;
    const z = this.#z;
    const zBefore = this.#zBefore;
    const zd = this.#zd;
    const { length } = lambda;
    copy(iterate.best, 0, lambda, 0, length);
    z.fill(0);
    this.#factors.addTransposed(lambda, z);
    restart(lambda, before, d);
    restart(z, zBefore, zd);
    for (let i = 0; i < length; i++) weight[i] = 1 / r[i]!;
    let last = Infinity;
    let goal = Infinity;
    let next = 1;
    let [least, latest] = [Infinity, 0];
    for (let sweep = 1; sweep <= MOST; sweep++) {
      const aim = Math.min(1, Math.max(AIM, squared(sweep / ENOUGH))) * tolerance;
      this.#sweep(problem, lambda);
      let square = 0;
      let largest = 0;
      for (let i = 0; i < length; i++) {
        const g = Math.abs(before[i]! - lambda[i]!);
        const rate = g * weight[i]!;
        if (rate > largest) largest = rate;
        square += g * rate;
      }
      if (largest < PROGRESS * least) [least, latest] = [largest, sweep];
      const isLast = sweep === MOST || sweep > latest + PATIENCE;
      if ((largest <= WITHIN * aim && (largest <= goal || sweep >= next)) || isLast) {
        iterate.measure();
        if (isLast || !(iterate.residual > aim)) return sweep;
        goal = CLOSER * largest;
        next = sweep + PAUSE;
      }
      const ratio = square / last;
      last = square;
      if (ratio < RISING) {
        const beta = Math.min(ratio, 1);
        accelerate(lambda, before, d, beta);
        accelerate(z, zBefore, zd, beta);
      } else {
        restart(lambda, before, d);
        restart(z, zBefore, zd);
      }
    }
    return MOST;
  }

  /** Solves each group by itself, one after the other, and keeps `z = Hᵀ λ`. */
  #sweep({ lower, upper, contacts, rightHandSide: b }: ComplementarityProblem, lambda: Float64Array): void {
    const { first, contactOf } = this.#groups;
    const { coefficient } = contacts;
    const block = this.#block;
    const compliance = this.#compliance;
    const rates = this.#rates;
    const change = this.#change;
    const rigid = this.#rigid;
    const { placeOf } = rigid;
    for (const g of this.#order) {
      const place = placeOf[g]!;
      if (place >= 0) {
        rigid.solve(place, g, coefficient, lambda, b);
        continue;
      }
      const i = first[g]!;
      const contact = contactOf[g]!;
      const at = BLOCK * g;
      const aN = block[at]!;
      if (!(aN > 0)) continue;
      const old = lambda[i]!;
      this.#findRate(i);
      const free = old - (rates[0]! + compliance[i]! * old - b[i]!) / aN;
      if (contact < 0) {
        const next = Math.min(Math.max(free, lower[i]!), upper[i]!);
        if (next === old) continue;
        lambda[i] = next;
        change[0] = next - old;
        this.#spread(i, 1);
        continue;
      }
      // A contact that is open, and stays so.
      if (free <= 0 && old === 0) continue;
      const next = Math.max(0, free);
      const width = first[g + 1]! - i;
      const a = block[at + 3]!;
      change[0] = next - old;
      this.#findSlip(i, width);
      const old1 = lambda[i + 1]!;
      let t1 = old1 - (rates[1]! + compliance[i + 1]! * old1 - b[i + 1]! + block[at + 1]! * change[0]) / a;
      let t2 = 0;
      if (width === 3) {
        const old2 = lambda[i + 2]!;
        t2 = old2 - (rates[2]! + compliance[i + 2]! * old2 - b[i + 2]! + block[at + 2]! * change[0]) / a;
      }
      const size = Math.sqrt(t1 * t1 + t2 * t2);
      const limit = coefficient[contact]! * next;
      if (size > limit) {
        t1 *= limit / size;
        t2 *= limit / size;
      }
      lambda[i] = next;
      change[1] = t1 - old1;
      lambda[i + 1] = t1;
      if (width === 3) {
        change[2] = t2 - lambda[i + 2]!;
        lambda[i + 2] = t2;
      }
      this.#spread(i, width);
    }
  }

  /** `rates[0] = H_i z`. */
  #findRate(i: number): void {
    const { start, parts, H } = this.#factors;
    const z = this.#z;
    let u = 0;
    const to = FACTOR_STRIDE * start[i + 1]!;
    for (let p = FACTOR_STRIDE * start[i]!; p < to; p += FACTOR_STRIDE) {
      const c = parts[p]!;
      const e = parts[p + 1]!;
      const n = parts[p + 2]!;
      if (n === RIGID) {
        u += H[e]! * z[c]! + H[e + 1]! * z[c + 1]! + H[e + 2]! * z[c + 2]!;
        u += H[e + 3]! * z[c + 3]! + H[e + 4]! * z[c + 4]! + H[e + 5]! * z[c + 5]!;
      } else for (let k = 0; k < n; k++) u += H[e + k]! * z[c + k]!;
    }
    this.#rates[0] = u;
  }

  /** `rates[r] = H_(i + r) z` for the tangents of a contact. */
  #findSlip(i: number, width: number): void {
    const { start, parts, H } = this.#factors;
    const z = this.#z;
    let u1 = 0;
    let u2 = 0;
    const to = FACTOR_STRIDE * start[i + 1]!;
    for (let p = FACTOR_STRIDE * start[i]!; p < to; p += FACTOR_STRIDE) {
      const c = parts[p]!;
      const n = parts[p + 2]!;
      const e = parts[p + 1]! + n;
      for (let k = 0; k < n; k++) u1 += H[e + k]! * z[c + k]!;
      if (width === 3) for (let k = 0; k < n; k++) u2 += H[e + n + k]! * z[c + k]!;
    }
    this.#rates[1] = u1;
    this.#rates[2] = u2;
  }

  /** `z += H_iᵀ change_0 + …` over `width` rows. */
  #spread(i: number, width: number): void {
    const { start, parts, H } = this.#factors;
    const z = this.#z;
    const d0 = this.#change[0]!;
    const d1 = this.#change[1]!;
    const d2 = this.#change[2]!;
    const to = FACTOR_STRIDE * start[i + 1]!;
    for (let p = FACTOR_STRIDE * start[i]!; p < to; p += FACTOR_STRIDE) {
      const c = parts[p]!;
      const e = parts[p + 1]!;
      const n = parts[p + 2]!;
      for (let k = 0; k < n; k++) z[c + k]! += H[e + k]! * d0;
      if (width > 1) for (let k = 0; k < n; k++) z[c + k]! += H[e + n + k]! * d1;
      if (width > 2) for (let k = 0; k < n; k++) z[c + k]! += H[e + 2 * n + k]! * d2;
    }
  }
}

/** From `x₀` a sweep has led to `x = x₀ − g`: `x ← x + β d`, `d ← β d − g`, `x₀ ← x`. */
function accelerate(x: Float64Array, before: Float64Array, d: Float64Array, beta: number): void {
  for (let i = 0; i < x.length; i++) {
    const led = x[i]!;
    const kept = beta * d[i]!;
    d[i] = kept + (led - before[i]!);
    before[i] = x[i] = led + kept;
  }
}

/** `d ← 0`, `x₀ ← x`. */
function restart(x: Float64Array, before: Float64Array, d: Float64Array): void {
  copy(x, 0, before, 0, x.length);
  d.fill(0);
}
