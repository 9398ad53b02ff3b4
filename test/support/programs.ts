import type { Machine } from './run-program.js';

/** Executes programs of arithmetic, `sqrt` and comparisons in doubles. */
export const doubleMachine: Machine<number> = {
  literal: (value) => value,
  binary: (operator, a, b) => (operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : a / b),
  call: (name, args) => {
    if (name !== 'sqrt' && name !== 'sin') throw new Error(`unexpected ${name}`);
    return Math[name](args[0]!);
  },
  compare: (name, args) => {
    if (name !== 'less') throw new Error(`unexpected ${name}`);
    return args[0]! < args[1]! ? 1 : 0;
  },
  isTrue: (value) => value !== 0,
};
