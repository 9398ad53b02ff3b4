import type { Diagnostic } from './diagnostic.js';

/** The advice for an error that nothing foresaw. */
export const REPORT_IT =
  'This is a fault of holonomic: please report it, with the output of the same command and --debug.';

/** The diagnostic for an error that nothing foresaw: a fault of the toolkit, not of a spec. */
const internalFault = (error: unknown): Diagnostic => ({
  code: 'E_INTERNAL',
  message: `The toolkit fails: ${textOf(() => (error instanceof Error ? error.message : error))}`,
  hint: REPORT_IT,
});

/** What `read` returns, as text. An object may have none, and a getter may throw. */
export function textOf(read: () => unknown): string {
  try {
    return String(read());
  } catch {
    return 'something without a text was thrown';
  }
}

/** Tests whether the toolkit itself is at fault. */
export const isInternal = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ code }) => code === 'E_INTERNAL');

/**
 * The diagnostics that an error carries. An error without any is a fault of the toolkit, and becomes
 * one, so that it neither hides the mistakes of others nor ends what has to go on.
 */
export function diagnosticsIn(error: unknown): readonly Diagnostic[] {
  // Found by a property: spec files may throw an error of another copy of these classes.
  try {
    const carried = error instanceof Error && 'diagnostics' in error ? error.diagnostics : undefined;
    if (Array.isArray(carried)) return carried as readonly Diagnostic[];
  } catch {
    // An error of the user's own, whose getter throws.
  }
  return [internalFault(error)];
}
