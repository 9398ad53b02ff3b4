import type { ConstraintType } from './constraint-type.js';

/**
 * Writes the constant entries of `J` into the blocks of `count` constraints of a type, which fill
 * `J`. This is done once, where storage for `J` is laid out, full of zeros: kernels do not write
 * these entries. The layout is that of {@link ConstraintKernel}; all other entries stay as they
 * are.
 */
export function writeConstantEntries(
  { rows, inputs, constantJ }: Pick<ConstraintType, 'rows' | 'inputs' | 'constantJ'>,
  count: number,
  J: Float64Array,
): void {
  let start = 0;
  for (const { name, size } of inputs) {
    for (const [row, component, value] of constantJ?.[name] ?? [])
      for (let e = start + row * size + component; e < J.length; e += J.length / count) J[e] = value;
    start += rows * size;
  }
}
