import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { Sample } from './difference-checks.js';
import { entriesOf, levelsOf, QUANTITIES, type Quantity } from './evaluation.js';
import { OperationScales } from './operation-sensitivity.js';
import { exact, type BigNumber } from './reference/big.js';
import { referenceValues, type ReferenceValues } from './reference/derivatives.js';
import { ReferenceMachine, type Program } from './reference/program.js';
import type { ReferenceCheck } from './report.js';
import { UlpTally } from './ulp-tally.js';

/** `C Cdot J Jdot gamma` as the class computed them against the formula at 64 digits. */
export function checkReference(
  type: ConstraintType,
  program: Program,
  samples: readonly Sample[],
): Readonly<Record<Quantity, ReferenceCheck>> {
  const levels = levelsOf(type);
  const machine = new ReferenceMachine(program);
  const operations = new OperationScales(type, program);
  const results = Object.fromEntries(
    QUANTITIES.map((quantity) => [quantity, new UlpTally(type, quantity, operations)]),
  ) as Record<Quantity, UlpTally>;
  for (const sample of samples) {
    const { x, v, p, t } = sample.at;
    const reference = referenceValues(
      machine,
      { x: x.map(exact), v: v.map(exact), p: p.map(exact), t: exact(t) },
      levels,
    );
    for (const quantity of QUANTITIES)
      entriesOf(type, quantity).forEach((entry, e) => {
        const value = entryOf(reference, quantity, entry.row, entry.column);
        results[quantity].add(sample, entry, e, value);
      });
  }
  return {
    C: results.C.result(),
    Cdot: results.Cdot.result(),
    J: results.J.result(),
    Jdot: results.Jdot.result(),
    gamma: results.gamma.result(),
  };
}

function entryOf(values: ReferenceValues, quantity: Quantity, row: number, column: number | undefined): BigNumber {
  if (quantity === 'J' || quantity === 'Jdot') return values[quantity][row]![column!]!;
  return values[quantity][row]!;
}
