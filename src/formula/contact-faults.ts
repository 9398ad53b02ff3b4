import type { Space } from '../../runtime/model/constraint-type.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { Row } from './rows.js';

/**
 * Reports fields of contact that do not fit the rows: friction and restitution belong to one
 * inequality, a largest force to equations.
 */
export function contactFaults(spec: ConstraintSpec, space: Space, rows: readonly Row[]): Diagnostic[] {
  const count = (relation: Row['origin']['relation']): number =>
    rows.filter(({ origin }) => origin.relation === relation).length;
  const found: Diagnostic[] = [];
  if (spec.friction !== undefined && (count('>=') !== 1 || count('==') > 0))
    found.push({
      code: 'E_FRICTION',
      message: 'Friction belongs to one inequality, which gives its normal force; "C" has others.',
      hint: "write C as one inequality, such as 'p.y >= 0', and other rows as constraints of their own",
      field: 'friction',
    });
  const [slips, tangents] = [count('friction'), space - 1];
  if (slips > 0 && slips !== tangents)
    found.push({
      code: 'E_FRICTION',
      message: `The slip has ${slips} component${slips === 1 ? '' : 's'}; a contact ${space === 2 ? 'in the plane has one' : 'in space has two'}.`,
      hint:
        slips > tangents
          ? 'leave out the direction along the normal force'
          : "give both directions along the surface, as slip: ['p.x', 'p.y']",
      field: 'friction.slip',
    });
  if (spec.restitution !== undefined && count('>=') === 0)
    found.push({
      code: 'E_FRICTION',
      message: 'Restitution belongs to an inequality; "C" has none.',
      hint: 'write ">=" or "<="',
      field: 'restitution',
    });
  if (spec.maxForce !== undefined && count('==') === 0)
    found.push({
      code: 'E_FRICTION',
      message: 'A largest force belongs to an equation; "C" has none.',
      hint: 'an inequality pushes to one side only, as hard as it must',
      field: 'maxForce',
    });
  return found;
}
