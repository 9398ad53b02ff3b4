import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { BODY_SHAPE } from './body-schema.js';
import type { BodySpec } from './body-spec.js';
import { constraintShapeFor } from './constraint-schema.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { inputFaults } from './input-faults.js';
import { nameFaults } from './name-faults.js';
import { classNameFault } from './names.js';
import { parameterFaults, rangeFaults } from './parameter-faults.js';
import { sampleFaults } from './sample-faults.js';
import { bodySizeFaults, sizeFaults } from './size-faults.js';
import { structureFaults, type SpecShape } from './structure.js';
import { textFaults } from './text-faults.js';

/**
 * Checks everything about a constraint but what its formulas mean (`expandConstraint` does), and returns it. Throws a {@link SpecError} with
 * all faults; what presupposes a field of the right type is checked only where all fields have it.
 */
export function validateSpec(name: unknown, spec: unknown): ConstraintSpec {
  return validate<ConstraintSpec>(name, spec, constraintShapeFor(spec), (constraint) => [
    ...textFaults(constraint),
    ...sizeFaults(constraint),
    ...inputFaults(constraint),
    ...nameFaults(constraint),
    ...parameterFaults(constraint),
    ...sampleFaults(constraint, Object.keys(constraint.inputs), 'input'),
  ]);
}

/** {@link validateSpec} for a body, whose formulas `expandBody` reads. */
export function validateBodySpec(name: unknown, spec: unknown): BodySpec {
  return validate<BodySpec>(name, spec, BODY_SHAPE, (body) => [
    ...textFaults(body, 'body'),
    ...bodySizeFaults(body),
    ...nameFaults(body),
    ...parameterFaults(body),
    ...Object.entries(body.coordinates).flatMap(([key, range]) => rangeFaults(`coordinates.${key}`, range)),
    ...sampleFaults(body, Object.keys(body.coordinates), 'coordinate', body.coordinates),
  ]);
}

function validate<Spec>(
  name: unknown,
  spec: unknown,
  shape: SpecShape,
  faultsOf: (spec: Spec) => readonly Diagnostic[],
): Spec {
  const diagnostics: Diagnostic[] = [];
  const fault = classNameFault(name);
  if (fault !== undefined) diagnostics.push(fault);
  const structure = structureFaults(spec, shape);
  diagnostics.push(...structure);
  if (structure.length === 0) diagnostics.push(...faultsOf(spec as Spec));
  if (diagnostics.length > 0)
    throw new SpecError(
      diagnostics.map((diagnostic) => ({ ...diagnostic, spec: typeof name === 'string' ? name : 'Spec' })),
    );
  return spec as Spec;
}
