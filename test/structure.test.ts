import { expect, it } from 'vitest';
import { cyclesOf, importsAgainst, importsOf, RUNTIME_ORDER, fileCounts, MOST_FILES } from './support/structure.js';

const runtime = importsOf('runtime');

it('files of a room of the runtime import, types included, only from rooms before it', () => {
  expect(importsAgainst(runtime, RUNTIME_ORDER)).toEqual([]);
});

it('no files of the runtime import each other, types included', () => {
  expect(cyclesOf(runtime)).toEqual([]);
});

it('no room of the runtime is crowded', () => {
  expect([...fileCounts(runtime)].filter(([, count]) => count > MOST_FILES)).toEqual([]);
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
