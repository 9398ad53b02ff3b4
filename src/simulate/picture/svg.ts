import type { SimulatedScene } from '../simulate.js';
import { drawGrid, drawLegend, drawScaleBar, drawTitle, traceColor } from './annotations.js';
import { element, escapeXml } from './elements.js';
import { createFrame } from './frame.js';
import { drawMechanism, drawWires } from './mechanism.js';
import { boxAround, grow, heightOf, widthOf } from './plane.js';
import { boxOfBodies, poseOf } from './pose.js';
import { COLORS, FONT } from './style.js';
import { drawTrace } from './traces.js';

/**
 * Draws a simulated scene: paths of traced points, fading with age, and the final pose. The picture
 * is one SVG file that refers to no others.
 */
export function drawScene({ built, traces, summary }: SimulatedScene): string {
  const bodies = boxOfBodies(
    built,
    traces.map(({ path }) => path),
  );
  const pose = poseOf(built, bodies);
  const closed = pose.wires.filter((wire) => wire[0] === wire.at(-1));
  const all = boxAround([bodies.min, bodies.max, ...closed.flat()]);
  const frame = createFrame(grow(all, 0.06 * Math.max(widthOf(all), heightOf(all), 1e-6)));
  const { width, height } = frame;
  const content = [
    element('title', {}, escapeXml(summary.title)),
    element('rect', { width, height, fill: COLORS.paper }),
    drawGrid(frame),
    drawWires(pose, frame),
    ...traces.map(({ path }, k) => drawTrace(path, traceColor(k), frame)),
    ...drawMechanism(pose, frame),
    drawTitle(summary, frame),
    drawLegend(traces, (built.drivers ?? []).length > 0, frame),
    drawScaleBar(frame),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    'font-family': FONT,
  };
  return `${element('svg', attributes, `\n${content.filter((part) => part !== '').join('\n')}\n`)}\n`;
}
