import { expect, it } from 'vitest';
import { IncompleteCholesky } from '../../../runtime/linear/incomplete-cholesky.js';
import type { MatrixSource } from '../../../runtime/equations/matrix-source.js';

/**
 * Four rows, each with entries in the rows next to it around a ring: diagonals and the others by
 * columns.
 */
class Ring implements MatrixSource {
  readonly size = 4;
  readonly entryBound = 8;
  readonly pattern = {
    size: 4,
    start: Int32Array.of(0, 3, 5, 7, 8),
    row: Int32Array.of(0, 1, 3, 1, 2, 2, 3, 3),
    blockStart: Int32Array.of(0, 1, 2, 3, 4),
  };
  entries: readonly number[] = [];

  writer(position: Int32Array): { write(values: Float64Array): void } {
    return {
      write: (values) => {
        this.entries.forEach((entry, e) => {
          values[position[e]!] = entry;
        });
      },
    };
  }
}

/**
 * A positive definite matrix whose last pivot is negative without fill (Kershaw 1978, "The
 * Incomplete Cholesky-Conjugate Gradient Method").
 */
const KERSHAW = [3, -2, 2, 3, -2, 3, -2, 3];
const DOMINANT = [4, -1, 1, 4, -1, 4, -1, 4];

const solution = (factors: IncompleteCholesky): Float64Array => {
  const z = new Float64Array(4);
  factors.apply(Float64Array.of(1, 2, 3, 4), z);
  return z;
};

it('shifts where a pivot is negative, and afterwards is as if it had never needed to', () => {
  const matrix = new Ring();
  const factors = new IncompleteCholesky(matrix);
  matrix.entries = KERSHAW;
  factors.update();
  expect(factors.shift).toBeGreaterThan(0);
  const z = solution(factors);
  expect(z[0]! + 2 * z[1]! + 3 * z[2]! + 4 * z[3]!).toBeGreaterThan(0);

  matrix.entries = DOMINANT;
  factors.update();
  expect(factors.shift).toBe(0);
  const fresh = new IncompleteCholesky(matrix);
  fresh.update();
  expect(solution(factors)).toEqual(solution(fresh));
});
