import { copy } from '../base/vector.js';
import type { ConstraintSystem } from '../model/constraint-system.js';

/**
 * The multipliers that iterative solvers start from: those of the last solution within a step.
 * During a step they stay in `lambda`. From its end on they are kept in `warmStart`, so that
 * evaluations between steps do not affect the motion.
 */
export class WarmStart {
  readonly #system: ConstraintSystem;
  withinStep = false;
  /** True once there are multipliers of the present step. */
  #solved = false;

  constructor(system: ConstraintSystem) {
    this.#system = system;
  }

  beginStep(): void {
    this.withinStep = true;
  }

  endStep(): void {
    if (this.#solved) this.#keep();
    this.#solved = false;
    this.withinStep = false;
  }

  /** Sets `lambda` to the multipliers to start from. */
  recall(): void {
    if (this.#solved) return;
    const { lambda, warmStart } = this.#system.all.rows;
    copy(warmStart, 0, lambda, 0, lambda.length);
  }

  /**
   * Takes note that `lambda` holds a solution. Solutions outside steps are not started from, unless
   * `always`.
   */
  note(always = false): void {
    if (this.withinStep) this.#solved = true;
    else if (always) this.#keep();
  }

  #keep(): void {
    const { lambda, warmStart } = this.#system.all.rows;
    copy(lambda, 0, warmStart, 0, lambda.length);
  }
}
