import { showTime } from '../base/text.js';
import { areFinite } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-step.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from '../stabilize/projection.js';
import { nameDisagreements } from './contradiction.js';
import type { StepWatch } from './step-watch.js';

/** Projection goes on while an iteration reduces the error to this part of it. */
const WORTHWHILE = 0.9;

/**
 * Makes steps right, or reports what is wrong with them: a step that is ill-conditioned, since
 * constraints all but depend on each other, is taken again at velocity level and projected; others
 * are projected if that was asked for.
 */
export class StepRecovery {
  /** Steps taken again at velocity level. */
  fallbacks = 0;
  projectionsFailed = 0;
  readonly watch: StepWatch;
  readonly #stepped: SteppedSystem;
  readonly #limits: ProjectionLimits | undefined;
  readonly #velocityStepper = new VelocityStepper();
  #projection: Projection | undefined;

  /** `limits` say where projection after each step ends; undefined for none. */
  constructor(stepped: SteppedSystem, watch: StepWatch, limits: ProjectionLimits | undefined) {
    this.#stepped = stepped;
    this.watch = watch;
    this.#limits = limits;
  }

  /** Follows a change of structure. */
  resize(): void {
    this.#projection = undefined;
  }

  /** From now on warnings wait until it is known whether the step stands. */
  begin(): void {
    this.watch.warnings.hold();
  }

  /** Forgets warnings that still wait. */
  end(): void {
    this.watch.warnings.drop();
  }

  /** True where the step of `dt` that `stepper` has just taken stands. */
  stands(stepper: Stepper, dt: number): boolean {
    const { failed, motion } = this.#stepped;
    if (failed || !stepper.accelerationLevel) return !failed;
    return !this.watch.conditioning.isIllConditioned(dt, motion.parts.stores, motion.multipliers);
  }

  /** Takes the step of `dt` again, from the state at its beginning, at velocity level. */
  takeAgain(dt: number): void {
    const stepped = this.#stepped;
    const { watch } = this;
    const start = stepped.time;
    watch.warnings.drop();
    watch.warnings.hold();
    this.#velocityStepper.step(stepped, dt);
    this.#normalize();
    this.fallbacks++;
    watch.warn({
      code: 'W_NEAR_SINGULAR',
      message:
        `At t = ${showTime(start)} constraints all but depended on each other, and the step was ill-conditioned. ` +
        'It and others like it are taken at velocity level instead, to first order (world.stats.fallbacks counts them).',
      time: start,
      constraints: [],
    });
    stepped.time = start + dt;
    if (!this.#limits) this.#project(DEFAULT_LIMITS);
  }

  /**
   * Projects the state at the end of the step if that was asked for, and gives the warnings. An
   * error will report a state that is not finite, and the cause.
   */
  finish(): void {
    const { state, system } = this.#stepped.motion.parts;
    if (!areFinite(state.q) || !areFinite(state.v)) return;
    this.watch.warnings.release(system.structure);
    this.project();
  }

  /** True where steps end on the constraints. */
  get projects(): boolean {
    return this.#limits !== undefined;
  }

  /** Projects the state if that was asked for. */
  project(): void {
    const limits = this.#limits;
    if (!limits) return;
    this.#normalize();
    this.#project(limits);
  }

  #normalize(): void {
    for (const store of this.#stepped.motion.parts.stores) store.normalize();
  }

  #project(limits: ProjectionLimits): void {
    const stepped = this.#stepped;
    const { watch } = this;
    const { system } = stepped.motion.parts;
    const projection = (this.#projection ??= new Projection(stepped.stabilized));
    const reached = projection.projectPositions(limits, WORTHWHILE);
    if (projection.projectVelocities(limits) && reached) return;
    this.projectionsFailed++;
    if (watch.warnings.knows('W_PROJECTION', system.structure)) return;
    const { C, Cdot } = system.rows;
    const { labels, description } = nameDisagreements(system, reached ? Cdot : C);
    watch.warn({
      code: 'W_PROJECTION',
      message:
        `Projection did not reach its tolerance at t = ${showTime(stepped.time)}. ` +
        `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
        'Remove constraints that contradict others, or allow a larger tolerance.',
      time: stepped.time,
      constraints: labels,
    });
  }
}
