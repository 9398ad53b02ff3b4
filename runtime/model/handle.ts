import { checkForce } from './applied-force.js';
import { checkVector, isVector, readOptions, reading, show } from '../base/check.js';
import type { ConnectorWorld, PointConnector } from './connector.js';
import { Differentiator } from '../base/differentiate.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/** A position as a function of time, m over s. */
export type Motion = (time: number) => ArrayLike<number>;

/**
 * A prescribed motion. Velocity and acceleration are found by numerical differentiation if left
 * out.
 */
export interface PrescribedMotion {
  readonly position: Motion;
  readonly velocity?: Motion;
  readonly acceleration?: Motion;
}

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

/** A point whose motion does not depend on the forces on it. */
abstract class HandlePoint implements PointConnector {
  readonly kind = 'point';
  readonly size: number;
  readonly world: ConnectorWorld;
  readonly label: string;
  abstract readonly accelerates: boolean;
  readonly moves = true;
  slot = -1;
  /** True once removed from the world. Set by the runtime. */
  removed = false;

  constructor(world: ConnectorWorld, label: string) {
    this.world = world;
    this.size = world.space;
    this.label = label;
  }

  abstract read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void;

  get owner(): this {
    return this;
  }

  /** Position at the world's time, m: a copy. */
  get position(): Float64Array {
    return this.#readAll()[0];
  }

  /** Velocity at the world's time, m/s: a copy. */
  get velocity(): Float64Array {
    return this.#readAll()[1];
  }

  /** Ignores the force, as it does not change the motion. Throws E_VECTOR, E_DIMENSION. */
  applyForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
  }

  #readAll(): [Float64Array, Float64Array] {
    const x = new Float64Array(this.size);
    const v = new Float64Array(this.size);
    this.read(x, v, new Float64Array(this.size), 0);
    return [x, v];
  }
}

/** State of a handle that {@link Handle.moveTo} moves, for snapshots. */
export interface HandleState {
  readonly position: Float64Array;
  readonly target: Float64Array;
}

/** A point that the application moves from step to step, such as the mouse. */
export class Handle extends HandlePoint implements StepListener {
  override readonly accelerates = false;
  readonly #start: Float64Array;
  readonly #target: Float64Array;
  readonly #rate: Float64Array;
  #startTime = 0;
  #underWay = false;

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, initial: ArrayLike<number>) {
    super(world, label);
    this.#start = checkVector(initial, world.space, `Position of ${label}`);
    this.#target = this.#start.slice();
    this.#rate = new Float64Array(this.size);
  }

  /**
   * Moves the handle to `position`, m, during the next step, in a straight line at the constant
   * velocity `(position − old) / dt`. From the end of that step on it is at rest, until moved
   * again. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE, and E_STEPPING during a step, while the
   * handle is under way.
   */
  moveTo(position: ArrayLike<number>): void {
    if (this.#underWay) {
      throw new HolonomicRuntimeError(
        'E_STEPPING',
        `A step is under way: ${this.label} cannot be moved now.`,
        'Do it between steps, such as in onStep or onEvent.',
      );
    }
    this.#target.set(checkVector(position, this.size, `Position of ${this.label}`));
  }

  /** True if the handle is to move in the next step. */
  get due(): boolean {
    return this.#target.some((target, i) => target !== this.#start[i]);
  }

  beginStep(time: number, dt: number): void {
    this.#startTime = time;
    this.#underWay = true;
    for (let i = 0; i < this.size; i++) this.#rate[i] = (this.#target[i]! - this.#start[i]!) / dt;
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

/** A point that follows a function of time. */
export class PrescribedHandle extends HandlePoint {
  override readonly accelerates = true;
  readonly #position: Motion;
  readonly #velocity: Motion | undefined;
  readonly #acceleration: Motion | undefined;
  readonly #differentiator: Differentiator;
  /** True while the motion function runs, which must not read this handle. */
  #asked = false;

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, { position, velocity, acceleration }: PrescribedMotion) {
    super(world, label);
    this.#position = this.#checked('Position', position);
    this.#velocity = velocity && this.#checked('Velocity', velocity);
    this.#acceleration = acceleration && this.#checked('Acceleration', acceleration);
    this.#differentiator = new Differentiator(this.size);
  }

  /**
   * Throws the errors of the motion function, E_VECTOR and E_DIMENSION where it returns no vector,
   * and E_STEPPING where it reads this handle.
   */
  override read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    if (this.#asked) {
      throw new HolonomicRuntimeError(
        'E_STEPPING',
        `The motion of ${this.label} reads something that depends on it.`,
        'Give a function of the time alone.',
      );
    }
    this.#asked = true;
    try {
      const t = this.world.time;
      const value = this.#position(t);
      this.#write(value, x, offset);
      if (!this.#velocity || !this.#acceleration) {
        this.#differentiator.differentiate(this.#position, t, value, v, a, offset);
      }
      if (this.#velocity) this.#write(this.#velocity(t), v, offset);
      if (this.#acceleration) this.#write(this.#acceleration(t), a, offset);
    } finally {
      this.#asked = false;
    }
  }

  /**
   * Wraps `motion` with a check of its results: a full check at the present time, and of the number
   * of components at other times.
   */
  #checked(what: string, motion: Motion): Motion {
    const name = (t: number): string => `${what} of ${this.label} at t = ${t}`;
    const { time } = this.world;
    checkVector(motion(time), this.size, name(time));
    return (t) => {
      const value = motion(t);
      return isVector(value, this.size) ? value : checkVector(value, this.size, name(t));
    };
  }

  #write(value: ArrayLike<number>, out: Float64Array, offset: number): void {
    for (let i = 0; i < this.size; i++) out[offset + i] = value[i]!;
  }
}

/** Makes the handle of `world.handle(source)`. */
export function createHandle(
  world: ConnectorWorld,
  label: string,
  source: ArrayLike<number> | Motion | PrescribedMotion,
): Handle | PrescribedHandle {
  if (typeof source === 'function') return new PrescribedHandle(world, label, { position: source });
  // Callers without types may pass anything.
  const given: unknown = source;
  if (typeof given !== 'object' || given === null) throw noMotion(`The motion of ${label} is ${show(given)}.`);
  if (reading(`The motion of ${label}`, 'E_MOTION', () => 'length' in given)) {
    return new Handle(world, label, source as ArrayLike<number>);
  }
  const motion = readOptions(source as PrescribedMotion, `Options of ${label}`, [
    'position',
    'velocity',
    'acceleration',
  ]);
  if (typeof motion.position !== 'function') throw noMotion(`The position of ${label} is not a function of time.`);
  for (const name of ['velocity', 'acceleration'] as const) {
    const f: unknown = motion[name];
    if (f !== undefined && typeof f !== 'function') throw noMotion(`The ${name} of ${label} is ${show(f)}.`);
  }
  return new PrescribedHandle(world, label, motion);
}

function noMotion(problem: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_MOTION',
    problem,
    'Give handle([x, y]), handle((t) => [x, y]) or handle({ position: (t) => [x, y] }).',
  );
}
