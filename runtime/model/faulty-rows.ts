import { showTime, shownFormulas } from '../base/text.js';
import { areFinite } from '../base/vector.js';
import type { Batch } from './batch.js';
import type { ConnectorTable } from './connector-table.js';
import { bindingOf, type Constraint } from './constraint.js';
import type { ConstraintRows } from './constraint-rows.js';
import { describeArguments } from './describe-arguments.js';

/** Constraints with the values of their last evaluation. */
export interface EvaluatedConstraints {
  readonly batches: readonly Batch[];
  readonly table: ConnectorTable;
  readonly rows: ConstraintRows;
  /** Time of the evaluation, s. */
  readonly time: number;
}

/**
 * Finds the first constraint of `batch` that has finite inputs, but a `C`, `Cdot`, `J` or `gamma`
 * that is not finite.
 */
export function findFaulty(
  { constraints, firstRow, type, blocks }: Batch,
  { table, rows }: EvaluatedConstraints,
): Constraint | undefined {
  const finite = (values: Float64Array, start: number, count: number): boolean =>
    areFinite(values.subarray(start, start + count));
  return constraints.find((constraint, k) => {
    const row = firstRow + k * type.rows;
    return (
      bindingOf(constraint).connectors.every(
        ({ slot, size }) => finite(table.x, slot, size) && finite(table.v, slot, size),
      ) &&
      !(
        finite(rows.C, row, type.rows) &&
        finite(rows.Cdot, row, type.rows) &&
        finite(rows.gamma, row, type.rows) &&
        blocks.every(({ J, stride, offset, size }) => finite(J, k * stride + offset, type.rows * size))
      )
    );
  });
}

/** Describes the inputs of a constraint at its last evaluation, and its parameters. */
export function describeInputs(constraint: Constraint, { table }: EvaluatedConstraints): string {
  const { type, connectors, values, offset } = bindingOf(constraint);
  const slots = connectors.map(({ slot }) => slot);
  return describeArguments(type, slots, table.x, values.subarray(offset));
}

/** What to do about a row without a value. */
export const FAULTY_HINT =
  'Look for a configuration where its formula has no value: the root of a negative number, or a curve beyond its points.';

/** Describes the first handle among the inputs of constraints whose motion has no finite value, at the time of `system`. */
export function describeFaultyHandle({ batches, table, time }: EvaluatedConstraints): string | undefined {
  for (const { constraints } of batches) {
    for (const constraint of constraints) {
      for (const connector of bindingOf(constraint).connectors) {
        const { slot, size } = connector;
        if (!table.isDriven(connector)) continue;
        if ([table.x, table.v, table.a].every((values) => areFinite(values.subarray(slot, slot + size)))) continue;
        return `the motion of ${connector.label}, its rate or its acceleration is infinite or NaN at t = ${showTime(time)}`;
      }
    }
  }
  return undefined;
}

/** Describes the first constraint that {@link findFaulty} finds in `system`, at its time. */
export function describeFaulty(system: EvaluatedConstraints): string | undefined {
  for (const batch of system.batches) {
    const culprit = findFaulty(batch, system);
    if (!culprit) continue;
    return (
      `the first value or derivative that is not finite is that of ${bindingOf(culprit).label} ` +
      `(${shownFormulas(batch.type.formula.C)}) at t = ${showTime(system.time)}, with ${describeInputs(culprit, system)}`
    );
  }
  return undefined;
}
