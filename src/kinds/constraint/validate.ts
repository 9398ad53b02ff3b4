import type { ConstraintSpec } from '../../spec/constraint-spec.js';
import { formulaList } from '../../spec/formula-list.js';
import { nameFaults } from '../../spec/name-faults.js';
import { parameterFaults } from '../../spec/parameter-faults.js';
import { sampleFaults } from '../../spec/sample-faults.js';
import { tooFew, tooMany } from '../../spec/size-faults.js';
import { textFaults } from '../../spec/text-faults.js';
import { validate } from '../../spec/validate.js';
import { inputFaults } from './input-faults.js';
import { constraintShapeFor } from './schema.js';

/**
 * Checks everything about a constraint except the meaning of its formulas: see {@link validate}.
 */
export function validateConstraint(name: unknown, spec: unknown): ConstraintSpec {
  return validate<ConstraintSpec>(name, spec, constraintShapeFor(spec), (constraint) => {
    const { inputs, params, where } = constraint;
    const C = formulaList(constraint);
    return [
      ...textFaults(constraint, { inputs, params }, 'say in one sentence what the constraint does'),
      ...tooFew('inputs', inputs, 'A constraint needs at least one input.', "write { a: 'point' }"),
      ...tooFew('C', C, 'A constraint needs at least one formula.'),
      ...tooMany({ inputs, params, where, C }),
      ...inputFaults(constraint),
      ...nameFaults(constraint),
      ...parameterFaults(constraint),
      ...sampleFaults(constraint, Object.keys(inputs), 'input'),
    ];
  });
}
