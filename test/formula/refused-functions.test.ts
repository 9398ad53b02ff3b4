import * as mathjs from 'mathjs';
import { expect, it } from 'vitest';
import { foreignFunction } from '../../src/hints/functions.js';
import { reasonOf } from '../../src/hints/refused-functions.js';
import { FUNCTION_NAMES } from '../../src/spec/language.js';
import { formulaFaults } from './helpers.js';

interface Documentation {
  readonly category?: string;
  readonly syntax?: readonly string[];
}

/** Categories of functions of numbers, in mathjs' documentation. */
const OF_NUMBERS = ['Arithmetic', 'Operators', 'Probability', 'Special', 'Trigonometry', 'Statistics', 'Combinatorics'];

const { docs } = mathjs as unknown as { readonly docs: Readonly<Record<string, Documentation>> };
const DOCUMENTED = Object.entries(docs).flatMap(([name, { category, syntax }]) =>
  syntax?.some((line) => line.startsWith(`${name}(`)) ? [{ name, category: category ?? '' }] : [],
);

it('every function that mathjs documents is in the language, or refused by name with a reason', () => {
  expect(DOCUMENTED.length).toBeGreaterThan(150);
  const refused = DOCUMENTED.filter(
    ({ name }) => !FUNCTION_NAMES.has(name) && !['and', 'or', 'not', 'xor', 'to'].includes(name),
  );
  for (const { name } of refused) {
    const [fault] = formulaFaults(`${name}(theta) == phi`);
    expect(fault).toMatchObject({
      code: 'E_UNSUPPORTED_FUNCTION',
      message: `The function "${name}" of mathjs cannot be used in a constraint.`,
      hint: foreignFunction(name, [{ text: 'theta', kind: 'scalar' }]).hint,
    });
  }
});

it('no function of numbers is refused for want of a better reason', () => {
  const unexplained = DOCUMENTED.filter(
    ({ name, category }) =>
      OF_NUMBERS.includes(category) && !FUNCTION_NAMES.has(name) && reasonOf(name) === reasonOf('evaluate'),
  );
  expect(unexplained).toEqual([]);
});

it('has every function of trigonometry, and of arithmetic where there is a derivative', () => {
  const names = (category: string): string[] =>
    DOCUMENTED.filter((entry) => entry.category === category).map(({ name }) => name);
  expect(names('Trigonometry').filter((name) => !FUNCTION_NAMES.has(name))).toEqual([]);
  expect(
    names('Arithmetic')
      .filter((name) => !FUNCTION_NAMES.has(name))
      .sort(),
  ).toEqual('ceil fix gcd invmod lcm nthRoots round sqrtm xgcd'.split(' '));
  expect(FUNCTION_NAMES.has('erf')).toBe(true);
});
