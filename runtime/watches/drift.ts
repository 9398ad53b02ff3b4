import { showTime } from '../base/text.js';
import { copy, maxAbs } from '../base/vector.js';
import { DEFAULT_LIMITS } from '../stabilize/projection.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { nameDisagreements } from '../recovery/contradiction.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { constraintsOf, ROUNDING, Violations } from '../recovery/violations.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

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
 *
 * A formula that jumps itself, as `atan2` does at the origin, leaves an error from which the feedback makes
 * velocities. So equations are examined, too, whose error rates do not explain.
 */
export class Drift implements Watch {
  readonly #parts: EquationsOfMotion;
  readonly #watch: StepWatch;
  readonly #violations: Violations;
  #equations: readonly number[] = [];
  #inequalities: readonly number[] = [];
  /** `C` after the last step, and the coordinates at the beginning of the present one. */
  #C = new Float64Array(0);
  #q = new Float64Array(0);

  constructor(parts: EquationsOfMotion, watch: StepWatch) {
    this.#parts = parts;
    this.#watch = watch;
    this.#violations = new Violations(parts);
  }

  structureChanged(): WatchedSteps {
    this.#equations = this.#violations.equations();
    this.#inequalities = this.#violations.inequalities();
    this.#C = new Float64Array(this.#parts.system.all.rows.count);
    this.#q = new Float64Array(this.#parts.state.q.length);
    return this.#equations.length + this.#inequalities.length > 0 ? 'all' : 'none';
  }

  beforeStep(): void {
    copy(this.#parts.state.q, 0, this.#q, 0, this.#q.length);
  }

  afterStep({ start }: WatchedStep): void {
    const { system } = this.#parts;
    const { C, Cdot } = system.all.rows;
    const h = system.time - start;
    const least = TRIGGER * maxAbs(system.table.v);
    let departs = false;
    let jumps = false;
    for (const r of this.#equations) {
      if (C[r]! * Cdot[r]! > 0 && Math.abs(Cdot[r]!) > least) departs = true;
      const explained = 2 * Math.abs(this.#C[r]!) + h * Math.abs(Cdot[r]!);
      if (Math.abs(C[r]!) > explained + DEFAULT_LIMITS.position) jumps = true;
    }
    for (const r of this.#inequalities) if (C[r]! < 0 && Cdot[r]! < -least) departs = true;
    copy(C, 0, this.#C, 0, C.length);
    if (!(departs || jumps)) return;
    const { warnings } = this.#watch;
    if (EXPLAINED.some((code) => warnings.knows(code, system.structure))) return;
    if (departs) this.#judge();
    if (jumps && !warnings.knows('W_JUMP', system.structure)) this.#judgeJump(start);
  }

  #judge(): void {
    const { system } = this.#parts;
    const violation = this.#violations.of(new Set(constraintsOf(this.#parts)));
    if (!violation?.isPosition) return;
    const { Cdot } = system.all.rows;
    const drifting = new Float64Array(Cdot.length);
    const moving = new Float64Array(Cdot.length);
    system.all.multiply(system.table.v, moving);
    // Formulas in the time prescribe rates, which the velocities follow after a while.
    const isDriven = (r: number): boolean => Math.abs(Cdot[r]! - moving[r]!) > ROUNDING * Math.abs(Cdot[r]!);
    for (const r of [...this.#equations, ...this.#inequalities])
      if (violation.errors[r]! * Cdot[r]! > 0 && !isDriven(r)) drifting[r] = violation.errors[r]!;
    if (maxAbs(drifting) === 0) return;
    this.#warn(
      drifting,
      'the motion goes on away from them',
      'The derivative of a formula jumps there, as at a kink of abs, max or a conditional, and that is an impact. ' +
        'Use velocityStep(), which takes the velocity away, a formula that is smooth, or for ' +
        'an inequality one row for each of its sides.',
    );
  }

  /** Compares errors with those of the same formulas and parameters at the beginning of the step, and with their rates. */
  #judgeJump(start: number): void {
    const { system, state, stores } = this.#parts;
    const violation = this.#violations.of(new Set(constraintsOf(this.#parts)));
    if (!violation?.isPosition || violation.isOneSided) return;
    const jumping = new Float64Array(violation.errors.length);
    const [end, { time }, atEnd] = [state.q.slice(), system, system.all.rows.Cdot.slice()];
    state.q.set(this.#q);
    system.time = start;
    system.all.evaluate(stores);
    const { C, Cdot } = system.all.rows;
    for (const r of this.#equations) {
      const led = (time - start) * Math.max(Math.abs(Cdot[r]!), Math.abs(atEnd[r]!));
      if (Math.abs(violation.errors[r]!) > 2 * (Math.abs(C[r]!) + led)) jumping[r] = violation.errors[r]!;
    }
    state.q.set(end);
    system.time = time;
    system.all.evaluate(stores);
    if (maxAbs(jumping) === 0) return;
    this.#warn(
      jumping,
      'they have jumped in the step that ends there',
      'A formula jumps there, as atan2(y, x) and x / norm(p) do at the origin, and bodies are led back with energy ' +
        'from nowhere. Keep the motion away from that place by a stop, or write a formula that is smooth there.',
    );
  }

  #warn(errors: Float64Array, what: string, why: string): void {
    const { system } = this.#parts;
    const { labels, description } = nameDisagreements(system.all, errors);
    this.#watch.warn({
      code: 'W_DRIFT',
      message: `Constraints drift: at t = ${showTime(system.time)} ${what}. They are off as follows (C): ${description}. ${why}`,
      time: system.time,
      constraints: labels,
    });
  }
}
