import { HolonomicRuntimeError } from './errors.js';

/**
 * Lets assignments to what `prototype` only shows throw E_OPTIONS, with what to do in their place, by name. Types
 * know no setter: their mistakes are found before.
 */
export function refuseAssignments(prototype: object, remedies: Readonly<Record<string, string>>): void {
  for (const [name, remedy] of Object.entries(remedies)) {
    Object.defineProperty(prototype, name, {
      ...Object.getOwnPropertyDescriptor(prototype, name),
      set(this: { readonly label?: string }) {
        throw new HolonomicRuntimeError(
          'E_OPTIONS',
          `'${name}' of ${this.label ?? 'a world'} cannot be assigned.`,
          remedy,
        );
      },
    });
  }
}
