import type { Colors } from './colors.js';
import { roundLength } from './grid.js';
import type { Painter } from './painter.js';
import type { Point2 } from './plane.js';

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
