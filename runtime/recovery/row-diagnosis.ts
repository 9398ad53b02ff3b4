import type { Batch } from '../model/batch.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import { describeArguments, showTime } from '../model/describe-arguments.js';
import { areFinite, maxAbs } from '../base/vector.js';

function labelOf(owner: object | null): string | undefined {
  return owner !== null && 'label' in owner && typeof owner.label === 'string' ? owner.label : undefined;
}

/** Finds the constraint that a solution goes wrong at, and says so in words. */
export class RowDiagnosis {
  /** The first thing found in this step that is not finite though what it depends on is: a row, with its constraint, where and when, or a force. */
  fault: string | undefined;
  /** What to do about it. */
  hint: string | undefined;

  /** A step begins: nothing has been found. */
  forget(): void {
    this.fault = this.hint = undefined;
  }

  /** Looks for a {@link fault}, unless one is known: among the rows, and then by `findOther`. */
  note(system: ConstraintSystem, findOther?: () => string | undefined): void {
    if (this.fault !== undefined) return;
    this.fault = this.#findRow(system);
    if (this.fault !== undefined) {
      this.hint = 'Look for a configuration where its formula has no value, such as the root of a negative number.';
      return;
    }
    this.fault = findOther?.();
    if (this.fault !== undefined) this.hint = 'Look at what it computes there.';
  }

  #findRow(system: ConstraintSystem): string | undefined {
    for (const batch of system.batches) {
      const culprit = this.findNonFinite(batch, system);
      if (!culprit) continue;
      return (
        `the first value or derivative that is not finite is that of ${culprit.label} ` +
        `at t = ${showTime(system.clock[0]!)}, with ${this.describe(culprit, system)}`
      );
    }
    return undefined;
  }

  /** The first constraint of `batch` that has finite inputs, but a `C`, `Cdot`, `J` or `gamma` that is not finite. */
  findNonFinite(
    { constraints, firstRow, type, blocks }: Batch,
    { table, rows }: ConstraintSystem,
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

  /**
   * `body`, and the constraint whose rows were not finite or else, of the constraints on that body, the one with the largest multiplier, with the
   * values of its inputs: as the subject of a sentence.
   */
  suspectAt(body: string, system: ConstraintSystem): string {
    if (this.fault !== undefined) return `${body}; ${this.fault}`;
    let worst = -1;
    let suspect: string | undefined;
    for (const batch of system.batches) {
      for (const constraint of batch.constraints) {
        const { connectors, label } = bindingOf(constraint);
        if (!connectors.some(({ owner }) => labelOf(owner) === body)) continue;
        const largest = maxAbs(constraint.lambda);
        const size = Number.isNaN(largest) ? Infinity : largest;
        if (size <= worst) continue;
        worst = size;
        suspect = `${label}, with ${this.describe(constraint, system)},`;
      }
    }
    return suspect === undefined ? body : `${body}, and of its constraints ${suspect} carries the largest multiplier`;
  }

  /** The inputs of a constraint as the system has them, and its parameters. */
  describe(constraint: Constraint, { table }: ConstraintSystem): string {
    const { type, connectors, values, offset } = bindingOf(constraint);
    const slots = connectors.map(({ slot }) => slot);
    return describeArguments(type, slots, table.x, values.subarray(offset));
  }
}
