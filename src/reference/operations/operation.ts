import type { BigNumber } from '../big.js';
import type { ProgramBuilder } from '../program.js';
import type { JetTable } from '../taylor/jet-table.js';
import type { OperationName } from './operation-name.js';

/**
 * Everything that the proofs know of an operation. The rules are separate from those of the toolkit
 * on purpose: `src/primitives` takes its derivatives from mathjs.
 */
export type Operation = FunctionOfOne | OtherOperation;

/** Operations by their names. */
export type Operations<Name extends OperationName = OperationName> = Readonly<Record<Name, Operation>>;
export type Functions<Name extends OperationName> = Readonly<Record<Name, FunctionOfOne>>;

export interface Properties {
  /** The value on doubles. Truth values are 1 and 0. */
  readonly double: (...args: number[]) => number;
  /** Makes the 64-digit evaluator of one place in a formula, which may remember its last evaluation. */
  readonly big: () => (...args: BigNumber[]) => BigNumber;
  readonly singular: Singular | 'nowhere';
  /** The result of a dependence of arguments on singular operations; see `rowsByPolicy`. */
  readonly dependence: Carrying;
  /** True for an operation whose value is a truth. */
  readonly isTruth?: true;
}

/** A differentiable function of one number. */
export interface FunctionOfOne extends Properties {
  readonly slopes: Slopes;
  readonly slope: Slope;
  /** Sets bounds at `at` that those of first order miss, given the argument at `x`. */
  readonly bound?: (table: JetTable, at: number, x: number) => void;
}

export interface OtherOperation extends Properties {
  /** Computes the jet at `at` from the jets of up to three arguments. */
  readonly jet: (table: JetTable, at: number, x: number, y: number, z: number) => void;
  /** The rate; `'none'` for an operation that is constant wherever it is differentiable. */
  readonly rate: 'none' | ((rates: Rates, at: number, args: readonly number[]) => number | undefined);
}

/**
 * Writes the first three derivatives of a function at `x`, where its value is `y`, to `out[0..2]`:
 * in closed form (Abramowitz and Stegun, chapters 4 and 7), so written that they neither overflow
 * nor cancel where the result does not.
 */
export type Slopes = (x: number, y: number, out: Float64Array) => void;

/** The slope of a function of one number as a place, from its argument and its value. */
export type Slope = (program: ProgramBuilder, x: number, value: number) => number;

/** The chain rule on the places of a program. A rate that vanishes by structure is undefined. */
export interface Rates {
  readonly program: ProgramBuilder;
  readonly of: (place: number) => number | undefined;
  readonly times: (factor: number, by: number | undefined) => number | undefined;
  readonly sum: (a: number | undefined, b: number | undefined) => number | undefined;
  readonly negative: (a: number | undefined) => number | undefined;
}

/** Value, first and second derivatives of an operation by its arguments. */
export interface Partials {
  readonly value: number;
  readonly first: readonly number[];
  readonly second: readonly (readonly number[])[];
}

/** The singular points of an operation. */
export interface Singular {
  /**
   * Arguments of a function of one number at which its derivatives are infinite: the ends of its
   * domain, and the root of `cbrt`.
   */
  readonly points?: readonly number[];
  /**
   * The distance of the arguments from the singular set, zero on it. Without one, proofs seek no
   * configurations there.
   */
  readonly distance?: (...args: number[]) => number;
  /**
   * The value and derivatives at a singular point by the policy `regularize`, undefined at other
   * arguments. None where branches meet.
   */
  readonly policy?: (...args: number[]) => Partials | undefined;
  /** The argument that has to move, if not any of them. */
  readonly moving?: number;
  /** True where branches of the formula meet: nothing grows there. */
  readonly isKink?: true;
}

/**
 * The dependence of a result on singular operations, given the dependence of its arguments:
 *
 * - `linear`: as smooth as they are. `choice`: that of the branch taken.
 * - `one argument`, `numerator`: as for `linear`, if only one argument, or only the first, depends.
 * - `smooth`: for functions that only their own inverse simplifies, smooth on their whole domain.
 * - `unknown`: algebra may have made it smooth.
 */
export type Carrying = 'linear' | 'one argument' | 'numerator' | 'choice' | 'smooth' | 'unknown';
