import type { Vector } from '../base/vectors.js';
import { checkForce, checkScalarForce } from './applied-force.js';
import { checkNumber, checkVector, isVector, readOptions, reading, show } from '../base/check.js';
import type { ConnectorWorld, PointConnector, ScalarConnector } from './connector.js';
import { Differentiator } from '../base/differentiate.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { DrivenConnector, Handle, ScalarHandle } from './handle.js';

/** A position as a function of time, m over s. */
export type Motion = (time: number) => ArrayLike<number>;

/** A number, such as a length or an angle, as a function of time, m or rad over s. */
export type ScalarMotion = (time: number) => number;

/**
 * A prescribed motion. Velocity and acceleration are found by numerical differentiation if left
 * out.
 */
export interface PrescribedMotion {
  readonly position: Motion;
  readonly velocity?: Motion;
  readonly acceleration?: Motion;
}

/** A prescribed number. Rate and acceleration are found by numerical differentiation if left out. */
export interface PrescribedScalarMotion {
  readonly value: ScalarMotion;
  readonly rate?: ScalarMotion;
  readonly acceleration?: ScalarMotion;
}

/** A value, its rate and its acceleration as functions of time, each with its name. */
type NamedMotions = readonly [value: NamedMotion, rate: NamedMotion | undefined, acceleration: NamedMotion | undefined];
type NamedMotion = readonly [name: string, motion: Motion];

/** Set by the class itself, which alone can read its private members. */
let readMotion: (handle: PrescribedConnector, time: number) => ArrayLike<number>;

/** Returns the value of a handle at a time. Throws as its `read` does. Not for applications. */
export const valueOfMotion = (handle: PrescribedConnector, time: number): ArrayLike<number> => readMotion(handle, time);

/** A point or a scalar that follows a function of time. */
export abstract class PrescribedConnector extends DrivenConnector {
  static {
    readMotion = (handle, time) => handle.#ask(() => handle.#value(time));
  }
  readonly #value: Motion;
  readonly #rate: Motion | undefined;
  readonly #acceleration: Motion | undefined;
  readonly #differentiator: Differentiator;
  /** True while the motion function runs, which must not read this handle. */
  #asked = false;

  constructor(world: ConnectorWorld, label: string, size: number, [value, rate, acceleration]: NamedMotions) {
    super(world, label, size);
    this.#value = this.#checked(value);
    this.#rate = rate && this.#checked(rate);
    this.#acceleration = acceleration && this.#checked(acceleration);
    this.#differentiator = new Differentiator(size);
  }

  override get accelerates(): true {
    return true;
  }

  /**
   * Throws the errors of the motion function, E_VECTOR and E_DIMENSION where it returns no vector,
   * E_NUMBER where it returns no number, and E_STEPPING where it reads this handle.
   */
  override read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    this.#ask(() => {
      const t = this.world.time;
      const value = this.#value(t);
      this.#write(value, x, offset);
      if (!this.#rate || !this.#acceleration) {
        this.#differentiator.differentiate(this.#value, t, value, v, a, offset);
      }
      if (this.#rate) this.#write(this.#rate(t), v, offset);
      if (this.#acceleration) this.#write(this.#acceleration(t), a, offset);
    });
  }

  #ask<T>(action: () => T): T {
    if (this.#asked) {
      throw new HolonomicRuntimeError(
        'E_STEPPING',
        `The motion of ${this.label} reads something that depends on it.`,
        'Give a function of the time alone.',
      );
    }
    this.#asked = true;
    try {
      return action();
    } finally {
      this.#asked = false;
    }
  }

  /**
   * Wraps a motion with a check of its results: a full check at the present time, and of the number
   * of components at other times.
   */
  #checked([what, motion]: NamedMotion): Motion {
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

/** A point that follows a function of time. */
export class PrescribedHandle extends PrescribedConnector implements PointConnector {
  override get kind(): 'point' {
    return 'point';
  }

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, { position, velocity, acceleration }: PrescribedMotion) {
    super(world, label, world.space, [
      ['Position', position],
      velocity && ['Velocity', velocity],
      acceleration && ['Acceleration', acceleration],
    ]);
  }

  /** Position at the world's time, m: a copy. */
  get position(): Vector {
    return this.now()[0] as Vector;
  }

  /** Velocity at the world's time, m/s: a copy. */
  get velocity(): Vector {
    return this.now()[1] as Vector;
  }

  /** Ignores the force, as it does not change the motion. Throws E_VECTOR, E_DIMENSION. */
  applyForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
  }
}

/** A number that follows a function of time: the stroke of a cylinder, the angle of a crank. */
export class PrescribedScalar extends PrescribedConnector implements ScalarConnector {
  override get kind(): 'scalar' {
    return 'scalar';
  }

  /** Use {@link World.handle}. */
  constructor(world: ConnectorWorld, label: string, { value, rate, acceleration }: PrescribedScalarMotion) {
    const listed =
      (what: string, motion: ScalarMotion): Motion =>
      (t) => {
        const x: unknown = motion(t);
        return [typeof x === 'number' ? x : checkNumber(x, `${what} of ${label} at t = ${t}`)];
      };
    const named = (what: string, motion: ScalarMotion): NamedMotion => [what, listed(what, motion)];
    super(world, label, 1, [
      named('Value', value),
      rate && named('Rate', rate),
      acceleration && named('Acceleration', acceleration),
    ]);
  }

  /** Value at the world's time, m or rad. */
  get value(): number {
    return this.now()[0][0]!;
  }

  /** Rate at the world's time, per second. */
  get rate(): number {
    return this.now()[1][0]!;
  }

  /** Ignores the force, as it does not change the motion. Throws E_NUMBER. */
  applyForce(force: number): void {
    checkScalarForce(force, this);
  }
}

/** What `world.handle` makes a handle of: a place, a number, or a motion of one of them. */
export type HandleSource =
  | number
  | ArrayLike<number>
  | Motion
  | ScalarMotion
  | PrescribedMotion
  | PrescribedScalarMotion;

/** Any handle. */
export type AnyHandle = Handle | ScalarHandle | PrescribedHandle | PrescribedScalar;

const POINT_MOTION = ['position', 'velocity', 'acceleration'] as const;
const SCALAR_MOTION = ['value', 'rate', 'acceleration'] as const;

/** Makes the handle of `world.handle(source)`. */
export function createHandle(world: ConnectorWorld, label: string, source: HandleSource): AnyHandle {
  if (typeof source === 'number') return new ScalarHandle(world, label, source);
  if (typeof source === 'function') {
    return typeof source(world.time) === 'number'
      ? new PrescribedScalar(world, label, { value: source as ScalarMotion })
      : new PrescribedHandle(world, label, { position: source as Motion });
  }
  // Callers without types may pass anything.
  const given: unknown = source;
  if (typeof given !== 'object' || given === null) throw noMotion(`The motion of ${label} is ${show(given)}.`);
  const has = (name: string): boolean => reading(`The motion of ${label}`, 'E_MOTION', () => name in given);
  if (has('length')) return new Handle(world, label, source as ArrayLike<number>);
  return has('value')
    ? new PrescribedScalar(world, label, readFunctions(source as PrescribedScalarMotion, label, SCALAR_MOTION))
    : new PrescribedHandle(world, label, readFunctions(source as PrescribedMotion, label, POINT_MOTION));
}

/** Reads a motion with functions under `names`, of which the first is required. Throws E_MOTION, E_OPTION_UNKNOWN. */
function readFunctions<T extends object>(source: T, label: string, names: readonly (keyof T & string)[]): T {
  const motion = readOptions(source, `Options of ${label}`, names);
  names.forEach((name, i) => {
    const f: unknown = motion[name];
    if (typeof f === 'function' || (i > 0 && f === undefined)) return;
    throw noMotion(
      i === 0 ? `The ${name} of ${label} is not a function of time.` : `The ${name} of ${label} is ${show(f)}.`,
    );
  });
  return motion;
}

function noMotion(problem: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_MOTION',
    problem,
    'Give handle([x, y]), handle((t) => [x, y]) or handle({ position: (t) => [x, y] }); for a number handle(0.3), handle((t) => 2 * t) or handle({ value: (t) => 2 * t }).',
  );
}
