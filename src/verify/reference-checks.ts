import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Sample } from './difference-checks.js';
import { entriesOf, QUANTITIES, type Entry, type Quantity } from '../sampling/evaluation.js';
import type { FormulaOracle } from './formula-oracle.js';
import { placeOf } from './place.js';
import type { BigNumber } from '../reference/big.js';
import type { ReferenceValues } from '../reference/derivatives.js';
import { ReferenceTally, type ComparedEntry } from './reference-tally.js';
import type { ReferenceCheck } from './report.js';
import { sizeOfTerms } from './tolerance.js';

/**
 * Compares `C Cdot J Jdot gamma` of the class with the formula at 64 digits. Pauses after each
 * sample.
 */
export function* checkReference(
  type: ConstraintType,
  oracle: FormulaOracle,
  samples: readonly Sample[],
): Generator<void, Readonly<Record<Quantity, ReferenceCheck>>, void> {
  const results = Object.fromEntries(QUANTITIES.map((quantity) => [quantity, new ReferenceTally()])) as Record<
    Quantity,
    ReferenceTally
  >;
  for (const sample of samples) {
    const reference = oracle.valuesAt(sample);
    for (const quantity of QUANTITIES) {
      const sizes = sizesOf(type, reference, quantity);
      entriesOf(type, quantity).forEach((entry, e) => {
        const value = entryOf(reference, quantity, entry.row, entry.column);
        results[quantity].add(comparedEntry(type, sample, quantity, entry, e, value, sizes[e]!));
      });
    }
    yield;
  }
  return {
    C: results.C.result(),
    Cdot: results.Cdot.result(),
    J: results.J.result(),
    Jdot: results.Jdot.result(),
    gamma: results.gamma.result(),
  };
}

/** Entry `e` of the class's results beside its value at 64 digits. */
export const comparedEntry = (
  type: ConstraintType,
  { at, index, analytic, bounds, ownNoise }: Sample,
  quantity: Quantity,
  entry: Entry,
  e: number,
  reference: BigNumber,
  size: number,
): ComparedEntry => {
  const computed = analytic[quantity][e]!;
  const place = (): ReturnType<typeof placeOf> => placeOf(type, at, index, entry, computed, reference.toNumber());
  const formula = type.levels?.[entry.row] === 'velocity' ? 'Cdot' : 'C';
  const terms = sizeOfTerms(analytic[formula][entry.row]!, bounds[formula][entry.row]!);
  return {
    entry: e,
    computed,
    reference,
    bound: bounds[quantity][e]!,
    noise: () => ownNoise(quantity, e),
    terms,
    size,
    place,
  };
};

/** The size of each entry: in a Jacobian, the largest of the row's entries for the same input. */
function sizesOf(type: ConstraintType, reference: ReferenceValues, quantity: Quantity): number[] {
  const size = (value: BigNumber): number => Math.abs(value.toNumber());
  if (quantity !== 'J' && quantity !== 'Jdot') return reference[quantity].map(size);
  let end = 0;
  return type.inputs.flatMap((input) => {
    end += input.size;
    return reference[quantity].flatMap((row) => {
      const block = row.slice(end - input.size, end).map(size);
      return block.map(() => Math.max(...block));
    });
  });
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
