import { describe, expect, it, test } from 'vitest';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import { batchEvaluations } from '../../src/sampling/evaluation.js';
import { compile, diagnose, explain, verify } from '../../src/toolkit.js';
import { TARGET_NAMES } from '../../src/spec/define-config.js';
import { cli, project } from '../cli/support.js';
import { placesOf } from '../fuzz/places.js';
import { inFull } from '../support/scope.js';

/** Entries of `C` with a vector in a relation, each with its rows written out. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'a - b == 0': ['a.x - b.x == 0', 'a.y - b.y == 0'],
  '0 == a - b': ['-(a.x - b.x) == 0', '-(a.y - b.y) == 0'],
  'a - b == 0 * k': ['a.x - b.x == 0', 'a.y - b.y == 0'],
  '0 * k == a - b': ['-(a.x - b.x) == 0', '-(a.y - b.y) == 0'],
  'a == k - k': ['a.x', 'a.y'],
  'a == -0': ['a.x', 'a.y'],
  'a == (0)': ['a.x', 'a.y'],
  '(a == 0.0)': ['a.x', 'a.y'],
  'a == sin(0)': ['a.x', 'a.y'],
  'a == nothing': ['a.x', 'a.y'],
  'a == none': ['a.x', 'a.y'],
  'a == [0, 0]': ['a.x', 'a.y'],
  'a == [1, k]': ['a.x == 1', 'a.y == k'],
  '[1, k] == a': ['1 == a.x', 'k == a.y'],
  '[a.x, b.y] == 0': ['a.x', 'b.y'],
  '[a.x] == 0': ['a.x'],
  '[a.x] == [k]': ['a.x == k'],
  '[a.x, a.y, b.x, b.y] == 0': ['a.x', 'a.y', 'b.x', 'b.y'],
  'rotate(k) * a == 0': ['a.x * cos(k) - a.y * sin(k)', 'a.x * sin(k) + a.y * cos(k)'],
  '[a, b] * [1, 2] == 0': ['a.x + 2 * a.y', 'b.x + 2 * b.y'],
  'ddt(a) == 0': ['ddt(a.x)', 'ddt(a.y)'],
  '0 == ddt(a) - ddt(b)': ['ddt(b.x) - ddt(a.x)', 'ddt(b.y) - ddt(a.y)'],
  'a - b >= 0': ['a.x - b.x >= 0', 'a.y - b.y >= 0'],
  'a - b <= 0': ['a.x - b.x <= 0', 'a.y - b.y <= 0'],
  '0 >= a': ['0 >= a.x', '0 >= a.y'],
  '0 <= a <= [1, 1]': ['0 <= a.x', '0 <= a.y', 'a.x <= 1', 'a.y <= 1'],
  '[-1, -1] <= a <= 0': ['-1 <= a.x', '-1 <= a.y', 'a.x <= 0', 'a.y <= 0'],
  '[1, 1] >= a >= 0': ['1 >= a.x', '1 >= a.y', 'a.x >= 0', 'a.y >= 0'],
  '0 <= a <= b <= [9, 9]': ['0 <= a.x', '0 <= a.y', 'a.x <= b.x', 'a.y <= b.y', 'b.x <= 9', 'b.y <= 9'],
  '0 <= ddt(a) <= [1, k]': ['0 <= ddt(a.x)', '0 <= ddt(a.y)', 'ddt(a.x) <= 1', 'ddt(a.y) <= k'],
};

const specOf = (C: string | readonly string[], name: string): ConstraintSpec => {
  const text = String(C);
  const uses = (part: string): boolean => new RegExp(`\\b${part}\\b`).test(text);
  const where = { nothing: '0 * k', none: '[0, 0]' };
  return {
    summary: `Tries ${name}.`,
    space: 2,
    inputs: Object.fromEntries(['a', 'b'].filter(uses).map((input) => [input, 'point'] as const)),
    params: uses('k') || uses('nothing') ? { k: 'scalar' } : {},
    where: Object.fromEntries(Object.entries(where).filter(([part]) => uses(part))),
    C,
  } as const;
};

/** The class of a spec without those parameters that take no part. */
const typeOf = (C: string | readonly string[]): ConstraintType => compile('Tried', specOf(C, 'it'))['Tried']!.type;

describe.each(Object.entries(FORMS))('%s', (form, written) => {
  it('has the rows that it stands for', () => {
    expect(diagnose(specOf(form, 'it'))).toEqual([]);
    const [type, rows] = [typeOf(form), typeOf(written)];
    expect([type.rows, type.relations, type.levels]).toEqual([rows.rows, rows.relations, rows.levels]);
    const places = placesOf(type, 7);
    const numbers = places.map(({ p, ...place }) => ({ ...place, p: p.slice(0, rows.params.length) }));
    for (const [i, found] of batchEvaluations(type, places).entries()) {
      const expected = batchEvaluations(rows, numbers)[i]!;
      for (const quantity of ['C', 'Cdot', 'J', 'gamma', 'Jdot'] as const)
        [...found[quantity]].forEach((value, k) => {
          expect(value, quantity).toBeCloseTo(expected[quantity][k]!, 12);
        });
    }
  });

  it('is proven and explained', () => {
    expect(verify(specOf(form, 'it'), { name: 'Tried', samples: 20 }).pass).toBe(true);
    for (const format of ['text', 'tex', 'html', 'json'] as const)
      expect(explain('Tried', specOf(form, 'it'), format)).toContain('Tried');
  });
});

inFull(
  'all of them are generated in every language, and what is generated is proven',
  async () => {
    const specs = Object.keys(FORMS).map(
      (form, i) => `export const Tried${i} = defineConstraint(${JSON.stringify(specOf(form, 'it'))});`,
    );
    const text = ["import { defineConstraint } from 'holonomic';", ...specs].join('\n');
    const folder = await project({ 'package.json': '{}', 'constraints-spec/forms.ts': text });
    for (const target of TARGET_NAMES) {
      const { exitCode, stdout, stderr } = await cli(folder, 'generate', '--target', target);
      expect([target, exitCode, stderr]).toEqual([target, 0, '']);
      expect(stdout).toContain(`${specs.length} classes from 1 spec file`);
    }
    const { stdout } = await cli(folder, 'verify', '--samples', '10', '--json');
    const { reports } = JSON.parse(stdout) as { reports: { source: string; pass: boolean }[] };
    expect(reports.map(({ source, pass }) => [source, pass])).toEqual(specs.map(() => ['generated', true]));
  },
  120_000,
);

test('a class that takes another scalar for zero is found', () => {
  // The toolkit refuses this. A class of that formula must have it subtracted from each component.
  const right = typeOf('a == 0 * k');
  const type: ConstraintType = { ...right, formula: { ...right.formula, C: ['a == k'] } };
  expect(verify({ type }, { samples: 10 }).pass).toBe(false);
});

test.each([
  ['a == 1', 'E_SHAPE', 'or its length, norm(a); beside a whole vector, only 0 may stand'],
  ['a >= k', 'E_SHAPE', 'or its length, norm(a); beside a whole vector, only 0 may stand'],
  ['0 <= a <= 1', 'E_SHAPE', 'beside a whole vector, only 0 may stand'],
  ['a == sin(pi)', 'E_SHAPE', 'beside a whole vector, only 0 may stand'],
  ['a.x == [0]', 'E_SHAPE', 'leave out the brackets of [0]'],
  ['a == [0]', 'E_SHAPE', 'both sides need one shape'],
  ['[a, b] == 0', 'E_ROW_SHAPE', 'give each of its rows, or each component, an entry of C of its own'],
  ['[a, b] >= [[0, 0], [0, 0]]', 'E_ROW_SHAPE', 'give each of its rows'],
  ['a == b == 0', 'E_EQUATION', 'give each its own entry of C'],
  ['0 <= a == b', 'E_EQUATION', 'give each its own entry of C'],
  ['a != 0', 'E_INEQUALITY', 'write "==", "<=" or ">="'],
  ['a > 0', 'E_INEQUALITY', 'write ">="'],
  ['0 * a == 0', 'E_ROW_CONSTANT', 'it is always zero'],
  ['0 <= 0 <= a.x', 'E_ROW_CONSTANT', 'it is always zero'],
  ['a == 0 * ddt(b.x)', 'E_VELOCITY_LEVEL', 'leave it out where a position is to be held'],
])('%s is a mistake: %s', (C, code, hint) => {
  const [first] = diagnose(specOf(C, 'it'));
  expect(first?.code).toBe(code);
  expect(first?.hint).toContain(hint);
});
