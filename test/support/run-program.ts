import type { Call, Test, Value } from '../../src/lower/program.js';
import { inOrder } from '../../src/lower/program.js';

/** A number system for programs. */
export interface Machine<T> {
  readonly literal: (value: number) => T;
  readonly binary: (operator: '+' | '-' | '*' | '/', a: T, b: T) => T;
  readonly call: (name: Call['name'], args: readonly T[]) => T;
  readonly compare: (name: Test['name'], args: readonly T[]) => T;
  readonly isTrue: (value: T) => boolean;
}

/** Executes a program one operation at a time. */
export function runProgram<T>(machine: Machine<T>, outputs: readonly Value[], loads: ReadonlyMap<string, T>): T[] {
  const values = new Map<Value, T>();
  for (const value of inOrder(outputs)) {
    const of = (operand: Value): T => values.get(operand)!;
    switch (value.kind) {
      case 'literal':
        values.set(value, machine.literal(value.value));
        break;
      case 'load':
        values.set(value, loads.get(value.name)!);
        break;
      case 'binary':
        values.set(value, machine.binary(value.operator, of(value.left), of(value.right)));
        break;
      case 'negation':
        values.set(value, machine.binary('-', machine.literal(0), of(value.operand)));
        break;
      case 'call':
        values.set(value, machine.call(value.name, value.args.map(of)));
        break;
      case 'test':
        values.set(value, machine.compare(value.name, value.args.map(of)));
        break;
      case 'selection':
        values.set(value, machine.isTrue(of(value.test)) ? of(value.whenTrue) : of(value.whenFalse));
        break;
    }
  }
  return outputs.map((output) => values.get(output)!);
}
