import { isFinite } from './check-state.js';
import { nameDisagreements } from './contradiction.js';
import { showTime } from '../model/describe-arguments.js';
import { correctedParts } from '../stabilize/displacement.js';
import type { Dynamics } from '../equations/dynamics.js';
import type { Feedback } from '../equations/feedback.js';
import type { Stepper } from '../integrators/integrator.js';
import { VelocityStepper } from '../integrators/velocity-step.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from '../stabilize/projection.js';
import { RowDiagnosis } from './row-diagnosis.js';
import { SingularityGuard } from './ill-conditioning.js';
import { SolutionWatch } from './solver-monitor.js';
import type { WorldWarning } from './warning.js';
import type { WorldStructure } from '../world/structure.js';

/** Projection goes on while an iteration reduces the error to this part of it. */
const WORTHWHILE = 0.9;

/** The parts of a world that {@link StepCorrection} looks at. */
export interface CorrectionParts {
  readonly structure: WorldStructure;
  readonly dynamics: Dynamics;
  readonly feedback: Feedback;
}

/**
 * What is done about a step after the integrator has taken it: one that broke down where constraints all but depend on each other is taken again at velocity
 * level, and projected; others are projected if that was asked for. Looks at every solution meanwhile, and warns of what solvers and steps could not do.
 */
export class StepCorrection {
  fallbacks = 0;
  projectionsFailed = 0;
  readonly watch: SolutionWatch;
  readonly #structure: WorldStructure;
  readonly #dynamics: Dynamics;
  readonly #guard = new SingularityGuard();
  readonly #limits: ProjectionLimits | undefined;
  readonly #velocityStepper = new VelocityStepper();
  #projection: Projection | undefined;

  /** `limits` say where projection after each step ends; undefined for none. */
  constructor(
    { structure, dynamics, feedback }: CorrectionParts,
    limits: ProjectionLimits | undefined,
    onWarning: (warning: WorldWarning) => void,
  ) {
    this.watch = new SolutionWatch(structure.system, feedback, onWarning);
    this.#structure = structure;
    this.#dynamics = dynamics;
    this.#limits = limits;
    dynamics.guard = this.#guard;
    dynamics.watch = this.watch;
    structure.system.diagnosis = new RowDiagnosis();
  }

  /** Follows a change of structure. */
  resize(): void {
    this.#projection = undefined;
  }

  /** From now on warnings wait until it is known whether the step stands. */
  begin(): void {
    this.watch.hold();
  }

  /** Forgets warnings that still wait. */
  end(): void {
    this.watch.drop();
  }

  /** Whether the step of `dt` that `stepper` has just taken stands. */
  stands(stepper: Stepper, dt: number): boolean {
    const { givenUp, equations } = this.#dynamics;
    if (givenUp || !stepper.accelerationLevel) return !givenUp;
    return !this.#guard.struck(dt, this.#structure.families, equations);
  }

  /** Takes the step of `dt` again, from the state at its beginning, at velocity level. */
  takeAgain(dt: number): void {
    const structure = this.#structure;
    const dynamics = this.#dynamics;
    const { watch } = this;
    const start = dynamics.time;
    watch.drop();
    watch.hold();
    this.#velocityStepper.step(dynamics, dt);
    for (const family of structure.families) family.normalize();
    this.fallbacks++;
    watch.warn({
      code: 'W_NEAR_SINGULAR',
      message:
        `At t = ${showTime(start)} constraints all but depended on each other, and the step broke down. ` +
        'It and others like it are taken at velocity level instead, to first order (world.stats.fallbacks counts them).',
      time: start,
      constraints: [],
    });
    structure.system.clock[0] = start + dt;
    if (!this.#limits) this.#project(DEFAULT_LIMITS);
  }

  /** Projects the state at the end of the step if that was asked for, and gives the warnings. Of a state that is not finite an error will tell, and the cause. */
  finish(): void {
    if (!isFinite(this.#structure.state)) return;
    this.watch.release();
    this.project();
  }

  /** Whether steps end on the constraints. */
  get projects(): boolean {
    return this.#limits !== undefined;
  }

  /** Projects the state if that was asked for. */
  project(): void {
    const limits = this.#limits;
    if (!limits) return;
    for (const family of this.#structure.families) family.normalize();
    this.#project(limits);
  }

  #project(limits: ProjectionLimits): void {
    const dynamics = this.#dynamics;
    const { watch } = this;
    const { system } = this.#structure;
    const projection = (this.#projection ??= new Projection(correctedParts(dynamics)));
    const reached = projection.projectPositions(limits, WORTHWHILE);
    if (projection.projectVelocities(limits) && reached) return;
    this.projectionsFailed++;
    if (watch.wasTold('W_PROJECTION')) return;
    const { C, Cdot } = system.rows;
    const { labels, description } = nameDisagreements(system, reached ? Cdot : C);
    watch.warn({
      code: 'W_PROJECTION',
      message:
        `Projection did not reach its tolerance at t = ${showTime(dynamics.time)}. ` +
        `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
        'Remove constraints that contradict others, or allow a larger tolerance.',
      time: dynamics.time,
      constraints: labels,
    });
  }
}
