import { test } from 'vitest';

/**
 * True in `npm run test:full`, which tries everything; `npm test` tries a part where all of it
 * would take minutes.
 */
export const IS_FULL = process.env['TEST_SCOPE'] === 'full';

/**
 * Returns at most `count` entries of a list, evenly spread; in `npm run test:full` at most
 * `countInFull`, all if left out.
 */
export function someOf<T>(list: readonly T[], count: number, countInFull = list.length): readonly T[] {
  const most = IS_FULL ? countInFull : count;
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / most)]!);
}

/** A test that takes seconds: `npm run test:full` runs it, `npm test` does not. */
export const inFull = test.skipIf(!IS_FULL);
