import { show } from './check.js';
import { checkState, isFinite } from './check-state.js';
import type { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import { Handle } from './handle.js';
import type { Stepper } from './integrators/integrator.js';
import { VelocityStepper } from './integrators/velocity-step.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from './projection.js';
import type { SolutionWatch } from './solution-watch.js';
import { nameDisagreements } from './contradiction.js';
import type { WorldStructure } from './world-structure.js';

/** Projection goes on while an iteration reduces the error to this part of it. */
const WORTHWHILE = 0.9;

/** The parts that {@link Stepping} puts together. */
export interface SteppingParts {
  readonly structure: WorldStructure;
  readonly dynamics: Dynamics;
  readonly stepper: Stepper;
  readonly watch: SolutionWatch;
  /** Where projection after each step ends; undefined for none. */
  readonly projection: ProjectionLimits | undefined;
}

/**
 * Steps of a world: runs the integrator between the state it starts from and the checks at the end. A step that breaks down where constraints all
 * but depend on each other is taken again at velocity level, and projected; a step that fails is undone.
 */
export class Stepping {
  /** Steps completed. */
  steps = 0;
  /** Usual length of the last steps, s; 0 before the first. */
  dt = 0;
  fallbacks = 0;
  projectionsFailed = 0;

  /** Time at the beginning of the step, s: one entry. */
  readonly start = new Float64Array(1);

  readonly #parts: SteppingParts;
  readonly #velocityStepper = new VelocityStepper();
  #projection: Projection | undefined;
  /** State at the beginning of the step, to go back to if it fails. */
  #q = new Float64Array(0);
  #v = new Float64Array(0);
  #integral = new Float64Array(0);

  constructor(parts: SteppingParts) {
    this.#parts = parts;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system } = this.#parts.structure;
    this.#q = state.q.slice();
    this.#v = state.v.slice();
    this.#integral = new Float64Array(system.rows.count);
    this.#projection = undefined;
  }

  /** A step of `dt`, with the default feedback set for steps of `usual`, s. Throws E_STEP, E_STATE_NOT_FINITE. */
  advance(dt: number, usual: number): void {
    if (!(dt > 0 && dt < Infinity)) {
      throw new HolonomicRuntimeError(
        'E_STEP',
        `The time step is ${show(dt)}.`,
        'Give a positive, finite number of seconds.',
      );
    }
    const { structure, dynamics, watch, projection } = this.#parts;
    const { state, families, handles, system } = structure;
    const { clock } = system;
    const start = clock[0]!;
    this.start[0] = start;
    this.#keepState();
    for (const handle of handles) {
      if (handle instanceof Handle) handle.beginStep(start, dt);
    }
    let completed = false;
    dynamics.beginStep(usual);
    watch.hold();
    try {
      if (!this.#takeStep(dt)) {
        watch.drop();
        this.#fallBack(start, dt);
      }
      watch.release();
      for (const family of families) family.normalize();
      if (projection) this.#project(projection, start + dt);
      checkState(state, families, system, this);
      completed = true;
    } finally {
      watch.drop();
      dynamics.endStep();
      for (const handle of handles) {
        if (handle instanceof Handle) handle.endStep(completed);
      }
      if (!completed) this.#returnToKeptState();
    }
    this.dt = usual;
    this.steps++;
    clock[0] = start + dt;
  }

  /** A step by the integrator. False if it is to be taken again. */
  #takeStep(dt: number): boolean {
    const { structure, dynamics, stepper } = this.#parts;
    stepper.step(dynamics, dt);
    if (dynamics.givenUp) return false;
    if (!stepper.accelerationLevel || structure.system.rows.count === 0) return true;
    return !dynamics.guard.struck(dt, structure.families);
  }

  /** Takes the step that began at `start` again at velocity level. */
  #fallBack(start: number, dt: number): void {
    const { structure, dynamics, watch, projection } = this.#parts;
    this.#returnToKeptState();
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
    if (!projection && isFinite(structure.state)) this.#project(DEFAULT_LIMITS, start + dt);
  }

  #project(limits: ProjectionLimits, end: number): void {
    const { structure, dynamics, watch } = this.#parts;
    const { system } = structure;
    const { position, velocity, maxIterations } = limits;
    const projection = (this.#projection ??= new Projection(dynamics.corrected));
    dynamics.time = end;
    const reached = projection.projectPositions(position, maxIterations, WORTHWHILE);
    if (projection.projectVelocities(velocity, maxIterations) && reached) return;
    this.projectionsFailed++;
    if (watch.wasTold('W_PROJECTION')) return;
    const { C, Cdot } = system.rows;
    const { labels, description } = nameDisagreements(system, reached ? Cdot : C);
    watch.warn({
      code: 'W_PROJECTION',
      message:
        `Projection did not reach its tolerance at t = ${Number(end.toPrecision(6))} s. ` +
        `Constraints are off as follows (${reached ? 'dC/dt' : 'C'}): ${description}. ` +
        'Remove constraints that contradict others, or allow a larger tolerance.',
      time: end,
      constraints: labels,
    });
  }

  #keepState(): void {
    const { state, system } = this.#parts.structure;
    this.#q.set(state.q);
    this.#v.set(state.v);
    this.#integral.set(system.rows.integral);
  }

  #returnToKeptState(): void {
    const { structure } = this.#parts;
    const { state, system } = structure;
    state.q.set(this.#q);
    state.v.set(this.#v);
    system.rows.integral.set(this.#integral);
    system.rows.lambda.fill(0);
    system.rows.warmStart.fill(0);
    system.clock[0] = this.start[0]!;
  }
}
