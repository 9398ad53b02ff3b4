import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFaults } from '../../src/plugin/imports.js';
import { project } from '../cli/support.js';

const NONE = { lost: new Set<string>(), gained: new Set<string>() };

async function setUp() {
  const folder = await project({
    'generated/rod.ts': 'export interface RodInputs {}\nexport class Rod {}\n',
    'generated/index.ts': `export * from './rod.js';\n`,
  });
  return (code: string, changes = NONE): string[] =>
    importFaults(code, join(folder, 'src/main.ts'), [join(folder, 'generated')], changes).map(
      ({ message, hint = '', source }) => `${source!.line}:${source!.column} ${message} ${hint}`,
    );
}

test.each([
  [`import { Rod } from '../generated/index.js';`],
  [`import { Rod as Bar, type Gone, RodInputs } from "../generated/rod";`],
  [`import type { Gone } from '../generated/rod.js';`],
  [`import * as all from '../generated';`],
  [`import { Gone } from '../other/index.js';`],
  [`import { Gone } from 'holonomic/library';`],
])('%s is right, or none of its business', async (code) => {
  expect((await setUp())(code)).toEqual([]);
});

test('what is not there is told with its place', async () => {
  const faults = await setUp();
  expect(faults(`// first\nimport { Rod, Rodd } from '../generated/index.js';`)).toEqual([
    '2:15 "Rodd" is not generated. did you mean "Rod"?',
  ]);
  expect(faults(`export { Strut as Bar } from '../generated/rod.js';`)).toEqual([
    '1:10 "Strut" is not generated. rod.ts exports Rod',
  ]);
  expect(faults(`import { Slope } from '../generated/slope.js';`)).toEqual([
    '1:24 slope.js is not generated: there is no such spec file, or it was renamed or deleted. the generated modules are index.js, rod.js',
  ]);
  const changes = { lost: new Set(['Strut']), gained: new Set(['Rod']) };
  expect(faults(`import {\n  Strut,\n} from '../generated/index.js';`, changes)).toEqual([
    '2:3 "Strut" is no longer generated: its spec was renamed or deleted. is it now "Rod", which is new?',
  ]);
});
