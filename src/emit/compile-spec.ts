import { derive } from '../derive/derive.js';
import { compileClass, type CompiledClass } from './compile.js';

/**
 * Makes a constraint's classes in memory, by their names: `Distance2D` and `Distance3D`, say. They behave as the emitted ones do. Works
 * wherever functions may be made from text (in a browser, without a policy against it). Throws a SpecError with all mistakes of the spec.
 */
export function compile(name: string, spec: unknown): Readonly<Record<string, CompiledClass>> {
  const classes = Object.values(derive(name, spec).spaces).map(
    (space) => [space.className, compileClass(space)] as const,
  );
  return Object.fromEntries(classes);
}
