import type { Colors } from './colors.js';
import type { Ink, Painter } from './painter.js';
import { distance, type Point2, type Polyline } from './plane.js';

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

/** Points along each coil of a spring, and by how much it leans, as a part of its width. */
const PER_COIL = 14;
const LEAN = 0.22;

/** Draws a coil spring seen from the side, its ends straight. */
export function paintSpring(painter: Painter, a: Point2, b: Point2, ink: Ink, size: number): void {
  const length = distance(a, b);
  const [x, y] = length > 0 ? [(b[0] - a[0]) / length, (b[1] - a[1]) / length] : [0, 0];
  const end = Math.min(1.4 * size, 0.25 * length);
  const coils = Math.round(Math.min(24, Math.max(5, length / (0.9 * size))));
  const at = (along: number, across: number): Point2 => [a[0] + along * x - across * y, a[1] + along * y + across * x];
  const points = Array.from({ length: PER_COIL * coils + 1 }, (_, k) => {
    const part = k / (PER_COIL * coils);
    const angle = (2 * Math.PI * k) / PER_COIL;
    const lean = LEAN * size * (1 - Math.cos(angle));
    return at(end + (length - 2 * end) * part + lean, 0.5 * size * Math.sin(angle));
  });
  painter.line([a, at(end, 0), ...points, at(length - end, 0), b], ink);
}

/** Distance of two lines of a hatching, and their length across and along the ground, px. */
const HATCH = 9;
const HATCHES: Point2 = [9, -6];

/** Draws the boundary of the ground, hatched on its right as one goes along it. */
export function paintHatching(painter: Painter, line: Polyline, colors: Colors, unit: number): void {
  for (let k = 0; k + 1 < line.length; k++) {
    const [a, b] = [line[k]!, line[k + 1]!];
    const length = distance(a, b);
    if (!(length > 0)) continue;
    const [x, y] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const [across, along] = [unit * HATCHES[0], unit * HATCHES[1]];
    const count = Math.min(200, Math.floor(length / (unit * HATCH)));
    for (let n = 1; n <= count; n++) {
      const [u, v] = [a[0] + (n / count) * length * x, a[1] + (n / count) * length * y];
      // Right is clockwise, where y is down.
      const end: Point2 = [u + along * x - across * y, v + along * y + across * x];
      painter.line([[u, v], end], { stroke: colors.faint, width: 1.4 * unit });
    }
  }
  painter.line(line, { stroke: colors.anchor, width: 2.4 * unit });
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
