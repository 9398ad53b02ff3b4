import { squared } from '../base/powers.js';
import { checkPositive, readOptions } from '../base/check.js';
import type { ProjectedBounds } from './projected-bounds.js';
import { RowSizes } from '../equations/row-sizes.js';
import { Impulses } from './impulses.js';
import type { StabilizedSystem } from './stabilized-system.js';
import { addScaled, copy, maxAbs, norm } from '../base/vector.js';

/** Limits at which projection ends. */
export interface ProjectionLimits {
  /** Largest allowed `|C|`, in the units of the constraints. */
  readonly position: number;
  /** Largest allowed `|Cdot|`, in those units per second; `Infinity` to leave velocities as they are. */
  readonly velocity: number;
  /** Number of solutions for each of the two. */
  readonly maxIterations: number;
}

/**
 * Projection after each step. `true`, or its limits: `max |C|` (1e-10 if left out), `max |Cdot|`
 * (1e-9) and iterations (20). `false`, the default: none.
 */
export type ProjectionOption = boolean | Partial<ProjectionLimits>;

/** Default limits of projection. */
export const DEFAULT_LIMITS: ProjectionLimits = { position: 1e-10, velocity: 1e-9, maxIterations: 20 };

/** The default limits in a world of a `length` and of a `speed`, m and m/s: less in a small or slow one. */
export const limitsFor = (length: number, speed: number): { readonly position: number; readonly velocity: number } => ({
  position: DEFAULT_LIMITS.position * Math.min(1, length),
  velocity: DEFAULT_LIMITS.velocity * Math.min(1, speed),
});

/**
 * Reads the limits in an option called `what` in messages. Throws E_OPTIONS, E_OPTION_UNKNOWN,
 * E_NOT_POSITIVE.
 */
export function readLimits(
  option: Partial<ProjectionLimits>,
  what: string,
  defaults = DEFAULT_LIMITS,
): ProjectionLimits {
  const given = { ...defaults, ...readOptions(option, `${what} options`, Object.keys(defaults)) };
  const read = (name: keyof ProjectionLimits): number => checkPositive(given[name], `${what} '${name}'`);
  const velocity = given.velocity === Infinity ? Infinity : read('velocity');
  return { position: read('position'), velocity, maxIterations: read('maxIterations') };
}

/**
 * Reads the limits in the option `projection` of a world; undefined for no projection. Throws the
 * errors of {@link readLimits}.
 */
export function readProjection(option: ProjectionOption | undefined): ProjectionLimits | undefined {
  if (option === undefined || option === false) return undefined;
  return option === true ? DEFAULT_LIMITS : readLimits(option, 'Projection');
}

/** True if the errors of all rows are at most a `part` of their sizes. */
const isWithin = (errors: Float64Array, part: number, sizes?: Float64Array): boolean =>
  sizes !== undefined && errors.every((error, r) => Math.abs(error) <= part * sizes[r]! && sizes[r]! < Infinity);

interface PositionOptions {
  readonly regularization?: number;
  readonly nearby?: boolean;
  readonly moved?: Float64Array;
}

/** Part of the size of a row, and of its rates, that is rounding. */
const ROUNDING = 64 * Number.EPSILON;
/** First regularization, and the factor between one and the next. */
const FIRST_EPSILON = 1e-8;
const EPSILON_STEP = 10;
/**
 * Line search (Armijo): ratio of consecutive trial steps, smallest trial, and sufficient part of
 * the predicted decrease.
 */
const SHORTER = 0.25;
const LEAST_FRACTION = 1e-4;
const ENOUGH = 1e-4;
/** Factor by which a displacement from a nearby factorization may exceed the errors that it corrects. */
const LEVER = 10;
/** Largest regularization: with more, an iteration is a descent too slow to be of use. */
const LAST_EPSILON = 1e6;

/**
 * Projects positions and velocities onto the constraints by the least changes, measured by the mass
 * matrix:
 *
 *     q ⊕= W Bᵀ Jᵀ δ,   A δ = −C     repeated (Gauss-Newton);      v += W Bᵀ Jᵀ μ,   A μ = −Cdot
 *
 * (Hairer, Lubich & Wanner, Geometric Numerical Integration, section IV.4). Redundant rows do no
 * harm. A step that increases `‖C‖` is shortened; this may happen near points where rows become
 * dependent. If no shorter step helps, `A` is regularized, `A + ε diag(A)` (Levenberg-Marquardt),
 * with increasing `ε` until one does. With inequalities, `A δ = −C` is a problem with bounds; see
 * {@link ProjectedBounds}.
 */
export class Projection {
  /** Number of rounds of solutions so far. */
  iterations = 0;
  readonly #stabilized: StabilizedSystem;
  readonly #bounds: ProjectedBounds | undefined;
  readonly #q: Float64Array;
  /** A displacement, and the part of it that is tried. */
  readonly #d: Float64Array;
  readonly #part: Float64Array;
  /** The same impulses with the compliance `ε diag(A)`. */
  #regularized: Impulses | undefined;
  /** `J` at the last factorization before. */
  #J: Float64Array | undefined;
  /** True if the solver's last factorization belongs to `A` near the present state. */
  #factorized = false;
  /** `‖C‖` and `max |C|`. */
  #sizes: RowSizes | undefined;
  #norm = 0;
  #largest = 0;

  /** Takes the rows of `stabilized`; all rows of a world that has `bounds`. */
  constructor(stabilized: StabilizedSystem, bounds?: ProjectedBounds) {
    this.#stabilized = bounds?.stabilized ?? stabilized;
    this.#bounds = bounds;
    this.#q = stabilized.state.q.slice();
    this.#d = new Float64Array(stabilized.state.v.length);
    this.#part = new Float64Array(stabilized.state.v.length);
  }

  /**
   * Projects positions at the present time. Returns true if `max |C|` reached the limit, or rounding. Ends if an
   * iteration gains less than the factor `least`. Leaves constraints evaluated. `regularization` is the
   * regularization of the first iteration. With `nearby`, the solver's last factorization, which must
   * belong to `A` at a nearby state, is reused as long as it leads to the limit soon. Adds the
   * displacement to `moved`.
   */
  projectPositions(
    { position, maxIterations }: ProjectionLimits,
    least: number,
    { regularization = 0, nearby = false, moved }: PositionOptions = {},
  ): boolean {
    const { stores, range, impulses } = this.#stabilized;
    const { rows } = range;
    const { rightHandSide } = impulses;
    let again = nearby && !this.#bounds;
    if (again) {
      this.#J ??= new Float64Array(range.jacobian.length);
      copy(range.jacobian, 0, this.#J, 0, this.#J.length);
    }
    range.evaluate(stores);
    this.#factorized = false;
    this.#measure();
    let error = this.#norm;
    let epsilon = regularization;
    for (let iteration = 0; !(this.#largest <= position); iteration++) {
      if (iteration >= maxIterations || !(error < Infinity) || epsilon > LAST_EPSILON) return this.#isRounding();
      this.iterations++;
      if (this.#bounds) this.#bounds.solve(epsilon);
      else {
        for (let i = 0; i < rightHandSide.length; i++) rightHandSide[i] = -rows.C[i]!;
        if (epsilon > 0) this.#solveRegularized(epsilon);
        else if (again) {
          impulses.solveAgain();
          copy(this.#J!, 0, range.jacobian, 0, this.#J!.length);
        } else impulses.solve();
      }
      this.#d.fill(0);
      impulses.addTo(this.#d);
      if (again && !this.#isModest(this.#d)) {
        again = false;
        range.evaluate(stores);
        continue;
      }
      // A step by a nearby factorization is accepted only in full.
      const fraction = this.#search(error, again ? 1 : LEAST_FRACTION);
      if (moved) addScaled(moved, fraction, this.#d);
      if (again) {
        // One more must suffice; a new factorization costs as much as two of them.
        const next = fraction === 0 ? error : this.#norm;
        again = fraction === 1 && this.#largest * (next / error) <= position;
        this.#factorized = fraction === 1;
        error = next;
        continue;
      }
      if (fraction === 0) {
        epsilon = epsilon > 0 ? epsilon * EPSILON_STEP : FIRST_EPSILON;
        continue;
      }
      const next = this.#norm;
      const full = fraction === 1 && epsilon === 0;
      // A full step that gains little is the closest approach.
      if (full && next > least * error && !(this.#largest <= position)) return this.#isRounding();
      this.#factorized = full;
      epsilon = epsilon > FIRST_EPSILON ? epsilon / EPSILON_STEP : 0;
      error = next;
    }
    return true;
  }

  /**
   * Changes velocities by the impulses of `A + ε diag(A)` that reduce `Cdot` most at the state where
   * constraints were evaluated last. Only prescribed motions can add kinetic energy in this way; unless
   * it is `driven`, `J v` is reduced instead, and nothing can. Leaves constraints evaluated.
   */
  dampVelocities(epsilon: number, driven = true): void {
    const { state, stores, range, impulses } = this.#stabilized;
    const { rightHandSide } = impulses;
    if (driven) copy(range.rows.Cdot, 0, rightHandSide, 0, rightHandSide.length);
    else range.multiplyRates(rightHandSide);
    for (let i = 0; i < rightHandSide.length; i++) rightHandSide[i] = -rightHandSide[i]!;
    this.#solveRegularized(epsilon);
    impulses.addTo(state.v);
    range.addImpulses(impulses.multipliers);
    range.evaluate(stores);
  }

  /**
   * True for a displacement that is not many times the errors that it corrects. With the factorization of
   * another state it is not the least one, and near singular states it may be arbitrary.
   */
  #isModest(d: Float64Array): boolean {
    const { stores } = this.#stabilized;
    this.#part.fill(1);
    let size = 0;
    let mass = 0;
    for (const store of stores) {
      size += store.squaredLength(d);
      mass += store.squaredLength(this.#part);
    }
    return size <= squared(LEVER * this.#largest) * mass;
  }

  /**
   * `(A + ε diag(A)) μ = b`. Regularization relative to the diagonal makes the units of the rows
   * irrelevant. With `ε` well above rounding the matrix has full rank even if rows of `A` depend on
   * each other, except for rows of zeros.
   */
  #solveRegularized(epsilon: number): void {
    const { impulses, createSolver } = this.#stabilized;
    const { equations, counts, report, rightHandSide: b, multipliers: mu } = impulses;
    if (b.length === 0) return;
    const compliance = this.#regularized?.compliance ?? new Float64Array(b.length);
    this.#regularized ??= new Impulses(equations, createSolver(), counts, report, compliance, true);
    equations.writeDiagonal(compliance);
    for (let i = 0; i < compliance.length; i++) compliance[i]! *= epsilon;
    copy(b, 0, this.#regularized.rightHandSide, 0, b.length);
    this.#regularized.solve();
    copy(this.#regularized.multipliers, 0, mu, 0, mu.length);
  }

  /**
   * Moves along the displacement by the largest tried fraction, down to `least`, that makes `‖C‖` smaller
   * than `error`, and evaluates the constraints there. Returns the fraction, or 0, with nothing moved, if
   * there is none.
   */
  #search(error: number, least: number): number {
    const { state, stores, range } = this.#stabilized;
    const { q } = state;
    const d = this.#d;
    const part = this.#part;
    copy(q, 0, this.#q, 0, q.length);
    for (let fraction = 1; fraction >= least; fraction *= SHORTER) {
      for (let i = 0; i < d.length; i++) part[i] = fraction * d[i]!;
      for (const store of stores) store.displace(part);
      for (const store of stores) store.normalize();
      range.evaluate(stores);
      this.#measure();
      if (this.#norm < error * (1 - ENOUGH * fraction)) {
        return fraction;
      }
      copy(this.#q, 0, q, 0, q.length);
    }
    range.evaluate(stores);
    this.#measure();
    return 0;
  }

  /** Returns the errors of positions where constraints were evaluated last. */
  errors(): Float64Array {
    return this.#bounds?.errors() ?? this.#stabilized.range.rows.C;
  }

  /** Returns the errors of velocities there. */
  rates(withInequalities = true): Float64Array {
    return this.#bounds?.rates(withInequalities) ?? this.#stabilized.range.rows.Cdot;
  }

  get #rowSizes(): RowSizes {
    return (this.#sizes ??= new RowSizes(this.#stabilized.range));
  }

  /** True where the errors of positions are rounding of coordinates, which in a large world exceeds any limit. */
  #isRounding(): boolean {
    return isWithin(this.errors(), ROUNDING, this.#rowSizes.find());
  }

  /** Finds `‖C‖` and `max |C|`. */
  #measure(): void {
    const errors = this.errors();
    this.#norm = norm(errors);
    this.#largest = maxAbs(errors);
  }

  /**
   * Projects velocities at the state where constraints were evaluated last. Returns true if
   * `max |Cdot|` reached the limit, or rounding of the speeds before. Leaves constraints evaluated.
   * Closed inequalities take part `withInequalities`.
   */
  projectVelocities({ velocity, maxIterations }: ProjectionLimits, withInequalities = true): boolean {
    const { state, stores, range, impulses } = this.#stabilized;
    const { Cdot } = range.rows;
    const { rightHandSide } = impulses;
    let last = Infinity;
    let speeds: Float64Array | undefined;
    for (let iteration = 0; ; iteration++) {
      const rates = this.rates(withInequalities);
      const worst = maxAbs(rates);
      if (worst <= velocity) return true;
      if (iteration >= maxIterations || !(worst < 0.5 * last)) return isWithin(rates, ROUNDING, speeds);
      speeds ??= this.#rowSizes.findRates();
      this.iterations++;
      for (let i = 0; i < rightHandSide.length; i++) rightHandSide[i] = -Cdot[i]!;
      if (this.#bounds) {
        this.#bounds.solveRates(withInequalities);
        last = worst;
      } else if (this.#factorized && iteration === 0) {
        // The factorization of another state may differ much if rows are nearly dependent. Repeat with a
        // new one whatever the result is.
        impulses.solveAgain();
      } else {
        impulses.solve();
        last = worst;
      }
      impulses.addTo(state.v);
      range.addImpulses(impulses.multipliers);
      range.evaluate(stores);
    }
  }
}
