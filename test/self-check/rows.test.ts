import { describe, expect, it } from 'vitest';
import { diagnosticsOf } from '../../src/diagnostics/spec-error.js';
import { derive } from '../../src/toolkit.js';

/** Lists the codes, fields and hints of mistakes in planar rows. */
function faultsOf(C: string | readonly string[], more: object = {}): readonly (readonly (string | undefined)[])[] {
  const inputs = { a: 'point', b: 'point', s: 'scalar' };
  const used = Object.fromEntries(
    Object.entries(inputs).filter(([name]) => new RegExp(`\\b${name}\\b`).test(JSON.stringify([C, more]))),
  );
  const spec = { summary: 'For the self-check.', space: 2, inputs: used, C, ...more };
  return diagnosticsOf(() => derive('Rows', spec)).map(({ code, field, hint }) => [code, field, hint]);
}

const HOLDS = 'it holds whatever the inputs are, so it constrains nothing';
const NEVER =
  'nothing that its inputs do can make it hold; where samples do not show what it depends on, give ranges in "sample"';
const TWICE = 'leave one of them out';

describe('rows that do not depend on what they are written with', () => {
  it.each([
    ['cos(s)^2 + sin(s)^2 == 1', HOLDS],
    ['cosh(s)^2 - sinh(s)^2 - 1', HOLDS],
    ['norm(rotate(s, a)) == norm(a)', HOLDS],
    ['(s > 0 ? 1 : 2)', NEVER],
    ['sign(s) * 3', NEVER],
    ['norm(rotate(s, normalize(a))) == 2', NEVER],
    ['ddt(norm(rotate(s, a)) - norm(a)) == 1', NEVER],
  ])('%s', (C, hint) => {
    expect(faultsOf(C)).toEqual([['E_ROW_CONSTANT', 'C', hint]]);
  });

  it('are found among others', () => {
    expect(faultsOf(['a.x', 'exp(s) * exp(-s) - 1'])).toEqual([['E_ROW_CONSTANT', 'C[1]', HOLDS]]);
  });
});

describe('rows that say the same', () => {
  it.each([
    [['a.x', 'a.x']],
    [['a.x - b.x', 'b.x == a.x']],
    [['norm(a - b) == 1', 'sqrt((a.x - b.x)^2 + (a.y - b.y)^2) == 1']],
    [['ddt(s) == 2', 'ddt(2 * s) / 2 - 2']],
  ])('%j', (C) => {
    expect(faultsOf(C)).toEqual([['E_ROW_REPEATED', 'C[1]', TWICE]]);
  });

  it('or differ by what no input changes', () => {
    expect(faultsOf(['a.x == 1', 'a.x == 2'])).toEqual([['E_ROW_REPEATED', 'C[1]', 'leave out the one that is wrong']]);
  });
});

describe('rows that are let pass', () => {
  it.each([
    ['a value and its rate', ['s', 'ddt(s)']],
    ['a step that is steep', '1 / (1 + exp(-50 * s)) - 0.5'],
    ['a bump that is narrow', 'exp(-1000 * s^2) == 0.5'],
    ['one that depends on an input far away', '(s > 900 ? s - 900 : 0) + (s < -900 ? s : 0)'],
    ['one whose other branch is not found', '(s > 1e7 ? s : 3)'],
    ['rows with the same pattern', ['a.x - b.x', 'a.x + b.x']],
    ['a multiple of another row', ['a.x - b.x', '2 * a.x - 2.000001 * b.x']],
  ])('%s', (_, C) => {
    expect(faultsOf(C)).toEqual([]);
  });
});
