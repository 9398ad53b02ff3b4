/** Unit round-off of doubles. */
export const UNIT_ROUNDOFF = 2 ** -53;

/** Below this, a number or its rounding error has digits less than others, by underflow. */
const FULL_PRECISION = 1e-290;
/** The smallest double. */
const SMALLEST = 2 ** -1074;

/**
 * Bound of what a result that is not zero by itself has lost by underflow, besides its relative error. It counts
 * where large factors follow: `A^(−5/3)` has no digits left at A = 1e195, yet its product with a rate of that
 * size is far from small.
 */
export const lostIn = (result: number): number => (Math.abs(result) < FULL_PRECISION ? SMALLEST : 0);

/** The same for `a b`. */
export const lostInProduct = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : lostIn(a * b));

// Columns of a place: f at 0, ḟ, f̈, and per direction ∂f and ∂ḟ.
export const RATE = 1;
export const SECOND = 2;
export const FIRST_DIRECTION = 3;

export const NONE = -1;

/** Returns the column of first order whose rate a column of second order is, or NONE. */
export const partnerOf = (column: number): number =>
  column === SECOND ? RATE : column > SECOND && column % 2 === 0 ? column - 1 : NONE;

/**
 * A number and the running bound of its rounding error. The bound is infinite or NaN where nothing
 * is known.
 */
export interface Bounded {
  readonly value: number;
  readonly error: number;
}

/** The jets of all places of a program, `columns` numbers each, and the bounds of their errors. */
export class JetTable {
  readonly columns: number;
  readonly values: Float64Array;
  readonly errors: Float64Array;
  /**
   * 1 for a column of a place that can differ from zero: the place depends on an input that moves
   * in this column.
   */
  readonly active: Uint8Array;
  /** The first of two additional places, for the logarithm and the exponent of a power. */
  readonly scratch: number;
  /** The first three derivatives of the function that is being applied. */
  readonly slopes = new Float64Array(3);
  /** Size and error of the mixed products that were formed last. */
  readonly mixed = new Float64Array(2);

  constructor(places: number, directions: number) {
    this.columns = FIRST_DIRECTION + 2 * directions;
    this.scratch = places;
    const size = (places + 2) * this.columns;
    this.values = new Float64Array(size);
    this.errors = new Float64Array(size);
    this.active = new Uint8Array(size);
    this.active.fill(1, places * this.columns);
  }

  /**
   * Sets the bounds of all derivatives of the place `at`. Those that are zero by structure stay
   * exact, whatever becomes of the others.
   */
  boundDerivatives(at: number, error: number): void {
    for (let c = 1; c < this.columns; c++) this.errors[at + c] = this.active[at + c] === 1 ? error : 0;
  }

  /** Makes all bounds of the place `at` infinite: nothing is known of it. */
  loseAll(at: number): void {
    this.errors[at] = Infinity;
    this.boundDerivatives(at, Infinity);
  }
}
