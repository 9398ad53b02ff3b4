import { expect, it } from 'vitest';
import { deriveSpace } from '../../src/derive/derive-space.js';
import type { Program } from '../../src/lower/program.js';
import { checkConstraint, KERNEL_QUANTITIES } from '../../src/self-check/constraint-check.js';
import { constraintFormula } from '../../src/spec/constraint-formula.js';

/** The program with another number in place of one output. */
const withWrong = ({ outputs }: Program, k: number): Program => ({
  outputs: outputs.map((output, i) => (i === k ? { kind: 'literal', id: 10_000, value: 1234.5 } : output)),
  values: new Map(),
});

it('names the number that is wrong as documents do', () => {
  const derivation = deriveSpace(
    'K',
    { summary: 'Two rows.', space: 2, inputs: { s: 'scalar', p: 'point' }, C: ['s^2 * p.x', 'p.x * p.y'] },
    2,
  );
  const { spec, inputs, params, expanded, levels, kernel, jdotKernel } = derivation;
  const check = checkConstraint({ inputs, params, formula: constraintFormula(spec) }, expanded, levels);
  const named = (program: Program, quantities: readonly string[]): (string | undefined)[] =>
    program.outputs.map((_, k) => check.compare(withWrong(program, k), quantities).wrong?.quantity);
  const slopes = (of: string): string[] =>
    ['s', 'p.x p.y'].flatMap((input) =>
      ['1', '2'].flatMap((row) => input.split(' ').map((variable) => `∂${of}${row}/∂${variable}`)),
    );
  const rows = (quantity: string): string[] => [`${quantity}1`, `${quantity}2`];
  expect(named(kernel, KERNEL_QUANTITIES)).toEqual([...rows('C'), ...rows('Cdot'), ...slopes('C'), ...rows('gamma')]);
  expect(named(jdotKernel, ['Jdot'])).toEqual(slopes('Cdot'));
});
