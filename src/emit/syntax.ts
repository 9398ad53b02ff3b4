import type { BinaryOperator } from '../lower/program.js';
import type { TargetFunction } from '../primitives/index.js';
import type { ConditionName } from '../symbolic/node.js';

/** A function over a batch, as every target prints it. */
export interface BatchFunction {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** A function that evaluates a batch. */
export interface KernelFunction extends BatchFunction {
  /** The runtime's name for functions with these parameters. */
  readonly type: KernelType;
}

export type KernelType =
  | 'ConstraintKernel'
  | 'JdotKernel'
  | 'EnergyKernel'
  | 'HessianKernel'
  | 'DampingKernel'
  | 'DivisorKernel'
  | 'BodyConnectorKernel'
  | 'BodyDynamicsKernel'
  | 'BodyEnergyKernel'
  | 'BodyWeightKernel';

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  /** False where no statement refers to it; it keeps its place nevertheless. */
  readonly isUsed: boolean;
}

/**
 * `integer` and `number` by value; `integers` and `numbers` are arrays that are read, `results` one
 * that is written.
 */
export type ParameterType = 'integer' | 'number' | 'integers' | 'numbers' | 'results';

export type Statement = Comment | Loop | Let | Store;

/** A heading: what the statements up to the next one compute. */
export interface Comment {
  readonly kind: 'comment';
  readonly text: string;
}

/** `for counter = 0 … count − 1`. */
export interface Loop {
  readonly kind: 'loop';
  readonly counter: string;
  readonly count: string;
  readonly body: readonly Statement[];
}

/** Declares a constant. */
export interface Let {
  readonly kind: 'let';
  readonly name: string;
  readonly type: LocalType;
  readonly value: Expression;
}

/** `integer` is a place in an array, `truth` the result of a test. */
export type LocalType = 'integer' | 'number' | 'truth';

/** Writes an element of an array. */
export interface Store {
  readonly kind: 'store';
  readonly array: string;
  readonly index: Index;
  readonly value: Expression;
  /** A note on what begins here: `∂C4/∂axis`. */
  readonly note?: string;
}

export type Expression = NumberLiteral | Name | Index | Element | Negation | Operation | Call | Test | Select;

export interface NumberLiteral {
  readonly kind: 'number';
  readonly value: number;
}

export interface Name {
  readonly kind: 'name';
  readonly name: string;
}

/** The integer `scale · name + offset`. */
export interface Index {
  readonly kind: 'index';
  readonly scale: number;
  readonly name: string;
  readonly offset: number;
}

/** Reads an element of an array. */
export interface Element {
  readonly kind: 'element';
  readonly array: string;
  readonly index: Index;
}

export interface Negation {
  readonly kind: 'negation';
  readonly operand: Expression;
}

export interface Operation {
  readonly kind: 'operation';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Call {
  readonly kind: 'call';
  readonly name: TargetFunction;
  readonly args: readonly Expression[];
}

export interface Test {
  readonly kind: 'test';
  readonly name: ConditionName;
  readonly args: readonly Expression[];
}

/** `condition ? whenTrue : whenFalse`. */
export interface Select {
  readonly kind: 'select';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

/** Adds the names that a statement or an expression refers to. */
export function collectNames(part: Statement | Expression, names: Set<string>): void {
  switch (part.kind) {
    case 'comment':
    case 'number':
      return;
    case 'name':
    case 'index':
      names.add(part.name);
      return;
    case 'element':
      names.add(part.array).add(part.index.name);
      return;
    case 'store':
      names.add(part.array).add(part.index.name);
      collectNames(part.value, names);
      return;
    case 'let':
      collectNames(part.value, names);
      return;
    case 'loop':
      names.add(part.count);
      for (const statement of part.body) collectNames(statement, names);
      return;
    case 'negation':
      collectNames(part.operand, names);
      return;
    case 'operation':
      for (const side of [part.left, part.right]) collectNames(side, names);
      return;
    case 'call':
    case 'test':
      for (const arg of part.args) collectNames(arg, names);
      return;
    case 'select':
      for (const branch of [part.condition, part.whenTrue, part.whenFalse]) collectNames(branch, names);
  }
}
