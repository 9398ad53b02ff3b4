import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Program } from '../reference/program.js';
import { TaylorConstraint, type BoundedValues } from '../reference/taylor/constraint.js';
import { normwise } from '../reference/taylor/normwise.js';
import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import type { Configuration } from '../sampling/configuration.js';
import { entriesOf, levelsOf, totalSize, type Entry, type Quantity } from '../sampling/evaluation.js';

/**
 * Bounds on the rounding error of the formula itself, for each entry of each quantity, in the order
 * of the kernels; those of vectors are the same for all components ({@link normwise}). A bound is
 * infinite or NaN where nothing is known.
 */
export type Bounds = Readonly<Record<Quantity, Float64Array>>;

/**
 * The formula of a class by Taylor arithmetic: bounds on the rounding error of its own operations
 * in each quantity.
 */
export class FormulaBounds {
  readonly #inputs: ConstraintType['inputs'];
  readonly #entries: Readonly<Record<Quantity, readonly Entry[]>>;
  readonly #taylor: TaylorConstraint;

  constructor(type: ConstraintType, program: Program) {
    this.#inputs = type.inputs;
    const [rows, matrix] = [entriesOf(type, 'C'), entriesOf(type, 'J')];
    this.#entries = { C: rows, Cdot: rows, gamma: rows, J: matrix, Jdot: matrix };
    this.#taylor = new TaylorConstraint(program, levelsOf(type), totalSize(type.inputs));
  }

  at(configuration: Configuration): Bounds {
    return this.#boundsOf(configuration, 0);
  }

  /**
   * Tests whether a quantity is beyond the range of doubles: near the end of it, a function such as
   * `cosh` has a value, and no derivatives.
   */
  overflows(configuration: Configuration): boolean {
    const { C, Cdot, gamma, J, Jdot } = this.#taylor.at(configuration);
    return [C, Cdot, gamma, ...J, ...Jdot].some((row) => row.some(({ value }) => Math.abs(value) === Infinity));
  }

  /** The same bounds for rounded inputs, as those of differences are. */
  beside(configuration: Configuration): Bounds {
    return this.#boundsOf(configuration, UNIT_ROUNDOFF);
  }

  #boundsOf(configuration: Configuration, rounding: number): Bounds {
    const values = normwise(this.#taylor.at(configuration, rounding), this.#inputs, configuration.v);
    const of = (quantity: Quantity): Float64Array =>
      Float64Array.from(this.#entries[quantity], (entry) => errorOf(values, quantity, entry));
    return { C: of('C'), Cdot: of('Cdot'), J: of('J'), Jdot: of('Jdot'), gamma: of('gamma') };
  }
}

function errorOf(values: BoundedValues, quantity: Quantity, { row, column }: Entry): number {
  if (quantity === 'J' || quantity === 'Jdot') return values[quantity][row]![column!]!.error;
  return values[quantity][row]!.error;
}
