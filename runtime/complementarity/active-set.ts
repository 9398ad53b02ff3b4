import { BASIS } from './grouped-matrix.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/** States of a row or of a contact: at its lower bound or open, free or sticking, and so on. */
const OPEN = 0;
const FREE = 1;
const UPPER = 2;
const SLIP = 3;

/**
 * Part of the friction limit above which a contact slides. Stacks that slide as one have every
 * contact exactly on its limit without a velocity: ties must go to slip.
 */
const TIE = 1e-6;
/** Least share of the limit in the tangential estimate that the turning of a slip is taken from. */
const LEAST_SHARE = 1e-14;

/**
 * The rows that are free, and bases of the multipliers that they may have. With a set of states the
 * multipliers are
 *
 *     λ = E y + λ_fixed
 *
 * A sticking contact has three free multipliers. A sliding one has its normal multiplier, along with
 * its friction `μ d`, and a multiplier across the slip `e ⊥ d`. That acts against the velocity across
 * with a compliance `κ = |u_T| / (μ λ_N)`, by which the direction of the slip turns. In the plane it
 * is absent. The equations that belong to `y` are `Tᵀ u + κ y = 0`; `T` is `E` without the friction
 * `μ d` of sliding contacts.
 */
export class ActiveSet {
  /** `E`, three by three and row by row, of each group. */
  readonly basis: Float64Array;
  /** `κ`, zero but for multipliers across a slip. */
  readonly kappa: Float64Array;
  /** Multipliers at a bound. */
  readonly fixed: Float64Array;
  /** State of each group. */
  readonly state: Uint8Array;
  readonly #groups: RowGroups;

  constructor(groups: RowGroups) {
    this.#groups = groups;
    this.basis = new Float64Array(BASIS * groups.count);
    this.kappa = new Float64Array(groups.size);
    this.fixed = new Float64Array(groups.size);
    this.state = new Uint8Array(groups.count);
  }

  /** True if any contact slides. */
  get slides(): boolean {
    return this.state.includes(SLIP);
  }

  /**
   * Reads the states from the natural map without De Saxcé's term, `p = λ − r u` (Alart & Curnier
   * 1991, "A mixed formulation for frictional contact problems prone to Newton like solution
   * methods").
   */
  read({ lower, upper, contacts }: ComplementarityProblem, { lambda, u, map: { r } }: Iterate): void {
    const { count, first, contactOf } = this.#groups;
    this.basis.fill(0);
    this.kappa.fill(0);
    this.fixed.fill(0);
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      if (contactOf[g]! >= 0) {
        this.#readContact(g, first[g + 1]! - i, contacts.coefficient, lambda, u, r);
        continue;
      }
      const p = lambda[i]! - r[i]! * u[i]!;
      if (!(p > lower[i]!)) {
        this.state[g] = OPEN;
        this.fixed[i] = lower[i]!;
      } else if (p < upper[i]!) {
        this.state[g] = FREE;
        this.basis[BASIS * g] = 1;
      } else {
        this.state[g] = UPPER;
        this.fixed[i] = upper[i]!;
      }
    }
  }

  /** Frees all rows, and lets all contacts stick. */
  stick(): void {
    this.kappa.fill(0);
    this.fixed.fill(0);
    this.state.fill(FREE);
    const { basis } = this;
    for (let k = 0; k < basis.length; k++) basis[k] = (k % BASIS) % 4 === 0 ? 1 : 0;
  }

  /**
   * Reads the state of a contact. One that carries nothing and does not move is closed, and sticks:
   * otherwise a stack that begins to bear its weight would close one contact a step.
   */
  #readContact(
    g: number,
    width: number,
    coefficient: Float64Array,
    lambda: Float64Array,
    u: Float64Array,
    r: Float64Array,
  ): void {
    const { basis } = this;
    const i = this.#groups.first[g]!;
    const at = BASIS * g;
    const mu = coefficient[this.#groups.contactOf[g]!]!;
    const ri = r[i]!;
    const normal = lambda[i]! - ri * u[i]!;
    if (!(normal >= 0)) {
      this.state[g] = OPEN;
      return;
    }
    const p1 = lambda[i + 1]! - ri * u[i + 1]!;
    const p2 = width === 3 ? lambda[i + 2]! - ri * u[i + 2]! : 0;
    const tangential = Math.sqrt(p1 * p1 + p2 * p2);
    const limit = mu * normal;
    basis[at] = 1;
    if (mu > 0 && tangential <= limit * (1 - TIE)) {
      this.state[g] = FREE;
      basis[at + 4] = 1;
      basis[at + 8] = 1;
      return;
    }
    this.state[g] = SLIP;
    if (!(mu > 0)) return;
    const d1 = p1 / tangential;
    const d2 = p2 / tangential;
    basis[at + 3] = mu * d1;
    if (width !== 3) return;
    basis[at + 6] = mu * d2;
    basis[at + 4] = -d2;
    basis[at + 7] = d1;
    const share = Math.min(1, limit / tangential);
    this.kappa[i + 1] = (1 - share) / (Math.max(share, LEAST_SHARE) * ri);
  }

  /** `out = E y`. */
  expand(y: Float64Array, out: Float64Array): void {
    multiplyBasis(this.#groups, this.basis, y, out);
  }

  /** `out = Tᵀ x`. */
  restrict(x: Float64Array, out: Float64Array): void {
    multiplyTransposedBasis(this.#groups, this.basis, x, out);
    const { count, first } = this.#groups;
    for (let g = 0; g < count; g++) if (this.state[g] === SLIP) out[first[g]!] = x[first[g]!]!;
  }
}

/** `out = E y` for a block-diagonal `E`. */
export function multiplyBasis(
  { count, first }: RowGroups,
  basis: Float64Array,
  y: Float64Array,
  out: Float64Array,
): void {
  for (let g = 0; g < count; g++) {
    const i = first[g]!;
    const width = first[g + 1]! - i;
    if (width === 1) {
      out[i] = basis[BASIS * g]! * y[i]!;
      continue;
    }
    for (let r = 0; r < width; r++) {
      let sum = 0;
      for (let c = 0; c < width; c++) sum += basis[BASIS * g + 3 * r + c]! * y[i + c]!;
      out[i + r] = sum;
    }
  }
}

/** `out = Eᵀ x` for a block-diagonal `E`. */
export function multiplyTransposedBasis(
  { count, first }: RowGroups,
  basis: Float64Array,
  x: Float64Array,
  out: Float64Array,
): void {
  for (let g = 0; g < count; g++) {
    const i = first[g]!;
    const width = first[g + 1]! - i;
    if (width === 1) {
      out[i] = basis[BASIS * g]! * x[i]!;
      continue;
    }
    for (let c = 0; c < width; c++) {
      let sum = 0;
      for (let r = 0; r < width; r++) sum += basis[BASIS * g + 3 * r + c]! * x[i + r]!;
      out[i + c] = sum;
    }
  }
}
