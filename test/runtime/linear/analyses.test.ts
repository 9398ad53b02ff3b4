import { describe, expect, it } from 'vitest';
import type { MatrixSource } from '../../../runtime/equations/matrix-source.js';
import type { SymmetricPattern } from '../../../runtime/equations/symmetric-pattern.js';
import { Analyses } from '../../../runtime/linear/analyses.js';
import { analyse } from '../../../runtime/linear/elimination.js';

/** Nodes of a grid by `y n + x`, of which some are left out, and links between others. */
function grid(n: number, gone: ReadonlySet<number>, links: readonly (readonly [number, number])[] = []): MatrixSource {
  const nodes = Array.from({ length: n * n }, (_, k) => k).filter((k) => !gone.has(k));
  const index = new Map(nodes.map((k, i) => [k, i]));
  const columns = nodes.map((k) => {
    const right = k % n < n - 1 ? [k + 1] : [];
    const linked = links.flatMap(([a, b]) => (a === k ? [b] : b === k ? [a] : []));
    return [...new Set([k, ...right, k + n, ...linked])]
      .flatMap((other) => index.get(other) ?? [])
      .filter((row) => row >= index.get(k)!)
      .sort((a, b) => a - b);
  });
  const start = Int32Array.of(
    0,
    ...columns.map(
      (
        (end) => (column: number[]) =>
          (end += column.length)
      )(0),
    ),
  );
  const pattern: SymmetricPattern = {
    size: nodes.length,
    start,
    row: Int32Array.from(columns.flat()),
    blockStart: Int32Array.from({ length: nodes.length + 1 }, (_, i) => i),
  };
  return {
    size: nodes.length,
    entryBound: pattern.row.length,
    pattern,
    owners: nodes.map((k) => owner(k)),
    writer: () => ({ write: () => undefined }),
  };
}

const owners = new Map<number, object>();
function owner(k: number): object {
  const known = owners.get(k) ?? {};
  owners.set(k, known);
  return known;
}

describe('analyses of one matrix after another', () => {
  it('keep one whose pattern is the same', () => {
    const analyses = new Analyses();
    const first = analyses.of(grid(20, new Set()));
    expect(first).toEqual(analyse(grid(20, new Set()).pattern));
    expect(analyses.of(grid(20, new Set()))).toBe(first);
    expect(analyses.of(grid(20, new Set([3])))).not.toBe(first);
  });

  it('keep the order of what is left, with little more fill than that of a new order', () => {
    const analyses = new Analyses();
    const first = analyses.of(grid(30, new Set()));
    const gone = new Set([5, 222, 450, 451, 700]);
    const matrix = grid(30, gone, [
      [40, 71],
      [300, 331],
    ]);
    const second = analyses.of(matrix);
    const anew = analyse(matrix.pattern);
    expect([...second.order].sort((a, b) => a - b)).toEqual([...anew.order].sort((a, b) => a - b));
    expect(second.fill / anew.fill).toBeLessThan(1.2);
    expect(second.order).not.toEqual(anew.order);
    // Rows that followed each other in a chain of columns still do: the postorder of a tree moves subtrees only.
    expect(first.size - gone.size).toBe(second.size);
  });

  it('order rows anew where a tenth has changed, where it costs too much, and where there are few', () => {
    const every = (step: number): ReadonlySet<number> =>
      new Set(Array.from({ length: Math.floor(900 / step) }, (_, i) => step * i));
    for (const [n, gone, links] of [
      [30, every(8), []],
      // Distant nodes, linked: the order of a grid does not suit them.
      [30, new Set([1]), Array.from({ length: 60 }, (_, i) => [10 * i, 899 - 11 * i] as const)],
      [12, new Set([7]), []],
    ] as const) {
      const analyses = new Analyses();
      analyses.of(grid(n, new Set()));
      const matrix = grid(n, gone, links);
      expect(analyses.of(matrix)).toEqual(analyse(matrix.pattern));
    }
  });

  it('count all changes since rows were ordered', () => {
    const analyses = new Analyses();
    analyses.of(grid(20, new Set()));
    const gone = new Set<number>();
    let orderings = 0;
    for (let k = 0; k < 60; k++) {
      gone.add(6 * k + 1);
      const matrix = grid(20, gone);
      const { order } = analyses.of(matrix);
      if (order.join() === analyse(matrix.pattern).order.join()) orderings++;
    }
    expect(orderings).toBeGreaterThan(0);
    expect(orderings).toBeLessThan(10);
  });
});
