import type { Budget } from '../symbolic/budget.js';
import type { TargetFunction } from '../primitives/index.js';
import type { Node, ConditionName } from '../symbolic/node.js';

/** A program that computes some nodes of a graph. */
export interface Program {
  /** One value per requested node. */
  readonly outputs: readonly Value[];
  /** The value of each node of the graph that the program computes as such. */
  readonly values: ReadonlyMap<Node, Value>;
}

/**
 * A step of a program: straight-line arithmetic in single operations, as a target executes it.
 * Values are interned like graph nodes, so an operation is never computed twice.
 */
export type Value = Literal | Load | Binary | Negation | Call | Test | Selection;

export interface Literal {
  readonly kind: 'literal';
  readonly id: number;
  readonly value: number;
}
/** A variable of the graph: a component of an input or of its rate, a parameter, or time. */
export interface Load {
  readonly kind: 'load';
  readonly id: number;
  readonly name: string;
}
export interface Binary {
  readonly kind: 'binary';
  readonly id: number;
  readonly operator: BinaryOperator;
  readonly left: Value;
  readonly right: Value;
}
export type BinaryOperator = '+' | '-' | '*' | '/';
export interface Negation {
  readonly kind: 'negation';
  readonly id: number;
  readonly operand: Value;
}
export interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly name: TargetFunction;
  readonly args: readonly Value[];
}
export interface Test {
  readonly kind: 'test';
  readonly id: number;
  readonly name: ConditionName;
  readonly args: readonly Value[];
}
export interface Selection {
  readonly kind: 'selection';
  readonly id: number;
  readonly test: Value;
  readonly whenTrue: Value;
  readonly whenFalse: Value;
}

export function operandsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'literal':
    case 'load':
      return [];
    case 'binary':
      return [value.left, value.right];
    case 'negation':
      return [value.operand];
    case 'call':
    case 'test':
      return value.args;
    case 'selection':
      return [value.test, value.whenTrue, value.whenFalse];
  }
}

/**
 * All values that `outputs` depend on and that are not in `before`, to which they are added: operands before
 * users, in the order in which the outputs use them.
 */
export function inOrder(outputs: readonly Value[], before = new Set<Value>()): Value[] {
  const order: Value[] = [];
  const visit = (value: Value): void => {
    if (before.has(value)) return;
    for (const operand of operandsOf(value)) visit(operand);
    before.add(value);
    order.push(value);
  };
  for (const output of outputs) visit(output);
  return order;
}

type Draft = Value extends infer V ? (V extends Value ? Omit<V, 'id'> : never) : never;

/** Makes the values of one program. */
export class ProgramBuilder {
  readonly #table = new Map<string, Value>();
  readonly #operations: Budget | undefined;

  /** Creates a builder. Without a budget the number of operations is unlimited. */
  constructor(operations?: Budget) {
    this.#operations = operations;
  }

  #intern(key: string, draft: Draft): Value {
    let value = this.#table.get(key);
    if (value === undefined) {
      if (draft.kind !== 'literal' && draft.kind !== 'load') this.#operations?.spend(1);
      value = Object.freeze({ ...draft, id: this.#table.size });
      this.#table.set(key, value);
    }
    return value;
  }

  literal(value: number): Value {
    return this.#intern(`#${value}`, { kind: 'literal', value });
  }

  load(name: string): Value {
    return this.#intern(`$${name}`, { kind: 'load', name });
  }

  binary(operator: BinaryOperator, left: Value, right: Value): Value {
    const commutes = operator === '+' || operator === '*';
    const [a, b] = commutes && left.id > right.id ? [right, left] : [left, right];
    return this.#intern(`${a.id}${operator}${b.id}`, { kind: 'binary', operator, left, right });
  }

  negate(operand: Value): Value {
    if (operand.kind === 'literal') return this.literal(-operand.value);
    return this.#intern(`-${operand.id}`, { kind: 'negation', operand });
  }

  call(name: Call['name'], ...args: readonly Value[]): Value {
    return this.#intern(`${name}(${args.map((arg) => arg.id).join()})`, { kind: 'call', name, args });
  }

  test(name: ConditionName, ...args: readonly Value[]): Value {
    return this.#intern(`?${name}(${args.map((arg) => arg.id).join()})`, { kind: 'test', name, args });
  }

  select(test: Value, whenTrue: Value, whenFalse: Value): Value {
    return this.#intern(`?${test.id}:${whenTrue.id}:${whenFalse.id}`, { kind: 'selection', test, whenTrue, whenFalse });
  }
}
