import { isFinite } from './check-state.js';
import { nameDisagreements } from './contradiction.js';
import type { Dynamics } from './dynamics.js';
import type { Stepper } from './integrators/integrator.js';
import { VelocityStepper } from './integrators/velocity-step.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from './projection.js';
import type { SolutionWatch } from './solution-watch.js';
import type { WorldStructure } from './world-structure.js';

/** Projection goes on while an iteration reduces the error to this part of it. */
const WORTHWHILE = 0.9;

/** The parts that {@link StepCorrection} puts together. */
export interface CorrectionParts {
  readonly structure: WorldStructure;
  readonly dynamics: Dynamics;
  readonly watch: SolutionWatch;
  /** Where projection after each step ends; undefined for none. */
  readonly projection: ProjectionLimits | undefined;
}

/**
 * What is done about a step after the integrator has taken it: one that broke down where constraints all but depend on each other is taken again at velocity
 * level, and projected; others are projected if that was asked for.
 */
export class StepCorrection {
  fallbacks = 0;
  projectionsFailed = 0;
  readonly #parts: CorrectionParts;
  readonly #velocityStepper = new VelocityStepper();
  #projection: Projection | undefined;

  constructor(parts: CorrectionParts) {
    this.#parts = parts;
  }

  /** Follows a change of structure. */
  resize(): void {
    this.#projection = undefined;
  }

  /** From now on warnings wait until it is known whether the step stands. */
  begin(): void {
    this.#parts.watch.hold();
  }

  /** Forgets warnings that still wait. */
  end(): void {
    this.#parts.watch.drop();
  }

  /** Whether the step of `dt` that `stepper` has just taken stands. */
  stands(stepper: Stepper, dt: number): boolean {
    const { structure, dynamics } = this.#parts;
    if (dynamics.givenUp) return false;
    if (!stepper.accelerationLevel || structure.system.rows.count === 0) return true;
    return !dynamics.guard.struck(dt, structure.families);
  }

  /** Takes the step of `dt` again, from the state at its beginning, at velocity level. */
  takeAgain(dt: number): void {
    const { structure, dynamics, watch, projection } = this.#parts;
    const start = dynamics.time;
    watch.drop();
    watch.hold();
    this.#velocityStepper.step(dynamics, dt);
    for (const family of structure.families) family.normalize();
    this.fallbacks++;
    watch.warn({
      code: 'W_NEAR_SINGULAR',
      message:
        `At t = ${Number(start.toPrecision(6))} s constraints all but depended on each other, and the step broke down. ` +
        'It was taken at velocity level instead, to first order; so will be others like it (world.stats.fallbacks counts them).',
      time: start,
      constraints: [],
    });
    structure.system.clock[0] = start + dt;
    if (!projection && isFinite(structure.state)) this.#project(DEFAULT_LIMITS);
  }

  /** Projects the state at the end of the step if that was asked for, and gives the warnings. */
  finish(): void {
    const { structure, watch, projection } = this.#parts;
    watch.release();
    if (!projection) return;
    for (const family of structure.families) family.normalize();
    this.#project(projection);
  }

  #project(limits: ProjectionLimits): void {
    const { structure, dynamics, watch } = this.#parts;
    const { system } = structure;
    const projection = (this.#projection ??= new Projection(dynamics.corrected));
    const reached = projection.projectPositions(limits, WORTHWHILE);
    if (projection.projectVelocities(limits) && reached) return;
    this.projectionsFailed++;
    if (watch.wasTold('W_PROJECTION')) return;
    const { C, Cdot } = system.rows;
    const { labels, description } = nameDisagreements(system, reached ? Cdot : C);
    watch.warn({
      code: 'W_PROJECTION',
      message:
        `Projection did not reach its tolerance at t = ${Number(dynamics.time.toPrecision(6))} s. ` +
        `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
        'Remove constraints that contradict others, or allow a larger tolerance.',
      time: dynamics.time,
      constraints: labels,
    });
  }
}
