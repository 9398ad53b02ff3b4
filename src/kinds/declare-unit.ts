import { SpecError } from '../diagnostics/index.js';
import { bodyUnit } from '../emit/units/body.js';
import { constraintUnit } from '../emit/units/constraint.js';
import { energyUnit } from '../emit/units/energy.js';
import type { Unit } from '../emit/units/unit.js';
import type { DerivationOf, KindName } from './kind.js';

/**
 * The layout and functions of each kind. `jdot` says whether constraints whose specs do not say
 * have a kernel of `Jdot`.
 */
const DECLARE: { readonly [K in KindName]: (derivation: DerivationOf<K>, jdot: boolean) => Unit } = {
  constraint: (derivation, jdot) => constraintUnit(derivation, derivation.spec.jdot ?? jdot),
  list: ({ className: spec }) => {
    const message = 'A constraint over lists cannot be printed in C or WebAssembly.';
    const hint = 'generate it as TypeScript, in a spec file of its own';
    throw new SpecError([{ code: 'E_UNSUPPORTED', message, hint, spec, field: 'inputs' }]);
  },
  body: bodyUnit,
  energy: energyUnit,
};

/** The layout and functions of a derivation, for C and WebAssembly. */
export function declareUnit<K extends KindName>(derivation: DerivationOf<K>, jdot: boolean): Unit {
  return DECLARE[derivation.kind](derivation, jdot);
}
