import type { BigNumber, MathJsInstance } from 'mathjs';
import type { Algebra } from './algebra.js';
import type { Interval } from './interval.js';
import type { Singularity } from './singularity.js';

/**
 * All that the toolkit knows of a function that targets have, or that is made of one that they
 * have.
 */
export type Primitive = Properties & (Called | OfReciprocal);

interface Properties {
  readonly arity: 1 | 2;
  /**
   * True where it takes any number of arguments, two at a time: `min(a, b, c) = min(min(a, b), c)`.
   */
  readonly associative?: true;
  readonly slopes: 'mathjs' | OwnSlopes;
  /**
   * The interval of its values, which may depend on those of its arguments; all reals if not given.
   */
  readonly range?: Interval | ((...args: readonly Interval[]) => Interval);
  /** True where it has zeros, but at none of them lies a double. */
  readonly missesZeros?: true;
  /** Moves a sign out of the argument of a function of one. */
  readonly parity?: 'odd' | 'even';
  /** Its values at 0 and at 1, where they are rational. */
  readonly values?: Readonly<Partial<Record<0 | 1, number>>>;
  /**
   * What else is known without computing it. Of an odd or even function the argument has no sign.
   */
  readonly fold?: <N>(algebra: Algebra<N>, args: readonly N[]) => N | undefined;
  readonly singular?: readonly Singularity[];
  /** A function of numbers without unit, to a number, if not given. */
  readonly units?: UnitRule;
  /**
   * In TeX: the command that stands before the arguments, what encloses its one argument, or `^`.
   * `\operatorname` if not given.
   */
  readonly tex?: string | readonly [before: string, after: string];
  readonly evaluate: (...args: number[]) => number;
  /** Its value at 64 digits, where mathjs lacks the function. */
  readonly reference?: (math: MathJsInstance, ...args: BigNumber[]) => BigNumber;
}

/**
 * Its partial derivatives, one per argument, where those of mathjs do not hold for all real
 * arguments, or lose digits.
 */
export interface OwnSlopes {
  /** Why they are not those of mathjs. */
  readonly why: string;
  readonly of: <N>(algebra: Algebra<N>, args: readonly N[], call: N) => readonly N[];
}

/**
 * Angles to numbers; numbers to an angle; quantities of one unit to an angle; quantities of one
 * unit to another of that unit; any quantity to a number; or a root.
 */
export type UnitRule =
  'of angle' | 'to angle' | 'ratio to angle' | 'same' | 'any to number' | { readonly root: number } | 'by exponent';

/** A function that targets have, by its names there. */
export interface Called {
  readonly names: Readonly<Record<TargetLanguage, string>>;
  /** True where the runtime has it, since the language has not. */
  readonly isOfRuntime?: true;
}
export type TargetLanguage = 'javascript';

/**
 * A function of which targets have only the counterpart of the reciprocal: `acot x = atan(1/x)`.
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

/** A function that the languages of all targets have. */
export const native = (name: NameInMath): Called & Pick<Properties, 'evaluate'> => ({
  evaluate: MATH[name],
  names: { javascript: `Math.${name}` },
});

/** A function that the runtime exports under its own name. */
export const ofRuntime = (evaluate: (x: number) => number): Called & Pick<Properties, 'evaluate'> => ({
  evaluate,
  names: { javascript: evaluate.name },
  isOfRuntime: true,
});

/** `f(1/x)` */
export const ofReciprocal = (name: OfReciprocal['ofReciprocal']): OfReciprocal & Pick<Properties, 'evaluate'> => ({
  evaluate: (x) => Math[name](1 / x),
  ofReciprocal: name,
});
