import type { BatchFunction, Expression } from '../../emit/syntax.js';
import type { Infix } from '../../emit/targets/infix.js';
import { printExpression, type Target } from '../../emit/targets/target.js';
import { argumentsOf, CROSSING, functionOf, inPieces, type ArrayOf, type FunctionPlan } from '../ops/functions.js';
import type { LocalNames } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import { functionsOf, type StepRoutine } from '../step/routine.js';

/** Most operations of one emitted function. */
export const MOST_PER_FUNCTION = 2000;

/** A language in which modules are written as text. */
export interface Language {
  readonly target: Target<Infix>;
  readonly define: (declared: BatchFunction) => string;
}

/** Expressions in place of the arguments of a function, by their names. */
export type Given = Readonly<Record<string, string>>;

/** A function as text, and how it is called. */
export interface WrittenFunction {
  readonly text: string;
  /** Calls its pieces; `given` names the array of values that cross between them, too. */
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
  const { pieces, crossing } = inPieces(ops, plan, MOST_PER_FUNCTION);
  const array = `${plan.name}Values`;
  const names = isApplied ? () => undefined : localOf;
  return {
    text: pieces.map((piece) => language.define(functionOf(piece, names, isApplied))).join('\n\n'),
    call: (given, entries) =>
      pieces
        .map((piece) => {
          const args = argumentsOf(piece).map((name) => {
            const own = name === CROSSING ? array : name;
            return given[own] ?? own;
          });
          return `${piece.name}(${[...(isApplied ? [String(entries)] : []), ...args].join(', ')});`;
        })
        .join('\n'),
    ...(crossing > 0 && { crossing: { name: array, size: crossing } }),
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
        ...routine.calls.map(({ plan, entries, numbers = {}, arrays = {} }) => {
          const values = Object.entries(numbers).map(([name, value]) => [name, own(value)] as const);
          const others = Object.entries(arrays).map(([name, actual]) => [name, given[actual] ?? actual] as const);
          return written.get(plan)!.call({ ...given, ...Object.fromEntries([...values, ...others]) }, entries);
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
