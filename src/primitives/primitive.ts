import type { BigNumber, MathJsInstance } from 'mathjs';
import * as elementary from '../../runtime/elementary/index.js';
import type { Algebra } from './algebra.js';
import type { Interval } from './interval.js';
import type { Singularity } from './singularity.js';

/**
 * A function that targets have, or that is composed of one that they have, with all its properties.
 */
export type Primitive = Properties & (Called | OfReciprocal);

interface Properties {
  readonly arity: 1 | 2;
  /**
   * True for a curve or a derivative of one: the first argument is the curve. Formulas call it by the
   * name of the curve alone.
   */
  readonly ofCurve?: true;
  /**
   * True for a function of any number of arguments, two at a time:
   * `min(a, b, c) = min(min(a, b), c)`.
   */
  readonly associative?: true;
  readonly slopes: 'mathjs' | OwnSlopes;
  /**
   * The interval of its values, which may depend on those of its arguments; all reals if not given.
   */
  readonly range?: Interval | ((...args: readonly Interval[]) => Interval);
  /** True if it has zeros, but none of them is a double. */
  readonly missesZeros?: true;
  /** Moves a sign out of the argument of a function of one. */
  readonly parity?: 'odd' | 'even';
  /** The values at 0 and at 1, where they are rational. */
  readonly values?: Readonly<Partial<Record<0 | 1, number>>>;
  /**
   * Further simplifications that need no computation. The argument of an odd or even function has
   * no sign here.
   */
  readonly fold?: <N>(algebra: Algebra<N>, args: readonly N[]) => N | undefined;
  readonly singular?: readonly Singularity[];
  /** The rule for units. Without one, arguments and result are numbers. */
  readonly units?: UnitRule;
  /**
   * The notation in TeX: the command before the arguments, the two delimiters around its one
   * argument, or `^`. `\operatorname` if not given.
   */
  readonly tex?: string | readonly [before: string, after: string];
  readonly evaluate: (...args: number[]) => number;
  /** The value at 64 digits, where mathjs lacks the function. */
  readonly reference?: (math: MathJsInstance, ...args: BigNumber[]) => BigNumber;
}

/**
 * The partial derivatives of a function, one per argument, where those of mathjs do not hold for
 * all real arguments, or lose digits.
 */
export interface OwnSlopes {
  /** The reason why they are not those of mathjs. */
  readonly why: string;
  readonly of: <N>(algebra: Algebra<N>, args: readonly N[], call: N) => readonly N[];
}

/**
 * The units of arguments and result: angles to numbers; numbers to an angle; quantities of one unit
 * to an angle; quantities of one unit to another of that unit; any quantity to a number; or a root.
 */
export type UnitRule =
  | 'of angle'
  | 'to angle'
  | 'ratio to angle'
  | 'same'
  | 'any to number'
  | { readonly root: number }
  | 'by exponent';

/** A function that targets have, by its names there. */
export interface Called {
  readonly names: Readonly<Record<TargetLanguage, string>>;
  /** True where the runtime provides it, since the language does not. */
  readonly isOfRuntime?: true;
}
export type TargetLanguage = 'javascript' | 'c';

/**
 * A function that targets have only by its counterpart for the reciprocal: `acot x = atan(1/x)`.
 * Its derivatives are not those of the composition.
 */
interface OfReciprocal {
  readonly ofReciprocal: 'asin' | 'acos' | 'atan' | 'asinh' | 'acosh' | 'atanh';
}

type NameInMath = Exclude<
  { [N in keyof Math]: Math[N] extends (...args: number[]) => number ? N : never }[keyof Math],
  'random'
>;

const MATH: Readonly<Record<NameInMath, (...args: number[]) => number>> = Math;

/**
 * A function that the languages of all targets have. `c` is its name there, where that is not its
 * name in JavaScript, or C's function of that name is another one.
 */
export const native = (name: NameInMath, c: string = name): Called & Pick<Properties, 'evaluate'> => ({
  evaluate: MATH[name],
  names: { javascript: `Math.${name}`, c },
});

/** The functions that the runtime has of its own, with the same bits everywhere. */
export type ElementaryName = keyof typeof elementary;

/** A function that the runtime exports, and kernels in C have in their header: the same on every platform. */
export const portable = (name: ElementaryName): Called & Pick<Properties, 'evaluate'> =>
  ofRuntime(name, elementary[name], `holonomic_${name}`);

/** A function that the runtime exports under this name. `c` is its name in C. */
export const ofRuntime = (
  name: string,
  evaluate: (...args: number[]) => number,
  c: string,
): Called & Pick<Properties, 'evaluate'> => ({
  evaluate,
  names: { javascript: name, c },
  isOfRuntime: true,
});

/** `f(1/x)` */
export const ofReciprocal = (name: OfReciprocal['ofReciprocal']): OfReciprocal & Pick<Properties, 'evaluate'> => ({
  evaluate: (x) => elementary[name](1 / x),
  ofReciprocal: name,
});
