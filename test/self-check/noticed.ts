import { formatDiagnostics, type SpecError } from '../../src/diagnostics/index.js';
import { alteredModule, type Alteration } from '../support/altered-toolkit.js';

interface Toolkit {
  readonly deriveAll: (name: string, spec: unknown) => readonly { readonly warnings: readonly { code: string }[] }[];
}

/**
 * Returns the first findings of the self-check of a broken toolkit: codes of warnings or errors;
 * nothing if it noticed nothing.
 */
export async function noticed(
  faults: readonly Alteration[],
  specs: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { deriveAll } = await alteredModule<Toolkit>('src/kinds/derive.ts', faults);
  for (const [name, spec] of Object.entries(specs)) {
    const codes = codesOf(() => deriveAll(name, spec));
    if (codes.length > 0) return codes;
  }
  return [];
}

function codesOf(derive: () => ReturnType<Toolkit['deriveAll']>): string[] {
  try {
    return derive().flatMap(({ warnings }) => warnings.map(({ code }) => code));
  } catch (error) {
    const { diagnostics } = error as Partial<SpecError>;
    if (diagnostics === undefined) throw error;
    if (diagnostics.some(({ code }) => !code.includes('SELF_CHECK'))) throw new Error(formatDiagnostics(diagnostics));
    return diagnostics.map(({ code }) => code);
  }
}
