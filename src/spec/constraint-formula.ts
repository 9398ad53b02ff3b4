import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { formulaList } from './formula-list.js';

/** The formulas of a constraint as text, as its class carries them. Proofs read them. */
export const constraintFormula = (spec: ConstraintSpec): ConstraintType['formula'] => ({
  C: formulaList(spec),
  where: spec.where ?? {},
  sample: sampleRanges(spec),
});

function sampleRanges({ sample = {} }: ConstraintSpec): Record<string, readonly [number, number]> {
  return Object.fromEntries(
    Object.entries(sample).flatMap(([name, range]) => (range === undefined ? [] : [[name, range]])),
  );
}
