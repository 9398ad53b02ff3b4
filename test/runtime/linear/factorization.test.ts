import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../runtime/linear/elimination.js';
import { createFactorization } from '../../../runtime/linear/factorization.js';
import { groupColumns, planFronts } from '../../../runtime/linear/fronts.js';
import type { GuardedFactorization } from '../../../runtime/linear/guarded-factorization.js';
import { RowwiseFactorization } from '../../../runtime/linear/ldl.js';
import { MultifrontalFactorization } from '../../../runtime/linear/multifrontal.js';
import { NullSpace } from '../../../runtime/linear/null-space.js';
import type { SymmetricPattern } from '../../../runtime/equations/symmetric-pattern.js';
import { largestDifference } from '../fixtures/oracle.js';
import { factorize, gram, grid, samples, times } from '../fixtures/gram-matrices.js';
import { patternOf } from '../fixtures/patterns.js';

function multifrontal(pattern: SymmetricPattern): MultifrontalFactorization {
  const elimination = analyse(pattern);
  return new MultifrontalFactorization(planFronts(pattern, elimination, groupColumns(elimination)));
}

/** Finds the rank of a small matrix by elimination with complete pivoting. */
function rankOf(A: readonly (readonly number[])[]): { rank: number; doubtful: boolean } {
  const M = A.map((row) => [...row]);
  const n = M.length;
  const largest = Math.max(...M.map((row, i) => row[i]!));
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k; i < n; i++) if (M[i]![i]! > M[p]![p]!) p = i;
    [M[k], M[p]] = [M[p]!, M[k]!];
    for (const row of M) [row[k], row[p]] = [row[p]!, row[k]!];
    const pivot = M[k]![k]!;
    if (pivot < 1e-13 * largest) return { rank: k, doubtful: false };
    if (pivot < 1e-7 * largest) return { rank: k, doubtful: true };
    for (let i = k + 1; i < n; i++) {
      const l = M[i]![k]! / pivot;
      for (let j = k; j < n; j++) M[i]![j]! -= l * M[k]![j]!;
    }
  }
  return { rank: n, doubtful: false };
}

const kinds: readonly (readonly [string, (pattern: SymmetricPattern) => GuardedFactorization])[] = [
  ['row by row', (pattern) => new RowwiseFactorization(analyse(pattern))],
  ['front by front', multifrontal],
];

describe.each(kinds)('%s', (_, create) => {
  it('solves, with any rows that depend on others left out', () => {
    let dependent = 0;
    fc.assert(
      fc.property(samples, (sample) => {
        const { rank, doubtful } = rankOf(sample.A);
        fc.pre(!doubtful);
        const { size } = sample.pattern;
        const factorization = create(sample.pattern);
        const expected = Float64Array.from({ length: size }, (__, i) => Math.cos(2 * i));
        const b = times(sample.A, expected);
        const z = new Float64Array(size);
        const x = new Float64Array(size);
        factorize(factorization, sample, b, z);
        factorization.solveUpper(z, x);
        expect(factorization.rank).toBe(rank);
        expect(largestDifference(times(sample.A, x), b)).toBeLessThan(1e-5 * (1 + Math.max(...b.map(Math.abs))));
        if (rank < size) dependent++;
        else expect(largestDifference(x, expected)).toBeLessThan(1e-5);
        for (const k of factorization.dependent.subarray(0, factorization.dependentCount)) {
          expect(Math.abs(x[factorization.order[k]!]!)).toBe(0);
        }
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(dependent).toBeGreaterThan(20);
  });

  it('solves the equations of a net', () => {
    const sample = gram(grid(9));
    const { size } = sample.pattern;
    const factorization = create(sample.pattern);
    const expected = Float64Array.from({ length: size }, (__, i) => Math.cos(2 * i));
    const b = times(sample.A, expected);
    const z = new Float64Array(size);
    const x = new Float64Array(size);
    factorize(factorization, sample, b, z);
    factorization.solveUpper(z, x);
    expect(factorization.rank).toBe(size);
    expect(largestDifference(x, expected)).toBeLessThan(1e-8);
  });

  it('knows the null space', () => {
    const sample = gram(grid(5, 1));
    const factorization = create(sample.pattern);
    const { size } = sample.pattern;
    expect(size).toBeGreaterThan(sample.columns);
    factorize(factorization, sample, new Float64Array(size), new Float64Array(size));
    expect(factorization.rank).toBe(rankOf(sample.A).rank);
    const x = Float64Array.from({ length: size }, (__, i) => Math.cos(2 * i));
    const removed = new Float64Array(1);
    const permuted = factorization.order.reduce((out, i, k) => ((out[k] = x[i]!), out), new Float64Array(size));
    new NullSpace(factorization).remove(permuted, removed, 0);
    const kept = new Float64Array(size);
    factorization.order.forEach((i, k) => (kept[i] = permuted[k]!));
    const gone = x.map((entry, i) => entry - kept[i]!);
    expect(removed[0]).toBeGreaterThan(0.1);
    expect(Math.hypot(...gone)).toBeCloseTo(removed[0]!, 10);
    expect(Math.max(...times(sample.A, gone).map(Math.abs))).toBeLessThan(1e-10);
    expect(Math.abs(gone.reduce((sum, entry, i) => sum + entry * kept[i]!, 0))).toBeLessThan(1e-10);
  });
});

describe('fronts', () => {
  it('hold the rows that elimination fills, and each at the place that its parent has it at', () => {
    fc.assert(
      fc.property(samples, ({ pattern }) => {
        const elimination = analyse(pattern);
        const grouping = groupColumns(elimination);
        const fronts = planFronts(pattern, elimination, grouping);
        const { count, order, firstColumn, rowStart, row, relative, childStart, child } = fronts;
        expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
        expect(fronts.fill).toBeGreaterThanOrEqual(elimination.fill);
        const parent = new Int32Array(count).fill(-1);
        for (let f = 0; f < count; f++) {
          for (const c of child.subarray(childStart[f], childStart[f + 1])) parent[c] = f;
        }
        for (let f = 0; f < count; f++) {
          const rows = [...row.subarray(rowStart[f], rowStart[f + 1])];
          expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
          if (rows.length === 0) continue;
          const p = parent[f]!;
          expect(p).toBeGreaterThan(f);
          const own = Array.from({ length: firstColumn[p + 1]! - firstColumn[p]! }, (_, i) => firstColumn[p]! + i);
          // A panel's own rows, counted up to a multiple of four, and then those below.
          while (own.length % 4 > 0) own.push(NaN);
          const above = [...own, ...row.subarray(rowStart[p], rowStart[p + 1])];
          expect([...relative.subarray(rowStart[f], rowStart[f + 1])].map((i) => above[i])).toEqual(rows);
        }
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('give what rows give, with any number of columns and of rows below over multiples of four', () => {
    const sample = gram(grid(14));
    const { pattern, A } = sample;
    const elimination = analyse(pattern);
    const { count, firstColumn, rowStart } = planFronts(pattern, elimination, groupColumns(elimination));
    const over = [new Set<number>(), new Set<number>()] as const;
    for (let f = 0; f < count; f++) {
      const columns = firstColumn[f + 1]! - firstColumn[f]!;
      const below = rowStart[f + 1]! - rowStart[f]!;
      if (columns > 4) over[0].add(columns % 4);
      if (below > 4) over[1].add(below % 4);
    }
    expect(over.map(({ size }) => size)).toEqual([4, 4]);
    const b = times(
      A,
      Float64Array.from({ length: pattern.size }, (_, i) => Math.sin(i)),
    );
    const [byRows, byFronts] = [new RowwiseFactorization(elimination), multifrontal(pattern)].map((factorization) => {
      const z = new Float64Array(pattern.size);
      const x = new Float64Array(pattern.size);
      factorize(factorization, sample, b, z);
      factorization.solveUpper(z, x);
      // Once more with the same factors.
      for (let k = 0; k < z.length; k++) z[k] = x[factorization.order[k]!]!;
      factorization.solveLower(z);
      const y = new Float64Array(pattern.size);
      factorization.solveUpper(z, y);
      return { x, y };
    });
    expect(largestDifference(byFronts!.x, byRows!.x)).toBeLessThan(1e-10);
    expect(largestDifference(byFronts!.y, byRows!.y)).toBeLessThan(1e-9);
  });

  it('are larger than the columns that have the same rows, where that saves time', () => {
    const { pattern } = gram(grid(12));
    const elimination = analyse(pattern);
    const { firstColumn, cost } = groupColumns(elimination);
    expect(firstColumn.length - 1).toBeLessThan(pattern.size / 4);
    expect(cost).toBeGreaterThan(0);
  });
});

describe('the choice', () => {
  it('is rows for chains and trees, and fronts for nets', () => {
    const chain = Array.from({ length: 200 }, (_, i) => [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3]);
    const tree = Array.from({ length: 200 }, (_, i) => [i >> 1, i + 1]);
    const net = grid(24);
    const choice = (supports: readonly (readonly number[])[]): GuardedFactorization => {
      const edges = supports.flatMap((one, i) =>
        supports.flatMap((other, j): [number, number][] =>
          j < i && one.some((column) => other.includes(column)) ? [[i, j]] : [],
        ),
      );
      const pattern = patternOf(supports.length, edges);
      return createFactorization(pattern, analyse(pattern));
    };
    expect(choice(chain)).toBeInstanceOf(RowwiseFactorization);
    expect(choice(tree)).toBeInstanceOf(RowwiseFactorization);
    expect(choice(net)).toBeInstanceOf(MultifrontalFactorization);
  });
});
