/**
 * Blocks of `J` that belong to one input of a batch of constraints of one type. Constraint `k` has
 * its block of `rows × size` at `J[k·stride + offset]`, its input's connector at
 * `slots[k·inputs + input]`, and its rows at `firstRow + k·rows`.
 */
export interface InputBlocks {
  readonly count: number;
  readonly rows: number;
  readonly inputs: number;
  readonly input: number;
  readonly size: number;
  readonly stride: number;
  readonly offset: number;
  readonly firstRow: number;
  readonly slots: Int32Array;
  readonly J: Float64Array;
}

/** `out += scale J y`, `y` over the connectors, `out` over the rows. */
export function addProduct(blocks: InputBlocks, scale: number, y: Float64Array, out: Float64Array): void {
  const { count, rows, inputs, input, size, stride, offset, firstRow, slots, J } = blocks;
  let row = firstRow;
  if (size === 2) {
    for (let k = 0; k < count; k++) {
      const slot = slots[k * inputs + input]!;
      const y0 = scale * y[slot]!;
      const y1 = scale * y[slot + 1]!;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 2, row++) out[row]! += J[j]! * y0 + J[j + 1]! * y1;
    }
  } else if (size === 3) {
    for (let k = 0; k < count; k++) {
      const slot = slots[k * inputs + input]!;
      const y0 = scale * y[slot]!;
      const y1 = scale * y[slot + 1]!;
      const y2 = scale * y[slot + 2]!;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 3, row++) out[row]! += J[j]! * y0 + J[j + 1]! * y1 + J[j + 2]! * y2;
    }
  } else {
    for (let k = 0; k < count; k++) {
      const y0 = scale * y[slots[k * inputs + input]!]!;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j++, row++) out[row]! += J[j]! * y0;
    }
  }
}

/** `f += Jᵀ z`, `z` over the rows, `f` over the connectors. */
export function addTransposeProduct(blocks: InputBlocks, z: Float64Array, f: Float64Array): void {
  const { count, rows, inputs, input, size, stride, offset, firstRow, slots, J } = blocks;
  let row = firstRow;
  if (size === 2) {
    for (let k = 0; k < count; k++) {
      let f0 = 0;
      let f1 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 2, row++) {
        const zr = z[row]!;
        f0 += J[j]! * zr;
        f1 += J[j + 1]! * zr;
      }
      const slot = slots[k * inputs + input]!;
      f[slot]! += f0;
      f[slot + 1]! += f1;
    }
  } else if (size === 3) {
    for (let k = 0; k < count; k++) {
      let f0 = 0;
      let f1 = 0;
      let f2 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 3, row++) {
        const zr = z[row]!;
        f0 += J[j]! * zr;
        f1 += J[j + 1]! * zr;
        f2 += J[j + 2]! * zr;
      }
      const slot = slots[k * inputs + input]!;
      f[slot]! += f0;
      f[slot + 1]! += f1;
      f[slot + 2]! += f2;
    }
  } else {
    for (let k = 0; k < count; k++) {
      let f0 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j++, row++) f0 += J[j]! * z[row]!;
      f[slots[k * inputs + input]!]! += f0;
    }
  }
}

/** `x += w Jᵀ z`, entry by entry, all but `z` over the connectors. */
export function addWeightedTransposeProduct(
  { count, rows, inputs, input, size, stride, offset, firstRow, slots, J }: InputBlocks,
  z: Float64Array,
  w: Float64Array,
  x: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const slot = slots[k * inputs + input]!;
    const block = k * stride + offset;
    const row = firstRow + k * rows;
    for (let c = 0; c < size; c++) {
      let f = 0;
      for (let r = 0; r < rows; r++) f += J[block + r * size + c]! * z[row + r]!;
      x[slot + c]! += w[slot + c]! * f;
    }
  }
}

/**
 * `out += weight Jᵀ z`, with the entries of each constraint apart: for constraint `k`, input
 * after input, from `start + k·stride / rows` on.
 */
export function addInputProduct(
  blocks: InputBlocks,
  weight: number,
  z: Float64Array,
  out: Float64Array,
  start: number,
): void {
  const { count, rows, size, stride, offset, firstRow, J } = blocks;
  const width = stride / rows;
  let row = firstRow;
  let at = start + offset / rows;
  if (size === 2) {
    for (let k = 0; k < count; k++, at += width) {
      let x0 = 0;
      let x1 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 2, row++) {
        const zr = z[row]!;
        x0 += J[j]! * zr;
        x1 += J[j + 1]! * zr;
      }
      out[at]! += weight * x0;
      out[at + 1]! += weight * x1;
    }
  } else if (size === 3) {
    for (let k = 0; k < count; k++, at += width) {
      let x0 = 0;
      let x1 = 0;
      let x2 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j += 3, row++) {
        const zr = z[row]!;
        x0 += J[j]! * zr;
        x1 += J[j + 1]! * zr;
        x2 += J[j + 2]! * zr;
      }
      out[at]! += weight * x0;
      out[at + 1]! += weight * x1;
      out[at + 2]! += weight * x2;
    }
  } else {
    for (let k = 0; k < count; k++, at += width) {
      let x0 = 0;
      let j = k * stride + offset;
      for (let r = 0; r < rows; r++, j++, row++) x0 += J[j]! * z[row]!;
      out[at]! += weight * x0;
    }
  }
}

/** The same for all inputs at once of constraints with one row: the entries lie in the order of `J`. */
export function addRowMultiples(
  { count, stride, firstRow, J }: InputBlocks,
  weight: number,
  z: Float64Array,
  out: Float64Array,
  start: number,
): void {
  let j = 0;
  let at = start;
  if (stride === 4) {
    for (let k = 0; k < count; k++, j += 4, at += 4) {
      const zr = weight * z[firstRow + k]!;
      out[at]! += J[j]! * zr;
      out[at + 1]! += J[j + 1]! * zr;
      out[at + 2]! += J[j + 2]! * zr;
      out[at + 3]! += J[j + 3]! * zr;
    }
    return;
  }
  for (let k = 0; k < count; k++) {
    const zr = weight * z[firstRow + k]!;
    for (let c = 0; c < stride; c++, j++, at++) out[at]! += J[j]! * zr;
  }
}
