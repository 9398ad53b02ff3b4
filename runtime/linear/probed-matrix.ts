import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { densePattern, type SymmetricPattern } from '../equations/symmetric-pattern.js';

/** A matrix without known structure. */
export interface Multiplication {
  readonly size: number;
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** Writes out a matrix of which only products are known, column by column. */
export class ProbedMatrix implements MatrixSource {
  readonly size: number;
  readonly entryBound: number;
  readonly pattern: SymmetricPattern;
  readonly #matrix: Multiplication;

  constructor(matrix: Multiplication) {
    this.size = matrix.size;
    this.pattern = densePattern(matrix.size);
    this.entryBound = this.pattern.row.length;
    this.#matrix = matrix;
  }

  writer(position: Int32Array): MatrixWriter {
    const { size } = this;
    const { start, row } = this.pattern;
    const matrix = this.#matrix;
    const unit = new Float64Array(size);
    const column = new Float64Array(size);
    return {
      write(values) {
        for (let j = 0; j < size; j++) {
          unit[j] = 1;
          matrix.multiply(unit, column);
          unit[j] = 0;
          for (let e = start[j]!; e < start[j + 1]!; e++) {
            if (position[e]! >= 0) values[position[e]!] = column[row[e]!]!;
          }
        }
      },
    };
  }
}
