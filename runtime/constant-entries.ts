import type { ConstraintType } from './constraint-type.js';

/**
 * Writes the entries of `J` that never change into the blocks of `count` constraints of a type: once, where storage for `J` is laid out. Kernels leave
 * these entries alone. The layout is that of {@link ConstraintKernel}; all other entries stay as they are.
 */
export function writeConstantEntries(
  { rows, inputs, constantJ }: Pick<ConstraintType, 'rows' | 'inputs' | 'constantJ'>,
  count: number,
  J: Float64Array,
): void {
  if (constantJ === undefined) return;
  const stride = rows * inputs.reduce((sum, { size }) => sum + size, 0);
  let start = 0;
  for (const { name, size } of inputs) {
    const at = start;
    constantJ[name]?.flat().forEach((entry, e) => {
      if (entry !== null) for (let k = 0; k < count; k++) J[k * stride + at + e] = entry;
    });
    start += rows * size;
  }
}
