import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Value } from '../lower/program.js';

/** The values of the entries of `J` in a derivation's kernel, in the order in which it stores them. */
export function jacobianValues({ kernel, rows, inputs }: SpaceDerivation): readonly Value[] {
  const entries = rows * inputs.reduce((sum, { size }) => sum + size, 0);
  // C and Cdot stand before them.
  return kernel.outputs.slice(2 * rows, 2 * rows + entries);
}

/**
 * The entries of `J` that depend on nothing at all, by input as rows × components: `null` stands for the others. An entry that depends on parameters
 * alone is among those, since parameters may be set between any two steps. Undefined if there are none.
 */
export function constantEntries(derivation: SpaceDerivation): ConstraintType['constantJ'] {
  const { rows, inputs } = derivation;
  const entries = jacobianValues(derivation).map((value) => (value.kind === 'literal' ? value.value : null));
  let start = 0;
  const blocks = inputs.flatMap(({ name, size }) => {
    const block = Array.from({ length: rows }, () => entries.slice(start, (start += size)));
    return block.flat().some((entry) => entry !== null) ? [[name, block] as const] : [];
  });
  return blocks.length === 0 ? undefined : Object.fromEntries(blocks);
}
