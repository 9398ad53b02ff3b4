import { erf } from '../../runtime/base/special-functions.js';
import type { Program } from '../lower/program.js';
import { inOrder, type Binary, type Call, type Test, type Value } from '../lower/program.js';

/**
 * A lowered program as a function on doubles: what the emitted code computes, operation by operation. Truth values are 1 and 0.
 */
export class ProgramRunner {
  readonly #order: readonly Value[];
  readonly #outputs: readonly Value[];
  /** By the numbers of values. */
  readonly #values: Float64Array;

  constructor({ outputs }: Pick<Program, 'outputs'>) {
    this.#order = inOrder(outputs);
    this.#outputs = outputs;
    this.#values = new Float64Array(1 + this.#order.reduce((largest, { id }) => Math.max(largest, id), 0));
  }

  /** The outputs, given what the program loads. */
  run(loads: ReadonlyMap<string, number>): Float64Array {
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
    switch (operator) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return a / b;
    }
  }

  #call({ name, args }: Call): number {
    const [x, y] = args as readonly [Value, Value];
    if (name === 'erf') return erf(this.#at(x));
    if (name === 'pow') return this.#at(x) ** this.#at(y);
    if (name === 'atan2' || name === 'min' || name === 'max') return Math[name](this.#at(x), this.#at(y));
    return Math[name](this.#at(x));
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
