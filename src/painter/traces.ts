import type { Painter } from './painter.js';
import { clip, simplify } from './plane.js';
import type { Position, View } from './view.js';

/** A path with the times at which its point was there. */
export interface PaintedTrace {
  readonly path: readonly Position[];
  readonly times: ArrayLike<number>;
  readonly color: string;
}

/** A body from which a path is seen: the path is drawn as it is in the body's frame, where the body is now. */
export interface Observer {
  pointToLocalFrame(position: Position): Position;
  pointToWorldFrame(local: Position): Position;
}

/** A position as a path notes it: in the frame of its observer. */
export const noted = (position: Position, about?: Observer): number[] =>
  Array.from(about === undefined ? position : about.pointToLocalFrame(position));

/** A path of noted positions, as it is drawn now. */
export const pathNow = (path: readonly Position[], about?: Observer): readonly Position[] =>
  about === undefined ? path : path.map((local) => about.pointToWorldFrame(local));

/** Largest error of a simplified trace, px. */
const TOLERANCE = 0.25;
/** Opacity of the oldest piece and of the newest. */
const OLDEST = 0.05;
const NEWEST = 0.9;

/** Paints a path that fades towards its beginning, in at most `most` pieces. */
export function paintTrace(
  painter: Painter,
  { path, times, color }: PaintedTrace,
  view: View,
  unit: number,
  most = 40,
): void {
  const placed = path.map((position, k) => view.place(position, times[k]));
  const pieces = Math.min(most, Math.max(1, placed.length - 1));
  for (let k = 0; k < pieces; k++) {
    const start = Math.floor((k * (placed.length - 1)) / pieces);
    const end = Math.floor(((k + 1) * (placed.length - 1)) / pieces);
    const strokeOpacity = OLDEST + (NEWEST - OLDEST) * ((k + 1) / pieces) ** 2.5;
    for (const piece of clip(placed.slice(start, end + 1), view.viewport.inner))
      painter.line(simplify(piece, TOLERANCE), {
        stroke: color,
        width: 1.6 * unit,
        strokeOpacity: Math.round(100 * strokeOpacity) / 100,
        cap: 'butt',
      });
  }
}
