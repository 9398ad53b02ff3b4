import { deriveAll, type AnySpaceDerivation, type ByKind } from '../derive/derive.js';
import { printWarnings, type Diagnostic } from '../diagnostics/index.js';
import { compileBodyClass, type CompiledBodyClass } from './compile-body.js';
import { compileClass, type CompiledClass } from './compile.js';

export interface CompileOptions {
  readonly onWarning?: (warnings: readonly Diagnostic[]) => void;
}

/**
 * Makes the classes of a constraint or a body in memory, by their names: `Distance2D` and `Distance3D`, say. They behave as the emitted ones do. Works
 * wherever functions may be made from text (in a browser, without a policy against it). Throws a SpecError with all mistakes of the spec.
 * `onWarning` hears what the self-check of the derivation found that keeps no class from being made; by default it is printed.
 */
export function compile<Spec>(
  name: string,
  spec: Spec,
  options?: CompileOptions,
): Readonly<Record<string, ByKind<Spec, CompiledBodyClass, CompiledClass>>>;
export function compile(
  name: string,
  spec: unknown,
  { onWarning = printWarnings }: CompileOptions = {},
): Readonly<Record<string, CompiledClass | CompiledBodyClass>> {
  const derivations = deriveAll(name, spec);
  const warnings = derivations.flatMap((derivation) => derivation.warnings);
  if (warnings.length > 0) onWarning(warnings);
  return Object.fromEntries(derivations.map((space) => [space.className, compileAny(space)]));
}

/** The class of one derivation. */
export const compileAny = (space: AnySpaceDerivation): CompiledClass | CompiledBodyClass =>
  space.kind === 'body' ? compileBodyClass(space) : compileClass(space);
