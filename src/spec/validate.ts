import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { classNameFault } from './names.js';
import { structureFaults, type SpecShape } from './structure.js';

/**
 * Checks everything about a spec except the meaning of its formulas, which their expansion checks,
 * and returns it. Throws a {@link SpecError} with all faults. `faultsOf` looks for those that
 * presuppose fields of the right type, and is called only if all fields have it.
 */
export function validate<Spec>(
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
