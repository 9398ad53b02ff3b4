import type { Painter, View } from 'holonomic/canvas';
import type { Linkage } from './linkage.js';
import type { Palette } from './palette.js';
import { LENGTHS, PLATES } from './proportions.js';

/** Draws the plates of the legs, behind their bars. */
export function paintPlates(painter: Painter, view: View, linkage: Linkage, palette: Palette): void {
  for (const side of ['left', 'right'] as const)
    for (const plate of PLATES)
      painter.polygon(
        plate.map((joint) => view.place(linkage.at(`${side} ${joint}`))),
        { fill: palette[`plate-${side}`] },
      );
}

/** Writes each bar's letter and length, cm, on its middle; the letter alone where there is little room. */
export function paintLengths(painter: Painter, view: View, linkage: Linkage, palette: Palette): void {
  const size = Math.max(10, Math.min(14, 0.026 * view.scale));
  for (const { letter, from, to } of linkage.bars) {
    const [[x, y], [u, v]] = [view.place(linkage.at(from)), view.place(linkage.at(to))];
    const text = view.scale < 300 ? letter : `${letter} ${LENGTHS[letter]}`;
    painter.text([(x + u) / 2, (y + v) / 2 + 0.35 * size], text, {
      size,
      color: palette.ink,
      weight: 500,
      align: 'middle',
      halo: palette.paper,
    });
  }
}
