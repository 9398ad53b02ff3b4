import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { entriesOf } from '../sampling/evaluation.js';
import type { Sample } from './difference-checks.js';
import type { FormulaOracle } from './formula-oracle.js';
import { comparedEntry } from './reference-checks.js';
import { ReferenceTally } from './reference-tally.js';
import type { ThirdOpinion } from './report.js';

/**
 * Compares `J` with the derivative of the whole formula by mathjs,
 * `derivative(…, { simplify: false })`, evaluated at 64 digits: a third opinion beside the class
 * and the differences. It exists for formulas of scalars and single components (`a.x`, `a[1]`) and
 * functions that mathjs has a correct rule for; `undefined` for all others. Pauses after each
 * sample.
 */
export function* checkThirdOpinion(
  type: ConstraintType,
  oracle: FormulaOracle,
  samples: readonly Sample[],
): Generator<void, ThirdOpinion | undefined, void> {
  const derived = oracle.byMathjs;
  if (derived === undefined || derived.entries.length === 0) return undefined;
  const tally = new ReferenceTally();
  const positions = entriesOf(type, 'J');
  for (const sample of samples) {
    const values = oracle.mathjsValuesAt(sample);
    derived.entries.forEach((entry, k) => {
      const e = positions.findIndex(({ row, column }) => row === entry.row && column === entry.column);
      // Lost digits are already counted in the comparison with the formula itself.
      tally.add(comparedEntry(type, sample, 'J', entry, e, values[k]!, Infinity));
    });
    yield;
  }
  return tally.result();
}
