import { coordinate, element, group } from './elements.js';
import type { Frame } from './frame.js';
import { project, type Point2 } from './plane.js';
import { simplify } from './simplify.js';

/** Number of pieces in which a trace fades. */
const PIECES = 40;
/** Largest error of a simplified trace, px. */
const TOLERANCE = 0.25;
/** Opacity of the oldest piece and of the newest. */
const OLDEST = 0.05;
const NEWEST = 0.9;

/** A path that fades towards its beginning. */
export function drawTrace(path: readonly (readonly number[])[], color: string, frame: Frame): string {
  const placed = path.map((position) => frame.place(project(position)));
  const pieces = Array.from({ length: PIECES }, (_, k) => {
    const start = Math.floor((k * (placed.length - 1)) / PIECES);
    const end = Math.floor(((k + 1) * (placed.length - 1)) / PIECES);
    return simplify(placed.slice(start, end + 1), TOLERANCE);
  });
  return group(
    { fill: 'none', stroke: color, 'stroke-width': 1.6, 'stroke-linejoin': 'round' },
    pieces.map((piece, k) => {
      const age = (k + 1) / PIECES;
      return element('polyline', { points: points(piece), 'stroke-opacity': OLDEST + (NEWEST - OLDEST) * age ** 2.5 });
    }),
  );
}

export const points = (line: readonly Point2[]): string =>
  line.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join(' ');
