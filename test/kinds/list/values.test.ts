import { describe, expect, test } from 'vitest';
import { evaluateConstraint } from '../../../runtime/index.js';
import type { ListType } from '../../../runtime/model/lists/list-type.js';
import { seededRandom, uniform } from '../../../src/sampling/random.js';
import { compile } from '../../../src/toolkit.js';
import { LIST_SPECS } from './specs.js';

interface ListClass {
  readonly type: ListType;
}

const classOf = (name: keyof typeof LIST_SPECS, className: string = name): ListClass =>
  compile(name, LIST_SPECS[name])[className] as unknown as ListClass;

const random = seededRandom(7);
const vector = (size: number): number[] => Array.from({ length: size }, () => uniform(random, -1, 1));
const states = (count: number, size: number): { value: number[]; velocity: number[] }[] =>
  Array.from({ length: count }, () => ({ value: vector(size), velocity: vector(size) }));

/** Expects numbers that differ by rounding of a sum of this many terms of the size of one. */
const expectClose = (actual: number, expected: number, terms = 1): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected), Math.sqrt(terms)));
};

describe('the area of a ring', () => {
  const Area = classOf('Area');
  test.each([3, 16, 500, 10_000])('of %i points is the shoelace formula, with its derivatives', (n) => {
    const p = states(n, 2);
    const { C, Cdot, gamma, J } = evaluateConstraint(Area, { inputs: { p }, params: { area: 0.3 } });
    let [area, rate, bias, worst] = [0, 0, 0, 0];
    p.forEach(({ value: [x, y], velocity: [vx, vy] }, i) => {
      const { value: after, velocity: vAfter } = p[(i + 1) % n]!;
      const { value: before } = p[(i + n - 1) % n]!;
      area += (x! * after[1]! - y! * after[0]!) / 2;
      rate += (vx! * after[1]! + x! * vAfter[1]! - vy! * after[0]! - y! * vAfter[0]!) / 2;
      bias += vx! * vAfter[1]! - vy! * vAfter[0]!;
      const slope = J['p']![i] as number[][];
      worst = Math.max(
        worst,
        Math.abs(slope[0]![0]! - (after[1]! - before[1]!) / 2),
        Math.abs(slope[0]![1]! - (before[0]! - after[0]!) / 2),
      );
    });
    expect(worst).toBeLessThan(1e-12);
    expectClose(C[0]!, area - 0.3, n);
    expectClose(Cdot[0]!, rate, n);
    expectClose(gamma[0]!, bias, n);
  });

  test('adds the accelerations of the points', () => {
    const p = states(5, 2).map((state) => ({ ...state, acceleration: vector(2) }));
    const still = p.map(({ value, velocity }) => ({ value, velocity }));
    const params = { area: 1 };
    const moved = evaluateConstraint(Area, { inputs: { p }, params });
    const { gamma, J } = evaluateConstraint(Area, { inputs: { p: still }, params });
    const added = p.reduce((sum, { acceleration: [ax, ay] }, i) => {
      const [row] = J['p']![i] as number[][];
      return sum + row![0]! * ax! + row![1]! * ay!;
    }, 0);
    expectClose(moved.gamma[0]!, gamma[0]! + added);
  });
});

test('the length of a rope leaves out the step from its last point to its first', () => {
  const p = [
    [0, 0],
    [3, 4],
    [3, 10],
  ].map((value) => ({ value }));
  const { C, J } = evaluateConstraint(classOf('Rope', 'Rope2D'), { inputs: { p }, params: { length: 12 } });
  // `<=` asks for C ≥ 0.
  expect(C).toEqual([1]);
  const expected = [0.6, 0.8, -0.6, 0.2, 0, -1];
  (J['p'] as number[][][]).flat(2).forEach((entry, i) => {
    expect(entry).toBeCloseTo(expected[i]!, 12);
  });
});

test('a rope of one point has length 0', () => {
  const { C } = evaluateConstraint(classOf('Rope', 'Rope2D'), {
    inputs: { p: [{ value: [1, 2] }] },
    params: { length: 12 },
  });
  expect(C).toEqual([12]);
});

test('the volume of a cube of triangles is that of the cube', () => {
  const corner = (k: number): { value: number[] } => ({ value: [k & 1, (k >> 1) & 1, k >> 2].map((c) => 5 + 2 * c) });
  const p = Array.from({ length: 8 }, (_, k) => corner(k));
  const faces = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
  ];
  const { C } = evaluateConstraint(classOf('Volume'), { inputs: { p }, params: { faces, volume: 1 } });
  expect(C[0]).toBeCloseTo(7, 12);
});

test('a minimum has the slope of the first of its least terms', () => {
  const p = [
    [0, 3],
    [0, 1],
    [0, 1],
    [0, 2],
  ].map((value) => ({ value }));
  const { C, J } = evaluateConstraint(classOf('Lowest'), { inputs: { p } });
  expect(C).toEqual([1]);
  expect(J['p']).toEqual([[[0, 0]], [[0, 1]], [[0, 0]], [[0, 0]]]);
});

test('a mean has a row for each component', () => {
  const p = states(4, 2);
  const { C, J } = evaluateConstraint(classOf('Centre'), { inputs: { p, c: { value: [0, 0] } } });
  expectClose(
    C[0]!,
    p.reduce((sum, { value }) => sum + value[0]! / 4, 0),
  );
  expect(J['p']).toEqual(
    p.map(() => [
      [0.25, 0],
      [0, 0.25],
    ]),
  );
  expect(J['c']).toEqual([
    [-1, 0],
    [0, -1],
  ]);
});
