import type { ConstraintSpec } from '../../spec/constraint-spec.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import { coefficientFaults, coefficientParameters } from '../../spec/coefficients.js';
import { CONSTANT_NAMES } from '../../spec/language.js';
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
      ...nameFaults(constraint).filter((fault) => !isFreeOfFormulas(constraint, fault)),
      ...parameterFaults(constraint),
      ...coefficientFaults(constraint),
      ...sampleFaults(constraint, Object.keys(inputs), 'input'),
    ];
  });
}

/**
 * True for a parameter with the name of a constant, such as `e` for restitution, that serves as a
 * coefficient and occurs in no formula.
 */
function isFreeOfFormulas(spec: ConstraintSpec, { code, field }: Diagnostic): boolean {
  const name = field?.replace(/^params\./, '') ?? '';
  return (
    code === 'E_NAME_RESERVED' &&
    CONSTANT_NAMES.some((constant) => constant === name) &&
    coefficientParameters(spec).includes(name) &&
    [...formulaList(spec), ...Object.values(spec.where ?? {})].every((text) => !new RegExp(`\\b${name}\\b`).test(text))
  );
}
