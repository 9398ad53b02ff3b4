import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { describeSingularPoint } from '../../derive/singular-points.js';
import { writeEnergyFormulas } from '../../equations/energy-formulas.js';
import { describeForces } from '../../equations/units.js';
import { text } from '../../notation/text.js';
import { equationLines } from '../equation-lines.js';
import { codeSpan, commentText } from '../literal.js';

/** The text of an energy class's comment: its purpose, the formulas, the derivation, and its cost. */
export function energyComment(derivation: EnergyDerivation): string {
  const { spec, operations, singular, divisors } = derivation;
  const where = Object.entries(spec.where ?? {}).map(([name, formula]) => codeSpan(`${name} = ${formula}`));
  const [shared, ...parts] = writeEnergyFormulas(derivation, text, false);
  const forces = describeForces(forcesOf(derivation));
  const costs = [
    `${operations.energy.total} for V and g`,
    `${operations.hessian.total} for H`,
    ...(operations.damping ? [`${operations.damping.total} for D and d`] : []),
  ];
  return [
    commentText(spec.summary),
    '',
    ...(spec.doc === undefined ? [] : [commentText(spec.doc), '']),
    [
      ...(spec.V === undefined ? [] : [`Energy: ${codeSpan(spec.V)}`]),
      ...(spec.damping === undefined ? [] : [`Damping: ${codeSpan(spec.damping)}`]),
    ].join('\n\n') + (where.length === 0 ? '' : ` where ${where.join(', ')}`),
    '',
    '```text',
    ...equationLines(
      shared!.equations,
      parts.flatMap(({ equations }) => equations),
      'kernel',
    ),
    '```',
    '',
    ...singular.map((point) => commentText(describeSingularPoint(point))),
    ...(divisors
      ? [commentText(`Parameters that make ${divisors.names.join(' or ')} zero are refused: V is divided by it.`)]
      : []),
    ...(forces.length === 0 ? [] : [`Units: V in J; ${forces.join('; ')}.`]),
    `Operations: ${costs.join(', ')}.`,
  ].join('\n');
}

/** The units of an energy's forces, as those of a constraint without rows. */
export const forcesOf = ({ units: { forces } }: EnergyDerivation): Parameters<typeof describeForces>[0] => ({
  units: { rows: [], forces, faults: [] },
  levels: [],
  rows: 0,
});
