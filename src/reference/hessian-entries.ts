import { pairsOf } from '../../runtime/model/energies/energy-type.js';

/** Row and column, among all components of the inputs, of each entry of a Hessian as kernels store it. */
export function hessianEntries(inputs: readonly { readonly size: number }[]): readonly (readonly [number, number])[] {
  return hessianBlocks(inputs).flat();
}

/** {@link hessianEntries}, block by block. */
export function hessianBlocks(
  inputs: readonly { readonly size: number }[],
): readonly (readonly (readonly [row: number, column: number])[])[] {
  let next = 0;
  const starts = inputs.map(({ size }) => (next += size) - size);
  const components = (i: number): number[] => Array.from({ length: inputs[i]!.size }, (_, c) => starts[i]! + c);
  return pairsOf(inputs).map(([i, j]) =>
    components(i).flatMap((row) => components(j).map((column) => [row, column] as const)),
  );
}
