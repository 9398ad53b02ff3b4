import { Constraint } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { isBoundedType, type ConstraintType } from '../model/constraint-type.js';
import { RowKind } from '../model/row-table.js';
import { BoundedLevel } from './bounded-level.js';
import { BOUNDS, type Bounds } from './bounds.js';
import { SLOP } from './conditional-rows.js';
import { ProjectedBounds } from './projected-bounds.js';

const bounds: Bounds = {
  level: (stabilized, forces) => new BoundedLevel(stabilized, forces),
  projection: (equations, plain) => new ProjectedBounds(equations, plain),
  act: boundsAct,
  largestViolation,
};

/**
 * Base of constraints whose multipliers have bounds: inequalities, friction and largest forces. It is a
 * {@link Constraint}, and loads the solvers of such rows.
 */
export class BoundedConstraint<Inputs extends object = object, Params extends object = object> extends Constraint<
  Inputs,
  Params
> {
  /** @internal */
  get [BOUNDS](): Bounds {
    return bounds;
  }
}

/** Returns the base of a class with the type `type`. */
export const baseOf = (type: Pick<ConstraintType, 'relations' | 'maxForce'>): typeof Constraint =>
  isBoundedType(type) ? BoundedConstraint : Constraint;

/** See {@link Bounds.act}. */
function boundsAct(system: ConstraintSystem, bounded: readonly ConstraintBinding[], h: number): boolean {
  const { C, Cdot } = system.all.rows;
  const { kind, isRate } = system.rowTable;
  const acts = (row: number): boolean => {
    if (kind[row] === RowKind.friction) return false;
    if (kind[row] !== RowKind.inequality) return h > 0;
    if (isRate[row] === 1) return !(Cdot[row]! >= 0) || (h > 0 && Cdot[row]! < SLOP);
    return h > 0 ? !(C[row]! + h * Math.min(0, Cdot[row]!) > SLOP) : !(C[row]! >= 0);
  };
  return bounded.some(({ type, row: first }) => {
    for (let row = first; row < first + type.rows; row++) if (acts(row)) return true;
    return false;
  });
}

/** See {@link Bounds.largestViolation}. */
function largestViolation({ all, rowTable: { kind, isSoft, isOfStep } }: ConstraintSystem): number {
  const { C } = all.rows;
  let largest = 0;
  for (let row = 0; row < C.length; row++)
    if (kind[row] === RowKind.inequality && isSoft[row] === 0 && isOfStep[row] === 0)
      largest = Math.max(largest, -C[row]!);
  return largest;
}
