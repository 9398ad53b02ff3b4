import type { BatchFunction, Expression } from '../../emit/syntax.js';
import type { Infix } from '../../emit/targets/infix.js';
import { printExpression, type Target } from '../../emit/targets/target.js';
import { argumentsOf, functionOf, type ArrayOf, type FunctionPlan, type LocalNames } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import { inPieces } from '../ops/pieces.js';
import { functionsOf, type StepRoutine } from '../step/routine.js';

/** A language in which modules are written as text. */
export interface Language {
  readonly target: Target<Infix>;
  readonly define: (declared: BatchFunction) => string;
  /**
   * True where arrays that are the step's own are constants, which functions name: compilers of JavaScript
   * know their addresses and sizes, and check no bounds.
   */
  readonly ownAreConstants: boolean;
}

/** Expressions in place of the arguments of a function, by their names. */
export type Given = Readonly<Record<string, string>>;

/** A function as text, and how it is called. */
export interface WrittenFunction {
  readonly text: string;
  /** Calls its pieces. */
  readonly call: (given: Given, entries?: number) => string;
  /** The array of values that cross from one piece to the next, if there are such. */
  readonly crossing?: ArrayOf;
}

/** Writes a function of one world, in pieces where it is long; or one that is applied to all entries of arrays. */
export function writeFunction(
  language: Language,
  ops: Ops,
  plan: FunctionPlan,
  localOf: LocalNames,
  isApplied = false,
): WrittenFunction {
  if (plan.stores.length === 0) return { text: '', call: () => '' };
  const { pieces, crossing } = inPieces(ops, plan);
  const { ownAreConstants } = language;
  const names = isApplied ? () => undefined : localOf;
  return {
    text: pieces.map((piece) => language.define(functionOf(piece, names, isApplied, ownAreConstants))).join('\n\n'),
    call: (given, entries) =>
      pieces
        .map((piece) => {
          const args = argumentsOf(piece, ownAreConstants).map((name) => given[name] ?? name);
          return `${piece.name}(${[...(isApplied ? [String(entries)] : []), ...args].join(', ')});`;
        })
        .join('\n'),
    ...(crossing && { crossing }),
  };
}

/** A step as text: its functions, and the statements that call them. */
export interface WrittenRoutine {
  readonly functions: readonly WrittenFunction[];
  readonly body: (given: Given) => string;
}

export function writeRoutine(language: Language, ops: Ops, routine: StepRoutine, localOf: LocalNames): WrittenRoutine {
  const { target } = language;
  const written = new Map(
    functionsOf(routine).map(({ plan, entries }) => [
      plan,
      writeFunction(language, ops, plan, localOf, entries !== undefined),
    ]),
  );
  return {
    functions: [...written.values()],
    body: (given) => {
      const own = (expression: Expression): string => printExpression(target, renamed(expression, given)).text;
      return [
        ...routine.numbers.map(({ name, value }) =>
          target.let({ kind: 'let', name, type: 'number', value }, printExpression(target, renamed(value, given))),
        ),
        ...routine.calls.map(({ plan, entries, numbers = {} }) => {
          const values = Object.entries(numbers).map(([name, value]) => [name, own(value)] as const);
          return written.get(plan)!.call({ ...given, ...Object.fromEntries(values) }, entries);
        }),
      ].join('\n');
    },
  };
}

/** An expression with other names in it. */
function renamed(expression: Expression, given: Given): Expression {
  if (expression.kind === 'name') return { kind: 'name', name: given[expression.name] ?? expression.name };
  if (expression.kind !== 'operation') return expression;
  const { left, right } = expression;
  return { ...expression, left: renamed(left, given), right: renamed(right, given) };
}
