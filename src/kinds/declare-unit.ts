import { bodyUnit } from '../emit/units/body.js';
import { constraintUnit } from '../emit/units/constraint.js';
import type { Unit } from '../emit/units/unit.js';
import type { DerivationOf, KindName } from './kind.js';

/**
 * The layout and functions of each kind. `jdot` says whether constraints whose specs do not say
 * have a kernel of `Jdot`.
 */
const DECLARE: { readonly [K in KindName]: (derivation: DerivationOf<K>, jdot: boolean) => Unit } = {
  constraint: (derivation, jdot) => constraintUnit(derivation, derivation.spec.jdot ?? jdot),
  body: bodyUnit,
};

/** The layout and functions of a derivation, for C and WebAssembly. */
export const declareUnit = <K extends KindName>(derivation: DerivationOf<K>, jdot: boolean): Unit =>
  DECLARE[derivation.kind](derivation, jdot);
