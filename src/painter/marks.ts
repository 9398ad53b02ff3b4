import type { Colors } from './colors.js';
import type { Ink, Painter } from './painter.js';
import { distance, type Point2 } from './plane.js';

/** Draws a line with a head at its end. */
export function paintArrow(painter: Painter, from: Point2, to: Point2, color: string, width: number): void {
  const length = distance(from, to);
  if (!(length > 2 * width)) return;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = Math.min(4.5 * width, 0.6 * length);
  const at = (along: number, across: number): Point2 => [
    to[0] - along * x - across * y,
    to[1] - along * y + across * x,
  ];
  painter.line([from, at(0.8 * head, 0)], { stroke: color, width, cap: 'butt' });
  painter.polygon([to, at(head, 0.42 * head), at(head, -0.42 * head)], { fill: color });
}

/** Draws a zigzag of a spring, its ends straight. */
export function paintSpring(painter: Painter, a: Point2, b: Point2, ink: Ink, size: number): void {
  const length = distance(a, b);
  const [x, y] = length > 0 ? [(b[0] - a[0]) / length, (b[1] - a[1]) / length] : [0, 0];
  const end = Math.min(1.4 * size, 0.25 * length);
  const coils = Math.round(Math.min(30, Math.max(6, length / (1.2 * size))));
  const at = (along: number, across: number): Point2 => [a[0] + along * x - across * y, a[1] + along * y + across * x];
  const zigzag = Array.from({ length: 2 * coils }, (_, k) =>
    at(end + ((length - 2 * end) * (k + 0.5)) / (2 * coils), (k % 2 === 0 ? 0.5 : -0.5) * size),
  );
  painter.line([a, at(end, 0), ...zigzag, at(length - end, 0), b], ink);
}

/** Draws a pin on hatched ground, or below a hatched ceiling. */
export function paintAnchor(painter: Painter, [x, y]: Point2, isHanging: boolean, colors: Colors, unit: number): void {
  const at = (u: number, v: number): Point2 => [x + unit * u, y + (isHanging ? -unit : unit) * v];
  const edge = { stroke: colors.anchor, width: 2 * unit };
  for (const u of [-16, -8, 0, 8])
    painter.line([at(u + 8, 18), at(u, 26)], { stroke: colors.faint, width: 1.4 * unit });
  painter.polygon([at(0, 0), at(-11, 18), at(11, 18)], { ...edge, fill: colors.anchorFill });
  painter.line([at(-18, 18), at(18, 18)], edge);
  painter.disc([x, y], 4.5 * unit, { ...edge, fill: colors.paper });
}
