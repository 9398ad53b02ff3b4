import { copy } from '../base/vector.js';
import type { ConstraintSystem } from '../model/constraint-system.js';

/**
 * The multipliers that iterative solvers start from: those of the last solution within a step. They
 * stay in `lambda` from one solution of a step to the next, and are kept in `warmStart` from its
 * end on, so that what is evaluated between steps leaves the motion as it is.
 */
export class WarmStart {
  readonly #system: ConstraintSystem;
  #withinStep = false;
  /** True once there are multipliers of the present step. */
  #solved = false;

  constructor(system: ConstraintSystem) {
    this.#system = system;
  }

  get withinStep(): boolean {
    return this.#withinStep;
  }

  beginStep(): void {
    this.#withinStep = true;
  }

  endStep(): void {
    if (this.#solved) this.#keep();
    this.#solved = false;
    this.#withinStep = false;
  }

  /** Makes `lambda` the multipliers to start from. */
  recall(): void {
    if (this.#solved) return;
    const { lambda, warmStart } = this.#system.rows;
    copy(warmStart, 0, lambda, 0, lambda.length);
  }

  /**
   * Takes note that `lambda` holds a solution. Outside of steps it is not started from, unless
   * `always`.
   */
  note(always = false): void {
    if (this.#withinStep) this.#solved = true;
    else if (always) this.#keep();
  }

  #keep(): void {
    const { lambda, warmStart } = this.#system.rows;
    copy(lambda, 0, warmStart, 0, lambda.length);
  }
}
