import { describe, expect, it } from 'vitest';
import { leastPivot } from '../../../runtime/linear/least-pivot.js';
import type { Multiplication } from '../../../runtime/linear/probed-matrix.js';

/** `A = S G Gᵀ S` with the rows of `G`, and `S` diagonal. */
function gram(rows: readonly (readonly number[])[], scale: readonly number[] = rows.map(() => 1)): Multiplication {
  const A = rows.map((a, i) => rows.map((b, j) => scale[i]! * scale[j]! * a.reduce((sum, x, k) => sum + x * b[k]!, 0)));
  return {
    size: rows.length,
    multiply: (x, out) => {
      A.forEach((row, i) => (out[i] = row.reduce((sum, a, j) => sum + a * x[j]!, 0)));
    },
  };
}

describe('the least pivot of a matrix known by its products', () => {
  const angle = 1e-3;
  const rows = [
    [1, 0, 0],
    [0, 2, 0],
    [0, Math.cos(angle), Math.sin(angle)],
  ];

  it('is the squared sine of the angle between a row and those before', () => {
    expect(leastPivot(gram(rows), [])).toBeCloseTo(Math.sin(angle) ** 2, 14);
    expect(leastPivot(gram(rows.slice(0, 2)), [])).toBe(1);
    // Two rows at a right angle, and one in between: 45° to either, none to both.
    expect(leastPivot(gram([[1, 0], [1, 1]]), [])).toBeCloseTo(0.5, 15); // prettier-ignore
  });

  it('does not depend on the units of the rows', () => {
    expect(leastPivot(gram(rows, [1e5, 1e-5, 3e3]), [])).toBeCloseTo(Math.sin(angle) ** 2, 14);
  });

  it('leaves out rows that depend on others, and rows of zeros', () => {
    const redundant = [[1, 1, 0], [0, 0, 0], ...rows.slice(0, 2), [1, 2, 0], [0, 0.6, 0.8]];
    expect(leastPivot(gram(redundant), [])).toBeCloseTo(0.5, 14);
  });

  it('takes a workspace that served another size', () => {
    const columns: Float64Array[] = [];
    const matrices = [gram(rows), gram(rows.slice(0, 2)), gram(rows), gram([])];
    expect(matrices.map((matrix) => leastPivot(matrix, columns))).toEqual(
      matrices.map((matrix) => leastPivot(matrix, [])),
    );
    const kept = columns.length;
    leastPivot(gram([]), columns);
    expect(columns).toHaveLength(kept);
  });
});
