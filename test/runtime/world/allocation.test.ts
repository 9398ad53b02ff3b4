import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blockLDL } from '../../../runtime/index.js';
import { RowwiseFactorization } from '../../../runtime/linear/ldl.js';
import { MultifrontalFactorization } from '../../../runtime/linear/multifrontal.js';
import { allocationScene, isFrugal, type Allocation } from '../fixtures/allocation-scenes.js';
import { IS_FULL } from '../../support/scope.js';

it.runIf(IS_FULL)(
  'allocates less than a kilobyte per step, four where it iterates, and keeps nothing of it',
  { timeout: 120_000 },
  () => {
    const probe = fileURLToPath(new URL('../fixtures/allocation-probe.ts', import.meta.url));
    const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--import', 'tsx'];
    const tooMuch = (): [string, Allocation][] => {
      const output = execFileSync(process.execPath, [...flags, probe], { encoding: 'utf8' });
      const scenes = Object.entries(JSON.parse(output) as Record<string, Allocation>);
      expect(scenes.length).toBeGreaterThanOrEqual(7);
      return scenes.filter(([name, allocation]) => !isFrugal(name, allocation));
    };
    // What V8 compiles meanwhile takes memory of the same heap: a scene allocates too much if it always does.
    let found = tooMuch();
    for (let again = 0; again < 2 && found.length > 0; again++) {
      const names = new Set(tooMuch().map(([name]) => name));
      found = found.filter(([name]) => names.has(name));
    }
    expect(found).toEqual([]);
  },
);

describe('the nets among the scenes', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['small net', RowwiseFactorization],
    ['large net', MultifrontalFactorization],
  ] as const)('take both ways to factorise: %s', (scene, { prototype }) => {
    const factorize = vi.spyOn(prototype, 'factorize');
    const world = allocationScene(scene, { solver: blockLDL() });
    world.step(1 / 65_536);
    expect(factorize).toHaveBeenCalledTimes(4);
    expect(world.stats.fallbacks).toBe(0);
  });
});
