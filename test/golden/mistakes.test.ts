import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatDiagnostics } from '../../src/diagnostics/index.js';
import { generate } from '../../src/toolkit.js';
import { withDisplayPaths } from '../../src/cli/display-diagnostics.js';
import { expectGolden } from '../support/golden.js';

const FOLDER = join(import.meta.dirname, 'mistakes');

test('each mistake is explained in its file, word for word', async () => {
  const specs = (await readdir(join(FOLDER, 'specs'))).sort();
  const messages = new Map<string, string>();
  for (const name of specs) {
    const path = join(FOLDER, 'specs', name);
    const { errors, written } = await generate({ specs: path, out: join(FOLDER, 'never') });
    expect(written).toEqual([]);
    expect(errors.length, name).toBeGreaterThan(0);
    const text = formatDiagnostics(withDisplayPaths(errors, join(FOLDER, 'specs')));
    messages.set(name.replace(/\.ts$/, '.txt'), `${text}\n`);
  }
  expect(messages.size).toBeGreaterThanOrEqual(20);
  await expectGolden(join(FOLDER, 'messages'), messages);
});
