import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { Sample } from './difference-checks.js';
import { entriesOf, QUANTITIES, type Quantity } from './evaluation.js';
import type { FormulaOracle } from './formula-oracle.js';
import type { BigNumber } from '../reference/big.js';
import type { ReferenceValues } from '../reference/derivatives.js';
import type { ReferenceCheck } from './report.js';
import { UlpTally } from './ulp-tally.js';

/** `C Cdot J Jdot gamma` as the class computed them against the formula at 64 digits. */
export function checkReference(
  type: ConstraintType,
  oracle: FormulaOracle,
  samples: readonly Sample[],
): Readonly<Record<Quantity, ReferenceCheck>> {
  const results = Object.fromEntries(
    QUANTITIES.map((quantity) => [quantity, new UlpTally(type, quantity, oracle.operations)]),
  ) as Record<Quantity, UlpTally>;
  for (const sample of samples) {
    const reference = oracle.valuesAt(sample);
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

/** An entry of the formula's values at 64 digits. */
export function entryOf(
  values: ReferenceValues,
  quantity: Quantity,
  row: number,
  column: number | undefined,
): BigNumber {
  if (quantity === 'J' || quantity === 'Jdot') return values[quantity][row]![column!]!;
  return values[quantity][row]!;
}
