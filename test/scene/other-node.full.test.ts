import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SCENES } from '../support/scene-hashes.js';

const ROOT = join(import.meta.dirname, '../..');
/** The program of another version, which `.ci/run` installs. */
const { OTHER_NODE: other, ...rest } = process.env;

test.skipIf(other === undefined)(
  'scenes come to the same bits in another version of Node',
  async () => {
    const run = async (...args: readonly string[]): Promise<string> => {
      // The variables by which these tests start their workers would confuse those of the other version.
      const env = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(VITEST|TEST$|NODE_)/.test(name)));
      return (await promisify(execFile)(other ?? '', args, { cwd: ROOT, env: { ...env, NO_COLOR: '1' } })).stdout;
    };
    expect((await run('--version')).split('.')[0]).not.toBe(process.version.split('.')[0]);
    const report = await run('node_modules/vitest/vitest.mjs', 'run', '--mode', 'full', 'test/scene/hashes.test.ts');
    expect(report).toContain(`Tests  ${SCENES.length + 1} passed (${SCENES.length + 1})`);
  },
  600_000,
);
