import { diagnosticsOf, type Diagnostic } from '../diagnostics/index.js';
import { deriveAll } from './derive.js';

/**
 * Returns the mistakes of a spec of a constraint or a body, and the findings of its self-check, which
 * are warnings (`W_…`); nothing for a spec that makes a class. Never throws for a spec, whatever it
 * is: it may be half-typed. `name` is the name of the spec.
 */
export function diagnose(spec: unknown, { name = 'Spec' }: { readonly name?: string } = {}): readonly Diagnostic[] {
  const warnings: Diagnostic[] = [];
  const mistakes = diagnosticsOf(() => {
    for (const derivation of deriveAll(name, spec)) warnings.push(...derivation.warnings);
  });
  return mistakes.length > 0 ? mistakes : warnings;
}
