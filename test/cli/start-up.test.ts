import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Lists the packages that are loaded with `file`, through all its static imports. */
async function packagesOf(file: string, seen = new Map<string, Set<string>>()): Promise<ReadonlySet<string>> {
  const packages = new Set<string>();
  seen.set(file, packages);
  const code = await readFile(file, 'utf8');
  for (const [, clause, name] of code.matchAll(/^(?:import|export)\s([^;]*?)from '([^']+)';/gm)) {
    if (clause!.startsWith('type ')) continue;
    if (!name!.startsWith('.')) packages.add(name!);
    else {
      const next = join(dirname(file), name!.replace(/\.js$/, '.ts'));
      for (const one of seen.get(next) ?? (await packagesOf(next, seen))) packages.add(one);
    }
  }
  return packages;
}

test('the command line starts without anything heavy', async () => {
  const packages = [...(await packagesOf('src/cli/run.ts'))].filter((name) => !name.startsWith('node:'));
  expect(packages.sort()).toEqual(['commander', 'picocolors']);
});
