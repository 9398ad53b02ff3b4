import type { Span } from '../diagnostics/index.js';

/** A formula as the parser understood it, each part with its place in the text. */
export type Syntax =
  | NumberSyntax
  | NameSyntax
  | GroupSyntax
  | PrefixSyntax
  | BinarySyntax
  | RelationSyntax
  | ConditionalSyntax
  | CallSyntax
  | MemberSyntax
  | IndexSyntax
  | ListSyntax
  | SumSyntax;

interface Located {
  readonly span: Span;
  /** In a term of a sum, the numbers that its counters stand for. */
  readonly counters?: Counters;
}

export type Counters = Readonly<Record<string, number>>;

export interface NumberSyntax extends Located {
  readonly kind: 'number';
  /** The number as written, so that it can be read exactly. */
  readonly text: string;
}

/** A quantity, a constant, or a truth value. */
export interface NameSyntax extends Located {
  readonly kind: 'name';
  readonly name: string;
}

/** `( … )` */
export interface GroupSyntax extends Located {
  readonly kind: 'group';
  readonly inner: Syntax;
}

export const PREFIX_OPERATORS = ['+', '-', 'not'] as const;
export type PrefixOperator = (typeof PREFIX_OPERATORS)[number];

export interface PrefixSyntax extends Located {
  readonly kind: 'prefix';
  readonly operator: PrefixOperator;
  readonly operand: Syntax;
}

export const BINARY_OPERATORS = ['+', '-', '*', '/', '^', 'and', 'or'] as const;
export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

export interface BinarySyntax extends Located {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
  /** Place of the operator. For a product without one, the gap and the words around it. */
  readonly sign: Span;
  /** True for a product without a sign: `2 x`. */
  readonly implicit: boolean;
}

export const RELATION_OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
export type RelationOperator = (typeof RELATION_OPERATORS)[number];

/** A comparison `a < b`, or a chain `a < b <= c`, with one operator fewer than operands. */
export interface RelationSyntax extends Located {
  readonly kind: 'relation';
  readonly operands: readonly Syntax[];
  readonly operators: readonly RelationOperator[];
  readonly signs: readonly Span[];
}

export interface ConditionalSyntax extends Located {
  readonly kind: 'conditional';
  readonly condition: Syntax;
  readonly whenTrue: Syntax;
  readonly whenFalse: Syntax;
}

export interface CallSyntax extends Located {
  readonly kind: 'call';
  readonly callee: Syntax;
  readonly args: readonly Syntax[];
}

/** `a.x` */
export interface MemberSyntax extends Located {
  readonly kind: 'member';
  readonly object: Syntax;
  readonly member: string;
  readonly memberSpan: Span;
}

/** `a[1]`, `A[1, 2]` */
export interface IndexSyntax extends Located {
  readonly kind: 'index';
  readonly object: Syntax;
  readonly indices: readonly Syntax[];
}

/** `[x, y]` */
export interface ListSyntax extends Located {
  readonly kind: 'list';
  readonly items: readonly Syntax[];
}

/** `sum(k, 1:3, f)`, written out: `f` with each number in place of `k`. */
export interface SumSyntax extends Located {
  readonly kind: 'sum';
  readonly counter: NameSyntax;
  readonly terms: readonly Syntax[];
}

/** The parts that a part of a formula consists of. */
export function partsOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'number':
    case 'name':
      return [];
    case 'group':
      return [syntax.inner];
    case 'prefix':
      return [syntax.operand];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'relation':
      return syntax.operands;
    case 'conditional':
      return [syntax.condition, syntax.whenTrue, syntax.whenFalse];
    case 'call':
      return [syntax.callee, ...syntax.args];
    case 'member':
      return [syntax.object];
    case 'index':
      return [syntax.object, ...syntax.indices];
    case 'list':
      return syntax.items;
    case 'sum':
      return syntax.terms;
  }
}

/** The text of a part, with numbers in place of the counters of sums. */
export const textOf = (formula: string, { span, counters = {} }: Syntax): string =>
  Object.entries(counters).reduce(
    (text, [counter, k]) => text.replace(new RegExp(`(?<![\\w.])${counter}(?!\\w)`, 'g'), k < 0 ? `(${k})` : String(k)),
    formula.slice(span.start, span.end),
  );

/** A part without the brackets around it. */
export const ungrouped = (syntax: Syntax): Syntax => {
  let inner = syntax;
  while (inner.kind === 'group') inner = inner.inner;
  return inner;
};

/** All names in a formula, in the order of their appearance, with repetitions. */
export function namesIn(syntax: Syntax): readonly NameSyntax[] {
  return syntax.kind === 'name' ? [syntax] : partsOf(syntax).flatMap(namesIn);
}

/** The place of an `==` in a condition that no bracket separates from the rest. */
export function equalitySign(condition: Syntax): Span | undefined {
  if (condition.kind === 'relation') return condition.signs[condition.operators.indexOf('==')];
  const isJoined = condition.kind === 'binary' && (condition.operator === 'and' || condition.operator === 'or');
  if (!isJoined && condition.kind !== 'prefix') return undefined;
  for (const part of partsOf(condition)) {
    const sign = equalitySign(part);
    if (sign !== undefined) return sign;
  }
  return undefined;
}
