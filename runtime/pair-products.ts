import type { InputBlocks } from './block-products.js';

/**
 * The products of block-products.ts for the commonest shape, one row and two inputs of the same size, in one pass over both inputs.
 */
export function isPair(blocks: readonly InputBlocks[]): boolean {
  const [a, b] = blocks;
  return blocks.length === 2 && a!.rows === 1 && a!.size === b!.size && a!.size > 1;
}

/** `out += scale J y`. */
export function addPairProduct(
  { size, count, firstRow, slots, J }: InputBlocks,
  scale: number,
  y: Float64Array,
  out: Float64Array,
): void {
  if (size === 2) {
    for (let k = 0, j = 0; k < count; k++, j += 4) {
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      out[firstRow + k]! += scale * (J[j]! * y[a]! + J[j + 1]! * y[a + 1]! + J[j + 2]! * y[b]! + J[j + 3]! * y[b + 1]!);
    }
  } else {
    for (let k = 0, j = 0; k < count; k++, j += 6) {
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      out[firstRow + k]! +=
        scale *
        (J[j]! * y[a]! +
          J[j + 1]! * y[a + 1]! +
          J[j + 2]! * y[a + 2]! +
          J[j + 3]! * y[b]! +
          J[j + 4]! * y[b + 1]! +
          J[j + 5]! * y[b + 2]!);
    }
  }
}

/** `f += Jᵀ z`. */
export function addPairTransposeProduct(
  { size, count, firstRow, slots, J }: InputBlocks,
  z: Float64Array,
  f: Float64Array,
): void {
  if (size === 2) {
    for (let k = 0, j = 0; k < count; k++, j += 4) {
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      const zk = z[firstRow + k]!;
      f[a]! += J[j]! * zk;
      f[a + 1]! += J[j + 1]! * zk;
      f[b]! += J[j + 2]! * zk;
      f[b + 1]! += J[j + 3]! * zk;
    }
  } else {
    for (let k = 0, j = 0; k < count; k++, j += 6) {
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      const zk = z[firstRow + k]!;
      f[a]! += J[j]! * zk;
      f[a + 1]! += J[j + 1]! * zk;
      f[a + 2]! += J[j + 2]! * zk;
      f[b]! += J[j + 3]! * zk;
      f[b + 1]! += J[j + 4]! * zk;
      f[b + 2]! += J[j + 5]! * zk;
    }
  }
}
