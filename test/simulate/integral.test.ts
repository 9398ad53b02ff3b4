import { expect, test } from 'vitest';
import { runningIntegral } from '../../src/simulate/integral.js';

const sampled = (f: (x: number) => number, n: number, h: number): number[] =>
  Array.from({ length: n }, (_, k) => f(k * h));

test('cubics are integrated exactly', () => {
  const h = 0.3;
  const integral = runningIntegral(
    sampled((x) => 4 * x ** 3 - 3 * x ** 2 + 2 * x - 1, 9, h),
    h,
  );
  integral.forEach((value, k) => {
    const x = k * h;
    expect(value).toBeCloseTo(x ** 4 - x ** 3 + x ** 2 - x, 12);
  });
});

test('halving the distance divides the error by about sixteen', () => {
  const error = (n: number): number =>
    Math.abs(runningIntegral(sampled(Math.cos, n + 1, 2 / n), 2 / n).at(-1)! - Math.sin(2));
  expect(error(20) / error(40)).toBeGreaterThan(14);
  expect(error(20) / error(40)).toBeLessThan(18);
});

test('few values are integrated by trapezoids', () => {
  expect([...runningIntegral([5], 1)]).toEqual([0]);
  expect([...runningIntegral([1, 2, 4], 2)]).toEqual([0, 3, 9]);
});
