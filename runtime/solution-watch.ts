import type { ConstraintSystem } from './constraint-system.js';
import { findContradiction } from './contradiction.js';
import type { Dynamics } from './dynamics.js';
import type { Feedback } from './feedback.js';
import type { WorldWarning } from './warning.js';

/** Looks at each solution for the multipliers, and warns, once per structure, of what the solver could not do. */
export class SolutionWatch {
  readonly warnings: WorldWarning[] = [];
  readonly #system: ConstraintSystem;
  readonly #feedback: Feedback;
  readonly #onWarning: (warning: WorldWarning) => void;
  /** Structures that have been warned about. */
  #contradictionTold = -1;
  #convergenceTold = -1;

  constructor(system: ConstraintSystem, feedback: Feedback, onWarning: (warning: WorldWarning) => void) {
    this.#system = system;
    this.#feedback = feedback;
    this.#onWarning = onWarning;
  }

  check(dynamics: Dynamics): void {
    const { report, equations, time } = dynamics;
    const { structure } = this.#system;
    if (report.contradictory && this.#contradictionTold !== structure) {
      const warning = findContradiction(this.#system, equations, this.#feedback, time);
      if (!warning) return;
      this.#contradictionTold = structure;
      this.#warn(warning);
    }
    if (!report.converged && Number.isFinite(report.residual) && this.#convergenceTold !== structure) {
      this.#convergenceTold = structure;
      this.#warn({
        code: 'W_NOT_CONVERGED',
        message:
          `The solver stopped after ${report.iterations} iterations at a relative residual of ${report.residual.toExponential(1)}. ` +
          'Allow more iterations, or use dense().',
        time,
        constraints: [],
      });
    }
  }

  #warn(warning: WorldWarning): void {
    this.warnings.push(warning);
    this.#onWarning(warning);
  }
}
