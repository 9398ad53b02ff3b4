import type { ExpandedEnergy } from '../formula/energy/expand-energy.js';
import { forceUnits, InputScope, type ConstraintUnits } from './constraint-units.js';
import type { DeclaredUnits } from './declared-units.js';
import { JOULE, over, SECOND } from './dimension.js';
import { requireUnit } from './require-unit.js';

/**
 * Checks the formulas of an energy dimensionally: `V` is in joules, the damping in watts. Inputs have
 * the units that those of constraints have. An energy that declares no unit is not checked.
 */
export function energyUnits(
  { inputs, params, formulas }: ExpandedEnergy,
  { dimensions }: DeclaredUnits,
): Pick<ConstraintUnits, 'forces' | 'faults'> {
  const scope = new InputScope({ inputs, params, where: formulas.where }, dimensions);
  const required = [
    ['The energy', JOULE],
    ['The damping', over(JOULE, SECOND)],
  ] as const;
  formulas.values.forEach((field, i) => {
    const [subject, unit] = required[i]!;
    scope.read(field, (checker, syntax) => requireUnit(checker, syntax, subject, unit));
  });
  return { forces: forceUnits(inputs, scope), faults: scope.isChecked ? scope.diagnostics : [] };
}
