import type { InputBlocks } from './block-products.js';

/*
 * The products of block-products.ts for the commonest shape, one row and two inputs of the same
 * size, in one pass over both inputs. Planar ones, as in nets and chains, handle two constraints
 * per iteration; vector.ts says why. With one constraint per iteration, nets solved by conjugate
 * residuals take 25 % longer (`npm run bench -- net`, `TWOS` set to 0).
 */

/** `n & TWOS` is the largest even number up to `n`. Four times that is an index, too. */
const TWOS = 0x0ffffffe;

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
  let k = 0;
  if (size === 2) {
    for (const twos = count & TWOS; k < twos; k += 2) {
      const row = firstRow + k;
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      const c = slots[2 * k + 2]!;
      const d = slots[2 * k + 3]!;
      const j = 4 * k;
      const p0 = J[j]! * y[a]! + J[j + 1]! * y[a + 1]! + J[j + 2]! * y[b]! + J[j + 3]! * y[b + 1]!;
      const p1 = J[j + 4]! * y[c]! + J[j + 5]! * y[c + 1]! + J[j + 6]! * y[d]! + J[j + 7]! * y[d + 1]!;
      out[row]! += scale * p0;
      out[row + 1]! += scale * p1;
    }
  }
  for (; k < count; k++) out[firstRow + k]! += scale * pairProduct(size, slots, J, k, y);
}

/** Row `k` of `J y`. */
function pairProduct(size: number, slots: Int32Array, J: Float64Array, k: number, y: Float64Array): number {
  const a = slots[2 * k]!;
  const b = slots[2 * k + 1]!;
  if (size === 2) {
    const j = 4 * k;
    return J[j]! * y[a]! + J[j + 1]! * y[a + 1]! + J[j + 2]! * y[b]! + J[j + 3]! * y[b + 1]!;
  }
  const j = 6 * k;
  return (
    J[j]! * y[a]! +
    J[j + 1]! * y[a + 1]! +
    J[j + 2]! * y[a + 2]! +
    J[j + 3]! * y[b]! +
    J[j + 4]! * y[b + 1]! +
    J[j + 5]! * y[b + 2]!
  );
}

/** `f += Jᵀ z`. */
export function addPairTransposeProduct(
  { size, count, firstRow, slots, J }: InputBlocks,
  z: Float64Array,
  f: Float64Array,
): void {
  let k = 0;
  if (size === 2) {
    for (const twos = count & TWOS; k < twos; k += 2) {
      const row = firstRow + k;
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      const c = slots[2 * k + 2]!;
      const d = slots[2 * k + 3]!;
      const j = 4 * k;
      const z0 = z[row]!;
      const z1 = z[row + 1]!;
      f[a]! += J[j]! * z0;
      f[a + 1]! += J[j + 1]! * z0;
      f[b]! += J[j + 2]! * z0;
      f[b + 1]! += J[j + 3]! * z0;
      f[c]! += J[j + 4]! * z1;
      f[c + 1]! += J[j + 5]! * z1;
      f[d]! += J[j + 6]! * z1;
      f[d + 1]! += J[j + 7]! * z1;
    }
  }
  for (; k < count; k++) {
    const a = slots[2 * k]!;
    const b = slots[2 * k + 1]!;
    const zk = z[firstRow + k]!;
    const j = 2 * size * k;
    for (let c = 0; c < size; c++) {
      f[a + c]! += J[j + c]! * zk;
      f[b + c]! += J[j + size + c]! * zk;
    }
  }
}

/** `x += w Jᵀ z`, entry by entry, all but `z` over the connectors. */
export function addWeightedPairTransposeProduct(
  { size, count, firstRow, slots, J }: InputBlocks,
  z: Float64Array,
  w: Float64Array,
  x: Float64Array,
): void {
  let k = 0;
  if (size === 2) {
    for (const twos = count & TWOS; k < twos; k += 2) {
      const row = firstRow + k;
      const a = slots[2 * k]!;
      const b = slots[2 * k + 1]!;
      const c = slots[2 * k + 2]!;
      const d = slots[2 * k + 3]!;
      const j = 4 * k;
      const z0 = z[row]!;
      const z1 = z[row + 1]!;
      const sa = w[a]! * z0;
      const sb = w[b]! * z0;
      const sc = w[c]! * z1;
      const sd = w[d]! * z1;
      x[a]! += J[j]! * sa;
      x[a + 1]! += J[j + 1]! * sa;
      x[b]! += J[j + 2]! * sb;
      x[b + 1]! += J[j + 3]! * sb;
      x[c]! += J[j + 4]! * sc;
      x[c + 1]! += J[j + 5]! * sc;
      x[d]! += J[j + 6]! * sd;
      x[d + 1]! += J[j + 7]! * sd;
    }
  }
  for (; k < count; k++) {
    const a = slots[2 * k]!;
    const b = slots[2 * k + 1]!;
    const sa = w[a]! * z[firstRow + k]!;
    const sb = w[b]! * z[firstRow + k]!;
    const j = 2 * size * k;
    for (let c = 0; c < size; c++) {
      x[a + c]! += J[j + c]! * sa;
      x[b + c]! += J[j + size + c]! * sb;
    }
  }
}
