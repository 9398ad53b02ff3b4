import { addScaled } from '../base/vector.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { VelocityStepper } from '../integrators/velocity-stepper.js';
import { ROTATION_MEMORY } from '../model/body-store.js';
import { displaceAlong } from '../stabilize/displacement.js';
import { DEFAULT_LIMITS, Projection, type ProjectionLimits } from '../stabilize/projection.js';
import type { Accuracy } from './accuracy.js';
import { WORTHWHILE, type StateProjection } from './state-projection.js';
import type { StepStart } from './step-start.js';
import { stopMovable } from './stop-movable.js';

/** Regularization of steps whose constraints cannot be met. */
export const OUT_OF_REACH = 1e-3;
/** Limits of the projection that decides whether constraints can be reached. */
export const PATIENT_LIMITS: ProjectionLimits = {
  ...DEFAULT_LIMITS,
  maxIterations: 100,
};

/** Takes steps at velocity level in place of the integrator's own. */
export class VelocityFallback {
  readonly #stepped: SteppedSystem;
  readonly #stateProjection: StateProjection;
  readonly #accuracy: Accuracy;
  readonly #stepper: VelocityStepper;
  /** No energy that feedback may spend. */
  readonly #nothing = new Float64Array(1);
  #d: Float64Array = new Float64Array(0);
  /** The memory of the stepper at the beginning of a step. */
  #kept = new Float64Array(1);

  /**
   * Steps between others that follow flights to second order (`fliesExactly`) rebound with the velocities
   * at their ends.
   */
  constructor(stepped: SteppedSystem, stateProjection: StateProjection, accuracy: Accuracy, fliesExactly: boolean) {
    this.#stepper = new VelocityStepper(1, fliesExactly);
    this.#stepped = stepped;
    this.#stateProjection = stateProjection;
    this.#accuracy = accuracy;
  }

  /** Clears the memory that steps at velocity level pass on to the next one. */
  forget(): void {
    this.#stepper.memory.fill(0);
  }

  /** The energy that constraints have taken out of the motion and not yet returned, J. */
  get bank(): number {
    return this.#stepper.memory[0]!;
  }

  set bank(energy: number) {
    this.#stepper.memory[0] = energy;
  }

  /** What rotations hand on from one of these steps to the next: nothing, or {@link turnCount} numbers. */
  get turns(): Float64Array {
    const turns = this.#stepper.memory.subarray(1);
    return turns.length === this.turnCount ? turns : turns.subarray(0, 0);
  }

  set turns(turns: Float64Array) {
    const memory = new Float64Array(1 + turns.length);
    memory[0] = this.bank;
    memory.set(turns, 1);
    this.#stepper.memory = memory;
  }

  /** Numbers that rotations hand on. */
  get turnCount(): number {
    let count = 0;
    for (const rotation of this.#stepped.rotations) count += ROTATION_MEMORY * rotation.count;
    return count;
  }

  /** Keeps what is handed on, for {@link recallTurns}. */
  keepTurns(): void {
    const { memory } = this.#stepper;
    if (this.#kept.length === memory.length) this.#kept.set(memory);
    else this.#kept = memory.slice();
  }

  recallTurns(): void {
    this.turns = this.#kept.subarray(1);
  }

  /** Takes the time `h` from the present state on. */
  take(h: number): void {
    this.#stepped.takeBy(this.#stepper, h);
  }

  /** The same within bounds, with constraints nearly met. */
  takeNearly(h: number): void {
    const stepped = this.#stepped;
    stepped.beginStep();
    this.#evaluateForces(h, true);
    stepped.beginVelocityStep(h, 1, false, OUT_OF_REACH);
    addScaled(stepped.v, h, stepped.accelerations);
    stepped.time += h;
    stepped.constrainAndMove(h, this.#stepper.memory.fill(0));
    stepped.normalize();
  }

  /**
   * Takes the time `h` from the present state with constraints as nearly met as possible. Returns true if
   * they are met at its end. If something `drives` them, velocities lose the part that the projection
   * undoes.
   */
  takeRegularized(h: number, drives: boolean): boolean {
    const stepped = this.#stepped;
    const { system, stores } = stepped;
    const { projection } = this.#stateProjection;
    const end = stepped.time + h;
    stepped.beginStep();
    this.#evaluateForces(h, false);
    stepped.addSoftImpulses(h);
    addScaled(stepped.v, h, stepped.accelerations);
    stepped.time = end;
    system.plain.evaluate(stores);
    projection.dampVelocities(OUT_OF_REACH);
    displaceAlong(stores, stepped.v, h, this.#workspace());
    stepped.normalize();
    const reached = this.#projectNearly(projection, h, drives);
    // A drive beyond reach must give no velocity: near the limit of reach it would be unbounded.
    projection.dampVelocities(OUT_OF_REACH, reached);
    return reached;
  }

  /** The same within bounds. */
  takeRegularizedWithinBounds(h: number): boolean {
    const stepped = this.#stepped;
    stepped.beginStep();
    this.#evaluateForces(h, true);
    stepped.beginVelocityStep(h, 1, false, OUT_OF_REACH, false);
    addScaled(stepped.v, h, stepped.accelerations);
    stepped.time += h;
    stepped.constrainAndMove(h, this.#nothing.fill(0));
    stepped.normalize();
    return this.#projectNearly(new Projection(stepped.stabilized, stepped.projectedBounds?.choose(true)), h, true);
  }

  /**
   * Projects positions at the `end` of a step. Goes back there where the work against forces, `−Q·Δq`, is
   * more than the energy in `bank`, which constraints have taken out of the motion.
   */
  pullBack(end: StepStart, bank: Float64Array = this.#stepper.memory): void {
    const { stabilized, projectedBounds, stores, accelerations } = this.#stepped;
    const moved = this.#workspace().fill(0);
    new Projection(stabilized, projectedBounds?.choose(true)).projectPositions(DEFAULT_LIMITS, WORTHWHILE, { moved });
    addScaled(moved, 1, accelerations);
    let twice = 0;
    for (const store of stores) twice += store.squaredLength(moved);
    addScaled(moved, -2, accelerations);
    for (const store of stores) twice -= store.squaredLength(moved);
    const work = -twice / 4;
    if (work <= bank[0]!) bank[0]! -= Math.max(0, work);
    else end.goBack();
  }

  /**
   * Projects positions as nearly as possible. If it `trims` and the constraints are not reached,
   * velocities lose the part that the projection has undone. Otherwise forces would accumulate velocity
   * step by step, as in a chain stretched between two points that cannot fall.
   */
  #projectNearly(projection: Projection, h: number, trims: boolean): boolean {
    const { v } = this.#stepped;
    const moved = this.#workspace().fill(0);
    if (projection.projectPositions(PATIENT_LIMITS, WORTHWHILE, { regularization: OUT_OF_REACH, moved })) return true;
    for (let i = 0; trims && i < v.length; i++) {
      const rate = v[i]!;
      const undone = -moved[i]! / h;
      if (undone * rate > 0) v[i] = Math.sign(rate) * Math.max(0, Math.abs(rate) - Math.abs(undone));
    }
    return false;
  }

  /**
   * Evaluates forces and their accelerations. Gyroscopic and damping forces that would change the
   * momentum by more than itself in the time `h` are left out: they do no work or dissipate energy, but
   * explode if taken explicitly.
   */
  #evaluateForces(h: number, implicitly: boolean): void {
    const stepped = this.#stepped;
    const { accelerations } = stepped;
    const accuracy = this.#accuracy;
    stepped.evaluateForces(implicitly);
    if (h * accuracy.lengthOf(accelerations) <= accuracy.momentum()) return;
    this.#evaluateAtRest(implicitly, () => stepped.v.fill(0));
  }

  /**
   * Measures the start of a step as if at rest, so that only applied forces and prescribed motions
   * count. Returns the momentum of the actual velocities.
   */
  measureAtRest(): number {
    const momentum = this.#accuracy.momentum();
    this.#evaluateAtRest(true, stopMovable);
    return momentum;
  }

  #evaluateAtRest(implicitly: boolean, stop: (stepped: SteppedSystem) => unknown): void {
    const { v } = this.#stepped;
    const kept = this.#workspace();
    kept.set(v);
    stop(this.#stepped);
    this.#stepped.evaluateForces(implicitly);
    v.set(kept);
  }

  /** Room for a displacement or velocities. */
  #workspace(): Float64Array {
    const { length } = this.#stepped.v;
    if (this.#d.length !== length) this.#d = new Float64Array(length);
    return this.#d;
  }
}
