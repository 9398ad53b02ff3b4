import type { BinaryOperator } from '../../lower/program.js';
import type { TargetFunction } from '../../primitives/index.js';
import type { ConditionName } from '../../symbolic/node.js';
import type { BatchFunction, Expression, Index, Let, Loop, Statement, Store } from '../syntax.js';

/**
 * A language that kernels are printed in: one function per operation and per statement. `E` is a
 * printed expression, with all that the language must know of it to compose it with others; `S` is
 * a printed statement. The compiler says what a new target still lacks.
 */
export interface Target<E, S = string> {
  readonly number: (value: number) => E;
  readonly name: (name: string) => E;
  readonly index: (index: Index) => E;
  readonly element: (array: string, index: Index) => E;
  readonly negation: (operand: E) => E;
  readonly operators: Readonly<Record<BinaryOperator, (left: E, right: E) => E>>;
  readonly functions: Readonly<Record<TargetFunction, (...args: readonly E[]) => E>>;
  readonly tests: Readonly<Record<ConditionName, (...args: readonly E[]) => E>>;
  readonly select: (condition: E, whenTrue: E, whenFalse: E) => E;

  readonly comment: (text: string) => S;
  readonly let: (declared: Let, value: E) => S;
  readonly store: (store: Store, value: E) => S;
  readonly loop: (loop: Loop, body: () => S) => S;
  readonly sequence: (statements: readonly Statement[], printed: readonly S[]) => S;
  /** The function as an expression or a declaration, whichever the language has. */
  readonly function: (declared: BatchFunction, body: S) => S;
}

/** Prints a function in a language. */
export const printFunction = <E, S>(target: Target<E, S>, declared: BatchFunction): S =>
  target.function(declared, printStatements(target, declared.body));

const printStatements = <E, S>(target: Target<E, S>, statements: readonly Statement[]): S =>
  target.sequence(
    statements,
    statements.map((statement) => printStatement(target, statement)),
  );

function printStatement<E, S>(target: Target<E, S>, statement: Statement): S {
  switch (statement.kind) {
    case 'comment':
      return target.comment(statement.text);
    case 'let':
      return target.let(statement, printExpression(target, statement.value));
    case 'store':
      return target.store(statement, printExpression(target, statement.value));
    case 'loop':
      return target.loop(statement, () => printStatements(target, statement.body));
  }
}

export function printExpression<E, S>(target: Target<E, S>, expression: Expression): E {
  const print = (part: Expression): E => printExpression(target, part);
  switch (expression.kind) {
    case 'number':
      return target.number(expression.value);
    case 'name':
      return target.name(expression.name);
    case 'index':
      return target.index(expression);
    case 'element':
      return target.element(expression.array, expression.index);
    case 'negation':
      return target.negation(print(expression.operand));
    case 'operation':
      return target.operators[expression.operator](print(expression.left), print(expression.right));
    case 'call':
      return target.functions[expression.name](...expression.args.map(print));
    case 'test':
      return target.tests[expression.name](...expression.args.map(print));
    case 'select':
      return target.select(print(expression.condition), print(expression.whenTrue), print(expression.whenFalse));
  }
}
