import type { Ink, Painter } from '../painter/painter.js';
import type { Point2, Polyline } from '../painter/plane.js';

/** Sides of a round end by its radius, px. */
const sidesOf = (radius: number): number => Math.min(64, Math.max(8, Math.ceil(4 * Math.sqrt(radius) + 4)));

/**
 * Paints into pixels, without a page: each area by how much of each pixel it covers (Levien's accumulation of
 * signed areas, exact for one outline). Text is left out, for want of a font.
 */
export class RasterPainter implements Painter {
  /** Red, green, blue and 255 of each pixel. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly #width: number;
  readonly #height: number;
  /** Change of the coverage from a pixel to the next one of its row; one more in each row for what is right of it. */
  readonly #change: Float32Array;
  /** Rows and columns that the present area touches. */
  #top = Infinity;
  #bottom = -Infinity;
  #left = Infinity;
  #right = -Infinity;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.pixels = new Uint8ClampedArray(4 * width * height).fill(255);
    this.#change = new Float32Array((width + 2) * height);
  }

  line(points: Polyline, ink: Ink): void {
    this.#stroke(points, ink);
  }

  polygon(points: Polyline, ink: Ink): void {
    this.#fill([points], ink);
    if (ink.stroke !== undefined) this.#stroke([...points, points[0]!], ink);
  }

  disc(at: Point2, radius: number, ink: Ink): void {
    this.polygon(ring(at, radius, 2 * sidesOf(radius)), ink);
  }

  text(): void {
    // Letters would need a font.
  }

  #fill(outlines: readonly Polyline[], { fill, fillOpacity = 1 }: Ink): void {
    if (fill === undefined) return;
    for (const outline of outlines) this.#outline(outline);
    this.#blend(fill, fillOpacity);
  }

  /** Pieces of the same sense of rotation, so that where they overlap is covered once: more than all is all. */
  #stroke(points: Polyline, { stroke, width = 1, strokeOpacity = 1, dash, cap = 'round' }: Ink): void {
    if (stroke === undefined || points.length === 0) return;
    // What is thinner than a pixel is paler.
    const r = Math.max(width, 1) / 2;
    for (const piece of dash === undefined ? [points] : dashed(points, dash)) {
      piece.slice(1).forEach(([x, y], k) => {
        const [u, v] = piece[k]!;
        const length = Math.hypot(x - u, y - v);
        if (length === 0) return;
        const [a, b] = [(-r * (y - v)) / length, (r * (x - u)) / length];
        this.#outline([[u - a, v - b], [x - a, y - b], [x + a, y + b], [u + a, v + b]]); // prettier-ignore
      });
      if (r < 0.75) continue;
      const [first, last] = cap === 'butt' ? [1, piece.length - 1] : [0, piece.length];
      for (const at of piece.slice(first, last)) this.#outline(ring(at, r, sidesOf(r)));
    }
    this.#blend(stroke, strokeOpacity * Math.min(1, width));
  }

  /** Adds the area within an outline; counter-clockwise ones on the screen count as negative. */
  #outline(points: Polyline): void {
    points.forEach((from, k) => {
      this.#edge(from, points[(k + 1) % points.length]!);
    });
  }

  #edge([x0, y0]: Point2, [x1, y1]: Point2): void {
    if (!(y0 !== y1) || ![x0, y0, x1, y1].every(Number.isFinite)) return;
    const direction = y0 < y1 ? 1 : -1;
    const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottomY - topY);
    const from = Math.max(0, topY);
    const to = Math.min(this.#height, bottomY);
    if (from >= to) return;
    this.#top = Math.min(this.#top, Math.floor(from));
    this.#bottom = Math.max(this.#bottom, Math.ceil(to));
    for (let row = Math.floor(from); row < to; row++) {
      const [start, end] = [Math.max(row, from), Math.min(row + 1, to)];
      const height = direction * (end - start);
      const [p, q] = [topX + (start - topY) * slope, topX + (end - topY) * slope];
      this.#span(row, Math.min(p, q), Math.max(p, q), height);
    }
  }

  /** Adds what is right of a piece of an edge within one row. */
  #span(row: number, left: number, right: number, height: number): void {
    const at = row * (this.#width + 2);
    const [l, r] = [clamped(left, this.#width), clamped(right, this.#width)];
    const [first, last] = [Math.floor(l), Math.floor(r)];
    this.#left = Math.min(this.#left, first);
    this.#right = Math.max(this.#right, last + 1);
    if (first === last || r - l < 1e-9) {
      const share = 1 - ((l + r) / 2 - first);
      this.#change[at + first]! += height * share;
      this.#change[at + first + 1]! += height * (1 - share);
      return;
    }
    // The part of the height that the edge takes on its way through each column.
    for (let column = first; column <= last; column++) {
      const [a, b] = [Math.max(l, column), Math.min(r, column + 1)];
      const part = (height * (b - a)) / (r - l);
      const share = 1 - ((a + b) / 2 - column);
      this.#change[at + column]! += part * share;
      this.#change[at + column + 1]! += part * (1 - share);
    }
  }

  /** Mixes a colour in by the coverage, and forgets that. */
  #blend(color: string, opacity: number): void {
    const [red, green, blue] = [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16)) as [number, number, number];
    const { pixels } = this;
    // Right of all of its edges a closed outline covers nothing.
    const end = Math.min(this.#width, this.#right + 1);
    for (let row = Math.max(0, this.#top); row < Math.min(this.#height, this.#bottom); row++) {
      let sum = 0;
      const at = row * (this.#width + 2);
      for (let column = this.#left; column < end; column++) {
        sum += this.#change[at + column]!;
        const share = opacity * Math.min(1, Math.abs(sum));
        if (share < 1e-4) continue;
        const n = 4 * (row * this.#width + column);
        pixels[n] = pixels[n]! + share * (red - pixels[n]!);
        pixels[n + 1] = pixels[n + 1]! + share * (green - pixels[n + 1]!);
        pixels[n + 2] = pixels[n + 2]! + share * (blue - pixels[n + 2]!);
      }
      this.#change.fill(0, at + this.#left, at + this.#right + 1);
    }
    [this.#top, this.#bottom, this.#left, this.#right] = [Infinity, -Infinity, Infinity, -Infinity];
  }
}

/** What is left of the picture counts from its first column on; what is right of it does not count. */
const clamped = (x: number, width: number): number => Math.min(width, Math.max(0, x));

const ring = ([x, y]: Point2, radius: number, count: number): Point2[] =>
  Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

/** The pieces of a line between gaps. */
function dashed(points: Polyline, dash: readonly number[]): Point2[][] {
  const pieces: Point2[][] = [];
  let [n, left] = [0, dash[0]!];
  let piece: Point2[] = [points[0]!];
  points.slice(1).forEach((to, k) => {
    let from = points[k]!;
    for (;;) {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (length <= left) {
        left -= length;
        piece.push(to);
        return;
      }
      from = [from[0] + (left / length) * (to[0] - from[0]), from[1] + (left / length) * (to[1] - from[1])];
      if (n % 2 === 0) pieces.push([...piece, from]);
      piece = [from];
      n++;
      left = Math.max(dash[n % dash.length]!, 1e-3);
    }
  });
  if (n % 2 === 0) pieces.push(piece);
  return pieces;
}
