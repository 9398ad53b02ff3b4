import type { Batch } from './batch.js';
import { bindingOf } from './constraint.js';
import { StiffConstraint } from './stiff-row.js';

/**
 * Kinds of rows, by what bounds their multipliers: an equation; an equation with a largest force; an
 * inequality; friction, which its constraint's inequality bounds; and the stiff row of a force.
 */
export const RowKind = { equation: 0, limited: 1, inequality: 2, friction: 3, stiff: 4 } as const;

/** What the rows of a system are. It is written where they are laid out, and read by all else. */
export class RowTable {
  /** A {@link RowKind} for each row. */
  readonly kind: Uint8Array;
  /** 1 in rows at velocity level, else 0. */
  readonly isRate: Uint8Array;
  /** 1 in rows with a compliance, else 0. */
  readonly isSoft: Uint8Array;
  /** 1 in rows that stand for shapes at the places of one step, else 0. */
  readonly isOfStep: Uint8Array;

  constructor(count: number, batches: readonly Batch[]) {
    this.kind = new Uint8Array(count);
    this.isRate = new Uint8Array(count);
    this.isSoft = new Uint8Array(count);
    this.isOfStep = new Uint8Array(count);
    for (const { type, constraints, firstRow } of batches) {
      const { rows, relations, levels, maxForce } = type;
      const equation = maxForce === undefined ? RowKind.equation : RowKind.limited;
      constraints.forEach((constraint, k) => {
        const { softness, isOfStep } = bindingOf(constraint);
        for (let i = 0; i < rows; i++) {
          const row = firstRow + k * rows + i;
          const relation = relations?.[i] ?? '==';
          if (constraint instanceof StiffConstraint) this.kind[row] = RowKind.stiff;
          else if (relation === '==') this.kind[row] = equation;
          else this.kind[row] = relation === '>=' ? RowKind.inequality : RowKind.friction;
          if (levels?.[i] === 'velocity') this.isRate[row] = 1;
          if (isOfStep) this.isOfStep[row] = 1;
          if (softness && (softness.frequency > 0 || softness.compliance[i]! > 0)) this.isSoft[row] = 1;
        }
      });
    }
  }
}
