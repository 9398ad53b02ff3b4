import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  importsAgainst,
  importsOf,
  RUNTIME_ORDER,
  SOURCE_ORDER,
  fileCounts,
  MOST_FILES,
  FEW_FILES,
  inlineCodeOf,
  missingFiles,
  readmesOf,
  unequalIn,
  unnamedFiles,
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

  const large = [...fileCounts(imports)].filter(([path, count]) => count > FEW_FILES && basename(path) !== 'generated');
  it.each(large.map(([path]) => path))('has a README.md in %s, which names all long files', (path) => {
    expect(readmesOf(folder)).toContain(`${path}/README.md`);
    expect(unnamedFiles(path, imports.keys(), inlineCodeOf(`${path}/README.md`))).toEqual([]);
  });

  it.each(readmesOf(folder))('has the files that %s names', (page) => {
    expect(missingFiles(page, folder, inlineCodeOf(page))).toEqual([]);
  });
});

it('the runtime comes to the same bits in every engine, by runtime/elementary and runtime/base/powers.ts', () => {
  const files = [...importsOf('runtime').keys()].filter((file) => !file.includes('/generated/'));
  expect(files.map((file) => [file, ...unequalIn(file)]).filter(({ length }) => length > 1)).toEqual([]);
  expect(unequalIn('test/support/integrate.ts').join()).toContain('**');
  expect(unequalIn('bench/chain.ts').join()).toMatch(/Math\.(?:sin|cos)/);
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

it('finds long files that a page does not name, and names of files that are not there', () => {
  const files = [
    'runtime/world/step.ts',
    'runtime/world/world.ts',
    'runtime/world/rank.ts',
    'runtime/model/particle.ts',
  ];
  expect(unnamedFiles('runtime/world', files, ['rank.ts', 'World.run'])).toEqual(['runtime/world/step.ts']);
  expect(unnamedFiles('runtime/world', files, ['step', 'world.ts'])).toEqual([]);
  const named = ['step.ts', 'world/step.ts', 'src/spec/names.ts', 'stride.ts', '../world.ts', 'World'];
  expect(missingFiles('runtime/world/README.md', 'runtime', named)).toEqual(['stride.ts', '../world.ts']);
});
