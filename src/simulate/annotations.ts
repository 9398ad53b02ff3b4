import { shortNumber } from '../painter/numbers.js';
import type { Colors } from '../painter/colors.js';
import type { Painter } from '../painter/painter.js';
import type { View } from '../painter/view.js';
import type { SimulationSummary } from './summary.js';

/** Room around the drawing, px: a title above, legend and scale below. */
export const MARGINS = { left: 40, right: 40, top: 92, bottom: 84 } as const;

/** Paints title, time and accuracy. */
export function paintTitle(painter: Painter, summary: SimulationSummary, { viewport }: View, colors: Colors): void {
  const { title, time, steps, largestC, energy } = summary;
  const name = energy.work === null ? 'energy drift' : 'energy balance';
  const facts = `${steps} steps · largest |C| ${shortNumber(largestC.value, 2)} · ${name} ${shortNumber(energy.drift, 2)} J`;
  painter.text([MARGINS.left, 44], title, { size: 25, weight: 600, color: colors.text });
  painter.text([MARGINS.left, 68], facts, { size: 14, color: colors.faint });
  painter.text([viewport.width - MARGINS.right, 44], `t = ${time.toFixed(2)} s`, {
    size: 20,
    color: colors.text,
    align: 'end',
  });
}

/** Paints the legend of the traces, on one line that starts at the left; what has no room is left out. */
export function paintLegend(
  painter: Painter,
  labels: readonly { readonly label: string; readonly color: string }[],
  isDriven: boolean,
  { viewport }: View,
  colors: Colors,
): void {
  const y = viewport.height - 30;
  const end = viewport.width - MARGINS.right - 230;
  let x: number = MARGINS.left;
  for (const { label, color } of labels) {
    if (x + 34 + advance(label) > end) {
      painter.text([x, y], '…', { size: 14, color: colors.text });
      x += 24;
      break;
    }
    painter.line([[x, y - 5], [x + 26, y - 5]], { stroke: color, width: 3 }); // prettier-ignore
    painter.text([x + 34, y], label, { size: 14, color: colors.text });
    x += 34 + advance(label);
  }
  if (!isDriven) return;
  painter.disc([x + 8, y - 5], 8, { stroke: colors.driven, width: 2 });
  painter.disc([x + 8, y - 5], 4, { fill: colors.body, stroke: colors.driven, width: 1.5 });
  painter.text([x + 24, y], 'driven', { size: 14, color: colors.text });
}

/** Width of a text, px: about 7.4 for each of its characters at a height of 14, and a gap. */
const advance = (label: string): number => 7.4 * label.length + 26;
