import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';
import { diagonalWriter } from '../equations/diagonal.js';

/**
 * `A + ε diag(A)` for a matrix `A`. Regularization relative to the diagonal makes the units of the
 * rows irrelevant. With `ε` well above rounding the matrix has full rank even if rows of `A` depend
 * on each other, except for rows of zeros.
 */
export class RegularizedMatrix implements MatrixSource {
  readonly size: number;
  /** Regularization `ε`; may be changed between any two solutions. */
  epsilon = 0;
  /** `diag(A)` as it was last written. */
  readonly diagonal: Float64Array;
  readonly #matrix: MatrixSource;
  #diagonalWriter: MatrixWriter | undefined;

  constructor(matrix: MatrixSource) {
    this.size = matrix.size;
    this.diagonal = new Float64Array(matrix.size);
    this.#matrix = matrix;
  }

  get entryBound(): number {
    return this.#matrix.entryBound;
  }

  get pattern(): SymmetricPattern {
    return this.#matrix.pattern;
  }

  /** Updates {@link diagonal}. */
  updateDiagonal(): void {
    this.#diagonalWriter ??= diagonalWriter(this.#matrix);
    this.#diagonalWriter.write(this.diagonal);
  }

  writer(position: Int32Array): MatrixWriter {
    const { start } = this.pattern;
    const places = Int32Array.from({ length: this.size }, (_, j) => position[start[j]!]!);
    const writer = this.#matrix.writer(position);
    return {
      write: (values) => {
        writer.write(values);
        const factor = 1 + this.epsilon;
        for (const place of places) if (place >= 0) values[place]! *= factor;
      },
    };
  }
}
