import { shortNumber } from '../../../src/painter/numbers.js';
import { rangeOf, ticksOf } from '../model/samples.js';

/** A curve of a chart: its points, `x` and `y` in turn. */
export interface Curve {
  readonly color: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** True if its older part fades: a path in the phase plane. */
  readonly fades: boolean;
}

export interface ChartColors {
  readonly text: string;
  readonly grid: string;
}

const MARGIN = { left: 54, right: 10, top: 8, bottom: 22 };
const FONT = '11px system-ui, sans-serif';

/** Draws curves with axes, on a context that is scaled to CSS pixels. */
export function drawChart(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  curves: readonly Curve[],
  colors: ChartColors,
): void {
  context.clearRect(0, 0, width, height);
  const all = curves.flatMap(({ points }) => points);
  if (all.length === 0) return;
  const [x0, x1] = rangeOf(all.map(([x]) => x));
  const [low, high] = rangeOf(all.map(([, y]) => y));
  const room = 0.06 * (high - low);
  const [y0, y1] = [low - room, high + room];
  const [w, h] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
  const u = (x: number): number => MARGIN.left + (w * (x - x0)) / (x1 - x0);
  const v = (y: number): number => MARGIN.top + h - (h * (y - y0)) / (y1 - y0);
  context.font = FONT;
  context.lineWidth = 1;
  context.strokeStyle = colors.grid;
  context.fillStyle = colors.text;
  context.beginPath();
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const y of ticksOf(y0, y1, Math.max(2, h / 30))) {
    context.moveTo(MARGIN.left, v(y));
    context.lineTo(width - MARGIN.right, v(y));
    context.fillText(shortNumber(y), MARGIN.left - 6, v(y));
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const x of ticksOf(x0, x1, Math.max(2, w / 70))) {
    context.moveTo(u(x), MARGIN.top);
    context.lineTo(u(x), MARGIN.top + h);
    context.fillText(shortNumber(x), u(x), MARGIN.top + h + 6);
  }
  context.stroke();
  for (const { color, points, fades } of curves) {
    context.strokeStyle = color;
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    const pieces = fades ? 12 : 1;
    for (let k = 0; k < pieces; k++) {
      const first = Math.floor((k * points.length) / pieces);
      const last = Math.min(points.length, Math.floor(((k + 1) * points.length) / pieces) + 1);
      context.globalAlpha = fades ? 0.15 + (0.85 * (k + 1)) / pieces : 1;
      context.beginPath();
      for (let i = first; i < last; i++) {
        const [x, y] = points[i]!;
        if (i === first) context.moveTo(u(x), v(y));
        else context.lineTo(u(x), v(y));
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
