import { describe, expect, it } from 'vitest';
import { NaturalMap } from '../../../runtime/complementarity/natural-map.js';
import type { ComplementarityProblem } from '../../../runtime/complementarity/problem.js';
import { groupRows } from '../../../runtime/complementarity/row-groups.js';
import { denseProblem } from '../fixtures/contact/dense-problem.js';
import { random } from '../fixtures/oracle.js';

const identity = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)));

/** A row with given bounds, and a contact after it. */
function problem(tangents: 1 | 2, mu: number, lower = 0, upper = Infinity): ComplementarityProblem {
  const size = 2 + tangents;
  const rows = Array.from({ length: size }, () => 0);
  return denseProblem(
    identity(size),
    rows,
    rows.map(() => lower),
    rows.map(() => upper),
    { normal: Int32Array.of(1), tangents, coefficient: Float64Array.of(mu) },
  );
}

function mapOf({ size, contacts }: ComplementarityProblem, diagonal?: readonly number[]): NaturalMap {
  const map = new NaturalMap(groupRows(size, contacts));
  map.scale(Float64Array.from(diagonal ?? Array.from({ length: size }, () => 1)));
  return map;
}

function residual(at: ComplementarityProblem, lambda: readonly number[], u: readonly number[]): [number, number] {
  const map = mapOf(at);
  map.measure(at, Float64Array.from(lambda), Float64Array.from(u));
  return [map.residual, map.worstRow];
}

describe('the natural map', () => {
  it.each([1, 2] as const)('is zero at an open contact without friction, %i tangents', (tangents) => {
    const at = problem(tangents, 0);
    const zeros = Array.from({ length: 1 + tangents }, () => 0);
    expect(residual(at, [0, ...zeros], [0, 4, ...zeros.slice(1)])[0]).toBe(0);
    expect(residual(at, [0, ...zeros], [0, -4, ...zeros.slice(1)])[0]).toBe(4);
  });

  it.each([
    ['an open row', 0, Infinity, 0, 3],
    ['an active row', 0, Infinity, 3, 0],
    ['an equality', -Infinity, Infinity, -3, 0],
    ['a motor below its limit', -2, 2, 1, 0],
    ['a motor at its limit', -2, 2, 2, -5],
    ['a motor at its other limit', -2, 2, -2, 5],
  ])('vanishes at %s', (_, lower, upper, lambda, u) => {
    expect(residual(problem(2, 0.5, lower, upper), [lambda, 0, 0, 0], [u, 0, 0, 0])[0]).toBe(0);
  });

  it.each([
    ['a row that pulls', 0, Infinity, -2, 0, 2],
    ['a row that closes', 0, Infinity, 0, -3, 3],
    ['a row that pushes while it opens', 0, Infinity, 2, 5, 2],
    ['a motor at its limit that would be faster without', -2, 2, 2, 0.5, 0.5],
  ])('is the velocity or the scaled multiplier by which it fails: %s', (_, lower, upper, lambda, u, expected) => {
    expect(residual(problem(2, 0.5, lower, upper), [lambda, 0, 0, 0], [u, 0, 0, 0])).toEqual([expected, 0]);
  });

  it.each([
    ['open', [0, 0, 0], [1, 7, -2]],
    ['sticking', [2, 0.6, -0.6], [0, 0, 0]],
    ['sticking at the edge', [2, 0.6, -0.8], [0, 0, 0]],
    ['sliding', [2, 0.6, -0.8], [0, -3, 4]],
  ])('vanishes at a contact that is %s', (_, lambda, u) => {
    expect(residual(problem(2, 0.5), [0, ...lambda], [0, ...u])[0]).toBeLessThan(1e-15);
  });

  it.each([
    ['slides without friction', [2, 0, 0], [0, 3, 0]],
    ['has friction along the slip', [2, 1, 0], [0, 3, 0]],
    ['has friction across the slip', [2, 0, 1], [0, 3, 0]],
    ['slides with less than all friction', [2, -0.9, 0], [0, 3, 0]],
    ['leaves the cone', [2, -1.1, 0], [0, 0, 0]],
    ['penetrates', [2, 0, 0], [-1, 0, 0]],
    ['sticks while it opens', [2, 0, 0], [1, 0, 0]],
  ])('sees a contact that %s', (_, lambda, u) => {
    const [size, row] = residual(problem(2, 0.5), [0, ...lambda], [0, ...u]);
    expect(size).toBeGreaterThan(0.05);
    expect(row).toBe(1);
  });

  it('is the same in the plane', () => {
    const at = problem(1, 0.5);
    expect(residual(at, [0, 2, -1], [0, 0, 3])[0]).toBeLessThan(1e-15);
    expect(residual(at, [0, 2, 1], [0, 0, 3])[0]).toBeGreaterThan(0.5);
  });

  it('scales with the mean diagonal entry of a contact, and the diagonal entry of other rows', () => {
    expect([...mapOf(problem(2, 0.5), [4, 1, 2, 3]).r]).toEqual([0.25, 0.5, 0.5, 0.5]);
    expect([...mapOf(problem(2, 0.5), [4, 0, 0, 0]).r].every(Number.isFinite)).toBe(true);
  });

  it('is infinite where something is not finite', () => {
    expect(residual(problem(2, 0.5), [0, NaN, 0, 0], [0, 0, 0, 0])).toEqual([Infinity, 1]);
    expect(residual(problem(2, 0.5), [0, 0, 0, 0], [NaN, 0, 0, 0])).toEqual([Infinity, 0]);
  });
});

describe('the projection', () => {
  it('finds the nearest point of the cone: what is left is perpendicular to it, and in the polar cone', () => {
    const next = random(5);
    for (let k = 0; k < 200; k++) {
      const mu = 1 + next();
      const at = problem(2, mu);
      const x = [next(), 3 * next(), 3 * next(), 3 * next()];
      const p = Float64Array.from(x);
      mapOf(at).project(at, p);
      const [rN, r1, r2] = [x[1]! - p[1]!, x[2]! - p[2]!, x[3]! - p[3]!];
      expect(p[0]).toBe(Math.max(0, x[0]!));
      expect(Math.hypot(p[2]!, p[3]!)).toBeLessThanOrEqual(mu * p[1]! * (1 + 1e-14) + 1e-15);
      expect(Math.abs(rN * p[1]! + r1 * p[2]! + r2 * p[3]!)).toBeLessThan(1e-14);
      expect(mu * Math.hypot(r1, r2)).toBeLessThanOrEqual(-rN + 1e-14);
    }
  });
});
