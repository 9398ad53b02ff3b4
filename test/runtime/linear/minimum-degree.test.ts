import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../runtime/linear/elimination.js';
import { minimumDegreeOrder } from '../../../runtime/linear/minimum-degree.js';
import { blockGraph, type SymmetricPattern } from '../../../runtime/equations/symmetric-pattern.js';
import { EliminationGame, fillOf, grid, ones, patterns } from '../fixtures/elimination-graphs.js';
import { patternOf } from '../fixtures/patterns.js';

/** Counts the fill of exact minimum degree, the greedy choice that the runtime approximates. */
function greedyFill(pattern: SymmetricPattern): number {
  const game = new EliminationGame(pattern);
  const left = new Set(game.neighbours.keys());
  let fill = 0;
  while (left.size > 0) {
    const p = [...left].reduce((a, b) => (game.neighbours[b]!.size < game.neighbours[a]!.size ? b : a));
    left.delete(p);
    fill += game.eliminate(p);
  }
  return fill;
}

describe('minimum degree', () => {
  it('orders every node once, and nearly as well as exact minimum degree', () => {
    let ours = 0;
    let greedy = 0;
    fc.assert(
      fc.property(patterns, (pattern) => {
        const order = minimumDegreeOrder(blockGraph(pattern), ones(pattern.size));
        expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
        ours += fillOf(pattern, order);
        greedy += greedyFill(pattern);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(ours).toBeLessThan(1.05 * greedy);
  });

  it('makes no fill on trees', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }), (choices) => {
        const edges = choices.map((choice, i) => [i + 1, choice % (i + 1)] as const);
        const pattern = patternOf(choices.length + 1, edges);
        expect(analyse(pattern).fill).toBe(choices.length);
      }),
      { seed: 8 },
    );
  });

  it('needs far less fill on a grid than the natural order', () => {
    const pattern = grid(20);
    const natural = fillOf(
      pattern,
      Int32Array.from({ length: 400 }, (_, i) => i),
    );
    const order = minimumDegreeOrder(blockGraph(pattern), ones(400));
    expect(fillOf(pattern, order)).toBeLessThan(0.5 * natural);
  });

  it('leaves out held nodes, and makes no more fill than their last place costs', () => {
    fc.assert(
      fc.property(patterns, fc.infiniteStream(fc.boolean()), (pattern, choices) => {
        const held = Uint8Array.from({ length: pattern.size }, () => (choices.next().value === true ? 1 : 0));
        const order = minimumDegreeOrder(blockGraph(pattern), ones(pattern.size), held);
        const free = [...held.keys()].filter((i) => held[i] === 0);
        expect([...order].sort((a, b) => a - b)).toEqual(free);
        const last = [...held.keys()].filter((i) => held[i] === 1);
        expect(fillOf(pattern, [...order, ...last])).toBeLessThanOrEqual(1.2 * fillOf(pattern, [...free, ...last]) + 8);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('puts hubs last', () => {
    const edges = Array.from({ length: 300 }, (_, i) => [0, i + 1] as const);
    expect(minimumDegreeOrder(blockGraph(patternOf(301, edges)), ones(301)).at(-1)).toBe(0);
  });
});

describe('the analysis', () => {
  it('counts the fill that elimination makes, with a postorder that does not change it', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        const { order, fill, parent, columnCount } = analyse(pattern);
        expect(fill).toBe(fillOf(pattern, order));
        expect([...columnCount].reduce((sum, count) => sum + count, 0)).toBe(fill);
        parent.forEach((above, i) => {
          expect(above === -1 || above > i).toBe(true);
        });
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  it('stops counting beyond a limit', () => {
    expect(analyse(grid(12), 100).fill).toBe(Infinity);
    expect(analyse(grid(12), 1e6).fill).toBeLessThan(2000);
  });
});
