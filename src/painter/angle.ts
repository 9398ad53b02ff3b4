import type { PointConnector } from '../../runtime/index.js';
import type { Colors } from './colors.js';
import type { Painter } from './painter.js';
import type { Shape } from './shape.js';
import type { Position, View } from './view.js';

/** An angle that is written into a picture, with its value: at a point, between the directions to two others. */
export interface AngleLook {
  readonly at: PointConnector;
  readonly from: PointConnector;
  readonly to: PointConnector;
  /** Written before the value, if it is not empty. */
  readonly name: string;
}

/** Radius of the arc and distance of its text, px. */
const RADIUS = 34;
const TEXT = 54;
/** Distance of the text from the sides, px. */
const BESIDE = 26;
const STEPS = 24;

/** Paints the arc of an angle, and its value in degrees. None where a direction is missing. */
export function paintAngle(
  painter: Painter,
  { at, from, to, name }: Shape & { readonly kind: 'angle' },
  view: View,
  colors: Colors,
  unit: number,
): void {
  const [u, w] = [unitVector(at, from), unitVector(at, to)];
  if (u === undefined || w === undefined) return;
  const cosine = u.reduce((sum, x, k) => sum + x * w[k]!, 0);
  // The part of the one direction across the other, along which the arc begins.
  const across = w.map((x, k) => x - cosine * u[k]!);
  const sine = Math.hypot(...across);
  const angle = Math.atan2(sine, cosine);
  const v = sine > 1e-9 ? across.map((x) => x / sine) : u.map(() => 0);
  const put = (part: number, radius: number): readonly [number, number] => {
    const length = (radius * unit) / view.scaleAt(at);
    const [c, s] = [Math.cos(part * angle), Math.sin(part * angle)];
    return view.place(Array.from(at, (x, k) => x + length * (c * u[k]! + s * v[k]!)));
  };
  const arc = Array.from({ length: STEPS + 1 }, (_, k) => put(k / STEPS, RADIUS));
  painter.line(arc, { stroke: colors.text, width: 1.5 * unit });
  // In a narrow angle there is room further out.
  const [x, y] = put(0.5, Math.min(2 * TEXT, Math.max(TEXT, BESIDE / Math.sin(angle / 2 + 1e-9))));
  const value = `${((angle * 180) / Math.PI).toFixed(1)}°`;
  painter.text([x, y + 5 * unit], name === '' ? value : `${name} = ${value}`, {
    size: 14 * Math.max(1, unit),
    align: 'middle',
    color: colors.text,
    halo: colors.paper,
  });
}

function unitVector(from: Position, to: Position): number[] | undefined {
  const difference = Array.from(from, (x, k) => to[k]! - x);
  const length = Math.hypot(...difference);
  return length > 1e-12 ? difference.map((x) => x / length) : undefined;
}
