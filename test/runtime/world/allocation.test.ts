import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blockLDL } from '../../../runtime/index.js';
import { RowwiseFactorization } from '../../../runtime/linear/ldl.js';
import { MultifrontalFactorization } from '../../../runtime/linear/multifrontal.js';
import { allocationScene } from '../fixtures/allocation-scenes.js';

/**
 * Bytes per step that nobody minds: a number or two on the heap, of 16 bytes each, which the compiler of the engine may box in one run
 * and not in the next. Anything that grows with the scene takes more in the nets.
 */
const THRESHOLD = 40;

it(
  'allocates nothing to speak of per step, with any solver and integrator, projected or not',
  { timeout: 600_000 },
  () => {
    const probe = fileURLToPath(new URL('fixtures/allocation-probe.ts', import.meta.url));
    const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--import', 'tsx'];
    const output = execFileSync(process.execPath, [...flags, probe], { encoding: 'utf8' });
    const bytesPerStep = Object.entries(JSON.parse(output) as Record<string, number>);
    expect(bytesPerStep.length).toBe(105);
    expect(bytesPerStep.filter(([, bytes]) => !(bytes < THRESHOLD))).toEqual([]);
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
