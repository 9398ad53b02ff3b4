import type { Index, Statement } from '../syntax.js';

/** Binding strength of the operators of JavaScript, C and their kin, weakest first. */
export const STRENGTH = {
  choice: 1,
  or: 2,
  and: 3,
  equality: 4,
  relation: 5,
  sum: 6,
  product: 7,
  unary: 8,
  atom: 9,
} as const;

/**
 * An expression of a language with infix operators: its text, and how strongly its outermost
 * operator binds.
 */
export interface Infix {
  readonly text: string;
  readonly strength: number;
  readonly isNumber?: boolean;
}

export const atom = (text: string): Infix => ({ text, strength: STRENGTH.atom });

/** The operand, in parentheses where it binds more weakly than `least`. */
const at = ({ text, strength }: Infix, least: number): string => (strength >= least ? text : `(${text})`);

/**
 * A binary operation. Doubles do not associate: a right operand of the same strength keeps its
 * parentheses.
 */
export const binary =
  (operator: string, strength: number) =>
  (left: Infix, right: Infix): Infix => ({
    text: `${at(left, strength)} ${operator} ${at(right, strength + 1)}`,
    strength,
  });

/**
 * A comparison. One whose first side is a number is mirrored, since `x > 0` reads better than
 * `0 < x`.
 */
export const comparison = (operator: string, mirrored: string, strength: number) => {
  const [plain, turned] = [binary(operator, strength), binary(mirrored, strength)];
  return (...[left, right]: readonly Infix[]): Infix =>
    left!.isNumber === true ? turned(right!, left!) : plain(left!, right!);
};

/** `and` and `or` associate. An `and` in an `or` has parentheses, without which compilers of C warn. */
export const connective =
  (operator: string, strength: number) =>
  (...operands: readonly Infix[]): Infix => {
    const isOr = strength < STRENGTH.and;
    const written = operands.map((one) =>
      at(one, isOr && one.strength === STRENGTH.and ? STRENGTH.equality : strength),
    );
    return { text: written.join(` ${operator} `), strength };
  };

/**
 * A prefix operator with its operand. `--x` and `-x ** y` would mean something else, or nothing.
 */
export const prefix =
  (operator: string) =>
  (operand: Infix): Infix => ({ text: `${operator}${at(operand, STRENGTH.atom)}`, strength: STRENGTH.unary });

export const call =
  (name: string) =>
  (...args: readonly Infix[]): Infix =>
    atom(`${name}(${args.map(({ text }) => text).join(', ')})`);

export const choice = (condition: Infix, whenTrue: Infix, whenFalse: Infix): Infix => ({
  text: `${at(condition, STRENGTH.or)} ? ${at(whenTrue, STRENGTH.or)} : ${at(whenFalse, STRENGTH.choice)}`,
  strength: STRENGTH.choice,
});

export function index({ scale, name, offset }: Index): Infix {
  if (scale === 0) return { text: String(offset), strength: STRENGTH.atom };
  const text = [scale === 1 ? name : `${scale} * ${name}`, ...(offset === 0 ? [] : [offset])].join(' + ');
  return { text, strength: offset !== 0 ? STRENGTH.sum : scale === 1 ? STRENGTH.atom : STRENGTH.product };
}

/** Joins statements. A heading follows an empty line, unless it comes first. */
export const lines = (statements: readonly Statement[], printed: readonly string[]): string =>
  printed.map((text, i) => (statements[i]!.kind === 'comment' && i > 0 ? '\n' : '') + text).join('\n');

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
