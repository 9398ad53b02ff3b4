/// <reference types="vite/types/importMeta.d.ts" />
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Distance2D, Torus } from 'holonomic/library';
import { describeConstraints } from 'holonomic/vitest';

// The tests that the helper declares run here.
describeConstraints([Distance2D, Torus], { samples: 5 });
describeConstraints({ Distance2D, unrelated: () => 1 }, { samples: 5 });
describeConstraints(import.meta.glob('../../constraints-spec/surfaces.ts'), { samples: 5 });

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'out/describe-constraints');

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

let results: ReadonlyMap<string, { status: string; message: string }>;
beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(join(FOLDER, 'test'), { recursive: true });
  const generated = await readFile(join(ROOT, 'generated/curves.ts'), 'utf8');
  const start = generated.indexOf('const helixKernel');
  const wrong = generated.slice(start).replace(/(gamma\[row\] = )/, '$11e-3 + ');
  await writeFile(join(FOLDER, 'test/curves.ts'), generated.slice(0, start) + wrong);
  await writeFile(join(FOLDER, 'test/helper.ts'), 'export const nothing = 1;\n');
  await writeFile(join(FOLDER, 'test/index.ts'), `export * from './curves.js';\n`);
  await writeFile(
    join(FOLDER, 'test/wrong.test.ts'),
    `import { describeConstraints } from 'holonomic/vitest';\ndescribeConstraints(import.meta.glob(['./*.ts', '!./*.test.ts']), { samples: 5 });\n`,
  );
  const output = join(FOLDER, 'report.json');
  await new Promise((resolve) => {
    const options = [
      'run',
      '--dir',
      FOLDER,
      '--config',
      'vitest.config.ts',
      '--reporter=json',
      `--outputFile=${output}`,
    ];
    const env = { ...process.env, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined };
    execFile('npx', ['vitest', ...options], { cwd: ROOT, env }, resolve);
  });
  const report = JSON.parse(await readFile(output, 'utf8')) as JsonReport;
  results = new Map(
    report.testResults.flatMap((file) =>
      file.assertionResults.map(({ fullName, status, failureMessages }) => [
        fullName,
        { status, message: failureMessages.join('\n') },
      ]),
    ),
  );
});

test('each class has a test of its own for each quantity', () => {
  const names = [...results.keys()];
  for (const quantity of ['C', 'Cdot', 'J', 'Jdot', 'gamma']) expect(names).toContain(`./curves.ts Helix ${quantity}`);
  expect(results.get('./curves.ts PointOnParabola gamma')).toMatchObject({ status: 'passed' });
});

test('a class that an index exports too is proven once', () => {
  const proven = [...results.keys()].filter((name) => name.endsWith(' Helix gamma'));
  expect(proven).toEqual(['./curves.ts Helix gamma']);
  expect(results.get('./index.ts exports no constraint, no body and no energy of its own')).toMatchObject({
    status: 'skipped',
  });
});

test('a failure names the entry, the configuration, the value computed and the value expected', () => {
  const { status, message } = results.get('./curves.ts Helix gamma')!;
  expect(status).toBe('failed');
  expect(message).toContain('Helix: gamma is not what the formula says (5 samples, seed 1)');
  expect(message).toMatch(/gamma row 1 at sample \d: computed -?[\d.]+\S*, expected -?[\d.]+/);
  expect(message).toMatch(/at p = \[.*\]/);
  expect(results.get('./curves.ts Helix J')!.status).toBe('passed');
});
