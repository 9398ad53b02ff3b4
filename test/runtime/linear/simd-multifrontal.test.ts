import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../runtime/linear/elimination.js';
import { compiledFronts } from '../../../runtime/linear/front-module.js';
import { groupColumns, planFronts } from '../../../runtime/linear/fronts.js';
import { MultifrontalFactorization } from '../../../runtime/linear/multifrontal.js';
import { NullSpace } from '../../../runtime/linear/null-space.js';
import { SimdMultifrontal } from '../../../runtime/linear/simd-multifrontal.js';
import { frontModuleFile } from '../../../scripts/wasm/front-module.js';
import { factorize, gram, grid, samples, type Sample } from '../fixtures/gram-matrices.js';

/** The bits of numbers, to be compared with `toEqual`, which also tells 0 from −0. */
const bits = (...arrays: readonly Float64Array[]): BigUint64Array[] =>
  arrays.map((array) => new BigUint64Array(array.slice().buffer));

function bothWays(pattern: Sample['pattern']): [MultifrontalFactorization, SimdMultifrontal] {
  const elimination = analyse(pattern);
  const fronts = planFronts(pattern, elimination, groupColumns(elimination));
  return [new MultifrontalFactorization(fronts), new SimdMultifrontal(fronts, compiledFronts()!)];
}

/** All that a factorization can tell about a matrix and a right-hand side. */
function results(factorization: MultifrontalFactorization, sample: Sample, tolerance?: number): unknown {
  const { size } = sample.pattern;
  const b = Float64Array.from({ length: size }, (_, i) => Math.cos(2 * i));
  const forward = new Float64Array(size);
  const x = new Float64Array(size);
  factorize(factorization, sample, b, forward);
  if (tolerance !== undefined) factorization.factorize(b, forward, tolerance);
  const z = forward.slice();
  factorization.solveUpper(z, x);
  // Once more with the same factors.
  const again = x.map((_, k) => x[factorization.order[k]!]!);
  factorization.solveLower(again);
  const y = new Float64Array(size);
  factorization.solveUpper(again.slice(), y);
  const reached = x.slice();
  const removed = new Float64Array(1);
  new NullSpace(factorization).remove(reached, removed, 0);
  const { dependent, dependentCount, nearSingular, pivots } = factorization;
  return {
    bits: bits(forward, z, x, again, y, reached, removed, pivots.slice()),
    dependent: [...dependent.subarray(0, dependentCount)],
    nearSingular,
  };
}

function expectSame(sample: Sample, tolerance?: number): { dependent: readonly number[] } {
  const [plain, simd] = bothWays(sample.pattern).map((factorization) => results(factorization, sample, tolerance));
  expect(simd).toEqual(plain);
  return plain as { dependent: readonly number[] };
}

describe('fronts in WebAssembly', () => {
  it('are what the encoder makes', () => {
    const path = fileURLToPath(new URL('../../../runtime/linear/front-module-bytes.ts', import.meta.url));
    expect(readFileSync(path, 'utf8'), 'npx tsx scripts/front-module.ts').toBe(frontModuleFile());
  });

  it('give the bits that JavaScript gives for small matrices, with dependent rows or without', () => {
    let dependent = 0;
    fc.assert(
      fc.property(samples, (sample) => {
        if (expectSame(sample).dependent.length > 0) dependent++;
      }),
      { numRuns: 200, seed: 11 },
    );
    expect(dependent).toBeGreaterThan(20);
  });

  it('give them for nets', () => {
    for (const n of [5, 9, 14]) expect(expectSame(gram(grid(n))).dependent).toEqual([]);
  });

  it('give them where half of the rows depend on others, and where decisions are held', () => {
    const sample = gram(grid(11, 1), 7);
    expect(expectSame(sample).dependent.length).toBeGreaterThan(100);
    for (const tolerance of [1e-9, 1e-3, 0]) expectSame(sample, tolerance);
  });

  it('give them for nearly dependent rows, which are examined with the factor so far', () => {
    const sample = gram(grid(9));
    // The last two rods of the net become one, but for 1e-5.
    const { A, pattern } = sample;
    const near: Sample = { ...sample, A: A.map((row, i) => row.map((entry, j) => entry + (i === j ? 1e-9 : 0))) };
    expectSame({ ...near, pattern });
    const doubled = gram([...grid(9), [0, 1, 2, 3], [0, 1, 2, 3]], 3);
    const shaken = doubled.A.map((row, i) => row.map((entry, j) => (i === j ? entry * (1 + 1e-11) : entry)));
    expectSame({ ...doubled, A: shaken });
  });

  it('give them for numbers that are not finite', () => {
    const sample = gram(grid(6));
    for (const wrong of [NaN, Infinity, 0, -1]) {
      const [plain, simd] = bothWays(sample.pattern).map((factorization) => {
        const b = new Float64Array(sample.pattern.size).fill(1);
        const z = b.slice();
        factorize(factorization, sample, b, z);
        factorization.values[factorization.values.length - 9] = wrong;
        factorization.factorize(b, z);
        return [...z];
      });
      expect(simd).toEqual(plain);
    }
  });
});
