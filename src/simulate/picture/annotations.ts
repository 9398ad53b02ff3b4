import type { Trace } from '../simulate.js';
import type { SimulationSummary } from '../summary.js';
import { element, escapeXml, group } from './elements.js';
import { MARGINS, roundLength, type Frame } from './frame.js';
import { COLORS, TRACE_COLORS } from './style.js';

/** Smallest distance between two lines of the grid, px. */
const GRID = 60;

/** A light grid of round distances. */
export function drawGrid(frame: Frame): string {
  const distance = roundLength(GRID / frame.scale) * 2;
  const [left, top] = [MARGINS.left, MARGINS.top];
  const [right, bottom] = [frame.width - MARGINS.right, frame.height - MARGINS.bottom];
  const [x0, y0] = frame.place([0, 0]);
  const pitch = distance * frame.scale;
  const lines: string[] = [];
  for (let x = x0 + Math.ceil((left - x0) / pitch) * pitch; x <= right; x += pitch)
    lines.push(element('line', { x1: x, y1: top, x2: x, y2: bottom }));
  for (let y = y0 + Math.ceil((top - y0) / pitch) * pitch; y <= bottom; y += pitch)
    lines.push(element('line', { x1: left, y1: y, x2: right, y2: y }));
  return group({ stroke: COLORS.grid, 'stroke-width': 1 }, lines);
}

/** Title, time and accuracy. */
export function drawTitle({ title, time, steps, largestC, energy }: SimulationSummary, frame: Frame): string {
  const name = energy.work === null ? 'energy drift' : 'energy balance';
  const facts = `${steps} steps · largest |C| ${power(largestC.value)} · ${name} ${power(energy.drift)} J`;
  return group({ fill: COLORS.text }, [
    text(MARGINS.left, 44, title, { 'font-size': 25, 'font-weight': 600 }),
    text(MARGINS.left, 68, facts, { 'font-size': 14, fill: COLORS.faint }),
    text(frame.width - MARGINS.right, 44, `t = ${time.toFixed(2)} s`, { 'font-size': 20, 'text-anchor': 'end' }),
  ]);
}

/** The legend of the traces, on one line that starts at the left. */
export function drawLegend(traces: readonly Trace[], driven: boolean, frame: Frame): string {
  const y = frame.height - 30;
  let x: number = MARGINS.left;
  const entries = traces.flatMap(({ label }, k) => {
    const sample = element('line', {
      x1: x,
      y1: y - 5,
      x2: x + 26,
      y2: y - 5,
      stroke: traceColor(k),
      'stroke-width': 3,
      'stroke-linecap': 'round',
    });
    const entry = [sample, text(x + 34, y, label, { 'font-size': 14 })];
    x += 34 + advance(label);
    return entry;
  });
  if (driven) {
    entries.push(
      element('circle', { cx: x + 8, cy: y - 5, r: 8, fill: 'none', stroke: COLORS.driven, 'stroke-width': 2 }),
      element('circle', { cx: x + 8, cy: y - 5, r: 4, fill: COLORS.wood, stroke: COLORS.driven, 'stroke-width': 1.5 }),
      text(x + 24, y, 'driven', { 'font-size': 14 }),
    );
  }
  return group({ fill: COLORS.text }, entries);
}

/** A bar of a round length. */
export function drawScaleBar(frame: Frame): string {
  const metres = roundLength(140 / frame.scale);
  const [x2, y] = [frame.width - MARGINS.right, frame.height - 34];
  const x1 = x2 - metres * frame.scale;
  const label =
    metres >= 1
      ? `${metres} m`
      : metres >= 0.01
        ? `${+(100 * metres).toFixed(6)} cm`
        : `${+(1000 * metres).toPrecision(3)} mm`;
  const d = `M${x1.toFixed(2)} ${y - 5} v10 m0 -5 H${x2} m0 -5 v10`;
  return group({ fill: COLORS.text }, [
    element('path', { d, stroke: COLORS.text, 'stroke-width': 1.6, fill: 'none' }),
    text((x1 + x2) / 2, y - 10, label, { 'font-size': 13, 'text-anchor': 'middle' }),
  ]);
}

export const traceColor = (k: number): string => TRACE_COLORS[k % TRACE_COLORS.length]!;

const text = (x: number, y: number, content: string, attributes: Readonly<Record<string, string | number>>): string =>
  element('text', { x, y, ...attributes }, escapeXml(content));

/** The approximate width of a label in 14 px, and a gap. */
const advance = (label: string): number => 7.6 * label.length + 26;

/** `3.1 · 10⁻⁹`. */
function power(x: number): string {
  if (x === 0) return '0';
  const [mantissa, exponent] = x.toExponential(1).split('e');
  const raised = String(Number(exponent)).replace(/./g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)]!);
  return `${mantissa}·10${raised}`;
}
