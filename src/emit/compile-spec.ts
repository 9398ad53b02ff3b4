import { derive, type AnySpaceDerivation, type BodyLike, type ConstraintLike } from '../derive/derive.js';
import { compileBodyClass, type CompiledBodyClass } from './compile-body.js';
import { compileClass, type CompiledClass } from './compile.js';

/**
 * Makes the classes of a constraint or a body in memory, by their names: `Distance2D` and `Distance3D`, say. They behave as the emitted ones do. Works
 * wherever functions may be made from text (in a browser, without a policy against it). Throws a SpecError with all mistakes of the spec.
 */
export function compile<Spec extends ConstraintLike>(name: string, spec: Spec): Readonly<Record<string, CompiledClass>>;
export function compile<Spec extends BodyLike>(name: string, spec: Spec): Readonly<Record<string, CompiledBodyClass>>;
export function compile(name: string, spec: unknown): Readonly<Record<string, CompiledClass | CompiledBodyClass>>;
export function compile(name: string, spec: unknown): Readonly<Record<string, CompiledClass | CompiledBodyClass>> {
  const spaces: readonly AnySpaceDerivation[] = Object.values(derive(name, spec).spaces);
  return Object.fromEntries(spaces.map((space) => [space.className, compileAny(space)]));
}

/** The class of one derivation. */
export const compileAny = (space: AnySpaceDerivation): CompiledClass | CompiledBodyClass =>
  space.kind === 'body' ? compileBodyClass(space) : compileClass(space);
