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
  list: ({ className }) => refuse(className, 'A constraint over lists', 'inputs'),
  body: bodyUnit,
  energy: energyUnit,
};

function refuse(spec: string, what: string, field: string): never {
  const message = `${what} cannot be printed in C or WebAssembly.`;
  const hint = 'generate it as TypeScript, in a spec file of its own';
  throw new SpecError([{ code: 'E_UNSUPPORTED', message, hint, spec, field }]);
}

/** The layout and functions of a derivation, for C and WebAssembly. */
export function declareUnit<K extends KindName>(derivation: DerivationOf<K>, jdot: boolean): Unit {
  const curve = derivation.params.find(({ kind }) => kind === 'curve' || kind === 'path');
  if (curve !== undefined) refuse(derivation.className, `The ${curve.kind} "${curve.name}"`, `params.${curve.name}`);
  return DECLARE[derivation.kind](derivation, jdot);
}
