import { checkOptions, TEXT } from '../diagnostics/arguments.js';
import { diagnosticsIn, type Diagnostic } from '../diagnostics/index.js';
import { deriveAll } from './derive.js';

/**
 * Returns the mistakes of a spec of a constraint or a body, and the findings of its self-check, which
 * are warnings (`W_…`); nothing for a spec that makes a class. Never throws, whatever the spec is: it
 * may be half-typed. A fault of the toolkit is a diagnostic, too (`E_INTERNAL`). `name` is the name
 * of the spec.
 */
export function diagnose(spec: unknown, options: { readonly name?: string } = {}): readonly Diagnostic[] {
  try {
    checkOptions('diagnose', options, { name: TEXT });
    const { name = 'Spec' } = options;
    return deriveAll(name, spec).flatMap((derivation) => derivation.warnings);
  } catch (error) {
    return diagnosticsIn(error);
  }
}
