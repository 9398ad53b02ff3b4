import type { Colors } from '../colors.js';
import { roundLength } from '../grid.js';
import type { Painter } from '../painter.js';
import { clip } from '../plane.js';
import type { Position, View } from '../view.js';

/** Lines of a floor in each direction. */
const LINES = 10;

/** The lines of a square floor at the height of the lowest of `positions`, and below all of them. */
export function floorLines(positions: readonly Position[]): (readonly [Position, Position])[] {
  const range = (k: number): readonly [number, number] => [
    positions.reduce((least, position) => Math.min(least, position[k]!), Infinity),
    positions.reduce((most, position) => Math.max(most, position[k]!), -Infinity),
  ];
  const [[x0, x1], [y0, y1], [z]] = [range(0), range(1), range(2)];
  const size = Math.max(x1 - x0, y1 - y0) || 1;
  if (!Number.isFinite(size)) return [];
  const pitch = roundLength((1.3 * size) / LINES) * 2;
  const from = (low: number, high: number): number => Math.round((low + high) / 2 / pitch - LINES / 4) * pitch;
  const [u, v] = [from(x0, x1), from(y0, y1)];
  const far = (LINES / 2) * pitch;
  return Array.from({ length: LINES / 2 + 1 }, (_, k) => k * pitch).flatMap((at) => [
    [[u + at, v, z], [u + at, v + far, z]], // prettier-ignore
    [[u, v + at, z], [u + far, v + at, z]], // prettier-ignore
  ]);
}

/** Paints the floor below positions. */
export function paintFloor(painter: Painter, positions: readonly Position[], view: View, colors: Colors): void {
  for (const [a, b] of floorLines(positions))
    for (const piece of clip([view.place(a), view.place(b)], view.viewport.inner))
      painter.line(piece, { stroke: colors.grid, width: 1.2, cap: 'butt' });
}
