import type { Box, Point2 } from '../plane.js';

/** A name, and the place in the picture that has it, px. */
export interface Label {
  readonly at: Point2;
  readonly text: string;
}

/** A name where it is written: the left end of its base line, and the box around it, px. */
export interface PlacedLabel extends Label {
  readonly box: Box;
}

/** Width of a letter, and height above and below the base line, as parts of the height of the font. */
const LETTER = 0.6;
const ASCENT = 0.85;
const DESCENT = 0.25;

/** Directions from its place in which a name may stand, the usual one first. */
const SIDES = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * Places names beside what they belong to, so that none covers another: above on the right, else on
 * another side; where all are taken, the name is left out. Names that come first have the choice.
 * `size` is the height of the font and `gap` the distance, px.
 */
export function declutter(labels: readonly Label[], size: number, gap: number): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const { at, text } of labels) {
    const width = LETTER * size * text.length;
    for (const [right, down] of SIDES) {
      const x = at[0] + right * gap - (right < 0 ? width : 0);
      const y = at[1] + down * gap + (down > 0 ? ASCENT * size : 0);
      const box: Box = { min: [x, y - ASCENT * size], max: [x + width, y + DESCENT * size] };
      if (placed.some((other) => overlaps(box, other.box))) continue;
      placed.push({ at: [x, y], text, box });
      break;
    }
  }
  return placed;
}

const overlaps = (a: Box, b: Box): boolean =>
  ([0, 1] as const).every((k) => a.min[k] < b.max[k] && b.min[k] < a.max[k]);
