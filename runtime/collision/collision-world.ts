import type { Constraint } from '../model/constraint.js';
import type { Force } from '../model/force.js';

/** The contents of a world that collisions read. */
export interface CollisionWorld {
  /** The world, as its bodies know it. */
  readonly world: object;
  readonly constraints: readonly Constraint[];
  readonly forces: readonly Force[];
  /** True where bodies or constraints were added or removed since rows were laid out. */
  readonly changed: boolean;
  /** Its rows; `structure` counts how often they were laid out. */
  readonly system: { readonly structure: number };
  /** Replaces the rows of contacts. */
  setContacts(contacts: readonly Constraint[]): void;
}
