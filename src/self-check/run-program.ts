import { targetFunction } from '../primitives/index.js';
import type { Program } from '../lower/program.js';
import { inOrder, type Binary, type BinaryOperator, type Call, type Test, type Value } from '../lower/program.js';

/** The operations of arithmetic on doubles. */
export const ARITHMETIC: Readonly<Record<BinaryOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/**
 * A lowered program as a function on doubles, operation by operation as the emitted code computes
 * it. Truth values are 1 and 0.
 */
export class ProgramRunner {
  readonly #order: readonly Value[];
  readonly #outputs: readonly Value[];
  /** The results so far, by the numbers of values. */
  readonly #values: Float64Array;
  #hasOverflowed = false;

  constructor({ outputs }: Pick<Program, 'outputs'>) {
    this.#order = inOrder(outputs);
    this.#outputs = outputs;
    this.#values = new Float64Array(1 + this.#order.reduce((largest, { id }) => Math.max(largest, id), 0));
  }

  /**
   * True where the last run divided by a number that had overflowed: the quotient is zero, whatever
   * it should be.
   */
  get hasOverflowed(): boolean {
    return this.#hasOverflowed;
  }

  /** Returns the outputs, given the loaded variables. */
  run(loads: ReadonlyMap<string, number>): Float64Array {
    this.#hasOverflowed = false;
    for (const value of this.#order) this.#values[value.id] = this.#compute(value, loads);
    return Float64Array.from(this.#outputs, (output) => this.#at(output));
  }

  #at(value: Value): number {
    return this.#values[value.id]!;
  }

  #compute(value: Value, loads: ReadonlyMap<string, number>): number {
    switch (value.kind) {
      case 'literal':
        return value.value;
      case 'load':
        return loads.get(value.name) ?? NaN;
      case 'binary':
        return this.#binary(value);
      case 'negation':
        return -this.#at(value.operand);
      case 'call':
        return this.#call(value);
      case 'test':
        return Number(this.#test(value));
      case 'selection':
        return this.#at(this.#at(value.test) === 0 ? value.whenFalse : value.whenTrue);
    }
  }

  #binary({ operator, left, right }: Binary): number {
    const [a, b] = [this.#at(left), this.#at(right)];
    if (operator === '/' && Math.abs(b) === Infinity && !this.#isGuarded(right)) this.#hasOverflowed = true;
    return ARITHMETIC[operator](a, b);
  }

  /** True for a divisor that a guard has taken for infinite: `r > 0 ? r : Infinity`. */
  #isGuarded(value: Value): boolean {
    if (value.kind !== 'selection') return value.kind === 'literal';
    return this.#isGuarded(this.#at(value.test) === 0 ? value.whenFalse : value.whenTrue);
  }

  #call({ name, args }: Call): number {
    return targetFunction(name).evaluate(...args.map((arg) => this.#at(arg)));
  }

  #test({ name, args }: Test): boolean {
    const [a, b] = [this.#at(args[0]!), args[1] === undefined ? NaN : this.#at(args[1])];
    switch (name) {
      case 'less':
        return a < b;
      case 'lessOrEqual':
        return a <= b;
      case 'equal':
        return a === b;
      case 'and':
        return a !== 0 && b !== 0;
      case 'or':
        return a !== 0 || b !== 0;
      case 'not':
        return a === 0;
    }
  }
}
