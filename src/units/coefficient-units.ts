import { quote, type Diagnostic } from '../diagnostics/index.js';
import type { ExpandedConstraint } from '../formula/expanded.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { ConstraintUnits } from './constraint-units.js';
import type { DeclaredUnits } from './declared-units.js';
import { agree, NUMBER, over, type Dimension } from './dimension.js';
import { describeUnit } from './format-unit.js';

type Coefficient = number | string | undefined;

/**
 * Checks the units of friction, restitution and largest forces in a constraint that declares units.
 * A coefficient of friction is the ratio of two multipliers, and a number unless it declares a unit;
 * a largest force is a multiplier. Rows whose unit is not known are left out. Returns the faults.
 */
export function coefficientFaults(
  { friction, restitution, maxForce }: ConstraintSpec,
  { rows }: ExpandedConstraint,
  { rows: units }: ConstraintUnits,
  { dimensions }: DeclaredUnits,
): Diagnostic[] {
  if (dimensions.size === 0) return [];
  const declared = (value: Coefficient): Dimension | undefined =>
    typeof value === 'string' ? dimensions.get(value) : undefined;
  const multipliers = (relation: (typeof rows)[number]['relation']): Dimension[] =>
    rows.flatMap((row, i) => (row.relation === relation && units[i] ? [units[i].lambda] : []));
  const faults: Diagnostic[] = [];

  const [normal] = multipliers('>=');
  const [tangential] = multipliers('friction');
  const ratio = declared(friction?.coefficient) ?? NUMBER;
  if (normal && tangential && !agree(over(tangential, normal), ratio))
    faults.push({
      code: 'E_FRICTION',
      message:
        `Friction is at most the coefficient times the multiplier of C. That is ${describeUnit(normal)}, ` +
        `friction ${describeUnit(tangential)}, and the coefficient ${describeUnit(ratio)}.`,
      hint: agree(ratio, NUMBER)
        ? 'let C be a distance, whose multiplier is the normal force: divide an implicit equation by the norm of its gradient'
        : "give the coefficient the unit of C over that of the slip: '1' where both are lengths",
      field: 'friction.coefficient',
    });

  const returned = declared(restitution);
  if (returned && !agree(returned, NUMBER))
    faults.push({
      code: 'E_FRICTION',
      message: `Restitution is a ratio of two velocities, a number without a unit, not ${describeUnit(returned)}.`,
      hint: "give the parameter the unit '1'",
      field: 'restitution',
    });

  const largest = declared(maxForce);
  const held = largest && multipliers('==').find((lambda) => !agree(lambda, largest));
  if (held)
    faults.push({
      code: 'E_FRICTION',
      message: `The multiplier of C is ${describeUnit(held)}, its largest size ${quote(String(maxForce))} ${describeUnit(largest)}.`,
      hint: 'a multiplier is an energy over the unit of C; for rates, a power over that of C',
      field: 'maxForce',
    });

  return faults;
}
