import { printWarnings, type Diagnostic } from '../diagnostics/index.js';
import { deriveAll } from './derive.js';
import { kindOf } from './index.js';
import type { AnyCompiled, CompiledOf, DerivationOf, KindName, KindOfSpec } from './kind.js';

export interface CompileOptions {
  readonly onWarning?: (warnings: readonly Diagnostic[]) => void;
}

/** The classes that {@link compile} makes of a spec, by their names. */
export type CompiledClasses<Spec, Name extends string = string> = Readonly<
  Record<string, CompiledOf<KindOfSpec<Spec>>>
> &
  // A spec for one space makes one class, which has the spec's name.
  ([Spec] extends [{ readonly space: 2 | 3 }] ? Readonly<Record<Name, CompiledOf<KindOfSpec<Spec>>>> : unknown);

/**
 * Makes the classes of a constraint or a body in memory, by their names, for instance `Distance2D`
 * and `Distance3D`. They behave like the emitted ones. Works wherever functions may be made from
 * text: in a browser, if no policy forbids it.
 *
 * Throws a SpecError with all mistakes of the spec. `onWarning` is called with the findings of the
 * derivation's self-check that do not keep a class from being made; by default they are printed.
 */
export function compile<const Spec, Name extends string = string>(
  name: Name,
  spec: Spec,
  options?: CompileOptions,
): CompiledClasses<Spec, Name>;
export function compile(
  name: string,
  spec: unknown,
  { onWarning = printWarnings }: CompileOptions = {},
): Readonly<Record<string, AnyCompiled>> {
  const derivations = deriveAll(name, spec);
  const warnings = derivations.flatMap((derivation) => derivation.warnings);
  if (warnings.length > 0) onWarning(warnings);
  return Object.fromEntries(derivations.map((space) => [space.className, compileDerived(space)]));
}

/** Classes of a spec that was read leniently, and what was passed over. */
export interface LenientlyCompiled {
  readonly classes: Readonly<Record<string, AnyCompiled>>;
  /** The mistakes that were passed over, each once, and the findings of the self-check. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * {@link compile} for one who tries things: quantities that no formula uses, and units that do not
 * fit, are no mistakes. Throws a SpecError with all others.
 */
export function compileLeniently(name: string, spec: unknown): LenientlyCompiled {
  const derivations = deriveAll(name, spec, { isLenient: true });
  // Each space has them.
  const warnings = derivations.flatMap((one) => one.warnings.map((warning) => ({ ...warning, spec: name })));
  return {
    classes: Object.fromEntries(derivations.map((one) => [one.className, compileDerived(one)])),
    warnings: [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()],
  };
}

/** The class of one derivation. */
export const compileDerived = <K extends KindName>(derivation: DerivationOf<K>): CompiledOf<K> =>
  kindOf<K>(derivation).compile(derivation);
