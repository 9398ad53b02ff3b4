import type { ConstraintSystem } from '../model/constraint-system.js';
import { findAccelerationContradiction, findVelocityContradiction } from './contradiction.js';
import type { Dynamics } from '../equations/dynamics.js';
import type { Impulses } from '../stabilize/impulses.js';
import type { Feedback } from '../equations/feedback.js';
import type { WorldWarning } from './warning.js';

/** Looks at each solution for the multipliers, and warns, once per structure, of what solvers and steps could not do. */
export class SolutionWatch {
  readonly warnings: WorldWarning[] = [];
  readonly #system: ConstraintSystem;
  readonly #feedback: Feedback;
  readonly #onWarning: (warning: WorldWarning) => void;
  /** For each code the last structure that it was told of. */
  readonly #told = new Map<string, number>();
  /** Warnings of a step that may yet be undone. */
  readonly #held: WorldWarning[] = [];
  #holding = false;

  constructor(system: ConstraintSystem, feedback: Feedback, onWarning: (warning: WorldWarning) => void) {
    this.#system = system;
    this.#feedback = feedback;
    this.#onWarning = onWarning;
  }

  /** Looks at the solution of the equations of motion, or of those of `impulses`. */
  check({ report, equations, time }: Dynamics, impulses?: Impulses): void {
    if (report.contradictory && !this.wasTold('W_CONTRADICTION')) {
      this.warn(
        impulses
          ? findVelocityContradiction(this.#system, impulses, time)
          : findAccelerationContradiction(this.#system, equations, this.#feedback, time),
      );
    }
    if (report.converged || !Number.isFinite(report.residual) || this.wasTold('W_NOT_CONVERGED')) return;
    this.warn({
      code: 'W_NOT_CONVERGED',
      message:
        `The solver stopped after ${report.iterations} iterations at a relative residual of ${report.residual.toExponential(1)}. ` +
        'Allow more iterations, or use dense().',
      time,
      constraints: [],
    });
  }

  /** From now on warnings wait, until {@link release} tells or {@link drop} forgets them. */
  hold(): void {
    this.#holding = true;
  }

  release(): void {
    this.#holding = false;
    if (this.#held.length === 0) return;
    for (const warning of this.#held.splice(0)) this.warn(warning);
  }

  drop(): void {
    this.#holding = false;
    this.#held.length = 0;
  }

  /** Gives a warning, unless one with its code has been given for the present structure. */
  warn(warning: WorldWarning | undefined): void {
    if (!warning || this.wasTold(warning.code)) return;
    if (this.#holding) {
      this.#held.push(warning);
      return;
    }
    this.#told.set(warning.code, this.#system.structure);
    this.warnings.push(warning);
    this.#onWarning(warning);
  }

  /** Whether a warning with that code has been given for the present structure, or is held. */
  wasTold(code: string): boolean {
    return this.#told.get(code) === this.#system.structure || this.#held.some((warning) => warning.code === code);
  }
}
