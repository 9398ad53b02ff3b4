import { cubed, squared } from '../base/powers.js';
import { clear, maxAbs } from '../base/vector.js';
import { multiplyBasis, multiplyTransposedBasis } from './active-set.js';
import type { BasisFactorization } from './basis-factorization.js';
import { applyScaling, limitStep, scaleCone, SCALING, solveProduct } from './cone-scaling.js';
import { BASIS } from './grouped-matrix.js';
import { InteriorBounds } from './interior-bounds.js';
import type { Iterate } from './iterate.js';
import type { NaturalMap } from './natural-map.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/** Shift of the scaled matrix, whose diagonal entries are about one. */
const SHIFT = 1e-10;
/** Corrections of each solution for the change of De Saxcé's term. */
const CORRECTIONS = 3;
/** Part of the way to the boundary that a step may go. */
const TO_BOUNDARY = 0.99;
/** Least centring, relative to the square of the residual of the equations. */
const LEAST_CENTRING = 0.01;
/** Coefficient of friction below which a contact counts as having none. */
const LEAST_FRICTION = 1e-9;

/** Kinds of rows: of a cone, between bounds, without bounds, or held where it is. */
const CONE = 0;
const BOUNDED = 1;
const UNBOUNDED = 2;
const HELD = 3;

/**
 * Primal-dual interior-point method with Nesterov and Todd's scaling and Mehrotra's predictor and
 * corrector (Andersen, Roos & Terlaky 2003, "On implementing a primal-dual interior-point method for
 * conic quadratic optimization"), for the second-order cone complementarity problem that Coulomb's
 * law is with De Saxcé's term (Acary, Cadoux, Lemaréchal & Malick 2011, "A formulation of the linear
 * discrete Coulomb friction problem via convex optimization"). Variables are scaled such that friction cones are `x_N ≥ |x_T|`:
 *
 *     λ = D x,   y = D û,   D_T = √r,   D_N = √r / μ
 *
 * An iteration takes one factorization, of `D (A + Σ) D + W²`, which is positive definite. In the
 * eigenbasis of `W` the second term is diagonal.
 */
export class InteriorPoint {
  readonly #factorization: BasisFactorization;
  readonly #groups: RowGroups;
  readonly #kind: Uint8Array;
  readonly #D: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** Rows between bounds. */
  readonly #bounds: InteriorBounds;
  /** `W` of each cone, its eigenvectors `B`, and `W²` in its eigenbasis. */
  readonly #scaling: Float64Array;
  readonly #eigenvectors: Float64Array;
  readonly #squares: Float64Array;
  /** `z = W x = W⁻¹ y`. */
  readonly #z: Float64Array;
  /** `D ((A + Σ) λ − b) + De Saxcé's term − y`. */
  readonly #rest: Float64Array;
  /** Change of all variables. */
  readonly #dx: Float64Array;
  readonly #dy: Float64Array;
  /** What the products of both sides are to change by, as `W dx + W⁻¹ dy = c` in cones. */
  readonly #c: Float64Array;
  readonly #p: Float64Array;
  readonly #q: Float64Array;
  readonly #stepLength = new Float64Array(2);
  readonly #target = new Float64Array(1);
  /** Number of cones and bounds. */
  #barriers = 0;

  constructor(factorization: BasisFactorization, groups: RowGroups) {
    const { size, count } = groups;
    const vector = (): Float64Array => new Float64Array(size);
    this.#factorization = factorization;
    this.#groups = groups;
    this.#kind = new Uint8Array(size);
    this.#D = vector();
    this.#x = vector();
    this.#y = vector();
    this.#scaling = new Float64Array(SCALING * count);
    this.#eigenvectors = new Float64Array(BASIS * count);
    this.#squares = vector();
    this.#z = vector();
    this.#rest = vector();
    this.#dx = vector();
    this.#bounds = new InteriorBounds(size, this.#x, this.#dx);
    this.#dy = vector();
    this.#c = vector();
    this.#p = vector();
    this.#q = vector();
  }

  /** Starts in the middle of the cones. */
  begin(problem: ComplementarityProblem, { r }: NaturalMap): void {
    const { lower, upper, contacts, rightHandSide: b } = problem;
    const { count, first, contactOf } = this.#groups;
    this.#barriers = 0;
    clear(this.#dx);
    clear(this.#dy);
    this.#bounds.begin();
    let size = 0;
    for (let i = 0; i < b.length; i++) size = Math.max(size, Math.abs(b[i]!) * Math.sqrt(r[i]!));
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const end = first[g + 1]!;
      const mu = contactOf[g]! < 0 ? 0 : contacts.coefficient[contactOf[g]!]!;
      for (let k = i; k < end; k++) {
        this.#D[k] = Math.sqrt(r[k]!);
        this.#x[k] = 0;
        this.#y[k] = 0;
        this.#kind[k] = mu > LEAST_FRICTION ? CONE : HELD;
      }
      if (mu > LEAST_FRICTION) {
        this.#D[i]! /= mu;
        this.#x[i] = size;
        this.#y[i] = size;
        this.#barriers++;
      } else if (contactOf[g]! >= 0) this.#beginRow(i, 0, Infinity, size);
      else this.#beginRow(i, lower[i]! / this.#D[i]!, upper[i]! / this.#D[i]!, size);
    }
  }

  /** Starts with a row between two scaled bounds. */
  #beginRow(i: number, lower: number, upper: number, size: number): void {
    const ends = this.#bounds.beginRow(i, lower, upper, size);
    this.#kind[i] = upper - lower === 0 ? HELD : ends === 0 ? UNBOUNDED : BOUNDED;
    if (this.#kind[i] === BOUNDED) this.#barriers += ends;
  }

  /**
   * Takes a step from the present point, where `iterate` is, and moves it. Returns false where no
   * step is possible.
   */
  step(iterate: Iterate): boolean {
    this.#findRest(iterate.u);
    const gap = this.#gap(0);
    this.#scale();
    this.#factorize();

    // Towards the solution, and by how much that reduces the gap.
    this.#aim(0, false);
    if (!this.#solve()) return false;
    const affine = this.#gap(this.#longest(1));
    const share = gap > 0 ? cubed(Math.min(1, Math.max(0, affine / gap))) : 0;
    const target = Math.max(share * gap, Math.min(gap, LEAST_CENTRING * squared(maxAbs(this.#rest))));

    // The same with centring, and with the products of the changes.
    this.#aim(target, true);
    if (!this.#solve()) return false;
    const length = Math.min(1, TO_BOUNDARY * this.#longest(1 / TO_BOUNDARY));
    for (let i = 0; i < this.#x.length; i++) {
      this.#x[i]! += length * this.#dx[i]!;
      this.#y[i]! += length * this.#dy[i]!;
      if (this.#kind[i] === BOUNDED) this.#bounds.move(i, length);
    }
    this.moveTo(iterate);
    return iterate.residual < Infinity;
  }

  /** Moves `iterate` to the present point. */
  moveTo(iterate: Iterate): void {
    for (let i = 0; i < this.#x.length; i++) iterate.lambda[i] = this.#D[i]! * this.#x[i]!;
    iterate.measure();
  }

  #findRest(u: Float64Array): void {
    const { count, first } = this.#groups;
    const y = this.#y;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const end = first[g + 1]!;
      for (let k = i; k < end; k++) {
        const kind = this.#kind[k]!;
        const own = kind === CONE ? y[k]! : kind === BOUNDED ? this.#bounds.velocity(k) : 0;
        this.#rest[k] = kind === HELD ? 0 : this.#D[k]! * u[k]! - own;
      }
      if (this.#kind[i] === CONE) {
        const y2 = end - i === 3 ? y[i + 2]! : 0;
        this.#rest[i]! += Math.sqrt(y[i + 1]! * y[i + 1]! + y2 * y2);
      }
    }
  }

  /** Returns the mean product of both sides after a part of the present step. */
  #gap(part: number): number {
    let sum = 0;
    for (let i = 0; i < this.#x.length; i++) {
      if (this.#kind[i] === CONE) sum += (this.#x[i]! + part * this.#dx[i]!) * (this.#y[i]! + part * this.#dy[i]!);
      else if (this.#kind[i] === BOUNDED) sum = this.#bounds.addGap(i, part, sum);
    }
    return sum / Math.max(1, this.#barriers);
  }

  /** Finds `W`, its eigenbasis, and `z`. */
  #scale(): void {
    const { count, first } = this.#groups;
    const B = this.#eigenvectors.fill(0);
    const half = Math.SQRT1_2;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      const at = SCALING * g;
      if (this.#kind[i] === CONE) {
        scaleCone(this.#x, this.#y, i, width, this.#scaling, at);
        applyScaling(this.#scaling, at, 1, this.#x, i, width, this.#z);
        const d1 = half * this.#scaling[at]!;
        const d2 = half * this.#scaling[at + 1]!;
        const own = BASIS * g;
        B[own] = B[own + 1] = half;
        B[own + 3] = d1;
        B[own + 4] = -d1;
        B[own + 6] = d2;
        B[own + 7] = -d2;
        B[own + 5] = -this.#scaling[at + 1]!;
        B[own + 8] = this.#scaling[at]!;
        for (let k = 0; k < width; k++) this.#squares[i + k] = squared(this.#scaling[at + 2 + k]!);
        continue;
      }
      for (let k = 0; k < width; k++) {
        const row = i + k;
        B[BASIS * g + 4 * k] = this.#kind[row] === HELD ? 0 : 1;
        this.#squares[row] = 0;
        if (this.#kind[row] === HELD) this.#squares[row] = 1;
        else if (this.#kind[row] === BOUNDED) this.#squares[row] = this.#bounds.square(row);
      }
    }
  }

  #factorize(): void {
    const { basis, shift } = this.#factorization;
    const { count, first } = this.#groups;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      for (let r = 0; r < width; r++) {
        shift[i + r] = this.#squares[i + r]! + SHIFT;
        for (let c = 0; c < width; c++) {
          const k = BASIS * g + 3 * r + c;
          basis[k] = this.#D[i + r]! * this.#eigenvectors[k]!;
        }
      }
    }
    this.#factorization.factorize();
  }

  /** Sets by how much products must change to become `target`, with the products of the changes or without. */
  #aim(target: number, corrected: boolean): void {
    const { count, first } = this.#groups;
    const c = this.#c;
    this.#target[0] = target;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      if (this.#kind[i] !== CONE) continue;
      if (corrected) this.#scaleChanges(g, i, width);
      if (corrected) solveProduct(this.#z, this.#p, this.#q, this.#target, i, width, c);
      else for (let k = i; k < i + width; k++) c[k] = -this.#z[k]!;
    }
    for (let i = 0; i < c.length; i++) if (this.#kind[i] === BOUNDED) this.#bounds.aim(i, target, corrected);
  }

  /** `p = W dx` and `q = W⁻¹ dy` of a cone. */
  #scaleChanges(g: number, i: number, width: number): void {
    applyScaling(this.#scaling, SCALING * g, 1, this.#dx, i, width, this.#p);
    applyScaling(this.#scaling, SCALING * g, -1, this.#dy, i, width, this.#q);
  }

  /**
   * Solves for the changes of all variables. Returns false where they are not finite.
   *
   *     (D (A + Σ) D + W²) dx = −rest + W c − e_N d|y_T|,   dy = W c − W² dx
   *
   * The last term, which would make the matrix unsymmetric, is taken from the solution before.
   */
  #solve(): boolean {
    const groups = this.#groups;
    const { count, first } = groups;
    const dx = this.#dx;
    const dy = this.#dy;
    // W c first, which is dy when dx is taken into account.
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      if (this.#kind[i] === CONE) applyScaling(this.#scaling, SCALING * g, 1, this.#c, i, first[g + 1]! - i, this.#p);
    }
    for (let i = 0; i < dx.length; i++) {
      const kind = this.#kind[i]!;
      if (kind === BOUNDED) this.#p[i] = this.#bounds.requested(i);
      else if (kind !== CONE) this.#p[i] = 0;
    }
    dy.fill(0);
    for (let round = 0; round <= CORRECTIONS; round++) {
      for (let i = 0; i < dx.length; i++) dx[i] = this.#p[i]! - this.#rest[i]!;
      this.#subtractSlipChange(dx);
      multiplyTransposedBasis(groups, this.#eigenvectors, dx, this.#q);
      if (!this.#factorization.solve(this.#q, this.#q)) return false;
      multiplyBasis(groups, this.#eigenvectors, this.#q, dx);
      for (let i = 0; i < dx.length; i++) this.#q[i]! *= this.#squares[i]! + SHIFT;
      multiplyBasis(groups, this.#eigenvectors, this.#q, dy);
      for (let i = 0; i < dx.length; i++) dy[i] = this.#kind[i] === CONE ? this.#p[i]! - dy[i]! : 0;
    }
    for (let i = 0; i < dx.length; i++) if (this.#kind[i] === BOUNDED) this.#bounds.change(i);
    return true;
  }

  /** Subtracts the change of `|y_T|` that `dy` makes from the normal entry of each cone. */
  #subtractSlipChange(out: Float64Array): void {
    const { count, first } = this.#groups;
    const y = this.#y;
    const dy = this.#dy;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      if (this.#kind[i] !== CONE) continue;
      const space = first[g + 1]! - i === 3;
      const y2 = space ? y[i + 2]! : 0;
      const slip = Math.sqrt(y[i + 1]! * y[i + 1]! + y2 * y2);
      const change = y[i + 1]! * dy[i + 1]! + y2 * (space ? dy[i + 2]! : 0);
      if (slip > 0) out[i]! -= change / slip;
    }
  }

  /** Returns the largest part of the present step that stays inside, at most `most`. */
  #longest(most: number): number {
    const { count, first } = this.#groups;
    const step = this.#stepLength;
    step[0] = most;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const width = first[g + 1]! - i;
      if (this.#kind[i] !== CONE) continue;
      this.#scaleChanges(g, i, width);
      limitStep(this.#z, this.#p, i, width, step);
      limitStep(this.#z, this.#q, i, width, step);
    }
    for (let i = 0; i < this.#x.length; i++) if (this.#kind[i] === BOUNDED) this.#bounds.limit(i, step);
    return step[0];
  }
}
