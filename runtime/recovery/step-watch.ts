import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { Feedback } from '../equations/feedback.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import type { SolverReport, StatedProblem } from '../equations/solver.js';
import { showTime } from '../base/text.js';
import { RowSizes } from '../equations/row-sizes.js';
import { labelOfRow } from '../model/constraint-system.js';
import type { BoundsReport, StepMonitor } from '../equations/step-monitor.js';
import { findAccelerationContradiction, findVelocityContradiction } from './contradiction.js';
import { Faults } from './faults.js';
import { IllConditioning } from './ill-conditioning.js';
import { Warnings, type WorldWarning } from './warnings.js';

/**
 * Errors of rates in rows with bounds that cause no warning: relative to the size of the row in a step,
 * and to the largest rate that impulses were to change. That rate is at least the effect of gravity in
 * a step; a thousandth of it is invisible, and far less than a contradiction leaves.
 */
const INVISIBLE = 1e-11;
const NEGLIGIBLE = 1e-3;

/** Monitors each solution for ill-conditioning, failures of solvers, and faults. */
export class StepWatch implements StepMonitor {
  readonly warnings: Warnings;
  readonly conditioning = new IllConditioning();
  readonly faults: Faults;
  readonly #system: ConstraintSystem;
  readonly #feedback: Feedback;
  /** True if each step is checked for ill-conditioning. */
  readonly #judges: boolean;
  /** Length of the steps around the present one, s. */
  #usual = 0;

  constructor(
    system: ConstraintSystem,
    stores: readonly BodyStore[],
    feedback: Feedback,
    onWarning: (warning: WorldWarning) => void,
    judges: boolean,
  ) {
    this.warnings = new Warnings(onWarning);
    this.faults = new Faults(system, stores);
    this.#system = system;
    this.#feedback = feedback;
    this.#judges = judges;
  }

  /** Gives a warning, unless one with its code has been given in the present structure. */
  warn(warning: WorldWarning | undefined): void {
    if (warning) this.warnings.warn(warning, this.#system.structure);
  }

  beginStep(usual: number): void {
    this.#usual = usual;
    this.conditioning.beginStep();
  }

  solved(equations: MultiplierEquations, report: SolverReport, withinStep: boolean): void {
    if (withinStep && this.#judges) this.conditioning.observe(report, equations);
    if (report.converged && !report.contradictory) return;
    if (this.#isNewContradiction(report)) {
      this.warn(
        findAccelerationContradiction(this.#system.plain, equations, this.#feedback, this.#system.time, this.#usual),
      );
    }
    if (!report.converged) this.#warnOfConvergence(report);
  }

  impulsesSolved(problem: StatedProblem, report: SolverReport): void {
    if (this.#isNewContradiction(report)) {
      this.warn(findVelocityContradiction(this.#system.plain, problem, this.#system.time, this.#usual));
    }
    if (!report.converged) this.#warnOfConvergence(report);
  }

  boundsSolved({ converged, residual, largest, worstRow }: BoundsReport): void {
    const { structure, time, all, rowTable } = this.#system;
    if (
      converged ||
      !(residual > NEGLIGIBLE * largest && residual < Infinity) ||
      this.warnings.knows('W_NOT_CONVERGED', structure) ||
      residual <= (INVISIBLE / this.#usual) * new RowSizes(all).find()[worstRow]!
    )
      return;
    const worst = labelOfRow(all, worstRow);
    const remedy =
      rowTable.isOfStep[worstRow] === 1
        ? 'Bodies may differ too much in mass there, by a million times or more: bring their masses closer. ' +
          'Or contacts contradict constraints: leave the bodies room, or give the constraints a compliance.'
        : 'Constraints may contradict each other there; a compliance, as in { compliance: 1e-6 }, lets them give way.';
    this.warn({
      code: 'W_NOT_CONVERGED',
      message:
        `At t = ${showTime(time)} no impulses were found that satisfy all inequalities: the best leave ${residual.toExponential(1)} (dC/dt) ` +
        `in ${worst}. ${remedy}`,
      time,
      constraints: [worst],
    });
  }

  shortened(dt: number, parts: number): void {
    const { time } = this.#system;
    this.warn({
      code: 'W_NOT_CONVERGED',
      message:
        `Before t = ${showTime(time)} Newton's method did not solve a step of ${showTime(dt)}, which was taken in ${parts} parts. ` +
        'It costs as much as shorter steps: take them, or soften what is stiff.',
      time,
      constraints: [],
    });
  }

  notFinite(findForce?: () => string | undefined): void {
    this.faults.note(findForce);
  }

  describeVelocity(i: number): string {
    return this.faults.describeVelocity(i);
  }

  #isNewContradiction({ contradictory }: SolverReport): boolean {
    return contradictory && !this.warnings.knows('W_CONTRADICTION', this.#system.structure);
  }

  #warnOfConvergence(report: SolverReport): void {
    const { structure, time } = this.#system;
    if (!Number.isFinite(report.residual) || this.warnings.knows('W_NOT_CONVERGED', structure)) return;
    this.warn({
      code: 'W_NOT_CONVERGED',
      message:
        `The solver stopped after ${report.iterations} iterations at a relative residual of ${report.residual.toExponential(1)}. ` +
        'Allow more iterations, or use dense().',
      time,
      constraints: [],
    });
  }
}
