import type { Colors } from './colors.js';
import type { Painter } from './painter.js';
import type { Point2 } from './plane.js';
import type { View } from './view.js';

/** Smallest distance between two lines of the grid, px. */
const GRID = 60;

/** The largest of 1, 2 or 5 times a power of ten that is not above `length`. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1);
}

/** Paints a light grid of round distances over the plane. */
export function paintGrid(painter: Painter, view: View, colors: Colors): void {
  const { min, max } = view.viewport.inner;
  const pitch = roundLength(GRID / view.scale) * 2 * view.scale;
  const [x0, y0] = view.place([0, 0], 0);
  const ink = { stroke: colors.grid, width: 1, cap: 'butt' } as const;
  for (let x = x0 + Math.ceil((min[0] - x0) / pitch) * pitch; x <= max[0]; x += pitch)
    painter.line([[x, min[1]], [x, max[1]]], ink); // prettier-ignore
  for (let y = y0 + Math.ceil((min[1] - y0) / pitch) * pitch; y <= max[1]; y += pitch)
    painter.line([[min[0], y], [max[0], y]], ink); // prettier-ignore
}

/** Largest length of the bar, px. */
const LONGEST = 140;

/** Paints a bar of a round length, its right end at a place; `scale` is in pixels per metre. */
export function paintScaleBar(painter: Painter, [x2, y]: Point2, scale: number, colors: Colors, most = LONGEST): void {
  const metres = roundLength(most / scale);
  const x1 = x2 - metres * scale;
  const ink = { stroke: colors.text, width: 1.6, cap: 'butt' } as const;
  const label =
    metres >= 1
      ? `${metres} m`
      : metres >= 0.01
        ? `${+(100 * metres).toFixed(6)} cm`
        : `${+(1000 * metres).toPrecision(3)} mm`;
  painter.line([[x1, y], [x2, y]], ink); // prettier-ignore
  for (const x of [x1, x2]) painter.line([[x, y - 5], [x, y + 5]], ink); // prettier-ignore
  painter.text([(x1 + x2) / 2, y - 10], label, { size: 13, align: 'middle', color: colors.text });
}
