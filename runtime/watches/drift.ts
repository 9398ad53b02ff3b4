import { showTime } from '../base/text.js';
import { maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { nameDisagreements } from '../recovery/contradiction.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { constraintsOf, ROUNDING, Violations } from '../recovery/violations.js';
import type { Watch, WatchedSteps } from './watch.js';

/** A `Cdot` below this fraction of the largest rate of a connector is not examined. */
const TRIGGER = 1e-3;
/** Warnings that explain why constraints are violated. */
const EXPLAINED = ['W_DRIFT', 'W_ILLEGAL_START', 'W_CONTRADICTION', 'W_OUT_OF_REACH'] as const;

/**
 * Detects that steps of an adaptive integrator leave the constraints. The equations of motion keep
 * `C̈ = 0`. Where the derivative of a formula jumps, at a kink of `abs`, of `max` or of a conditional,
 * velocities would have to jump as well, and no force does that. Error estimates do not notice, since
 * forces stay bounded. So equations are examined whose error grows; the feedback corrects all other
 * errors.
 */
export class Drift implements Watch {
  readonly #parts: EquationsOfMotion;
  readonly #watch: StepWatch;
  readonly #violations: Violations;
  #equations: readonly number[] = [];

  constructor(parts: EquationsOfMotion, watch: StepWatch) {
    this.#parts = parts;
    this.#watch = watch;
    this.#violations = new Violations(parts);
  }

  structureChanged(): WatchedSteps {
    this.#equations = this.#violations.equations();
    return this.#equations.length > 0 ? 'all' : 'none';
  }

  afterStep(): void {
    const { system } = this.#parts;
    const { C, Cdot } = system.all.rows;
    const least = TRIGGER * maxAbs(system.table.v);
    let departs = false;
    for (const r of this.#equations) if (C[r]! * Cdot[r]! > 0 && Math.abs(Cdot[r]!) > least) departs = true;
    if (departs && !EXPLAINED.some((code) => this.#watch.warnings.knows(code, system.structure))) this.#judge();
  }

  #judge(): void {
    const { system } = this.#parts;
    const violation = this.#violations.of(new Set(constraintsOf(this.#parts)));
    if (!violation?.isPosition || violation.isOneSided) return;
    const { Cdot } = system.all.rows;
    const drifting = new Float64Array(Cdot.length);
    const moving = new Float64Array(Cdot.length);
    system.all.multiply(system.table.v, moving);
    // Formulas in the time prescribe rates, which the velocities follow after a while.
    const isDriven = (r: number): boolean => Math.abs(Cdot[r]! - moving[r]!) > ROUNDING * Math.abs(Cdot[r]!);
    for (const r of this.#equations)
      if (violation.errors[r]! * Cdot[r]! > 0 && !isDriven(r)) drifting[r] = violation.errors[r]!;
    if (maxAbs(drifting) === 0) return;
    const { labels, description } = nameDisagreements(system.all, drifting);
    this.#watch.warn({
      code: 'W_DRIFT',
      message:
        `Constraints drift: at t = ${showTime(system.time)} the motion goes on away from them. ` +
        `They are off as follows (C): ${description}. The derivative of a formula jumps there, as at a kink of abs, ` +
        'max or a conditional, and that is an impact. Use velocityStep(), which takes the velocity away, or a formula ' +
        'that is smooth.',
      time: system.time,
      constraints: labels,
    });
  }
}
