import type { Colors } from '../colors.js';
import type { Painter } from '../painter.js';
import type { Shape } from '../shape.js';
import type { View } from '../view.js';
import { declutter } from './declutter.js';

/** Height of names, and their distance from what they belong to, px. */
const SIZE = 14;
const GAP = 10;

/** Writes the names in a picture, all together: none covers another. */
export function paintNames(painter: Painter, shapes: readonly Shape[], view: View, colors: Colors, unit: number): void {
  const labels = shapes.flatMap((shape) =>
    shape.kind === 'name' ? [{ at: view.place(shape.at), text: shape.text }] : [],
  );
  for (const { at, text } of declutter(labels, SIZE, GAP * unit))
    painter.text(at, text, { size: SIZE, color: colors.text, halo: colors.paper });
}
