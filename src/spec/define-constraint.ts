import type {
  ConstraintParameterSpecs,
  ConstraintSpec,
  DefinedConstraint,
  InputSpecs,
  NoParameters,
} from './constraint-spec.js';

/**
 * Declares a constraint. The name of the export becomes the name of the class.
 *
 * ```ts
 *  export const Distance = defineConstraint({
 *    summary: 'Holds two points a fixed distance apart.',
 *    space: [2, 3],
 *    inputs: { a: 'point', b: 'point' },
 *    params: { length: { unit: 'm', min: 0 } },
 *    C: 'norm(a - b) == length',
 *  });
 * ```
 *
 * Returns the same plain data with a mark. Nothing but the types is checked here, so that a spec
 * file loads at once. `derive` and `holonomic generate` report mistakes in a spec.
 */
export function defineConstraint<
  const Inputs extends InputSpecs,
  // Not `ConstraintParameterSpecs`: a spec without parameters has none, and the type of `sample` follows from
  // that.
  const Params extends ConstraintParameterSpecs = NoParameters,
>(spec: ConstraintSpec<Inputs, Params>): DefinedConstraint<Inputs, Params> {
  return { ...spec, kind: 'constraint' };
}
