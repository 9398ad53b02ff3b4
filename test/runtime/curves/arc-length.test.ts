import { describe, expect, it } from 'vitest';
import { curve, type Path } from '../../../runtime/index.js';

const TURN = 2 * Math.PI;
const circle = (count: number, arcLength = true): Path =>
  curve.path({
    points: Array.from({ length: count }, (_, i) => [
      2 * Math.cos((TURN * i) / count),
      2 * Math.sin((TURN * i) / count),
    ]),
    closed: true,
    arcLength,
  });

/** `y = x²` from 0 to 1. */
const parabola = (count: number): Path =>
  curve.path({ points: Array.from({ length: count + 1 }, (_, i) => [i / count, (i / count) ** 2]), arcLength: true });
const LENGTH = Math.sqrt(5) / 2 + Math.asinh(2) / 4;

/** The largest deviation of the speed from 1, also between knots. */
const unevenness = (path: Path): number =>
  Math.max(
    ...Array.from({ length: 997 }, (_, i) => {
      const s = path.start + ((path.end - path.start) * (i + 0.5)) / 997;
      return Math.abs(Math.hypot(...path.derivative(s)) - 1);
    }),
  );

describe('a path by the length along it', () => {
  it('is as long as a circle and a parabola, the better the more points there are', () => {
    const errors = [8, 16, 32].map((n) => Math.abs(circle(n).end / (2 * TURN) - 1));
    expect(errors[1]! / errors[2]!).toBeGreaterThan(32);
    expect(errors[2]).toBeLessThan(1e-8);
    const of = [8, 16, 32].map((n) => Math.abs(parabola(n).end - LENGTH));
    expect(of[0]! / of[2]!).toBeGreaterThan(32 ** 2);
    expect(of[2]).toBeLessThan(2e-9);
  });

  it('moves at the speed of its argument, which the length of the straight lines does not', () => {
    expect(unevenness(circle(16))).toBeLessThan(1e-7);
    expect(unevenness(circle(16, false))).toBeGreaterThan(1e-3);
    expect(unevenness(parabola(16))).toBeLessThan(1e-7);
  });

  it('goes where it goes without, through the points and from end to end', () => {
    const path = circle(16);
    expect(path.period).toBe(path.end);
    for (let i = 0; i < 16; i++) {
      const [x, y] = path.point((path.end * i) / 16);
      expect(Math.hypot(x! - 2 * Math.cos((TURN * i) / 16), y! - 2 * Math.sin((TURN * i) / 16))).toBeLessThan(1e-6);
    }
    // A quarter of the parabola, by its closed form.
    const along = parabola(32);
    const s = (2 * 0.5 * Math.hypot(1, 1) + Math.asinh(1)) / 4;
    expect(along.point(s)[0]).toBeCloseTo(0.5, 8);
  });

  it('is refused by what is no choice', () => {
    expect(() =>
      curve.path({
        points: [
          [0, 0],
          [1, 1],
        ],
        arcLength: 1 as never,
      }),
    ).toThrow('arcLength of a path');
  });
});
