import { showTime } from '../base/text.js';
import { areFinite } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-step.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from '../stabilize/projection.js';
import { nameDisagreements } from './contradiction.js';
import type { StepWatch } from './step-watch.js';

/** Factor by which an iteration must reduce the error for projection to go on. */
const WORTHWHILE = 0.9;

/**
 * Corrects steps, or reports what is wrong with them. A step that is ill-conditioned, as
 * constraints nearly depend on each other, is taken again at velocity level and projected. Others
 * are projected on request.
 */
export class StepRecovery {
  /** Number of steps taken again at velocity level. */
  fallbacks = 0;
  projectionsFailed = 0;
  readonly watch: StepWatch;
  readonly #stepped: SteppedSystem;
  readonly #limits: ProjectionLimits | undefined;
  readonly #velocityStepper = new VelocityStepper();
  #projection: Projection | undefined;

  /**
   * Makes a recovery for the steps of `stepped`. `limits` are those of projection after each step;
   * undefined for none.
   */
  constructor(stepped: SteppedSystem, watch: StepWatch, limits: ProjectionLimits | undefined) {
    this.#stepped = stepped;
    this.watch = watch;
    this.#limits = limits;
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#projection = undefined;
  }

  /** Holds warnings back until it is known whether the step is accepted. */
  begin(): void {
    this.watch.warnings.hold();
  }

  /** Forgets warnings that are still held back. */
  end(): void {
    this.watch.warnings.drop();
  }

  /** True if the step of `dt` that `stepper` has just taken is accepted. */
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
    this.#velocityStepper.memory.fill(0);
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
   * Projects the state at the end of the step if requested, and gives the warnings. A state that is
   * not finite is left to the error that reports it.
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

  /** Projects the state if requested. */
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
