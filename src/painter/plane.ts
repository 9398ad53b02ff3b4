/** A point of the plane, m, with `y` up; or of a picture, px, with `y` down. */
export type Point2 = readonly [x: number, y: number];

export type Polyline = readonly Point2[];

/** A rectangle with sides along the axes. */
export interface Box {
  readonly min: Point2;
  readonly max: Point2;
}

/** The smallest box around `points`; undefined where there are none. */
export function boxAround(points: Iterable<Point2>): Box | undefined {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return x0 <= x1 && y0 <= y1 ? { min: [x0, y0], max: [x1, y1] } : undefined;
}

/** The box with `margin` on each side. */
export function grow({ min, max }: Box, margin: number): Box {
  return { min: [min[0] - margin, min[1] - margin], max: [max[0] + margin, max[1] + margin] };
}

/** The box about another middle; `along` one axis alone. */
export function centredOn({ min, max }: Box, middle: ArrayLike<number>, along?: 'x' | 'y'): Box {
  const shift = (k: 0 | 1): number => (along === 'xy'[1 - k] ? 0 : middle[k]! - (min[k] + max[k]) / 2);
  const [dx, dy] = [shift(0), shift(1)];
  return { min: [min[0] + dx, min[1] + dy], max: [max[0] + dx, max[1] + dy] };
}

export const widthOf = ({ min, max }: Box): number => max[0] - min[0];
export const heightOf = ({ min, max }: Box): number => max[1] - min[1];
export const distance = (a: Point2, b: Point2): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function distanceToSegment([x, y]: Point2, [ax, ay]: Point2, [bx, by]: Point2): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Counts the sides that a ray to the right crosses. */
export function isInside([x, y]: Point2, polygon: Polyline): boolean {
  let inside = false;
  polygon.forEach(([u, v], k) => {
    const [s, t] = polygon[(k + 1) % polygon.length]!;
    if (v > y !== t > y && x < u + ((y - v) / (t - v)) * (s - u)) inside = !inside;
  });
  return inside;
}

/** The pieces of a line that are inside a box (Liang and Barsky 1984, segment by segment). */
export function clip(line: Polyline, box: Box): Polyline[] {
  const pieces: Point2[][] = [];
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i]!, line[i + 1]!];
    let [from, to] = [0, 1];
    for (const k of [0, 1] as const) {
      const d = b[k] - a[k];
      const [low, high] = [(box.min[k] - a[k]) / d, (box.max[k] - a[k]) / d];
      if (d === 0) {
        if (a[k] < box.min[k] || a[k] > box.max[k]) to = -1;
      } else [from, to] = [Math.max(from, Math.min(low, high)), Math.min(to, Math.max(low, high))];
    }
    if (from >= to) continue;
    const at = (s: number): Point2 => [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
    // A segment that begins inside continues the piece before it.
    if (from === 0 && i > 0 && pieces.length > 0 && pieces.at(-1)!.at(-1) === a)
      pieces.at(-1)!.push(to === 1 ? b : at(to));
    else pieces.push([from === 0 ? a : at(from), to === 1 ? b : at(to)]);
  }
  return pieces;
}

/** The map by which a box of the plane fits into one of a picture, whose y points downwards. */
export function fit(box: Box, inner: Box): { scale: number; to: (p: Point2) => Point2; from: (p: Point2) => Point2 } {
  const scale = Math.max(
    1e-9,
    Math.min(widthOf(inner) / Math.max(widthOf(box), 1e-9), heightOf(inner) / Math.max(heightOf(box), 1e-9)),
  );
  const middle = (one: Box, k: 0 | 1): number => (one.min[k] + one.max[k]) / 2;
  const [x0, y0, u0, v0] = [middle(box, 0), middle(box, 1), middle(inner, 0), middle(inner, 1)];
  return {
    scale,
    to: ([x, y]) => [u0 + (x - x0) * scale, v0 - (y - y0) * scale],
    from: ([u, v]) => [x0 + (u - u0) / scale, y0 - (v - v0) / scale],
  };
}

/**
 * The polyline with as few of its points as keep it within `tolerance` of the original (Ramer 1972;
 * Douglas and Peucker 1973). Keeps both ends.
 */
export function simplify(line: Polyline, tolerance: number): Polyline {
  if (line.length < 3) return line;
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let furthest = tolerance;
    let at = -1;
    for (let i = first + 1; i < last; i++) {
      const distance = distanceToSegment(line[i]!, line[first]!, line[last]!);
      if (distance > furthest) [furthest, at] = [distance, i];
    }
    if (at < 0) continue;
    kept[at] = 1;
    spans.push([first, at], [at, last]);
  }
  return line.filter((_, i) => kept[i] === 1);
}
