import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConstraint } from 'holonomic';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { markOf } from '../../src/kinds/index.js';

const plain = {
  summary: 'Holds two points a fixed distance apart.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: 'norm(a - b) == length',
} as const;

describe('defineConstraint', () => {
  it('returns the same data with a mark, and leaves its argument alone', () => {
    const before = structuredClone(plain);
    expect(defineConstraint(plain)).toEqual({ ...plain, kind: 'constraint' });
    expect(plain).toEqual(before);
  });
  it('marks constraints among the exports of a module', () => {
    expect(markOf(defineConstraint(plain))).toBe('constraint');
    expect(markOf({ kind: 'body' })).toBe('body');
    for (const other of [plain, null, undefined, 3, 'constraint', [], () => 1, { kind: 'force' }, { kind: 'toString' }])
      expect(markOf(other)).toBeUndefined();
  });
  it('keeps names and kinds in its type', () => {
    const spec = defineConstraint({ ...plain, inputs: { a: 'point', theta: 'scalar' } });
    expectTypeOf(spec.inputs).toEqualTypeOf<{ readonly a: 'point'; readonly theta: 'scalar' }>();
  });
  it('refuses mistakes at compile time', () => {
    // @ts-expect-error -- no such kind of input
    defineConstraint({ ...plain, inputs: { a: 'pont' } });
    // @ts-expect-error -- no such space
    defineConstraint({ ...plain, space: 4 });
    // @ts-expect-error -- no such field
    defineConstraint({ summary: 'x', space: 2, inputs: { a: 'point' }, C: 'a', summry: 'x' });
    // @ts-expect-error -- no such input or parameter
    defineConstraint({ summary: 'x', space: 2, inputs: { a: 'point' }, C: 'a', sample: { c: [0, 1] } });
    // @ts-expect-error -- a scalar has one default
    defineConstraint({ summary: 'x', space: 2, inputs: { a: 'point' }, params: { k: { default: [1, 2] } }, C: 'a' });
    // @ts-expect-error -- no summary
    defineConstraint({ space: 2, inputs: { a: 'point' }, C: 'a' });
  });
  it('accepts valid specs at compile time', () => {
    defineConstraint({
      summary: 'x',
      space: 2,
      inputs: { a: 'point' },
      params: { k: { kind: 'vector', default: [1, 2] }, l: 'scalar' },
      C: ['a', 'k'],
      sample: { a: [0, 1], k: [1, 2] },
    });
  });
});

it('the entry imports nothing', () => {
  const seen = new Set<string>();
  const visit = (url: URL): void => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    for (const [statement, specifier] of readFileSync(fileURLToPath(url), 'utf8').matchAll(
      /^(?:import|export)\s[^;]*?from '([^']+)';/gm,
    )) {
      if (/^(?:import|export) type\b/.test(statement)) continue;
      expect(specifier).toMatch(/^\./);
      visit(new URL(specifier!.replace(/\.js$/, '.ts'), url));
    }
  };
  visit(new URL('../../src/index.ts', import.meta.url));
  expect([...seen].map((href) => href.replace(/.*\/src\//, ''))).toEqual([
    'index.ts',
    'spec/body-spec.ts',
    'spec/energy-spec.ts',
    'spec/define-config.ts',
    'spec/define-constraint.ts',
  ]);
});
