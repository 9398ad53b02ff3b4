import { expect, test } from 'vitest';
import { convexHull, least } from '../../../runtime/collision/polyhedron.js';
import { sequence } from '../../support/sequence.js';

const random = sequence(11);
const draw = (): number => 2 * random() - 1;

/** Checks that a hull is closed, and has all of the points behind its faces and each vertex among them. */
function check(points: readonly (readonly number[])[], hull: ReturnType<typeof convexHull>): void {
  expect(hull).toBeDefined();
  const { vertices, faces, normals, edges } = hull!;
  const size = Math.max(...points.flat().map(Math.abs));
  // Euler's formula.
  expect(vertices.length / 3 - edges.length / 2 + faces.length).toBe(2);
  faces.forEach((face, k) => {
    const n = normals.subarray(3 * k, 3 * k + 3);
    const heights = points.map((p) => p[0]! * n[0]! + p[1]! * n[1]! + p[2]! * n[2]!);
    for (const i of face)
      expect(Math.max(...heights) + least(vertices.subarray(3 * i, 3 * i + 3), -n[0]!, -n[1]!, -n[2]!)).toBeLessThan(
        4e-9 * size,
      );
  });
}

test('a hull of points on a sphere has all of them, whatever their number', () => {
  for (const count of [4, 30, 300]) {
    const points = Array.from({ length: count }, () => {
      const p = [draw(), draw(), draw()];
      return p.map((x) => x / Math.hypot(...p));
    });
    const hull = convexHull(Float64Array.from(points.flat()))!;
    check(points, hull);
    expect(hull.vertices.length).toBe(3 * count);
    // All faces are triangles.
    expect(hull.faces.length).toBe(2 * count - 4);
  }
});

test('a hull of a grid is a box with six faces, in any place, and with points given twice', () => {
  const grid = Array.from({ length: 27 }, (_, i) => [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)]);
  for (let k = 0; k < 50; k++) {
    const [c, s] = [Math.cos(k), Math.sin(k)];
    const scale = 10 ** (6 * random() - 3);
    const turned = grid.map(([x, y, z]) => [c * x! - s * y!, s * x! + c * y!, z!]);
    const points = turned.map(([x, y, z]) => [scale * x!, scale * (c * y! - s * z!) + k, scale * (s * y! + c * z!)]);
    const hull = convexHull(Float64Array.from([...points, ...points].flat()))!;
    check(points, hull);
    expect([hull.vertices.length / 3, hull.faces.length, hull.edges.length / 2, hull.directions.length / 3]).toEqual([
      8, 6, 12, 3,
    ]);
  }
});

test('points in a plane, on a line or in one place have no hull', () => {
  const flat = Array.from({ length: 9 }, () => [draw(), draw(), 0]);
  for (const turn of [0, 1, 2]) {
    const turned = flat.map((p) => [...p.slice(turn), ...p.slice(0, turn)]);
    expect(convexHull(Float64Array.from(turned.flat()))).toBeUndefined();
  }
  expect(convexHull(Float64Array.from([1, 2, 3, 2, 4, 6, 3, 6, 9, 0, 0, 0]))).toBeUndefined();
  expect(convexHull(Float64Array.from([1, 2, 3, 1, 2, 3]))).toBeUndefined();
});
