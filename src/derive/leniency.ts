import { SpecError, type Diagnostic } from '../diagnostics/index.js';

/** How strictly a spec is derived. */
export interface Leniency {
  /** True if quantities that no formula uses, and units that do not fit, are warnings and no mistakes. */
  readonly isLenient?: boolean;
}

/** What a lenient derivation warns of. */
interface Tolerable {
  /** Texts that are no units, and quantities that no formula uses: where it is strict, expansion has thrown them. */
  readonly others: readonly Diagnostic[];
  /** Parts of formulas whose units do not fit. */
  readonly misfits: readonly Diagnostic[];
}

/** The warnings of a lenient derivation. Throws a SpecError with the misfits if it is not lenient. */
export function tolerated(spec: string, { others, misfits }: Tolerable, isLenient: boolean): readonly Diagnostic[] {
  const of = (list: readonly Diagnostic[]): readonly Diagnostic[] => list.map((one) => ({ ...one, spec }));
  if (isLenient) return of([...others, ...misfits]);
  if (misfits.length > 0) throw new SpecError(of(misfits));
  return [];
}
