import { copy } from '../base/vector.js';

/** Values per row of the constraint system: entry `i` of each array belongs to row `i`. */
export class ConstraintRows {
  readonly count: number;
  /** Constraint values and their rates. */
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  /** The part of `C̈` that is left at zero generalized acceleration. */
  readonly gamma: Float64Array;
  /** Multipliers of the last evaluation. */
  readonly lambda: Float64Array;
  /** Multipliers of the last evaluation within a step, which the next solution starts from. */
  readonly warmStart: Float64Array;
  /** `∫C dt`, for integral feedback. */
  readonly integral: Float64Array;

  /** Makes arrays for `count` rows, or takes the first `count` rows of `from`. */
  constructor(count: number, from?: ConstraintRows) {
    const rows = (of: Float64Array | undefined): Float64Array => of?.subarray(0, count) ?? new Float64Array(count);
    this.count = count;
    this.C = rows(from?.C);
    this.Cdot = rows(from?.Cdot);
    this.gamma = rows(from?.gamma);
    this.lambda = rows(from?.lambda);
    this.warmStart = rows(from?.warmStart);
    this.integral = rows(from?.integral);
  }

  /** Sets all values of `rows` rows from `row` on to zero. */
  clear(row: number, rows: number): void {
    const { C, Cdot, gamma, lambda, warmStart, integral } = this;
    for (const values of [C, Cdot, gamma, lambda, warmStart, integral]) values.fill(0, row, row + rows);
  }

  /** Copies the arrays that persist through a change of structure, for one constraint's rows. */
  carryOver(from: ConstraintRows, fromRow: number, toRow: number, rows: number): void {
    copy(from.C, fromRow, this.C, toRow, rows);
    copy(from.Cdot, fromRow, this.Cdot, toRow, rows);
    copy(from.lambda, fromRow, this.lambda, toRow, rows);
    copy(from.warmStart, fromRow, this.warmStart, toRow, rows);
    copy(from.integral, fromRow, this.integral, toRow, rows);
  }
}
