import { expect, test } from 'vitest';
import { zeroContour, type Field } from '../../src/simulate/picture/contour.js';
import { coordinate, element, escapeXml } from '../../src/simulate/picture/elements.js';
import { roundLength } from '../../src/simulate/picture/frame.js';
import { outlinesOf } from '../../src/simulate/picture/outline.js';
import type { Point2 } from '../../src/simulate/picture/plane.js';
import { poseOf } from '../../src/simulate/picture/pose.js';
import { simplify } from '../../src/simulate/picture/simplify.js';
import { drawScene } from '../../src/simulate/picture/svg.js';
import { loadScene, simulateScene } from '../../src/scene/index.js';

const BOX = { min: [-2, -2], max: [2, 2.5] } as const;

/** The ellipse `x²/a² + y²/b² − 1`. */
const ellipse =
  (a: number, b: number): Field =>
  (points) => ({
    value: points.map(([x, y]) => (x / a) ** 2 + (y / b) ** 2 - 1),
    gradient: points.flatMap(([x, y]) => [(2 * x) / a ** 2, (2 * y) / b ** 2]),
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
    value: points.map(([x, y]) => y - x - 0.123),
    gradient: points.flatMap(() => [-1, 1]),
  });
  const [curve, ...others] = zeroContour(line, BOX);
  expect(others).toEqual([]);
  const ends = [curve![0]!, curve!.at(-1)!].sort((p, q) => p[0] - q[0]);
  expect(ends[0]![0]).toBeCloseTo(-2, 6);
  expect(ends[1]![0]).toBeCloseTo(2, 6);
  expect(zeroContour(ellipse(20, 20), BOX)).toEqual([]);
});

test('points without a value draw nothing', () => {
  const field: Field = (points) => ({ value: points.map(() => NaN), gradient: points.flatMap(() => [NaN, NaN]) });
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

test('bodies are drawn: bars, plates, and points', async () => {
  const at = (x: number, y: number) => [x, y] as const;
  const scene = await loadScene({
    format: 'holonomic-scene/1',
    title: 'Bodies',
    space: 2,
    bodies: {
      bar: { kind: 'rigid', mass: 1, inertia: 1, position: [0.5, 0], points: { l: [-0.5, 0], r: [0.5, 0] } },
      plate: { kind: 'rigid', mass: 1, inertia: 1, position: [1, 1], points: { a: [0, -1], b: [1, 0], c: [-1, 0] } },
      free: { kind: 'rigid', mass: 1, inertia: 1, position: [3, 3] },
      bob: { kind: 'Pendulum', params: { length: 1, mass: 1 }, coordinates: { theta: 0 } },
    },
    specs: {
      Turned: { summary: 'Own.', space: 2, inputs: { a: 'point', b: 'point' }, C: 'ddt(dot(a - b, a - b))' },
    },
    constraints: {
      one: { type: 'Coincident', on: { a: 'bar.l', b: { ground: at(0, 0) } } },
      two: { type: 'Coincident', on: { a: 'bar.r', b: 'plate.a' } },
      three: { type: 'Coincident', on: { a: 'plate.b', b: { ground: at(2, 1) } } },
      four: { type: 'PointOnCircle', on: { p: 'plate.c' }, params: { centre: [0, 0], radius: 1 } },
      own: { type: 'Turned', on: { a: 'free', b: { ground: at(2, 3) } } },
    },
    settings: { until: 0.01, dt: 0.01 },
  });
  expect(outlinesOf(scene.build())).toEqual([
    [at(0, 0), at(1, 0)],
    [at(1, 0), at(2, 1), at(0, 1)],
    [at(3, 3)],
    [[expect.closeTo(0, 12), -1]],
  ]);
  const svg = drawScene(await simulateScene(scene));
  expect(svg.match(/<polygon points=/g)).toHaveLength(1);
  // The one constraint that holds two points apart, of a class of its own: a rod with its edge.
  const { rods } = poseOf(scene.build(), { min: [0, 0], max: [3, 3] });
  expect(rods).toEqual([[at(3, 3), at(2, 3)]]);
});
