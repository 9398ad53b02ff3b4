import { areFinite, clear, copy, maxAbs } from '../base/vector.js';
import type { NaturalMap } from './natural-map.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/** Residual at which a problem counts as solved, m/s or rad/s. */
const TOLERANCE = 1e-12;
/**
 * The same relative to the largest velocity of the problem, and to the largest that a multiplier
 * causes in its own row: sums of such terms cannot be more accurate.
 */
const ROUNDING = 4e-15;
/**
 * Rounding relative to the largest velocity of the problem above which multipliers are stress of rows
 * that all but depend on each other: it alone would do work on the bodies.
 */
const EXCESSIVE = 4e-9;

/** A symmetric matrix as an operator. */
export interface Operator {
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** Multipliers on their way to a solution, and the best that were met. */
export class Iterate {
  readonly lambda: Float64Array;
  /** `(A + Σ) λ − b` at the `λ` that {@link move} saw last. */
  readonly u: Float64Array;
  readonly map: NaturalMap;
  /** Residual at which the problem is solved, at the `λ` that {@link measure} saw last. */
  tolerance = TOLERANCE;
  /** Residual of the best multipliers so far, and the row in which it is. */
  bestResidual = Infinity;
  worstRow = -1;
  /** True where the `λ` that {@link measure} saw last is stress, which is no solution. */
  isExcessive = false;
  readonly best: Float64Array;
  /** Largest entry of the right-hand side. */
  largest = 0;
  /** Residual that suffices, where that is more than rounding. */
  sufficient = 0;
  readonly #matrix: Operator;
  #problem!: ComplementarityProblem;
  #solved = false;

  constructor(matrix: Operator, map: NaturalMap, { size }: RowGroups) {
    this.#matrix = matrix;
    this.map = map;
    this.lambda = new Float64Array(size);
    this.u = new Float64Array(size);
    this.best = new Float64Array(size);
  }

  /** Starts with a problem, from its estimate projected onto the bounds and cones. */
  begin(problem: ComplementarityProblem): void {
    this.#problem = problem;
    this.bestResidual = Infinity;
    this.worstRow = -1;
    this.#solved = false;
    this.largest = maxAbs(problem.rightHandSide);
    copy(problem.multipliers, 0, this.lambda, 0, this.lambda.length);
    if (!areFinite(this.lambda)) clear(this.lambda);
    this.map.project(problem, this.lambda);
    copy(this.lambda, 0, this.best, 0, this.best.length);
    this.measure();
  }

  /** The residual at the `λ` that {@link measure} saw last. */
  get residual(): number {
    return this.map.residual;
  }

  /** True if the best multipliers solve the problem. */
  isSolved(): boolean {
    return this.#solved;
  }

  /** Computes `u`. */
  move(): void {
    const { rightHandSide: b } = this.#problem;
    const { u } = this;
    this.#matrix.multiply(this.lambda, u);
    for (let i = 0; i < u.length; i++) u[i]! -= b[i]!;
  }

  /** Computes `u` and the residual, and keeps the multipliers if they are the best so far. */
  measure(): void {
    this.move();
    this.map.measure(this.#problem, this.lambda, this.u);
    const rounding = ROUNDING * Math.max(this.largest, this.map.largest);
    this.isExcessive = !(rounding <= Math.max(TOLERANCE, EXCESSIVE * this.largest));
    this.tolerance = Math.max(TOLERANCE, this.isExcessive ? 0 : rounding);
    if (!(this.residual < this.bestResidual)) return;
    this.#solved = !this.isExcessive && this.residual <= Math.max(this.tolerance, this.sufficient);
    this.bestResidual = this.residual;
    this.worstRow = this.map.worstRow;
    copy(this.lambda, 0, this.best, 0, this.best.length);
  }
}
