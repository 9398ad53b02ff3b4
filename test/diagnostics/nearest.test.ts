import { expect, it } from 'vitest';
import { nearest, suggestion } from '../../src/diagnostics/index.js';

it.each([
  ['lenght', ['length', 'width'], 'length'],
  ['nrom', ['norm', 'cross'], 'norm'],
  ['Norm', ['norm', 'form'], 'norm'],
  ['SIN', ['sin', 'cos', 'tan'], 'sin'],
  ['normalise', ['norm', 'normalize'], 'normalize'],
  ['pont', ['point', 'direction', 'scalar'], 'point'],
  ['ab', ['abc', 'b'], 'abc'],
  ['c', ['a', 'b'], undefined],
  ['foo', ['bar', 'norm'], undefined],
  ['', ['a'], undefined],
  ['x'.repeat(1000), ['x'.repeat(999)], undefined],
])('%s among %j: %s', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

it('asks', () => {
  expect(suggestion('lenght', ['length'])).toBe('did you mean "length"?');
  expect(suggestion('lenght', ['a'])).toBeUndefined();
});
