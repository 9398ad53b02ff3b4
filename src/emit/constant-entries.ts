import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Value } from '../lower/program.js';

/**
 * The values of the entries of `J` in a derivation's kernel, in the order in which it stores them.
 */
export function jacobianValues({ kernel, rows, inputs }: SpaceDerivation): readonly Value[] {
  const entries = rows * inputs.reduce((sum, { size }) => sum + size, 0);
  // C and Cdot stand before them.
  return kernel.outputs.slice(2 * rows, 2 * rows + entries);
}

/**
 * The entries of `J` that depend on nothing at all and are not zero, by input: row, component,
 * value. An entry that depends on parameters alone is not among them, since parameters may be set
 * between any two steps. Undefined if there are none.
 */
export function constantEntries(derivation: SpaceDerivation): ConstraintType['constantJ'] {
  const { rows, inputs } = derivation;
  const values = jacobianValues(derivation);
  let start = 0;
  const blocks = inputs.flatMap(({ name, size }) => {
    const block = values.slice(start, (start += rows * size));
    const entries = block.flatMap((value, i) =>
      value.kind === 'literal' && value.value !== 0 ? [[Math.floor(i / size), i % size, value.value] as const] : [],
    );
    return entries.length === 0 ? [] : [[name, entries] as const];
  });
  return blocks.length === 0 ? undefined : Object.fromEntries(blocks);
}
