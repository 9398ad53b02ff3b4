import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * `A + ε diag(A)` for a matrix `A`: regularized relative to the diagonal, so that the units of the
 * rows do not matter. With `ε` well above rounding it has full rank, whatever rows of `A` depend on
 * each other, except for rows of zeros.
 */
export class RegularizedMatrix implements MatrixSource {
  readonly size: number;
  /** `ε`; may be changed between any two solutions. */
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

  /** Brings {@link diagonal} up to date. */
  updateDiagonal(): void {
    this.#diagonalWriter ??= this.#matrix.writer(diagonalPositions(this.pattern));
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

/** For each entry of the pattern its row if it lies on the diagonal, and −1 if it does not. */
function diagonalPositions({ size, start, row }: SymmetricPattern): Int32Array {
  const position = new Int32Array(row.length).fill(-1);
  for (let j = 0; j < size; j++) position[start[j]!] = j;
  return position;
}
