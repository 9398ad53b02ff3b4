/**
 * True in `npm run test:full`, which tries everything; `npm test` tries a part where all of it
 * would take minutes.
 */
export const IS_FULL = process.env['TEST_SCOPE'] === 'full';

/** Returns all of a list, or in `npm test` about `count` of it, evenly spread. */
export function someOf<T>(list: readonly T[], count: number): readonly T[] {
  if (IS_FULL || list.length <= count) return list;
  return Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]!);
}
