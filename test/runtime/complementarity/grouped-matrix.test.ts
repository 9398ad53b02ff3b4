import { expect, it } from 'vitest';
import { BasisFactorization } from '../../../runtime/complementarity/basis-factorization.js';
import { BASIS, GroupedMatrix } from '../../../runtime/complementarity/grouped-matrix.js';
import { groupRows, type RowGroups } from '../../../runtime/complementarity/row-groups.js';
import type { MatrixSource } from '../../../runtime/equations/matrix-source.js';
import { denseSource, randomGram } from '../fixtures/contact/dense-problem.js';
import { largestDifference, multiply, random, transpose } from '../fixtures/oracle.js';
import { patternOf } from '../fixtures/patterns.js';

/** Rows 0, 4, 8 stand alone, 1 to 3 and 5 to 7 are contacts. */
const groups = groupRows(9, { normal: Int32Array.of(1, 5), tangents: 2, coefficient: new Float64Array(2) });

/** A matrix that has few entries: of the contacts' common block only one, which must be completed. */
function sparse(): { A: number[][]; source: MatrixSource } {
  const edges = [[0, 2], [1, 2], [2, 3], [3, 6], [5, 7], [6, 7], [4, 8]] as const; // prettier-ignore
  const A = Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (__, j) => (i === j ? 5 + i : 0)));
  edges.forEach(([i, j], k) => (A[i]![j] = A[j]![i] = 0.5 + 0.25 * k));
  const pattern = patternOf(9, edges);
  const source: MatrixSource = {
    size: 9,
    entryBound: pattern.row.length,
    pattern,
    writer: (position) => ({
      write: (values) => {
        for (let j = 0; j < 9; j++) {
          for (let e = pattern.start[j]!; e < pattern.start[j + 1]!; e++)
            values[position[e]!] = A[pattern.row[e]!]![j]!;
        }
      },
    }),
  };
  return { A, source };
}

function bases(): { basis: Float64Array; E: number[][] } {
  const next = random(3);
  const basis = Float64Array.from({ length: BASIS * groups.count }, next);
  const E = Array.from({ length: 9 }, () => new Array<number>(9).fill(0));
  for (let g = 0; g < groups.count; g++) {
    const first = groups.first[g]!;
    const width = groups.first[g + 1]! - first;
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) E[first + i]![first + j] = basis[BASIS * g + 3 * i + j]!;
    }
  }
  return { basis, E };
}

const x = Float64Array.from({ length: 9 }, (_, i) => Math.cos(3 * i));
const product = (A: number[][], B: number[][]): number[][] =>
  transpose(transpose(B).map((column) => multiply(A, column)));

it('groups rows', () => {
  const { first, groupOf, contactOf }: RowGroups = groups;
  expect([...first]).toEqual([0, 1, 4, 5, 8, 9]);
  expect([...groupOf]).toEqual([0, 1, 1, 1, 2, 3, 3, 3, 4]);
  expect([...contactOf]).toEqual([-1, 0, -1, 1, -1]);
});

const matrices: readonly (readonly [string, () => { A: number[][]; source: MatrixSource }])[] = [
  ['sparse', sparse],
  [
    'dense',
    () => {
      const A = randomGram(9, 12, random(7));
      return { A, source: denseSource(A) };
    },
  ],
];

it.each(matrices)('multiplies: %s', (_, make) => {
  const { A, source } = make();
  const matrix = new GroupedMatrix(source, groups);
  matrix.load();
  const out = new Float64Array(9).fill(7);
  matrix.multiply(x, out);
  expect(largestDifference(out, multiply(A, [...x]))).toBeLessThan(1e-14);
  matrix.diagonal(out);
  expect([...out]).toEqual(A.map((row, i) => row[i]));
});

it.each(matrices)('solves with a basis and a shift: %s', (_, make) => {
  const { A, source } = make();
  const matrix = new GroupedMatrix(source, groups);
  matrix.load();
  const { basis, E } = bases();
  const factorization = new BasisFactorization(matrix, groups);
  factorization.basis.set(basis);
  factorization.shift.forEach((__, i) => (factorization.shift[i] = 0.1 * (i + 1)));
  factorization.factorize();
  const S = product(transpose(E), product(A, E)).map((row, i) => row.map((s, j) => s + (i === j ? 0.1 * (i + 1) : 0)));
  const y = new Float64Array(9);
  expect(factorization.solve(x, y)).toBe(true);
  expect(largestDifference(multiply(S, [...y]), x)).toBeLessThan(1e-11);
  expect([factorization.factorizations, factorization.substitutions]).toEqual([1, 1]);
});

it('sets rows apart whose columns of the basis are zero', () => {
  const { A, source } = matrices[1]![1]();
  const matrix = new GroupedMatrix(source, groups);
  matrix.load();
  const factorization = new BasisFactorization(matrix, groups);
  const active = [0, 1, 2, 5];
  for (let g = 0; g < groups.count; g++) {
    for (let i = groups.first[g]!; i < groups.first[g + 1]!; i++) {
      factorization.basis[BASIS * g + 4 * (i - groups.first[g]!)] = active.includes(i) ? 1 : 0;
      factorization.shift[i] = active.includes(i) ? 0 : 1;
    }
  }
  factorization.factorize();
  const b = x.map((entry, i) => (active.includes(i) ? entry : 0));
  const y = new Float64Array(9);
  factorization.solve(b, y);
  const back = multiply(A, [...y]);
  for (let i = 0; i < 9; i++) {
    if (active.includes(i)) expect(back[i]).toBeCloseTo(b[i]!, 11);
    else expect(y[i]).toBe(0);
  }
});
