import { cross, dot, inSpace, minus, plus, type Frame, type Vector } from '../painter/frame.js';

/**
 * A surface of triangles: corners, m, and outward unit normals, three numbers each, and the corners of each
 * triangle, counter-clockwise as seen from outside.
 */
export interface Mesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
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

  /** Adds the triangles of a convex polygon. */
  fan(corners: readonly number[]): void {
    for (let k = 2; k < corners.length; k++) this.triangle(corners[0]!, corners[k - 1]!, corners[k]!);
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
        this.fan([rings[n]![k]!, rings[n]![next]!, ring[next]!, corner]);
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
