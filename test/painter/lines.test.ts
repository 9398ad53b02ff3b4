import { expect, test } from 'vitest';
import { centreOf } from '../../src/painter/circle.js';
import { zeroContour, type Field } from '../../src/painter/contour.js';
import { coordinate, element, escapeXml } from '../../src/painter/elements.js';
import { roundLength } from '../../src/painter/grid.js';
import { clip, simplify, type Point2 } from '../../src/painter/plane.js';

const BOX = { min: [-2, -2], max: [2, 2.5] } as const;

const pairs = (points: Float64Array): Point2[] =>
  Array.from({ length: points.length / 2 }, (_, k) => [points[2 * k]!, points[2 * k + 1]!]);

/** The ellipse `x²/a² + y²/b² − 1`. */
const ellipse =
  (a: number, b: number): Field =>
  (points) => ({
    value: pairs(points).map(([x, y]) => (x / a) ** 2 + (y / b) ** 2 - 1),
    gradient: pairs(points).flatMap(([x, y]) => [(2 * x) / a ** 2, (2 * y) / b ** 2]),
  });

test('an ellipse is one closed curve whose points lie on it', () => {
  const curves = zeroContour(ellipse(1.5, 0.7), BOX);
  expect(curves).toHaveLength(1);
  const [curve] = curves as [Point2[]];
  expect(curve.at(-1)).toEqual(curve[0]);
  for (const [x, y] of curve) expect((x / 1.5) ** 2 + (y / 0.7) ** 2 - 1).toBeCloseTo(0, 12);
  const length = curve.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - curve[k]![0], y - curve[k]![1]), 0);
  expect(length).toBeCloseTo(7.1375, 2); // 4 a E(e)
});

test('a curve that leaves the box ends at its sides; one that is not there is none', () => {
  const line: Field = (points) => ({
    value: pairs(points).map(([x, y]) => y - x - 0.123),
    gradient: pairs(points).flatMap(() => [-1, 1]),
  });
  const [curve, ...others] = zeroContour(line, BOX);
  expect(others).toEqual([]);
  const ends = [curve![0]!, curve!.at(-1)!].sort((p, q) => p[0] - q[0]);
  expect(ends[0]![0]).toBeCloseTo(-2, 6);
  expect(ends[1]![0]).toBeCloseTo(2, 6);
  expect(zeroContour(ellipse(20, 20), BOX)).toEqual([]);
});

test('points without a value draw nothing', () => {
  const field: Field = (points) => ({ value: points.map(() => NaN), gradient: points.map(() => NaN) });
  expect(zeroContour(field, BOX)).toEqual([]);
});

test('a simplified line stays within its tolerance and keeps its ends', () => {
  const line = Array.from({ length: 500 }, (_, k): Point2 => [k / 50, Math.sin(k / 50)]);
  const simple = simplify(line, 0.01);
  expect(simple.length).toBeLessThan(60);
  expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
  for (const [x, y] of line) {
    const k = simple.findIndex(([x1]) => x1 >= x);
    const [a, b] = [simple[Math.max(0, k - 1)]!, simple[k]!];
    const height = b[0] === a[0] ? a[1] : a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]);
    expect(Math.abs(height - y)).toBeLessThan(0.0142); // vertical distance: the tolerance along the normal, slopes up to 1
  }
});

test('lengths of scale bars are round', () => {
  expect([0.7, 1, 1.99, 2, 4.9, 5, 9.9, 120].map(roundLength)).toEqual([0.5, 1, 1, 2, 2, 5, 5, 100]);
});

test('text and numbers are safe to write', () => {
  expect(escapeXml(`<a b="c">&'\u0000\uD800`)).toBe('&#60;a b=&#34;c&#34;&#62;&#38;&#39;\uFFFD\uFFFD');
  expect(element('a', { x: -0.0001, y: 1 / 3, z: '"' })).toBe('<a x="0" y="0.33" z="&#34;"/>');
  expect(coordinate(-0)).toBe('0');
});

test('a line is cut at the sides of a box, and enters it again', () => {
  const box = { min: [0, 0], max: [2, 1] } as const;
  // One that only touches the corners is not in it.
  expect(clip([[-1, 0], [1, 2], [3, 0], [3, 5]], box)).toEqual([]); // prettier-ignore
  expect(clip([[0.5, 0.5], [1, 0.5], [1, 3], [1.5, 3], [1.5, -1]], box)).toEqual([
    [[0.5, 0.5], [1, 0.5], [1, 1]],
    [[1.5, 1], [1.5, 0]],
  ]); // prettier-ignore
});

test('points on a circle have its centre, others none', () => {
  const on = (f: (angle: number) => number[]) => Array.from({ length: 9 }, (_, k) => f(0.4 * k));
  const circle = on((angle) => [2 + 3 * Math.cos(angle), 1, 4 + 3 * Math.sin(angle)]);
  expect(centreOf(circle)!.map((x) => +x.toFixed(12))).toEqual([2, 1, 4]);
  expect(centreOf(on((angle) => [2 * Math.cos(angle), Math.sin(angle)]))).toBeUndefined();
  expect(centreOf(on((angle) => [angle, 2 * angle]))).toBeUndefined();
  expect(centreOf(on(() => [1, 1]))).toBeUndefined();
});

/** The field of `y − f(x)`. */
const graph =
  (f: (x: number) => number, slope: (x: number) => number): Field =>
  (points) => ({
    value: pairs(points).map(([x, y]) => y - f(x)),
    gradient: pairs(points).flatMap(([x]) => [-slope(x), 1]),
  });

test('where a function changes its sign at a pole or by a jump there is no curve', () => {
  const box = { min: [-3, -3.1], max: [3.1, 3.2] } as const;
  const hyperbola = zeroContour(
    graph(
      (x) => 1 / x,
      (x) => -1 / x ** 2,
    ),
    box,
  );
  expect(hyperbola).toHaveLength(2);
  for (const [x, y] of hyperbola.flat()) expect(y - 1 / x).toBeCloseTo(0, 6);
  // Poles at odd multiples of π/6: six of them, and seven branches.
  const branches = zeroContour(
    graph(
      (x) => Math.tan(3 * x),
      (x) => 3 / Math.cos(3 * x) ** 2,
    ),
    box,
  );
  expect(branches).toHaveLength(7);
  for (const [x, y] of branches.flat()) expect(y - Math.tan(3 * x)).toBeCloseTo(0, 6);
  const treads = zeroContour(
    graph(
      (x) => Math.floor(2 * x) / 2,
      () => 0,
    ),
    box,
  );
  expect(treads.map(([point]) => point![1]).sort((a, b) => a - b)).toEqual([-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3].map((y) => expect.closeTo(y, 9) as number)); // prettier-ignore
  // A steep root is one: its values come together, if slowly.
  expect(
    zeroContour(
      graph(Math.cbrt, (x) => 1 / (3 * Math.cbrt(x) ** 2)),
      box,
    ),
  ).toHaveLength(1);
});
