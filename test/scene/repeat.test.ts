import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { Faults } from '../../src/scene/faults.js';
import { SCENE_LIMITS } from '../../src/scene/limits.js';
import { Numbers } from '../../src/scene/numbers.js';
import { expandRepeats, type Items } from '../../src/scene/repeat.js';
import { loadScene } from '../../src/scene/index.js';
import { changed, pendulum } from './documents.js';

const { bodies, constraints, forces } = pendulum;

/** The items of a scene, or the messages of its mistakes. */
function expanded(document: object, params: ReadonlyMap<string, number> = new Map()): Items | readonly string[] {
  try {
    return expandRepeats(document as never, params, new Numbers(new Faults(), undefined));
  } catch (error) {
    if (error instanceof SpecError) return error.diagnostics.map(({ message }) => message);
    throw error;
  }
}

test('an empty counter makes nothing, whatever the others', async () => {
  // 10¹² rounds of the first two counters, if they were visited.
  const over = { i: [1, 1_000_000], j: [1, 1_000_000], k: [1, 0] };
  const scene = await loadScene(changed({ repeat: [{ over, bodies: { 'p{i}_{j}_{k}': bodies.bob } }] }));
  expect(scene.items.bodies.map(({ name }) => name)).toEqual(['bob', 'bar']);
});

const copies = <T>(prefix: string, names: readonly string[], count: number, entry: T): Record<string, T> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${prefix}${i}_${names.map((n) => `{${n}}`).join('_')}`, entry]),
  );

const ends = fc.oneof(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -1_000_000, max: 1_000_000 }));
const repeats = fc.record({
  over: fc.array(fc.tuple(ends, ends), { maxLength: 14 }),
  counts: fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 400 }))),
});

test('random repeats are refused, or stay within the limits', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(repeats, { minLength: 1, maxLength: 3 }), (list) => {
      const repeat = list.map(({ over, counts }, r) => {
        const names = over.map((_, i) => `c${i}`);
        return {
          over: Object.fromEntries(over.map((range, i) => [names[i]!, range])),
          bodies: copies(`b${r}_`, names, counts[0]!, bodies.bar),
          constraints: copies(`c${r}_`, names, counts[1]!, constraints.pin),
          forces: Array.from({ length: counts[2]! }, () => forces[0]),
          traces: copies(`t${r}_`, names, counts[3]!, { point: 'bob' }),
        };
      });
      const items = expanded({ ...pendulum, repeat });
      if (Array.isArray(items)) {
        expect(items.join()).toMatch(/; the limit is \d+\./);
        return;
      }
      const found = items as Items;
      kept++;
      expect(found.bodies.length).toBeLessThanOrEqual(SCENE_LIMITS.bodies);
      expect(found.constraints.length).toBeLessThanOrEqual(SCENE_LIMITS.rows);
      expect(found.forces.length).toBeLessThanOrEqual(SCENE_LIMITS.forces);
      expect(found.traces.length).toBeLessThanOrEqual(SCENE_LIMITS.traces);
    }),
    { numRuns: 150, seed: 31 },
  );
  expect(kept).toBeGreaterThan(10);
});
