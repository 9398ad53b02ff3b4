import type { ParameterRead, Read, Reduction } from '../../runtime/model/lists/list-type.js';
import type { SpaceDerivation } from './derive-space.js';

/** A part of a constraint over lists: a constraint without lists, and what its inputs read. */
export interface DerivedPart {
  readonly derivation: SpaceDerivation;
  readonly reads: readonly Read[];
  readonly params: readonly ParameterRead[];
}

/** A reduction: the derivation is that of its term. */
export interface DerivedReduction extends DerivedPart, Pick<Reduction, 'take' | 'over'> {
  /** The name by which the formulas of later parts have it, and its text in the spec. */
  readonly name: string;
  readonly text: string;
}
