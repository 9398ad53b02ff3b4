import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { METHODS, tunedConstants } from '../../bench/methods/alterations.js';
import { comparison } from '../../bench/methods/table.js';
import type { Outcome } from '../../bench/methods/trials.js';
import { ROOT } from '../docs/pages.js';

const constants = tunedConstants();
const alterations = [...Object.values(METHODS), ...constants.flatMap(({ half, double }) => [half, double])];

it('each method and constant stands once where it is altered', () => {
  expect(constants.length).toBeGreaterThan(100);
  for (const { file, find, replace } of alterations) {
    expect(readFileSync(`${ROOT}${file}`, 'utf8').split(find), `${find} in ${file}`).toHaveLength(2);
    expect(replace).not.toBe(find);
  }
});

it('half and double of a constant are other numbers', () => {
  const margin = constants.find(({ name }) => name === 'TO_BOUNDARY')!;
  expect([margin.half.replace, margin.double.replace]).toEqual(['TO_BOUNDARY = 0.98;', 'TO_BOUNDARY = 0.995;']);
  const halvings = constants.find(({ name }) => name === 'MOST_HALVINGS')!;
  expect([halvings.half.replace, halvings.double.replace]).toEqual(['MOST_HALVINGS = 3;', 'MOST_HALVINGS = 12;']);
});

it('says what fails, what is worse, and the work', () => {
  const outcome = (more: Partial<Outcome> = {}): Outcome => ({ work: 10, time: 1, ...more });
  const base = { a: outcome(), b: outcome({ error: 1e-3 }), c: outcome({ fault: 'always' }) };
  expect(comparison(base, base)).toEqual(['', '', 'unused']);
  expect(comparison(base, { ...base, a: outcome({ work: 13 }) })).toEqual(['', '', '1.08']);
  expect(comparison(base, { ...base, a: outcome({ fault: 'now' }) })).toEqual(['1: a', '', '1.00']);
  expect(comparison(base, { ...base, b: outcome({ error: 3e-3 }) })).toEqual(['', '1: b', '1.00']);
  expect(comparison(base, { ...base, b: outcome({ error: NaN }) })).toEqual(['', '1: b', '1.00']);
  expect(comparison(base, undefined)[0]).toBe('no end');
});
