import { cross, dot, frameAlong, lengthOf, minus, plus, unit, type Frame, type Vector } from '../painter/frame.js';
import type { MeshBuilder } from './mesh.js';

/** Corners around a tube, and points in a turn of a helix. */
const SIDES = 10;
const PER_TURN = 16;

/** A tube along a line; one whose last point is its first is closed. */
export function addTube(builder: MeshBuilder, line: readonly Vector[], radius: number): void {
  const points = line.filter((point, k) => k === 0 || lengthOf(minus(point, line[k - 1]!)) > 0);
  if (points.length < 2) return;
  const isClosed = points.length > 3 && lengthOf(minus(points[0]!, points.at(-1)!)) === 0;
  const frames = framesAlong(points, isClosed);
  const rings = frames.map((frame) => builder.ring(frame, SIDES, radius, 0, 1, 0));
  if (isClosed) rings[rings.length - 1] = rings[0]!;
  builder.join(rings);
  if (isClosed) return;
  for (const [frame, up] of [
    [frames[0]!, -1],
    [frames.at(-1)!, 1],
  ] as const) {
    const caps = [radius, 0].map((r) => builder.ring(frame, SIDES, r, 0, 0, up));
    builder.join(up > 0 ? caps : caps.reverse());
  }
}

/** Frames along a line whose first axes turn as little as they can (Bishop 1975). */
function framesAlong(points: readonly Vector[], isClosed: boolean): Frame[] {
  const n = points.length;
  const tangent = (k: number): Vector => {
    const before = k > 0 ? points[k - 1]! : isClosed ? points[n - 2]! : points[0]!;
    const after = k < n - 1 ? points[k + 1]! : isClosed ? points[1]! : points[n - 1]!;
    const along = minus(after, before);
    return lengthOf(along) > 0 ? along : minus(points[k]!, before);
  };
  const frames = [frameAlong(points[0]!, tangent(0))];
  for (let k = 1; k < n; k++) {
    const w = unit(tangent(k));
    const { u: before, v } = frames[k - 1]!;
    const across = plus(before, w, -dot(before, w));
    // The line turns back by a right angle within one piece.
    const u = lengthOf(across) > 1e-6 ? unit(across) : unit(cross(v, w));
    frames.push({ origin: points[k]!, u, v: cross(w, u), w });
  }
  return frames;
}

/**
 * A helix about the line from `from` to `to`, with straight ends, from which it winds out and in again:
 * right-handed unless `isLeft`.
 */
export function coil(from: Vector, to: Vector, radius: number, turns: number, isLeft = false): Vector[] {
  const { u, v, w } = frameAlong(from, minus(to, from));
  const length = lengthOf(minus(to, from));
  const steps = PER_TURN * turns;
  const helix = Array.from({ length: steps + 1 }, (_, k): Vector => {
    const angle = (2 * Math.PI * k) / PER_TURN;
    const r = radius * Math.min(1, (2 * k) / PER_TURN, (2 * (steps - k)) / PER_TURN);
    const along = plus(from, w, (0.1 + (0.8 * k) / steps) * length);
    return plus(plus(along, u, r * Math.cos(angle)), v, (isLeft ? -r : r) * Math.sin(angle));
  });
  return [from, ...helix, to];
}
