/**
 * A surface of triangles: corners, m, and outward unit normals, three numbers each, and the corners of each
 * triangle, counter-clockwise as seen from outside.
 */
export interface Mesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
}

export type Vector = readonly [x: number, y: number, z: number];

/** Axes at right angles, of length 1 and right-handed, and their origin. */
export interface Frame {
  readonly origin: Vector;
  readonly u: Vector;
  readonly v: Vector;
  readonly w: Vector;
}

/** Collects the triangles of a mesh. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #triangles: number[] = [];

  /** Adds a corner, by its coordinates in a frame, and returns its number. */
  corner({ origin, u, v, w }: Frame, [x, y, z]: Vector, [nx, ny, nz]: Vector): number {
    for (let k = 0; k < 3; k++) {
      this.#positions.push(origin[k]! + x * u[k]! + y * v[k]! + z * w[k]!);
      this.#normals.push(nx * u[k]! + ny * v[k]! + nz * w[k]!);
    }
    return this.#positions.length / 3 - 1;
  }

  /** Adds a triangle, unless two of its corners are at one place. */
  triangle(a: number, b: number, c: number): void {
    if (!this.#meet(a, b) && !this.#meet(b, c) && !this.#meet(c, a)) this.#triangles.push(a, b, c);
  }

  /** Adds two triangles with the corners `a`, `b`, `c`, `d` in a circle. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /**
   * Adds a circle of corners about the third axis of a frame, with their normals by their parts across and along it,
   * and returns their numbers.
   */
  ring(frame: Frame, count: number, radius: number, height: number, across: number, along: number): number[] {
    return Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return this.corner(frame, [radius * c, radius * s, height], [across * c, across * s, along]);
    });
  }

  /** Joins rings of as many corners, each with the next. */
  join(rings: readonly (readonly number[])[]): void {
    rings.slice(1).forEach((ring, n) => {
      ring.forEach((corner, k) => {
        const next = (k + 1) % ring.length;
        this.quad(rings[n]![k]!, rings[n]![next]!, ring[next]!, corner);
      });
    });
  }

  build(): Mesh {
    return {
      positions: Float32Array.from(this.#positions),
      normals: Float32Array.from(this.#normals),
      triangles: Uint32Array.from(this.#triangles),
    };
  }

  #meet(a: number, b: number): boolean {
    const p = this.#positions;
    return p[3 * a] === p[3 * b] && p[3 * a + 1] === p[3 * b + 1] && p[3 * a + 2] === p[3 * b + 2];
  }
}

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** `a + s b`. */
export const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const lengthOf = (a: Vector): number => Math.hypot(...a);
export const unit = (a: Vector): Vector => plus([0, 0, 0], a, 1 / lengthOf(a));

/** A place of the plane or of space, in space. */
export const inSpace = (place: ArrayLike<number>, z = 0): Vector => [place[0]!, place[1]!, place[2] ?? z];

/** The axes of the world. */
export const WORLD: Frame = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], w: [0, 0, 1] };

/** A frame whose third axis points along a vector. */
export function frameAlong(origin: Vector, along: Vector): Frame {
  const w = unit(along);
  // The axis of the world that is least along it.
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(w[b]!) < Math.abs(w[a]!) ? b : a));
  const u = unit(cross([0, 1, 2].map((k) => (k === least ? 1 : 0)) as unknown as Vector, w));
  return { origin, u, v: cross(w, u), w };
}

/** Twice the area of a polygon, along its normal (Newell). */
export const normalOf = (corners: readonly Vector[]): Vector =>
  corners.reduce<Vector>(
    (sum, corner, k) => {
      const [a, b] = [minus(corner, corners[0]!), minus(corners[(k + 1) % corners.length]!, corners[0]!)];
      return plus(sum, cross(a, b));
    },
    [0, 0, 0],
  );

/** Volume within a closed surface, m³, by the divergence theorem. */
export function volumeOf({ positions, triangles }: Mesh): number {
  const at = (n: number): Vector => inSpace(positions.subarray(3 * n, 3 * n + 3));
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3)
    sum += dot(at(triangles[t]!), cross(at(triangles[t + 1]!), at(triangles[t + 2]!))) / 6;
  return sum;
}
