import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec } from './constraint-spec.js';
import { nameFaults } from './name-faults.js';
import { classNameFault } from './names.js';
import { parameterFaults } from './parameter-faults.js';
import { sampleFaults } from './sample-faults.js';
import { sizeFaults } from './size-faults.js';
import { structureFaults } from './structure.js';
import { textFaults } from './text-faults.js';

/**
 * Checks everything about a spec but what its formulas mean (`expandConstraint` does), and returns it. Throws a {@link SpecError} with
 * all faults; what presupposes a field of the right type is checked only where all fields have it.
 */
export function validateSpec(name: unknown, spec: unknown): ConstraintSpec {
  const diagnostics: Diagnostic[] = [];
  const fault = classNameFault(name);
  if (fault !== undefined) diagnostics.push(fault);
  const structure = structureFaults(spec);
  diagnostics.push(...structure);
  if (structure.length === 0) {
    const typed = spec as ConstraintSpec;
    for (const check of [textFaults, sizeFaults, nameFaults, parameterFaults, sampleFaults])
      diagnostics.push(...check(typed));
  }
  if (diagnostics.length > 0)
    throw new SpecError(
      diagnostics.map((diagnostic) => ({ ...diagnostic, spec: typeof name === 'string' ? name : 'Spec' })),
    );
  return spec as ConstraintSpec;
}
