import type { MatrixSource, MatrixWriter } from './matrix-source.js';

/** Makes a writer of the diagonal of `matrix`: entry `j` goes to place `j`. */
export function diagonalWriter(matrix: MatrixSource): MatrixWriter {
  const { size, start, row } = matrix.pattern;
  const position = new Int32Array(row.length).fill(-1);
  for (let j = 0; j < size; j++) position[start[j]!] = j;
  return matrix.writer(position);
}
