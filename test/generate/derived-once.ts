import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { generate, type GenerateResult } from '../../src/toolkit.js';
import { project } from '../cli/support.js';

/**
 * Generates a folder many times, for tests of what happens to the folder. Specs are derived only
 * here. Each run finds them as after a check: derived, and all of the output still to be written.
 */
export async function derivedOnce(
  out: string,
  ...all: readonly string[]
): Promise<(specs: string) => Promise<GenerateResult>> {
  const folder = await project({});
  const [finished, records] = [join(folder, 'finished'), join(folder, 'records')];
  for (const specs of all)
    expect(await generate({ specs, out, records: finished, check: true })).toMatchObject({ errors: [] });
  return async (specs) => {
    rmSync(records, { recursive: true, force: true });
    cpSync(finished, records, { recursive: true });
    const result = await generate({ specs, out, records });
    expect(result.derived).toBe(0);
    return result;
  };
}
