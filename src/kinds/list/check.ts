import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import type { ListType } from '../../../runtime/model/lists/list-type.js';
import { SpecError } from '../../diagnostics/index.js';
import { readFormula } from '../../reference/read-formula.js';
import { TaylorConstraint } from '../../reference/taylor/constraint.js';
import type { Bounded } from '../../reference/taylor/jet-table.js';
import { drawConfiguration, programInputs } from '../../sampling/configuration.js';
import { batchEvaluations, entriesOf, levelsOf, QUANTITIES, totalSize } from '../../sampling/evaluation.js';
import { describeFault, type Fault } from '../../self-check/fault.js';
import { judge } from '../../self-check/judge.js';
import { checkPoints } from '../../self-check/points.js';
import { REPORT } from '../../self-check/prove.js';
import { LENGTHS, proofType } from './proof-type.js';

/**
 * Throws a SpecError if the loops of a class over lists differ, at any of a few lengths, from its
 * formula with all sums written out, evaluated by Taylor arithmetic. `mayOverflow` is true where a
 * part was found to overflow at some configuration, which is a warning.
 */
export function checkList(type: ListType, mayOverflow: boolean): void {
  for (const length of LENGTHS) {
    const sized = proofType(type, length);
    const fault = sized && faultOf(sized, mayOverflow);
    if (fault !== undefined)
      throw new SpecError([
        {
          code: 'E_SELF_CHECK',
          message: `The derivation failed its self-check, and nothing is made of it: with lists of ${length}, ${describeFault(fault)}.`,
          hint: REPORT,
          spec: type.name,
        },
      ]);
  }
}

function faultOf(type: ConstraintType, mayOverflow: boolean): Fault | undefined {
  const program = readFormula(type);
  const taylor = new TaylorConstraint(program, levelsOf(type), totalSize(type.inputs));
  const { points } = checkPoints(program, (random) => drawConfiguration(type, random), programInputs);
  const at = points.flatMap((point) => (point.isUsual ? [point.at] : []));
  const computed = batchEvaluations(type, at);
  for (const [k, configuration] of at.entries()) {
    const expected = taylor.at(configuration);
    for (const quantity of QUANTITIES) {
      if (quantity === 'Jdot') continue;
      for (const [i, { row, column }] of entriesOf(type, quantity).entries()) {
        const rowOf = expected[quantity][row]!;
        const value = Array.isArray(rowOf) ? (rowOf as readonly Bounded[])[column!]! : (rowOf as Bounded);
        const number = computed[k]![quantity][i]!;
        const verdict = judge(number, value);
        const isLost = verdict === 'not finite' && isFinite(value.value) && value.error < Infinity;
        if (verdict === 'wrong' || (isLost && !mayOverflow))
          return {
            quantity: `${quantity}${column === undefined ? '' : ` (row ${row + 1}, column ${column + 1})`}`,
            computed: number,
            expected: value.value,
            at: `x = ${configuration.x.join(', ')}`,
          };
      }
    }
  }
  return undefined;
}
