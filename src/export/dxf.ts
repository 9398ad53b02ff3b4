import type { Boundary } from '../solids/outlines.js';
import type { Sheet } from './sheet.js';

/** Layers: what is cut, and what is written beside it. */
const CUT = 'CUT';
const NAMES = 'NAMES';

/**
 * A sheet in DXF, the form that any program for cutters reads: release 12, in ASCII, mm. Holes are circles; round
 * ends are arcs of polylines, by their bulges.
 */
export function dxfOf({ text, placed }: Sheet): string {
  const lines: (string | number)[] = [];
  const add = (...pairs: readonly (string | number)[]): void => {
    lines.push(...pairs.map((value) => (typeof value === 'number' && !Number.isInteger(value) ? plain(value) : value)));
  };
  const coordinates = (x: number, y: number): readonly (string | number)[] => [10, plain(x), 20, plain(y), 30, '0.0'];
  add(0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1009', 9, '$INSUNITS', 70, 4, 0, 'ENDSEC');
  add(0, 'SECTION', 2, 'TABLES', 0, 'TABLE', 2, 'LAYER', 70, 2);
  for (const [name, color] of [[CUT, 1], [NAMES, 5]] as const) add(0, 'LAYER', 2, name, 70, 0, 62, color, 6, 'CONTINUOUS'); // prettier-ignore
  add(0, 'ENDTAB', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES');
  const boundary = (one: Boundary, [u, v]: readonly [number, number]): void => {
    if ('at' in one) {
      add(0, 'CIRCLE', 8, CUT, ...coordinates(one.at[0] + u, one.at[1] + v), 40, plain(one.radius));
      return;
    }
    add(0, 'POLYLINE', 8, CUT, 66, 1, ...coordinates(0, 0), 70, 1);
    for (const [x, y, bulge] of one.corners)
      add(0, 'VERTEX', 8, CUT, ...coordinates(x + u, y + v), ...(bulge === 0 ? [] : [42, plain(bulge)]));
    add(0, 'SEQEND', 8, CUT);
  };
  for (const { piece, at, box } of placed) {
    for (const one of piece.plates.flat()) boundary(one, at);
    const above = coordinates(box.min[0] + at[0], box.max[1] + at[1] + text / 4);
    add(0, 'TEXT', 8, NAMES, ...above, 40, plain(0.6 * text), 1, ascii(piece.name));
  }
  add(0, 'ENDSEC', 0, 'EOF');
  return `${lines.map(String).join('\r\n')}\r\n`;
}

/** A number of real type, to a millionth of a millimetre. */
const plain = (x: number): string => (Object.is(x, -0) ? 0 : x).toFixed(6);

/** Text of release 12 is ASCII; other characters are written by their codes. */
const ascii = (text: string): string =>
  text.replace(/[^ -~]/gu, (c) => `\\U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
