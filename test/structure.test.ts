import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  importsAgainst,
  importsOf,
  RUNTIME_ORDER,
  SOURCE_ORDER,
  fileCounts,
  MOST_FILES,
} from './support/structure.js';

describe.each([
  ['runtime', RUNTIME_ORDER],
  ['src', SOURCE_ORDER],
] as const)('%s', (folder, order) => {
  const imports = importsOf(folder);

  it('has folders whose files import, types included, only from folders before them', () => {
    expect(importsAgainst(imports, order)).toEqual([]);
  });

  it('has no files that import each other, types included', () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  it('has no crowded folder', () => {
    expect([...fileCounts(imports)].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });
});

it('the workshop has no files that import each other, types and later imports included', () => {
  const imports = importsOf('site/workshop');
  expect(imports.size).toBeGreaterThan(50);
  expect(cyclesOf(imports)).toEqual([]);
});

it('finds cycles and imports against the order', () => {
  const imports = new Map([
    ['a/one.ts', ['a/two.ts']],
    ['a/two.ts', ['b/three.ts']],
    ['b/three.ts', ['a/one.ts']],
    ['b/four.ts', ['a/one.ts', 'b/three.ts']],
    ['c/five.ts', []],
  ]);
  expect(cyclesOf(imports)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']]);
  expect(importsAgainst(imports, ['a', 'b'])).toEqual(['a/two.ts → b/three.ts', 'c/five.ts is in no listed folder']);
});
