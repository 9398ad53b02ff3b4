import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../../runtime/index.js';
import { loadCompiledModule } from '../../src/generate/compiled-module.js';
import { loadModule } from '../../src/generate/load-module.js';
import { readPlainModule } from '../../src/generate/plain-module.js';
import { loadFault } from '../../src/locate/load-fault.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holonomic-'));
  await writeFile(
    join(folder, 'helper.ts'),
    "export let count: number = 1;\nexport const add = () => count++;\nexport default 'helper';\n",
  );
  await writeFile(join(folder, 'data.json'), '{ "length": 2 }');
  await writeFile(join(folder, 'circle.ts'), "import { late } from './module.js';\nexport const read = () => late;\n");
});
afterAll(() => rm(folder, { recursive: true }));

const isPlain = (source: string): boolean => readPlainModule(source) !== undefined;

type Load = (path: string) => Promise<Readonly<Record<string, unknown>>>;

/** What a module exports, with what its functions are called and give, or why it cannot be loaded. */
async function outcomeOf(load: Load, path: string): Promise<unknown> {
  try {
    const exports = await load(path);
    const seen = Object.entries(exports).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value];
      const { name: called } = value;
      return [name, /^class\b/.test(String(value)) ? called : [called, (value as () => unknown)()]];
    });
    return Object.fromEntries(seen);
  } catch (error) {
    return loadFault(error, path);
  }
}

async function expectAlike(text: string, file = 'module.ts'): Promise<unknown> {
  const path = join(folder, file);
  await writeFile(path, text);
  const outcome = await outcomeOf(loadModule, path);
  expect(outcome).toEqual(await outcomeOf(loadCompiledModule, path));
  return outcome;
}

const ROD = "defineConstraint({ summary: 's', space: 2, inputs: { a: 'point', b: 'point' }, C: 'norm(a - b)' })";
const IMPORT = "import { defineConstraint } from 'holonomic';";

describe('a plain module is translated line by line, and means what the compiler makes of it:', () => {
  it.each([
    ['a spec', `${IMPORT}\nexport const Rod = ${ROD};\n`],
    [
      'imports under other names',
      `import { defineConstraint as define, erf } from 'holonomic';\nexport const Rod = define({}), b = erf;\n`,
    ],
    [
      'imports over several lines and after their use',
      `export const f = () => ${ROD};\n${IMPORT.replace(' {', ' {\n')}\n`,
    ],
    [
      'imports from every part of the package',
      "import { World } from 'holonomic/runtime';\nimport { erf } from 'holonomic';\nexport const a = [World.name, erf];",
    ],
    [
      'an import for nothing',
      "import { nothing } from 'holonomic';\nimport {} from 'holonomic';\nimport 'holonomic';\nexport const a = 1;",
    ],
    [
      'a configuration',
      "import { defineConfig } from 'holonomic';\nexport default defineConfig({ specs: 'specs', out: 'generated' });\n",
    ],
    ['an object as the default', 'const out = `a${1}`\nexport default { out }'],
    [
      'constants',
      'const shared = 2;\nexport const a = shared, b = [a, shared]; export const c = { a, b };\nexport\nconst d = 4',
    ],
    [
      'functions and classes',
      'export const f = () => g();\nfunction g() { return [typeof this, new K().x]; }\nclass K { constructor() { this.x = 1; } }\nexport const h = function () { return this; };',
    ],
    [
      'constant assertions',
      "export const a = { unit: 'm', min: 0 } as const;\nexport const b = ['x', 'y'] as const, c = [{ kind: 'a' as const }];",
    ],
    [
      'the words of a module in strings',
      "export const a = 'export const b = 1';\nexport const c = `\nexport const d = ${'import'} { }\n`; // export const e = 1;\n/*\nexport const f = 1;\n*/",
    ],
    ['comparisons', 'let sum = 0;\nfor (let k = 0; k < 3; k++) sum += k;\nexport const a = [sum, 0 <= sum];'],
    ['no semicolons', `${IMPORT}\nconst a = 1\nexport const b = a\nexport default { b }`],
    [
      'an import between lines that would be one without it',
      "const f = () => 2\nconst a = f\nimport { erf } from 'holonomic'\n(erf)\nexport const b = typeof a",
    ],
    ['other ends of lines', `${IMPORT}\r\n\r\nexport const a = 1;\r\nexport const b = 2;\r\n`],
    ['a mark of the byte order', `\uFEFF${IMPORT}\nexport const a = 1;`],
    ['nothing', ''],
    [
      'an error of its own',
      `import {\n  erf,\n} from 'holonomic';\n\nexport const a = 1;\n\nexport const b = undefined.length;\n`,
    ],
    ['an import that is called too early', 'export const a = b;\nexport const b = 1;'],
  ])('%s', async (_, text) => {
    expect(isPlain(text)).toBe(true);
    await expectAlike(text);
  });

  it('with the place of an error where it is in the file', async () => {
    expect(
      await expectAlike(`import {\n  erf,\n} from 'holonomic';\nexport\nconst a = 1,\n  b = a.c.d;`),
    ).toMatchObject({
      source: { line: 6 },
    });
  });

  it('with the very modules of this program', async () => {
    const path = join(folder, 'module.ts');
    await writeFile(path, "import { World } from 'holonomic/runtime';\nexport const a = World;\n");
    expect((await loadModule(path))['a']).toBe(World);
  });

  it('anew each time', async () => {
    const path = join(folder, 'module.ts');
    for (const a of [1, 2]) {
      await writeFile(path, `export const a = ${a};`);
      expect(await loadModule(path)).toEqual({ a });
    }
  });

  it('and an import that does not exist is called by its name', async () => {
    const path = join(folder, 'module.ts');
    await writeFile(path, "import { defineRod } from 'holonomic';\n\nexport const Rod = defineRod({});\n");
    expect(await outcomeOf(loadModule, path)).toEqual({
      reason: 'defineRod is not a function',
      source: { line: 3, column: 1, length: 33 },
    });
  });
});

describe('any other module is left to the compiler:', () => {
  it.each([
    ['types', 'const f = (k: number): number => k + 1;\nexport const a: number = f(1);'],
    ['a type of its own', 'interface A { x: number }\nexport type B = A;\nexport const a = { x: 1 } satisfies B;'],
    ['types that are imported', "import type { World } from 'holonomic/runtime';\nexport const a = 1;"],
    ['a type among names', "import { type World, erf } from 'holonomic';\nexport const a = typeof erf;"],
    ['an enumeration', 'enum Kind { A, B }\nexport const a = Kind.B;'],
    [
      'arguments for types, which JavaScript compares',
      'class T {}\nconst f = (x) => [x];\nexport const a = f<T>(3);\nexport const b = f<T>\n(3);',
    ],
    ['comparisons both ways', 'export const a = [1 < 2, 2 > 1];'],
    ['fields of classes', 'class K {\n  x = 1;\n}\nexport const a = new K().x;'],
    ['an export twice', 'const a = 1;\nexport { a };\nexport { a };'],
    ['a namespace', "import * as all from 'holonomic';\nexport const a = Object.keys(all).length;"],
    ['a default', "import helper from './helper.js';\nexport const a = helper;"],
    ['a default under a name', "import { default as all } from 'holonomic';\nexport const a = typeof all;"],
    [
      'imports of files, which may change',
      "import { add, count } from './helper.js';\nadd();\nexport const a = count;",
    ],
    ['a circle of imports', "import { read } from './circle.js';\nexport const late = 3;\nexport const a = read();"],
    ['data', "import data from './data.json';\nexport const a = data.length;"],
    ['data with their type', "import data from './data.json' with { type: 'json' };\nexport const a = data.length;"],
    ['an import when it runs', "export const a = (await import('./helper.js')).default;"],
    ['an import in a function', "export const f = () => import('./helper.js') instanceof Promise;"],
    ['its own address', 'export const a = import.meta.url.slice(-9);'],
    ['waiting', 'export const a = await Promise.resolve(2);'],
    ['exports that change', 'export let a = 1;\na = 2;'],
    ['exported functions', 'export function f() { return g(); }\nconst g = () => 2;\nexport class K {}'],
    ['exports in a list', 'const a = 1;\nexport { a, a as b, a as default };'],
    ['exports of another module', "export * from './helper.js';\nexport { add as plus } from './helper.js';"],
    ['exports of a pattern', 'export const { a, b: [c] } = { a: 1, b: [2] };'],
    ['a default that takes its name', 'export default () => 1;'],
    ['a default in brackets', 'export default ({ a: 1 });'],
    [
      'names of the loader',
      'const exports = 1, module = 2, { require } = { require: 3 };\nexport const a = [exports, module, require];',
    ],
    [
      'what a loader adds',
      'export const a = __filename.slice(-9), b = [typeof require, typeof module, typeof exports];',
    ],
    [
      'a name that stands for what is imported',
      "import { erf } from 'holonomic';\nexport const a = (imports) => erf, imports = 1;",
    ],
    ['the library, which lies among files', "import { Distance2D } from 'holonomic/library';\nconst a = 1;"],
    ['escaped names', 'var \\u0065xports = 1;\nexport const a = 1;'],
    ['an assertion in a string', "export const a = `['x'] as const;`;"],
    ['an assertion in an import', "import { erf as const } from 'holonomic';\nexport const a = 1;"],
    ['an interpreter', '#!/usr/bin/env node\nexport const a = 1;'],
    ['resources', 'const f = () => { using a = { [Symbol.dispose]() {} }; return 1; };\nexport const b = 1;'],
  ])('%s', async (_, text) => {
    expect(isPlain(text)).toBe(false);
    await expectAlike(text);
  });

  it.each([
    ['a comma missing', "export const a = {\n  b: 'c'\n  d: 1,\n};"],
    ['a name twice', 'const a = 1;\nconst a = 2;'],
    ['an import declared again', `${IMPORT}\nconst defineConstraint = 1;`],
    ['an export of nothing', 'export const a = 1;\nexport { nothing };'],
    ['a return at the top', 'export const a = 1;\nreturn;'],
    ['a function waiting that must not', 'export const f = () => { await 1; };'],
    ['what no strict text holds', 'export const a = 010;'],
    ['an end too early', 'export const a = {'],
    ['a module that is not there', "import './nothing.js';"],
    ['an assertion of nothing', 'let a as const;'],
  ])('with a mistake, too: %s', async (_, text) => {
    expect(isPlain(text)).toBe(false);
    expect(await expectAlike(text)).toHaveProperty('reason');
  });

  it('what is required, or is no module', async () => {
    await expectAlike("module.exports = { a: require('./helper.ts').default };", 'module.cjs');
    await expectAlike("export const a = ['x'] as const;", 'module.mjs');
    expect(await outcomeOf(loadModule, join(folder, 'none.ts'))).toEqual(
      await outcomeOf(loadCompiledModule, join(folder, 'none.ts')),
    );
  });
});
