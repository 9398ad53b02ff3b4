import { boxAround, heightOf, widthOf, type Box } from '../painter/plane.js';
import { polygonOf } from '../painter/outline.js';
import type { Boundary } from '../solids/outlines.js';
import type { Piece } from './pieces.js';

/** Room between parts and around them, mm. */
const GAP = 6;
/** Room for the name of a part: mm at least, and as a part of the size of all that is on the sheet. */
const TEXT = 4;
const TEXT_OF_SIZE = 1 / 40;

/** A part on a sheet, with its own name, and where its axes begin there, mm, `y` upwards. */
export interface Placed {
  readonly piece: Pick<Piece, 'plates'> & { readonly name: string };
  readonly at: readonly [x: number, y: number];
  readonly box: Box;
}

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Room for the name of a part, mm. */
  readonly text: number;
  readonly placed: readonly Placed[];
}

/** Lays parts side by side, in rows, the highest first; each has room for its name above it. */
export function sheetOf(pieces: readonly Piece[]): Sheet {
  const all = pieces
    .flatMap((piece) => {
      const box = boxOf(piece.plates);
      return box === undefined ? [] : piece.names.map((name) => ({ piece: { plates: piece.plates, name }, box }));
    })
    .sort((a, b) => heightOf(b.box) - heightOf(a.box));
  const areaWith = (wider: number, higher: number): number =>
    all.reduce((sum, { box }) => sum + (widthOf(box) + wider) * (heightOf(box) + higher), 0);
  const widest = all.reduce((most, { box }) => Math.max(most, widthOf(box)), 0);
  const text = Math.max(TEXT, TEXT_OF_SIZE * Math.max(widest, Math.sqrt(areaWith(0, 0))));
  const area = areaWith(GAP, GAP + text);
  const room = Math.max(widest, 1.3 * Math.sqrt(area));
  let [x, y, row, width] = [GAP, GAP, 0, 0];
  const placed = all.map(({ piece, box }): Placed => {
    if (x > GAP && x + widthOf(box) > room + GAP) [x, y, row] = [GAP, y + row + GAP, 0];
    const at = [x - box.min[0], y - box.min[1]] as const;
    row = Math.max(row, heightOf(box) + text);
    x += widthOf(box) + GAP;
    width = Math.max(width, x);
    return { piece, at, box };
  });
  return { width: Math.max(width, 2 * GAP), height: y + row + GAP, text, placed };
}

const boxOf = (plates: Piece['plates']): Box | undefined =>
  boxAround(plates.flat().flatMap((boundary) => extremesOf(boundary)));

const extremesOf = (boundary: Boundary): readonly (readonly [number, number])[] => {
  if (!('at' in boundary)) return polygonOf(boundary, false);
  const { at: [x, y], radius } = boundary; // prettier-ignore
  return [[x - radius, y - radius], [x + radius, y + radius]]; // prettier-ignore
};
