/* oxlint-disable typescript/class-literal-property-style -- fields would spread; see showOnly */
import { refuseAssignments } from '../base/read-only.js';
import { describePlainly, plainFields } from '../base/printing.js';
import type { Vector } from '../base/vectors.js';
import { checkForce, checkScalarForce } from './applied-force.js';
import { checkNumber, checkVector } from '../base/check.js';
import {
  showConnector,
  type Connector,
  type ConnectorWorld,
  type PointConnector,
  type ScalarConnector,
} from './connector.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/** The calls by which a world tells its handles about steps. */
export interface StepListener {
  /** Begins a step of length `dt` at time `time`. */
  beginStep(time: number, dt: number): void;
  /**
   * Ends the step early, at time `time`. The handle has got this far, and goes on from here in the
   * next step.
   */
  interruptStep(time: number): void;
  /**
   * Ends the step. `completed` is false where the step failed; the handle then returns to where it
   * stood before.
   */
  endStep(completed: boolean): void;
}

/** A point or a scalar whose motion does not depend on the forces on it. */
export abstract class DrivenConnector implements Connector {
  static {
    describePlainly(this.prototype, plainFields);
  }
  abstract readonly kind: 'point' | 'scalar';
  abstract readonly accelerates: boolean;
  readonly size: number;
  readonly world: ConnectorWorld;
  readonly label: string;
  slot = -1;
  /** True once removed from the world. Set by the runtime. */
  removed = false;

  constructor(world: ConnectorWorld, label: string, size: number) {
    this.world = world;
    this.size = size;
    this.label = label;
    showConnector(this);
  }

  get moves(): true {
    return true;
  }

  abstract read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void;

  get owner(): this {
    return this;
  }

  /** Value and rate at the world's time: copies. */
  protected now(): readonly [value: Float64Array, rate: Float64Array] {
    const [x, v] = [new Float64Array(this.size), new Float64Array(this.size)];
    this.read(x, v, new Float64Array(this.size), 0);
    return [x, v];
  }
}

/** State of a handle that the application moves, for snapshots: its value and the next one. */
export interface HandleState {
  readonly position: Float64Array;
  readonly target: Float64Array;
}

/** Part of its speed by which a steady handle's velocity may change from step to step. */
const STEADY = 0.1;

/** A point or a scalar that the application moves from step to step. */
export abstract class MovedHandle extends DrivenConnector implements StepListener {
  readonly #start: Float64Array;
  readonly #target: Float64Array;
  readonly #rate: Float64Array;
  /** The rate in the step before the present one. */
  readonly #rateBefore: Float64Array;
  #isSteady = true;
  #startTime = 0;
  #underWay = false;

  constructor(world: ConnectorWorld, label: string, initial: Float64Array) {
    super(world, label, initial.length);
    this.#start = initial;
    this.#target = initial.slice();
    this.#rate = new Float64Array(initial.length);
    this.#rateBefore = new Float64Array(initial.length);
  }

  override get accelerates(): false {
    return false;
  }

  /** Sets the value at the end of the next step. Throws E_STEPPING while the handle is under way. */
  protected aim(target: ArrayLike<number>): void {
    if (this.#underWay) {
      throw new HolonomicRuntimeError(
        'E_STEPPING',
        `A step is under way: ${this.label} cannot be moved now.`,
        'Do it between steps, such as in onStep or onEvent.',
      );
    }
    this.#target.set(target);
  }

  /** True if the handle is to move in the next step. */
  get due(): boolean {
    return this.#target.some((target, i) => target !== this.#start[i]);
  }

  /**
   * True if the step last begun goes on with the velocity of the one before, to a tenth.
   * @internal
   */
  get isSteady(): boolean {
    return this.#isSteady;
  }

  beginStep(time: number, dt: number): void {
    this.#startTime = time;
    this.#underWay = true;
    let [change, speed] = [0, 0];
    for (let i = 0; i < this.size; i++) {
      const rate = (this.#target[i]! - this.#start[i]!) / dt;
      change = Math.max(change, Math.abs(rate - this.#rateBefore[i]!));
      speed = Math.max(speed, Math.abs(rate));
      this.#rate[i] = this.#rateBefore[i] = rate;
    }
    this.#isSteady = change <= STEADY * speed;
  }

  interruptStep(time: number): void {
    for (let i = 0; i < this.size; i++) this.#start[i]! += this.#rate[i]! * (time - this.#startTime);
    this.#rate.fill(0);
    this.#underWay = false;
  }

  endStep(completed: boolean): void {
    this.#rate.fill(0);
    this.#underWay = false;
    if (completed) this.#start.set(this.#target);
  }

  override read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    const elapsed = this.world.time - this.#startTime;
    for (let i = 0; i < this.size; i++) {
      const rate = this.#rate[i]!;
      x[offset + i] = rate === 0 ? this.#start[i]! : this.#start[i]! + rate * elapsed;
      v[offset + i] = rate;
      a[offset + i] = 0;
    }
  }

  save(): HandleState {
    return { position: this.#start.slice(), target: this.#target.slice() };
  }

  load(state: HandleState): void {
    this.#start.set(state.position);
    this.#target.set(state.target);
  }
}

/** A point that the application moves from step to step, such as the mouse. */
export class Handle extends MovedHandle implements PointConnector {
  static {
    refuseAssignments(this.prototype, {
      position: 'Call moveTo(…), which moves it in the next step.',
    });
  }

  override get kind(): 'point' {
    return 'point';
  }

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, initial: ArrayLike<number>) {
    super(world, label, checkVector(initial, world.space, `Position of ${label}`));
  }

  /** Position at the world's time, m: a copy. */
  get position(): Vector {
    return this.now()[0] as Vector;
  }

  /** Velocity at the world's time, m/s: a copy. */
  get velocity(): Vector {
    return this.now()[1] as Vector;
  }

  /**
   * Moves the handle to `position`, m, during the next step, in a straight line at the constant
   * velocity `(position − old) / dt`. From the end of that step on it is at rest, until moved
   * again. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE, and E_STEPPING during a step, while the
   * handle is under way.
   */
  moveTo(position: ArrayLike<number>): void {
    this.aim(checkVector(position, this.size, `Position of ${this.label}`));
  }

  /** Ignores the force, as it does not change the motion. Throws E_VECTOR, E_DIMENSION. */
  applyForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
  }
}

/**
 * A number that the application moves from step to step, such as the length of rope that a winch
 * has let out, the extension of a telescope, or an angle. `forceOn` of a constraint gives the force
 * on it: of a winch the tension, of an angle the torque.
 */
export class ScalarHandle extends MovedHandle implements ScalarConnector {
  static {
    refuseAssignments(this.prototype, {
      value: 'Call moveTo(…), which moves it in the next step.',
    });
  }

  override get kind(): 'scalar' {
    return 'scalar';
  }

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, initial: number) {
    super(world, label, Float64Array.of(checkNumber(initial, `Value of ${label}`)));
  }

  /** Value at the world's time, m or rad. */
  get value(): number {
    return this.now()[0][0]!;
  }

  /** Rate at the world's time, per second. */
  get rate(): number {
    return this.now()[1][0]!;
  }

  /**
   * Moves the handle to `value` during the next step, at the constant rate `(value − old) / dt`.
   * From the end of that step on it is at rest, until moved again. Throws E_NUMBER, E_NOT_FINITE,
   * and E_STEPPING during a step, while the handle is under way.
   */
  moveTo(value: number): void {
    this.aim([checkNumber(value, `Value of ${this.label}`)]);
  }

  /** Ignores the force, as it does not change the motion. Throws E_NUMBER. */
  applyForce(force: number): void {
    checkScalarForce(force, this);
  }
}
