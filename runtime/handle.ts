import { checkVector } from './check.js';
import type { ConnectorWorld, PointConnector } from './connector.js';
import { Differentiator } from './differentiate.js';
import { HolonomicRuntimeError } from './errors.js';

/** A position as a function of time, m over s. */
export type Motion = (time: number) => ArrayLike<number>;

/** A prescribed motion. Velocity and acceleration are found by numerical differentiation where they are left out. */
export interface PrescribedMotion {
  readonly position: Motion;
  readonly velocity?: Motion;
  readonly acceleration?: Motion;
}

/** What the world tells its handles. */
export interface HandleStepping {
  /** A step of length `dt` begins at time `time`. */
  beginStep(time: number, dt: number): void;
  /** The step ends at time `time` already: the handle has got this far, and goes on from here in the next one. */
  interruptStep(time: number): void;
  /** The step has ended; `completed` is false where it was given up and the handle is to stand where it stood before. */
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

  applyForce(): void {
    // Whatever moves the handle takes any force.
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
export class Handle extends HandlePoint implements HandleStepping {
  override readonly accelerates = false;
  readonly #start: Float64Array;
  readonly #target: Float64Array;
  readonly #rate: Float64Array;
  #startTime = 0;

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, initial: ArrayLike<number>) {
    super(world, label);
    checkVector(initial, world.space, `Position of ${label}`);
    this.#start = Float64Array.from(initial);
    this.#target = this.#start.slice();
    this.#rate = new Float64Array(this.size);
  }

  /**
   * Moves the handle to `position`, m, during the next step: in a straight line at the constant velocity `(position − old) / dt`. From the
   * end of that step on it is at rest, until moved again. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  moveTo(position: ArrayLike<number>): void {
    this.#target.set(checkVector(position, this.size, `Position of ${this.label}`));
  }

  /** True where the handle has been told to move in the next step. */
  get due(): boolean {
    return this.#target.some((target, i) => target !== this.#start[i]);
  }

  beginStep(time: number, dt: number): void {
    this.#startTime = time;
    for (let i = 0; i < this.size; i++) this.#rate[i] = (this.#target[i]! - this.#start[i]!) / dt;
  }

  interruptStep(time: number): void {
    for (let i = 0; i < this.size; i++) this.#start[i]! += this.#rate[i]! * (time - this.#startTime);
    this.#rate.fill(0);
  }

  endStep(completed: boolean): void {
    this.#rate.fill(0);
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
  readonly #motion: PrescribedMotion;
  readonly #differentiator: Differentiator;

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, motion: PrescribedMotion) {
    super(world, label);
    this.#motion = motion;
    this.#differentiator = new Differentiator(this.size);
    const { time } = world;
    const check = (what: string, f: Motion | undefined): void => {
      if (f) checkVector(f(time), this.size, `${what} of ${label} at t = ${time}`);
    };
    check('Position', motion.position);
    check('Velocity', motion.velocity);
    check('Acceleration', motion.acceleration);
  }

  override read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    const { position, velocity, acceleration } = this.#motion;
    const t = this.world.time;
    const value = position(t);
    this.#write(value, x, offset);
    if (!velocity || !acceleration) this.#differentiator.differentiate(position, t, value, v, a, offset);
    if (velocity) this.#write(velocity(t), v, offset);
    if (acceleration) this.#write(acceleration(t), a, offset);
  }

  #write(value: ArrayLike<number>, out: Float64Array, offset: number): void {
    for (let i = 0; i < this.size; i++) out[offset + i] = value[i]!;
  }
}

/** The handle that `world.handle(source)` stands for. */
export function createHandle(
  world: ConnectorWorld,
  label: string,
  source: ArrayLike<number> | Motion | PrescribedMotion,
): Handle | PrescribedHandle {
  if (typeof source === 'function') return new PrescribedHandle(world, label, { position: source });
  if ('position' in source) {
    if (typeof source.position !== 'function') {
      throw new HolonomicRuntimeError(
        'E_MOTION',
        `The position of ${label} is not a function of time.`,
        'Give handle([x, y]), handle((t) => [x, y]) or handle({ position: (t) => [x, y] }).',
      );
    }
    return new PrescribedHandle(world, label, source);
  }
  return new Handle(world, label, source);
}
