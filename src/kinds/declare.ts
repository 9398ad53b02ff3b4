import { declareBodyClass } from '../emit/body-class-declarations.js';
import { declareClass } from '../emit/class-declarations.js';
import { declareEnergyClass } from '../emit/energy/energy-class-declarations.js';
import { declareListClass } from '../emit/list-declarations.js';
import type { DeclaredClass } from '../emit/class-structure.js';
import type { DerivationOf, KindName } from './kind.js';

/**
 * The class of each kind as a generated file has it. `jdot` says whether constraints whose specs do
 * not say have a kernel of `Jdot`. This table is apart from the other records, since ts-morph must
 * not get into pages that compile in memory.
 */
const DECLARE: { readonly [K in KindName]: (derivation: DerivationOf<K>, jdot: boolean) => DeclaredClass } = {
  constraint: (derivation, jdot) => declareClass(derivation, derivation.spec.jdot ?? jdot),
  list: declareListClass,
  body: declareBodyClass,
  energy: declareEnergyClass,
};

/** The class of a derivation, ready to be printed. */
export const declareDerived = <K extends KindName>(derivation: DerivationOf<K>, jdot: boolean): DeclaredClass =>
  DECLARE[derivation.kind](derivation, jdot);
