/** A system of linear equations whose entries lie near the diagonal. */
export interface BandedSystem {
  readonly right: Float64Array;
  /** Adds to an entry; `|row − column|` is at most the bandwidth. */
  add(row: number, column: number, value: number): void;
  /** Solves the system, once. */
  solve(): Float64Array;
}

/**
 * Makes an empty system of `size` equations with entries at most `width` beside the diagonal. It is
 * solved by elimination with the largest pivot of a column, of rows whose largest entry is 1.
 */
export function bandedSystem(size: number, width: number): BandedSystem {
  // Row swaps fill up to `width` more entries right of the band.
  const stride = 3 * width + 1;
  const entries = new Float64Array(size * stride);
  const right = new Float64Array(size);
  const index = (row: number, column: number): number => row * stride + column - row + width;
  return {
    right,
    add: (row, column, value) => {
      entries[index(row, column)]! += value;
    },
    solve: () => {
      for (let row = 0; row < size; row++) {
        const own = entries.subarray(row * stride, (row + 1) * stride);
        const largest = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        for (let i = 0; i < stride; i++) own[i]! /= largest;
        right[row]! /= largest;
      }
      for (let k = 0; k < size; k++) {
        const below = Math.min(k + width, size - 1);
        const beside = Math.min(k + 2 * width, size - 1);
        let pivot = k;
        for (let row = k + 1; row <= below; row++)
          if (Math.abs(entries[index(row, k)]!) > Math.abs(entries[index(pivot, k)]!)) pivot = row;
        if (pivot !== k) {
          for (let column = k; column <= beside; column++) {
            const [a, b] = [index(k, column), index(pivot, column)];
            [entries[a], entries[b]] = [entries[b]!, entries[a]!];
          }
          [right[k], right[pivot]] = [right[pivot]!, right[k]!];
        }
        for (let row = k + 1; row <= below; row++) {
          const factor = entries[index(row, k)]! / entries[index(k, k)]!;
          if (factor === 0) continue;
          for (let column = k; column <= beside; column++)
            entries[index(row, column)]! -= factor * entries[index(k, column)]!;
          right[row]! -= factor * right[k]!;
        }
      }
      for (let k = size - 1; k >= 0; k--) {
        for (let column = k + 1; column <= Math.min(k + 2 * width, size - 1); column++)
          right[k]! -= entries[index(k, column)]! * right[column]!;
        right[k]! /= entries[index(k, k)]!;
      }
      return right;
    },
  };
}
