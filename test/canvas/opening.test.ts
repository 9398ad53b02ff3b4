import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { read, written } from '../../src/canvas/columns.js';
import { Columns } from '../../src/canvas/followed.js';
import { OpenedPictures, placesOf, type OpeningRecord } from '../../src/canvas/opening-record.js';
import { MovingPicture } from '../../src/canvas/picture.js';
import { recordOpening } from '../../src/canvas/record-opening.js';
import { viewOfSight, type Shot } from '../../src/canvas/shot.js';
import { loadScene } from '../../src/scene/index.js';
import { drivenConnectors } from '../../src/simulate/driver-power.js';
import { someOf } from '../support/scope.js';

const SIZE = { width: 1000, height: 750 };

const sceneOf = (name: string) =>
  loadScene(JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')));

test('a column is read as it was written, to half a unit, and smooth ones are short', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
      fc.constantFrom(1e-3, 0.25, 7),
      (list, unit) => {
        const found = read(written(list, unit));
        expect(found.length).toBe(list.length);
        list.forEach((x, k) => {
          expect(Math.abs(found[k]! - x)).toBeLessThanOrEqual(unit * 0.500001);
        });
      },
    ),
  );
  const wave = Array.from({ length: 100 }, (_, k) => Math.sin(k / 10));
  expect(written(wave, 1e-3).text.length).toBeLessThan(130);
});

test('of a rigid body, all places follow from two of the plane; what moves otherwise does not', () => {
  const places = (at: readonly [number, number], axis: 0 | 1): Float64Array =>
    Float64Array.from({ length: 40 }, (_, k) => {
      const [c, s] = [Math.cos(0.07 * k), Math.sin(0.07 * k)];
      return axis === 0 ? 0.1 * k + c * at[0] - s * at[1] : 0.02 * k * k + s * at[0] + c * at[1];
    });
  const columns = new Columns();
  const known = ([[0, 0], [1, 0.5]] as const).flatMap((at) => [places(at, 0), places(at, 1)]); // prettier-ignore
  for (const column of known) columns.add(column);
  for (const at of [
    [0.3, 2],
    [-1, 0.7],
  ] as const)
    // prettier-ignore
    for (const axis of [0, 1] as const) {
      const column = places(at, axis);
      const { constant, terms } = columns.follow(column, 1e-9)!;
      const found = column.map((_, k) => terms.reduce((sum, [n, factor]) => sum + factor * known[n]![k]!, constant));
      column.forEach((x, k) => {
        expect(found[k]).toBeCloseTo(x, 8);
      });
    }
  expect(
    columns.follow(
      Float64Array.from({ length: 40 }, (_, k) => Math.sin(k * k)),
      1e-3,
    ),
  ).toBeUndefined();
});

/** Pixels by which two pictures differ most, by the places of all their shapes. */
function apart(a: Shot, b: Shot): number {
  const [ofA, ofB] = [a, b].map(({ shapes }) => placesOf({ shapes }));
  expect(ofB!.length).toBe(ofA!.length);
  const pixels = viewOfSight(a, SIZE).scale;
  let most = 0;
  ofA!.forEach(({ holder, key, member }, k) => {
    if (['tension', 'force', 'shade', 'share', 'isLoose', 'isSmooth', 'isClosed'].includes(member)) return;
    most = Math.max(most, pixels * Math.abs(Number(holder[key]) - Number(ofB![k]!.holder[ofB![k]!.key])));
  });
  // The corners of what is shown are in the same places.
  const [seenA, seenB] = [viewOfSight(a, SIZE), viewOfSight(b, SIZE)];
  for (const corner of [a.shown.min, a.shown.max]) {
    const [x, y] = [seenA.place(corner), seenB.place(corner)];
    most = Math.max(most, Math.hypot(x[0] - y[0], x[1] - y[1]));
  }
  return most;
}

const OPENED = ['heart', 'four-bar', 'strandbeest', 'catenary', 'coin', 'stewart-platform', 'snakeboard', 'rope'];

test.each(someOf(OPENED, 3))(
  'the opening of %s shows what the scene does, after each step, to half a pixel',
  async (name) => {
    const scene = await sceneOf(name);
    const record = JSON.parse(JSON.stringify(recordOpening(scene, 1))) as OpeningRecord;
    const pictures = new OpenedPictures(record);
    const built = scene.build();
    const picture = new MovingPicture(built.world, { ...built.picture, driven: drivenConnectors(built.drivers) });
    const worst: number[] = [];
    let first: Shot | undefined;
    for (let steps = 0; steps <= record.steps; steps++) {
      const now = picture.shot();
      const { shown, shapes } = pictures.at(steps);
      worst.push(apart(now, { ...now, shown, shapes }));
      if (steps === 0) first = structuredClone(now);
      else if (steps === record.steps) expect(apart(first!, { ...now, shown: first!.shown })).toBeGreaterThan(2);
      built.world.step(scene.dt);
    }
    expect(record.steps).toBeGreaterThan(30);
    expect(Math.max(...worst)).toBeLessThan(0.5);
  },
  60_000,
);
