import type { ConstraintType } from '../../runtime/constraint-type.js';

/** The constraint classes among a module's exports: what they are, by name. */
export function constraintClasses(exports: object): ReadonlyMap<string, ConstraintType> {
  const classes = new Map<string, ConstraintType>();
  for (const [name, value] of Object.entries(exports) as [string, unknown][]) {
    if (isConstraintClass(value)) classes.set(name, value.type);
  }
  return classes;
}

/** By what it carries rather than by its base, which may be another copy of the runtime's. */
function isConstraintClass(value: unknown): value is { readonly type: ConstraintType } {
  if (typeof value !== 'function' || !('type' in value)) return false;
  const { type } = value;
  return typeof type === 'object' && type !== null && 'kernel' in type && 'jdotKernel' in type;
}
