import { Distance2D } from 'holonomic/library';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rattle, rk4, velocityStep, type World, type WorldOptions } from '../../../runtime/index.js';
import { pinnedNet } from '../fixtures/pinned-net.js';
import { withoutSimd } from '../fixtures/without-simd.js';

const DT = 1 / 240;

/** The state, bit by bit. */
const bitsOf = (world: World): BigUint64Array =>
  new BigUint64Array(
    Float64Array.from(world.particles.flatMap(({ position, velocity }) => [...position, ...velocity])).buffer,
  );

/** Moves two worlds, of which only one has WebAssembly, and compares them every few steps. */
function expectSame(build: () => World, steps: number): World {
  const simd = build();
  simd.step(DT);
  const plain = build();
  withoutSimd(() => {
    plain.step(DT);
  });
  expect([simd.stats.factorization, plain.stats.factorization]).toEqual(['simd', 'fronts']);
  for (let k = 1; k < steps; k++) {
    simd.step(DT);
    plain.step(DT);
    if (k % 10 === 0) expect(bitsOf(simd)).toEqual(bitsOf(plain));
  }
  expect(bitsOf(simd)).toEqual(bitsOf(plain));
  expect(simd.stats).toEqual({ ...plain.stats, factorization: 'simd' });
  return simd;
}

describe('worlds with WebAssembly and without move alike, to the bit', () => {
  it.each<readonly [string, Partial<WorldOptions>]>([
    ['rk4', { integrator: rk4() }],
    ['velocityStep', { integrator: velocityStep() }],
    ['rattle', { integrator: rattle() }],
    ['projection', { integrator: velocityStep(), projection: true }],
  ])('a falling net: %s', (_, options) => {
    expectSame(() => pinnedNet(11, options), 14);
  });

  it('a net that folds flat, where rods become dependent', () => {
    const { stats } = expectSame(() => pinnedNet(11), 215);
    expect(stats.nearSingular).toBeGreaterThan(0);
  });

  it('a net with redundant rods, and one with rods that contradict each other', () => {
    for (const excess of [0, 1e-3]) {
      expectSame(() => {
        const world = pinnedNet(11);
        const { particles } = world;
        for (const i of [3, 40, 71]) {
          world.add(new Distance2D({ a: particles[i]!, b: particles[i + 1]!, length: 1 + excess }));
        }
        return world;
      }, 12);
    }
  });
});

describe('a net runs in JavaScript, and says so,', () => {
  beforeEach(() => {
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** Loads the runtime anew, which asks the platform again. */
  const method = async (): Promise<string> => {
    const fresh = await import('../fixtures/pinned-net.js');
    const world = fresh.pinnedNet(12);
    world.step(DT);
    return world.stats.factorization;
  };
  const platform = Object.fromEntries(
    ['validate', 'Module', 'Memory', 'Instance'].map((name) => [
      name,
      (globalThis as unknown as { WebAssembly: Record<string, unknown> }).WebAssembly[name],
    ]),
  );
  const refuse = function (): never {
    throw new RangeError('refused');
  };

  it.each<readonly [string, string, unknown]>([
    ['unless all is well', 'simd', platform],
    ['where there is no WebAssembly', 'fronts', undefined],
    ['where there is no SIMD', 'fronts', { ...platform, validate: () => false }],
    ['where compilation is forbidden', 'fronts', { ...platform, Module: refuse }],
    ['where memory is refused', 'fronts', { ...platform, Memory: refuse }],
    ['where instances are refused', 'fronts', { ...platform, Instance: refuse }],
  ])('%s', async (_, expected, WebAssembly) => {
    vi.stubGlobal('WebAssembly', WebAssembly);
    expect(await method()).toBe(expected);
  });
});
