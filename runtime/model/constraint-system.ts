import { Batch, jacobianSize } from './batch.js';
import type { BodyFamily } from './body-store.js';
import type { Connector } from './connector.js';
import { ConnectorTable } from './connector-table.js';
import { bindingOf, type Constraint } from './constraint.js';
import { ConstraintRows } from './constraint-rows.js';
import type { ConstraintType } from './constraint-type.js';
import type { RowDiagnosis } from '../recovery/row-diagnosis.js';
import { checkSingularPoints } from './singular-point.js';
import { clear, maxAbsInto } from '../base/vector.js';

function connectorsOf(constraints: readonly Constraint[]): Set<Connector> {
  const connectors = new Set<Connector>();
  for (const constraint of constraints) {
    for (const connector of bindingOf(constraint).connectors) connectors.add(connector);
  }
  return connectors;
}

/**
 * The constraints of a world as a matrix `J` over the connectors: block-sparse, one {@link Batch} per type. Two operations carry
 * everything, `J y` and `Jᵀ z`. With the families' `B`, the Jacobian with respect to the velocities is `J B`.
 */
export class ConstraintSystem {
  readonly table = new ConnectorTable();
  /** Time of the evaluation, s: one entry. */
  readonly clock = new Float64Array(1);
  rows = new ConstraintRows(0);
  batches: readonly Batch[] = [];
  /** The blocks of all batches, one after the other. */
  jacobian = new Float64Array(0);
  /** Changes with every rebuild. */
  structure = 0;
  /** Number of the step under way, from 1; 0 outside of steps. */
  step = 0;
  /** Names the constraint that a solution goes wrong at; absent where nobody asked for that. */
  diagnosis: RowDiagnosis | undefined;
  /** True where a type throws at singular points. */
  #throws = false;

  /** Lays out connectors, rows and parameters anew. Costs O(constraints + bodies). */
  rebuild(families: readonly BodyFamily[], constraints: readonly Constraint[]): void {
    this.table.rebuild(families, connectorsOf(constraints));

    const byType = new Map<ConstraintType, Constraint[]>();
    let count = 0;
    let entries = 0;
    for (const constraint of constraints) {
      count += constraint.type.rows;
      entries += jacobianSize(constraint.type);
      const ofType = byType.get(constraint.type);
      if (ofType) ofType.push(constraint);
      else byType.set(constraint.type, [constraint]);
    }

    const rows = new ConstraintRows(count);
    const jacobian = new Float64Array(entries);
    const batches: Batch[] = [];
    let firstRow = 0;
    let jacobianStart = 0;
    for (const [type, ofType] of byType) {
      batches.push(new Batch(type, ofType, rows, firstRow, jacobian, jacobianStart));
      firstRow += ofType.length * type.rows;
      jacobianStart += ofType.length * jacobianSize(type);
    }
    this.rows = rows;
    this.batches = batches;
    this.#throws = batches.some(({ type }) => type.singularPoints !== undefined);
    this.jacobian = jacobian;
    this.structure++;
  }

  /**
   * Connector values, then `C`, `Cdot`, `J` and `gamma` of all constraints, at the present state and the time of {@link clock}, which is set to `t` if given.
   * Throws E_SINGULAR_POINT.
   */
  evaluate(families: readonly BodyFamily[], t?: number): void {
    if (t !== undefined) this.clock[0] = t;
    this.table.refresh(families);
    for (const batch of this.batches) batch.evaluate(this.table, this.clock, this.rows.gamma);
    if (this.#throws) checkSingularPoints(this);
  }

  /** `out = J y`. */
  multiply(y: Float64Array, out: Float64Array): void {
    clear(out);
    for (const batch of this.batches) batch.addProduct(1, y, out);
  }

  /** `out = −gamma − feedback − J y`. */
  setResidual(feedback: Float64Array, y: Float64Array, out: Float64Array): void {
    const { gamma } = this.rows;
    for (const batch of this.batches) batch.setResidual(gamma, feedback, y, out);
  }

  /** `f = Jᵀ z`. */
  multiplyTranspose(z: Float64Array, f: Float64Array): void {
    clear(f);
    for (const batch of this.batches) batch.addTransposeProduct(z, f);
  }

  /** `x += w Jᵀ z`, entry by entry, all but `z` over the connectors. */
  addWeightedTransposeProduct(z: Float64Array, w: Float64Array, x: Float64Array): void {
    for (const batch of this.batches) batch.addWeightedTransposeProduct(z, w, x);
  }
}

/** `out[at] = max_r Σ |J_rc| |y_c|`: how large the terms of `J y` are. `sums` is a workspace, one entry per row. */
export function magnitudeOfProductInto(
  out: Float64Array,
  at: number,
  system: ConstraintSystem,
  y: Float64Array,
  sums: Float64Array,
): void {
  sums.fill(0);
  for (const { blocks } of system.batches) {
    for (const { count, rows, inputs, input, size, stride, offset, firstRow, slots, J } of blocks) {
      for (let k = 0; k < count; k++) {
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < size; c++) {
            const entry = J[k * stride + offset + r * size + c]! * y[slots[k * inputs + input]! + c]!;
            sums[firstRow + k * rows + r]! += Math.abs(entry);
          }
        }
      }
    }
  }
  maxAbsInto(out, at, sums);
}

/** `max_r Σ |J_rc| |y_c|`. Allocates. */
export function magnitudeOfProduct(system: ConstraintSystem, y: Float64Array): number {
  const out = new Float64Array(1);
  magnitudeOfProductInto(out, 0, system, y, new Float64Array(system.rows.count));
  return out[0]!;
}
