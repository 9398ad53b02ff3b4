import type { Position } from './view.js';

/** A box in the plane or in space, by its lower and its upper corner, m. */
export interface Room {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** The smallest box around places; undefined if there are none. */
export function roomOf(places: readonly Position[]): Room | undefined {
  const [first] = places;
  if (first === undefined) return undefined;
  const [min, max] = [Array.from(first), Array.from(first)];
  for (const place of places)
    for (let k = 0; k < min.length; k++) {
      min[k] = Math.min(min[k]!, place[k]!);
      max[k] = Math.max(max[k]!, place[k]!);
    }
  return { min, max };
}

/** The largest side of a box, m. */
export const sizeOf = ({ min, max }: Room): number => Math.max(...min.map((low, k) => max[k]! - low));

/** The box with so much more on each side, m. */
export const widened = ({ min, max }: Room, by: number): Room => ({
  min: min.map((low) => low - by),
  max: max.map((high) => high + by),
});

/** The smallest box that holds two. */
export const joined = (a: Room, b: Room): Room => ({
  min: a.min.map((low, k) => Math.min(low, b.min[k]!)),
  max: a.max.map((high, k) => Math.max(high, b.max[k]!)),
});

/** The part of a box that is within another. */
export const within = (a: Room, limits: Room): Room => ({
  min: a.min.map((low, k) => Math.max(low, limits.min[k]!)),
  max: a.max.map((high, k) => Math.min(high, limits.max[k]!)),
});

/** A box on the way from one to another: a part of that way from `a`. */
export const between = (a: Room, b: Room, part: number): Room => ({
  min: a.min.map((low, k) => low + part * (b.min[k]! - low)),
  max: a.max.map((high, k) => high + part * (b.max[k]! - high)),
});

/** The corners of a box in space. */
export const cornersOf = ({ min, max }: Room): Position[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => min.map((low, k) => (i & (1 << k) ? max[k]! : low)));
