import { describe, expect, test } from 'vitest';
import { goldenHashes, hashesOf, SCENES, writeGoldenHashes, type Hashes } from '../support/scene-hashes.js';
import { IS_FULL } from '../support/scope.js';

/** What `npm test` steps: particles, bodies that turn, chains, loops, contact and curves, in a few seconds. */
const QUICK = [
  'cam',
  'coin',
  'double-pendulum',
  'four-bar',
  'gyroscope',
  'ladder',
  'roller-coaster',
  'universal-joint',
];

describe('scenes come to the same bits on every platform', () => {
  const golden = goldenHashes();
  const found: Record<string, Hashes> = {};

  test.each(IS_FULL ? SCENES : QUICK)(
    '%s',
    async (name) => {
      found[name] = await hashesOf(name, IS_FULL ? [100, 1000] : [100]);
      if (process.env['UPDATE_GOLDEN'] === undefined)
        expect(found[name]).toEqual(IS_FULL ? golden[name] : { 100: golden[name]?.[100] });
    },
    300_000,
  );

  test('and every scene has its hash', () => {
    if (IS_FULL && process.env['UPDATE_GOLDEN'] !== undefined) writeGoldenHashes(found);
    expect(Object.keys(goldenHashes()).sort()).toEqual([...SCENES].sort());
  });
});
