import { copy } from '../base/vector.js';
import type { BasisFactorization } from './basis-factorization.js';
import { BASIS } from './grouped-matrix.js';
import type { Iterate } from './iterate.js';
import type { RowGroups } from './row-groups.js';

/** State of a row: between its bounds, or at one of them. */
const FREE = 0;
const LOWER = 1;
const UPPER = 2;

/** Shift of the matrix, relative to its diagonal. It makes dependent rows independent. */
const SHIFT = 1e-8;
/** Most corrections with one set of rows; the shift spoils the first solution. */
const MAX_CORRECTIONS = 6;
/** Corrections end where the residual no longer falls to this part of the one before. */
const CORRECTS = 0.5;
/** Sets of rows that are tried; most problems take fewer than ten, and one that goes in circles has no end. */
const MAX_SETS = 30;

/**
 * Block pivoting for problems without friction. Each round solves with a set of rows between their
 * bounds and the others at a bound, and then exchanges all rows that are in the wrong state (Júdice
 * & Pires 1994, "A block principal pivoting algorithm for large-scale strictly monotone linear
 * complementarity problems"). That may go in circles, most often where rows depend on each other; the
 * interior-point method takes over then. Of several solutions it finds one near the estimate.
 */
export class BoundPivoting {
  readonly #factorization: BasisFactorization;
  readonly #groups: RowGroups;
  readonly #state: Uint8Array;
  /** State that each row should have by the last solution. */
  readonly #next: Uint8Array;
  /** Multipliers that corrections start from. */
  readonly #base: Float64Array;
  readonly #rest: Float64Array;

  constructor(factorization: BasisFactorization, groups: RowGroups) {
    const { size } = groups;
    this.#factorization = factorization;
    this.#groups = groups;
    this.#state = new Uint8Array(size);
    this.#next = new Uint8Array(size);
    this.#base = new Float64Array(size);
    this.#rest = new Float64Array(size);
  }

  /**
   * Improves `iterate` until it is solved, or until nothing helps. Returns the
   * number of sets that were tried.
   */
  solve(iterate: Iterate, lower: Float64Array, upper: Float64Array): number {
    const { lambda } = iterate;
    const base = this.#base;
    copy(lambda, 0, base, 0, base.length);
    this.#guess(iterate, lower, upper);
    let wrong = 1;
    let last = Infinity;
    for (let set = 1; set <= MAX_SETS; set++) {
      if (wrong > 0) this.#factorize(iterate.map.r);
      this.#restart(lambda, lower, upper);
      if (!this.#correct(iterate, iterate.tolerance)) return set;
      wrong = this.#findWrong(iterate, lower, upper, iterate.tolerance);
      for (let i = 0; i < lambda.length; i++) lambda[i] = Math.min(Math.max(lambda[i]!, lower[i]!), upper[i]!);
      iterate.measure();
      if (iterate.isSolved()) return set;
      if (wrong === 0) {
        // The set is right, and its equations are solved in part: rows nearly depend on others.
        if (!(iterate.residual < CORRECTS * last)) return set;
        last = iterate.residual;
        copy(lambda, 0, base, 0, base.length);
      } else this.#state.set(this.#next);
    }
    return MAX_SETS;
  }

  /**
   * Guesses the states from the projection in the natural map. Rows in between, such as those of a
   * stack at rest that nothing holds yet, are between their bounds.
   */
  #guess({ lambda, u, map: { r } }: Iterate, lower: Float64Array, upper: Float64Array): void {
    for (let i = 0; i < lambda.length; i++) {
      const p = lambda[i]! - r[i]! * u[i]!;
      const held = lower[i] === upper[i];
      this.#state[i] = held || p < lower[i]! ? LOWER : p > upper[i]! ? UPPER : FREE;
    }
  }

  /** Factorizes the matrix of the rows between their bounds. */
  #factorize(r: Float64Array): void {
    const { basis, shift } = this.#factorization;
    const { count, first } = this.#groups;
    basis.fill(0);
    for (let g = 0; g < count; g++) {
      const begin = first[g]!;
      for (let i = begin; i < first[g + 1]!; i++) {
        const free = this.#state[i] === FREE;
        basis[BASIS * g + 4 * (i - begin)] = free ? 1 : 0;
        shift[i] = free ? SHIFT / r[i]! : 1;
      }
    }
    this.#factorization.factorize();
  }

  /** Sets the multipliers of the present set to the estimate and the bounds. */
  #restart(lambda: Float64Array, lower: Float64Array, upper: Float64Array): void {
    for (let i = 0; i < lambda.length; i++) {
      const state = this.#state[i]!;
      lambda[i] = state === FREE ? this.#base[i]! : state === LOWER ? lower[i]! : upper[i]!;
    }
  }

  /** Solves for the rows between their bounds. Returns false where that is not finite. */
  #correct(iterate: Iterate, goal: number): boolean {
    const { lambda, u } = iterate;
    const rest = this.#rest;
    let last = Infinity;
    for (let round = 0; ; round++) {
      iterate.move();
      let size = 0;
      for (let i = 0; i < rest.length; i++) {
        rest[i] = this.#state[i] === FREE ? -u[i]! : 0;
        size = Math.max(size, Math.abs(rest[i]!));
      }
      if (size <= goal || round === MAX_CORRECTIONS || !(size < CORRECTS * last)) return true;
      last = size;
      if (!this.#factorization.solve(rest, rest)) return false;
      for (let i = 0; i < rest.length; i++) lambda[i]! += rest[i]!;
    }
  }

  /** Finds the states that rows should have, and returns the number of those that have another. */
  #findWrong({ lambda, u, map: { r } }: Iterate, lower: Float64Array, upper: Float64Array, least: number): number {
    const state = this.#state;
    const next = this.#next;
    let wrong = 0;
    for (let i = 0; i < lambda.length; i++) {
      next[i] = state[i]!;
      if (state[i] === FREE) {
        if (lambda[i]! < lower[i]! - least * r[i]!) next[i] = LOWER;
        else if (lambda[i]! > upper[i]! + least * r[i]!) next[i] = UPPER;
      } else if (lower[i]! < upper[i]! && (state[i] === LOWER ? u[i]! < -least : u[i]! > least)) next[i] = FREE;
      if (next[i] !== state[i]) wrong++;
    }
    return wrong;
  }
}
