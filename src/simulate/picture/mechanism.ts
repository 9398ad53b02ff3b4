import { coordinate, element, group } from './elements.js';
import { MARGINS, type Frame } from './frame.js';
import type { Point2 } from './plane.js';
import type { Pose } from './pose.js';
import { simplify } from './simplify.js';
import { COLORS } from './style.js';
import { points } from './traces.js';

/** Radius of the heaviest particle and of one without mass, px. Areas go with masses. */
const LARGEST = 13;
const SMALLEST = 5;

/** Rods, anchors and particles, from back to front. */
export function drawMechanism(pose: Pose, frame: Frame): string[] {
  return [
    ...(pose.outlines.length > 0 ? [outlines(pose, frame)] : []),
    rods(pose, frame),
    ...pose.anchors.map(({ at, hanging }) => anchor(frame.place(at), hanging)),
    particles(pose, frame),
  ];
}

/** Wires, cut off at the edge of the drawing: some are infinitely long. */
export function drawWires({ wires }: Pose, frame: Frame): string {
  const { width, height } = frame;
  const area = {
    x: MARGINS.left,
    y: MARGINS.top,
    width: width - MARGINS.left - MARGINS.right,
    height: height - MARGINS.top - MARGINS.bottom,
  };
  const lines = wires.flatMap((wire) => {
    const line = points(simplify(wire.map(frame.place), 0.1));
    const common = { points: line, fill: 'none', 'stroke-linejoin': 'round' } as const;
    return [
      element('polyline', { ...common, stroke: COLORS.wire, 'stroke-width': 5 }),
      element('polyline', { ...common, stroke: COLORS.paper, 'stroke-width': 2 }),
    ];
  });
  if (lines.length === 0) return '';
  const clip = element('clipPath', { id: 'drawing' }, element('rect', area));
  return group({ 'clip-path': 'url(#drawing)' }, [clip, ...lines]);
}

/** A pin on hatched ground, or below a hatched ceiling. */
function anchor([x, y]: Point2, hanging: boolean): string {
  const hatches = [-16, -8, 0, 8].map((dx) =>
    element('line', { x1: dx + 8, y1: 18, x2: dx, y2: 26, stroke: COLORS.faint, 'stroke-width': 1.4 }),
  );
  const edge = { stroke: COLORS.anchor, 'stroke-width': 2, 'stroke-linejoin': 'round' } as const;
  return group({ transform: `translate(${coordinate(x)} ${coordinate(y)})${hanging ? ' scale(1 -1)' : ''}` }, [
    ...hatches,
    element('path', { d: 'M0 0 L-11 18 H11 Z', fill: '#d8dee4', ...edge }),
    element('line', { x1: -18, y1: 18, x2: 18, y2: 18, ...edge }),
    element('circle', { cx: 0, cy: 0, r: 4.5, fill: COLORS.paper, ...edge }),
  ]);
}

/** Bodies: discs, bars and plates. */
function outlines({ outlines: list }: Pose, frame: Frame): string {
  const shapes = list.map((outline) => {
    const placed = outline.map(frame.place);
    const [[x, y]] = placed as [Point2];
    if (placed.length === 1) return element('circle', { cx: x, cy: y, r: SMALLEST + 1 });
    return element(placed.length === 2 ? 'polyline' : 'polygon', { points: points(placed) });
  });
  const style = { fill: COLORS.wood, stroke: COLORS.woodEdge, 'stroke-width': 5, 'stroke-opacity': 0.75 } as const;
  return group({ ...style, 'fill-opacity': 0.6, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }, shapes);
}

function rods({ rods: pairs }: Pose, frame: Frame): string {
  const lines = (attributes: Readonly<Record<string, string | number>>): string =>
    group(
      attributes,
      pairs.map(([a, b]) => {
        const [[x1, y1], [x2, y2]] = [frame.place(a), frame.place(b)];
        return element('line', { x1, y1, x2, y2 });
      }),
    );
  // A white edge separates rods where they cross, and from things behind them.
  return [
    lines({ stroke: COLORS.paper, 'stroke-width': 8, 'stroke-linecap': 'round' }),
    lines({ stroke: COLORS.rod, 'stroke-width': 4.5, 'stroke-linecap': 'round' }),
  ].join('\n');
}

function particles({ particles: all }: Pose, frame: Frame): string {
  return group(
    {},
    all.flatMap(({ at, share, driven }) => {
      const [cx, cy] = frame.place(at);
      const r = Math.max(SMALLEST, LARGEST * Math.sqrt(share));
      const edge = driven ? COLORS.driven : COLORS.woodEdge;
      return [
        ...(driven
          ? [element('circle', { cx, cy, r: r + 5, fill: 'none', stroke: COLORS.driven, 'stroke-width': 2 })]
          : []),
        element('circle', { cx, cy, r, fill: COLORS.wood, stroke: edge, 'stroke-width': 2 }),
        element('circle', { cx, cy, r: Math.max(1.5, r * 0.22), fill: edge }),
      ];
    }),
  );
}
