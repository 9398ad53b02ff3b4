import type { AnyType } from './verify-any.js';

/** The constraint and body classes among a module's exports: what they are, by name. */
export function generatedClasses(exports: object): ReadonlyMap<string, AnyType> {
  const classes = new Map<string, AnyType>();
  for (const [name, value] of Object.entries(exports) as [string, unknown][]) {
    if (isGeneratedClass(value)) classes.set(name, value.type);
  }
  return classes;
}

/** By what it carries rather than by its base, which may be another copy of the runtime's. */
function isGeneratedClass(value: unknown): value is { readonly type: AnyType } {
  if (typeof value !== 'function' || !('type' in value)) return false;
  const { type } = value;
  return typeof type === 'object' && type !== null && ('kernel' in type || 'dynamics' in type);
}
