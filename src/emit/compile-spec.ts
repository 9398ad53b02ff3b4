import { deriveAll, type AnySpaceDerivation, type ByKind } from '../derive/derive.js';
import { compileBodyClass, type CompiledBodyClass } from './compile-body.js';
import { compileClass, type CompiledClass } from './compile.js';

/**
 * Makes the classes of a constraint or a body in memory, by their names: `Distance2D` and `Distance3D`, say. They behave as the emitted ones do. Works
 * wherever functions may be made from text (in a browser, without a policy against it). Throws a SpecError with all mistakes of the spec.
 */
export function compile<Spec>(
  name: string,
  spec: Spec,
): Readonly<Record<string, ByKind<Spec, CompiledBodyClass, CompiledClass>>>;
export function compile(name: string, spec: unknown): Readonly<Record<string, CompiledClass | CompiledBodyClass>> {
  return Object.fromEntries(deriveAll(name, spec).map((space) => [space.className, compileAny(space)]));
}

/** The class of one derivation. */
export const compileAny = (space: AnySpaceDerivation): CompiledClass | CompiledBodyClass =>
  space.kind === 'body' ? compileBodyClass(space) : compileClass(space);
