import { bodyUnit } from '../emit/c/body.js';
import { constraintUnit } from '../emit/c/constraint.js';
import type { CUnit } from '../emit/c/unit.js';
import type { DerivationOf, KindName } from './kind.js';

/**
 * The code in C of each kind. `jdot` says whether constraints whose specs do not say have a kernel
 * of `Jdot`.
 */
const DECLARE: { readonly [K in KindName]: (derivation: DerivationOf<K>, jdot: boolean) => CUnit } = {
  constraint: (derivation, jdot) => constraintUnit(derivation, derivation.spec.jdot ?? jdot),
  body: bodyUnit,
};

/** The code in C of a derivation. */
export const declareInC = <K extends KindName>(derivation: DerivationOf<K>, jdot: boolean): CUnit =>
  DECLARE[derivation.kind](derivation, jdot);
