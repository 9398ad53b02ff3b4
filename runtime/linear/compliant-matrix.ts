import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/** `A + Σ` for a matrix `A` and a diagonal matrix `Σ`, the compliance of each row. */
export class CompliantMatrix implements MatrixSource {
  readonly size: number;
  readonly #matrix: MatrixSource;
  readonly #compliance: Float64Array;

  constructor(matrix: MatrixSource, compliance: Float64Array) {
    this.size = matrix.size;
    this.#matrix = matrix;
    this.#compliance = compliance;
  }

  get entryBound(): number {
    return this.#matrix.entryBound;
  }

  get pattern(): SymmetricPattern {
    return this.#matrix.pattern;
  }

  get owners(): readonly object[] | undefined {
    return this.#matrix.owners;
  }

  writer(position: Int32Array): MatrixWriter {
    const { start } = this.pattern;
    const places = Int32Array.from({ length: this.size }, (_, j) => position[start[j]!]!);
    const writer = this.#matrix.writer(position);
    const compliance = this.#compliance;
    return {
      write(values) {
        writer.write(values);
        for (let j = 0; j < places.length; j++) if (places[j]! >= 0) values[places[j]!]! += compliance[j]!;
      },
    };
  }
}
