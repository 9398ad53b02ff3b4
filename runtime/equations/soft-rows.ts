import { squared } from '../base/powers.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { RowKind } from '../model/row-table.js';
import type { Softness } from '../model/softness.js';

interface SoftRow {
  readonly row: number;
  readonly constraint: Constraint;
  readonly softness: Softness;
  /** True for an inequality, which is soft only where it is violated. */
  readonly isOneSided: boolean;
}

/** The soft rows among those of a system: springs and dampers along `C`. */
export class SoftRows {
  /** Stiffness and damping per row of the system; 0 in rows that are not soft. */
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly #rows: readonly SoftRow[];
  /** True where a row is given by its frequency, so that its stiffness depends on masses. */
  readonly needsMasses: boolean;

  constructor(system: ConstraintSystem) {
    const { kind, isSoft } = system.rowTable;
    const count = kind.length;
    const rows: SoftRow[] = [];
    this.stiffness = new Float64Array(count);
    this.damping = new Float64Array(count);
    for (const { constraints } of system.all.batches) {
      for (const constraint of constraints) {
        const { softness, row, type } = bindingOf(constraint);
        if (!softness) continue;
        for (let index = 0; index < type.rows; index++) {
          if (isSoft[row + index] === 0) continue;
          rows.push({ row: row + index, constraint, softness, isOneSided: kind[row + index] === RowKind.inequality });
          if (softness.frequency > 0) continue;
          this.stiffness[row + index] = 1 / softness.compliance[index]!;
          this.damping[row + index] = softness.damping[index]!;
        }
      }
    }
    this.#rows = rows;
    this.needsMasses = rows.some(({ softness }) => softness.frequency > 0);
  }

  get count(): number {
    return this.#rows.length;
  }

  /**
   * Sets stiffness and damping of rows given by their frequency `ω` for the effective masses
   * `m = 1 / A_ii`: `m ω²` and `2 ζ m ω`. `diagonal` holds `A_ii`, one entry per row of the system.
   */
  setMasses(diagonal: Float64Array): void {
    for (const { row, softness } of this.#rows) {
      const { frequency, dampingRatio } = softness;
      if (frequency === 0) continue;
      const mass = diagonal[row]! > 0 ? 1 / diagonal[row]! : 0;
      this.stiffness[row] = mass * frequency * frequency;
      this.damping[row] = 2 * dampingRatio * mass * frequency;
    }
  }

  /**
   * `λ = −k C − c Cdot` in soft rows, in inequalities only where they are violated and push; the
   * other entries of `lambda` stay.
   */
  setForces(C: Float64Array, Cdot: Float64Array, lambda: Float64Array): void {
    for (const { row, isOneSided } of this.#rows) {
      const force = -this.stiffness[row]! * C[row]! - this.damping[row]! * Cdot[row]!;
      lambda[row] = isOneSided && !(C[row]! < 0 && force > 0) ? 0 : force;
    }
  }

  /** Energy that soft rows hold, `Σ ½ k C²`, J: of all constraints, or of those among `only`. */
  energy(C: Float64Array, only?: ReadonlySet<Constraint>): number {
    let sum = 0;
    for (const { row, isOneSided, constraint } of this.#rows)
      if ((!isOneSided || C[row]! < 0) && (!only || only.has(constraint)))
        sum += (this.stiffness[row]! * squared(C[row]!)) / 2;
    return sum;
  }
}
