import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../runtime/linear/elimination.js';
import { byDissection, byMinimumDegree } from '../../../runtime/linear/elimination-order.js';
import { dissect } from '../../../runtime/linear/nested-dissection.js';
import { blockGraph, type Graph, type SymmetricPattern } from '../../../runtime/equations/symmetric-pattern.js';
import { fillOf, grid, ones } from '../fixtures/elimination-graphs.js';
import { patternOf } from '../fixtures/patterns.js';

/** Returns the sizes of the components that are left of a graph without its separators. */
function pieces({ size, start, neighbour }: Graph, isSeparator: Uint8Array): number[] {
  const seen = isSeparator.slice();
  const sizes: number[] = [];
  for (let i = 0; i < size; i++) {
    if (seen[i] === 1) continue;
    seen[i] = 1;
    const piece = [i];
    for (const k of piece) {
      for (const j of neighbour.subarray(start[k], start[k + 1])) {
        if (seen[j] === 1) continue;
        seen[j] = 1;
        piece.push(j);
      }
    }
    sizes.push(piece.length);
  }
  return sizes;
}

const sorted = (list: Iterable<number>): number[] => [...list].sort((a, b) => a - b);

/**
 * Counts the operations of elimination in an order, `Σ c (c + 2)` over the entries `c` of each
 * column of `L`. A column has the entries of `A`, and of the columns whose first entry is in its
 * row.
 */
function operations({ size, start, row }: SymmetricPattern, order: Int32Array): number {
  const place = new Int32Array(size);
  order.forEach((node, k) => (place[node] = k));
  const columns = Array.from({ length: size }, (): number[] => []);
  for (let j = 0; j < size; j++) {
    for (const i of row.subarray(start[j]! + 1, start[j + 1])) {
      columns[Math.min(place[i]!, place[j]!)]!.push(Math.max(place[i]!, place[j]!));
    }
  }
  const seen = new Int32Array(size).fill(-1);
  let sum = 0;
  columns.forEach((listed, j) => {
    const rows: number[] = [];
    for (const i of listed) {
      if (i === j || seen[i] === j) continue;
      seen[i] = j;
      rows.push(i);
    }
    sum += rows.length * (rows.length + 2);
    if (rows.length > 0) columns[rows.reduce((least, i) => Math.min(least, i))]!.push(...rows);
    columns[j] = [];
  });
  return sum;
}

describe('nested dissection', () => {
  it('cuts a grid into small pieces by few nodes', () => {
    const n = 64;
    const graph = blockGraph(grid(n));
    const { order, isSeparator } = dissect(graph, ones(n * n));
    expect(sorted(order)).toEqual([...order.keys()]);
    const sizes = pieces(graph, isSeparator);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(sizes.length).toBeGreaterThanOrEqual(8);
    // Lines of 64, twice 64, and four times 32 nodes make sixteen pieces.
    expect(isSeparator.reduce((sum, x) => sum + x, 0)).toBeLessThan(1.5 * (n + n + 2 * n));
    // The cut that is eliminated last was found first. With no more nodes than a line it leaves two
    // sides, neither of them small.
    const first = Uint8Array.from(isSeparator, () => 0);
    for (const i of order.subarray(n * n - n)) first[i] = 1;
    const halves = sorted(pieces(graph, first));
    expect(halves).toHaveLength(2);
    expect(halves[0]).toBeGreaterThan(0.25 * n * n);
  });

  it('orders every node once, whatever the graph', () => {
    // Several components, some of them large enough to be dissected.
    const edges = fc.array(fc.tuple(fc.nat(1999), fc.nat(40)), { minLength: 1000, maxLength: 3000 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const pattern = patternOf(
          2000,
          pairs.map(([a, step]) => [a, (a + step) % 2000] as const),
        );
        const graph = blockGraph(pattern);
        const order = byDissection(graph, ones(2000));
        expect(sorted(order)).toEqual([...order.keys()]);
      }),
      { numRuns: 10, seed: 12 },
    );
  });

  it('does not divide a graph that has no cut', () => {
    const hub = patternOf(
      700,
      Array.from({ length: 699 }, (_, i) => [0, i + 1] as const),
    );
    const { order } = dissect(blockGraph(hub), ones(700));
    expect(sorted(order)).toEqual([...order.keys()]);
    expect(fillOf(hub, byDissection(blockGraph(hub), ones(700)))).toBe(699);
  });

  it('takes fewer operations on a large grid than minimum degree, and then the analysis uses it', () => {
    const n = 128;
    const pattern = grid(n);
    const graph = blockGraph(pattern);
    const byCuts = operations(pattern, byDissection(graph, ones(n * n)));
    const byDegree = operations(pattern, byMinimumDegree(graph, ones(n * n)));
    expect(byDegree).toBeGreaterThan(2e7);
    expect(byCuts).toBeLessThan(0.85 * byDegree);
    expect(analyse(pattern).flops).toBe(byCuts);
  });
});
