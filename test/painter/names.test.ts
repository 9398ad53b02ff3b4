import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIGHT } from '../../src/painter/colors.js';
import { declutter, type PlacedLabel } from '../../src/painter/names/declutter.js';
import { paintShapes, viewOf } from '../../src/painter/paint-world.js';
import type { Painter } from '../../src/painter/painter.js';
import { Sketch } from '../../src/painter/sketch.js';
import { viewportOf } from '../../src/painter/view.js';
import { World } from '../../runtime/index.js';

/** Number of pairs of boxes that overlap. */
const overlaps = (placed: readonly PlacedLabel[]): number =>
  placed.flatMap(({ box: a }, i) =>
    placed.slice(i + 1).filter(({ box: b }) => [0, 1].every((k) => a.min[k]! < b.max[k]! && b.min[k]! < a.max[k]!)),
  ).length;

test('a name alone stands above on the right', () => {
  expect(declutter([{ at: [100, 50], text: 'A' }], 10, 8)).toMatchObject([{ at: [108, 42], text: 'A' }]);
});

test('names of points that are near stand on other sides; where there is no room, one is left out', () => {
  const labels = ['first', 'second', 'third', 'fourth', 'fifth'].map((text) => ({ at: [0, 0] as const, text }));
  const placed = declutter(labels, 12, 9);
  expect(placed.map(({ text }) => text)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(overlaps(placed)).toBe(0);
});

test('none covers another, whatever the crowd, and all are there where there is room', () => {
  const place = fc.double({ min: 0, max: 400, noNaN: true });
  const label = fc.record({ at: fc.tuple(place, place), text: fc.string({ minLength: 1, maxLength: 12 }) });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 80 }), (labels) => {
      expect(overlaps(declutter(labels, 12, 9))).toBe(0);
    }),
    { numRuns: 200, seed: 3 },
  );
  const apart = Array.from({ length: 30 }, (_, k) => ({ at: [100 * (k % 6), 40 * Math.floor(k / 6)] as const, text: 'crate12' })); // prettier-ignore
  expect(declutter(apart, 12, 9)).toHaveLength(30);
});

test('a picture writes the names of a crowd without covering any', () => {
  const world = new World({ space: 2 });
  const names = new Map(
    Array.from({ length: 60 }, (_, k) => {
      const p = world.addParticle({ mass: 1, position: [Math.cos(7 * k), Math.sin(11 * k)] });
      return [p, `P${k}`] as const;
    }),
  );
  const shapes = new Sketch(world, { names }).shapes();
  const texts: { at: readonly [number, number]; text: string }[] = [];
  const painter: Painter = {
    line: () => undefined,
    polygon: () => undefined,
    disc: () => undefined,
    text: (at, text) => texts.push({ at, text }),
  };
  const view = viewOf(world, shapes, [], viewportOf(300, 300, 20), {});
  paintShapes(painter, shapes, [], view, LIGHT, 1);
  const boxes = texts.map(({ at: [x, y], text }): PlacedLabel => ({ at: [x, y], text, box: { min: [x, y - 0.7 * 14], max: [x + 0.55 * 14 * text.length, y] } })); // prettier-ignore
  expect(overlaps(boxes)).toBe(0);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.length).toBeLessThan(60);
});
