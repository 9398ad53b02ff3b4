import { expect, it } from 'vitest';
import { faultsOf, formulaFaults, specOf } from './helpers.js';

const summary = (faults: ReturnType<typeof formulaFaults>): string[] =>
  faults.map(({ code, field, message }) => `${code} ${field ?? ''}: ${message}`);

it('resolves in any order, and holds scalars, vectors and matrices', () => {
  const where = { r: 'norm(d)', d: 'R * a - b', R: 'rotate(angle)', angle: 'theta + phi' };
  expect(summary(formulaFaults('r == length', where))).toEqual([]);
});

it('reports a cycle once, with its path', () => {
  const where = { p: 'q + 1', q: 'theta * r + r', r: 'p + q' };
  expect(summary(formulaFaults('p + theta', where))).toEqual([
    'E_CYCLE where.r: These quantities are defined by one another: p → q → r → p.',
  ]);
});

it('reports separate cycles separately', () => {
  const where = { p: 'q', q: 'p', r: 'r + theta' };
  expect(summary(formulaFaults('p + r', where))).toEqual([
    'E_CYCLE where.q: These quantities are defined by one another: p → q → p.',
    'E_CYCLE where.r: "r" is defined by itself.',
  ]);
});

it('reports a faulty quantity once, however often it is used', () => {
  const where = { d: 'a - c', r: 'norm(d)', s: 'dot(d, d) + theta / 0' };
  expect(summary(formulaFaults(['r + s', 'd', 'nrom(a)'], where))).toEqual([
    'E_UNKNOWN_NAME where.d: There is nothing called "c".',
    'E_DIVISION_BY_ZERO where.s: This divisor is always zero.',
    'E_UNKNOWN_FUNCTION C[2]: There is no function "nrom".',
  ]);
});

it('finds all independent faults of one formula', () => {
  expect(summary(formulaFaults('norm(c) + sin(a) * foo(theta, bar)'))).toEqual([
    'E_UNKNOWN_NAME C: There is nothing called "c".',
    'E_ARGUMENT_SHAPE C: sin takes scalars, not a vector of 2 components.',
    'E_UNKNOWN_NAME C: There is nothing called "bar".',
    'E_UNKNOWN_FUNCTION C: There is no function "foo".',
  ]);
});

it('reports that a quantity is not a function, also one that is faulty', () => {
  expect(summary(formulaFaults('d(2)', { d: 'c' }))).toEqual([
    'E_UNKNOWN_NAME where.d: There is nothing called "c".',
    'E_CALL_OF_VALUE C: "d" is not a function.',
  ]);
});

it('suggests names from `where`', () => {
  expect(formulaFaults('distanse', { distance: 'norm(a)' })[0]?.hint).toBe('did you mean "distance"?');
});

it('allows no equation under `where`', () => {
  expect(summary(formulaFaults('d + theta', { d: 'theta == 1' }))).toEqual([
    'E_EQUATION where.d: An equation can only be a whole entry of C, or stand in a condition.',
  ]);
  expect(summary(formulaFaults('d + theta', { d: 'theta == 1 ? phi : 2' }))).toEqual([]);
});

it('complains of everything that no formula uses', () => {
  expect(summary(faultsOf(specOf('a == b', { d: 'norm(u)' })))).toEqual([
    'E_UNUSED_INPUT inputs.theta: The input "theta" is not used in any formula.',
    'E_UNUSED_INPUT inputs.phi: The input "phi" is not used in any formula.',
    'E_UNUSED_PARAM params.length: The parameter "length" is not used in any formula.',
    'E_UNUSED_PARAM params.axis: The parameter "axis" is not used in any formula.',
    'E_UNUSED_WHERE where.d: The quantity "d" is not used in any formula.',
  ]);
});

it('does not complain of unused quantities while a formula cannot be read', () => {
  expect(faultsOf(specOf('a == (b')).map(({ code }) => code)).toEqual(['E_BRACKET']);
});

it('reads a chain of many quantities without recursion', () => {
  const where = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`w${i}`, i === 199 ? 'theta' : `w${i + 1} + sin(w${i + 1})`]),
  );
  expect(formulaFaults('w0', where)).toEqual([]);
});

it('limits the number of rows', () => {
  const list = `[${Array.from({ length: 40 }, (_, i) => `theta + ${i}`).join(', ')}]`;
  expect(summary(formulaFaults([list, list]))).toEqual(['E_ROW_COUNT C: The constraint has 80 rows; the limit is 64.']);
});

it('reports faults of only one of two spaces', () => {
  expect(formulaFaults('a.z', {}, 3)).toEqual([]);
  expect(formulaFaults('perp(a)', {}, 3)[0]?.code).toBe('E_ARGUMENT_SHAPE');
});
