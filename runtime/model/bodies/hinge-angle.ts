import { atan2 } from '../../elementary/index.js';
import { printAs } from '../../base/printing.js';
import { checkScalarForce } from '../applied-force.js';
import { readOptions, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { turnCountOf, type TurnCount } from './turn-count.js';
import { isConnector, type ConnectorWorld, type DirectionConnector } from '../connector.js';

/** Directions between which {@link hingeAngle} measures. */
export interface HingeAngleOptions {
  /** A direction fixed in the turning body, across the axis. */
  readonly side: DirectionConnector;
  /** Two directions fixed in the housing, at right angles to the axis and to each other. */
  readonly u: DirectionConnector;
  readonly w: DirectionConnector;
}

const NAMES = ['side', 'u', 'w'] as const;
/** Largest `|u · w|` that counts as rounding. */
const TOLERANCE = 1e-6;

/** Value and rate of a direction, read without allocating. */
class DirectionReading {
  readonly direction: DirectionConnector;
  readonly x: Float64Array;
  readonly v: Float64Array;
  /** Generalized force on the direction. */
  readonly force: Float64Array;
  readonly #a: Float64Array;

  constructor(direction: DirectionConnector) {
    this.direction = direction;
    this.x = new Float64Array(direction.size);
    this.v = new Float64Array(direction.size);
    this.force = new Float64Array(direction.size);
    this.#a = new Float64Array(direction.size);
  }

  read(): void {
    this.direction.read(this.x, this.v, this.#a, 0);
  }
}

/**
 * The angle by which one body is turned against another, measured between directions fixed in them:
 * from `u` to `side`, positive towards `w`. With `c = side · u` and `s = side · w`,
 *
 *     φ = atan2(s, c) + 2π n,   φ̇ = (c ṡ − s ċ) / (c² + s²)
 *
 * See {@link hingeAngle}.
 */
export class HingeAngle {
  readonly label = 'hinge angle';
  readonly #side: DirectionReading;
  readonly #u: DirectionReading;
  readonly #w: DirectionReading;
  #c = 0;
  #s = 0;
  #count: TurnCount | undefined;

  /** Use {@link hingeAngle}. */
  constructor(options: HingeAngleOptions) {
    const given = readOptions(options, 'Options of hingeAngle', NAMES);
    const [side, u, w] = NAMES.map((name) => checkDirection(given[name], name));
    for (const direction of [u!, w!]) {
      if (direction.world === side!.world) continue;
      throw new HolonomicRuntimeError(
        'E_OTHER_WORLD',
        `The directions of hingeAngle are of two worlds: ${direction.label} is not in that of ${side!.label}.`,
        'Make all of them in one world.',
      );
    }
    this.#side = new DirectionReading(side!);
    this.#u = new DirectionReading(u!);
    this.#w = new DirectionReading(w!);
    this.#read();
    this.#count = this.#turns;
    printAs(this, 'hingeAngle', () => ({ side, u, w, value: this.value, rate: this.rate }));
    const lean = dot(this.#u.x, this.#w.x);
    if (Math.abs(lean) <= TOLERANCE) return;
    throw new HolonomicRuntimeError(
      'E_DIRECTION',
      `'u' and 'w' of hingeAngle are not at right angles: their product is ${Number(lean.toPrecision(6))}.`,
      'Give two directions of the housing at right angles to the axis and to each other.',
    );
  }

  /** The count of turns; none before the bodies are added to a world. */
  get #turns(): TurnCount | undefined {
    const { world } = this;
    if (world.standIn !== true) this.#count ??= turnCountOf(this, world);
    return this.#count;
  }

  /** The directions that the angle depends on. */
  get connectors(): readonly DirectionConnector[] {
    return [this.#side, this.#u, this.#w].map(({ direction }) => direction);
  }

  get world(): ConnectorWorld {
    return this.#side.direction.world;
  }

  /**
   * The angle at the present state, rad. Whole turns count from when an angle between these directions
   * was made first, where it is from −π to π. They are part of a snapshot.
   */
  get value(): number {
    const { withinTurn } = this;
    return this.#turns?.value(withinTurn, this.#presentRate()) ?? withinTurn;
  }

  /** The angle at the present state, rad, from −π to π. */
  get withinTurn(): number {
    this.#read();
    return atan2(this.#s, this.#c);
  }

  /** Rate of the angle, rad/s. */
  get rate(): number {
    this.#read();
    return this.#presentRate();
  }

  #presentRate(): number {
    const [side, u, w] = [this.#side, this.#u, this.#w];
    const cDot = dot(side.v, u.x) + dot(side.x, u.v);
    const sDot = dot(side.v, w.x) + dot(side.x, w.v);
    return (this.#c * sDot - this.#s * cDot) / (this.#c * this.#c + this.#s * this.#s);
  }

  /**
   * Adds a torque, N·m, on the turning body, and its reaction on the housing. Only inside
   * {@link Force.apply}; throws E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyForce(torque: number): void {
    checkScalarForce(torque, this);
    this.#multiplySlopes(torque);
    for (const { direction, force } of [this.#side, this.#u, this.#w]) direction.applyForce(force);
  }

  /** Writes `scale ∂φ/∂d` of the three {@link connectors} at the present state. */
  writeSlopes(scale: number, out: Float64Array, start: number): void {
    this.#multiplySlopes(scale);
    [this.#side, this.#u, this.#w].forEach(({ force }, k) => {
      out.set(force, start + k * force.length);
    });
  }

  /** Finds `τ ∂φ/∂d` for each direction `d`, by virtual work the force on it. */
  #multiplySlopes(torque: number): void {
    this.#read();
    const [side, u, w] = [this.#side, this.#u, this.#w];
    const square = this.#c * this.#c + this.#s * this.#s;
    const alongW = (torque * this.#c) / square;
    const alongU = (-torque * this.#s) / square;
    for (let i = 0; i < side.x.length; i++) {
      side.force[i] = alongW * w.x[i]! + alongU * u.x[i]!;
      u.force[i] = alongU * side.x[i]!;
      w.force[i] = alongW * side.x[i]!;
    }
  }

  #read(): void {
    this.#side.read();
    this.#u.read();
    this.#w.read();
    this.#c = dot(this.#side.x, this.#u.x);
    this.#s = dot(this.#side.x, this.#w.x);
  }
}

/**
 * Makes the angle of a hinge in space, for reading and for forces: `angle.value`, `angle.rate`, and
 * as an end of {@link torsionSpring} or the target of {@link torque}. It takes the directions that
 * `HingeMotor` and `HingeLock` take. As an input of constraints use these instead: a hinge angle is
 * of two bodies, and a connector of one.
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_KIND, E_OTHER_WORLD, E_DIRECTION.
 */
export function hingeAngle(options: HingeAngleOptions): HingeAngle {
  return new HingeAngle(options);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function checkDirection(value: unknown, name: string): DirectionConnector {
  if (isConnector(value) && value.kind === 'direction') return value as DirectionConnector;
  throw new HolonomicRuntimeError(
    'E_INPUT_KIND',
    `Option '${name}' of hingeAngle is ${isConnector(value) ? `a ${value.kind}` : show(value)}, not a direction.`,
    'Give body.direction(local) or world.ground.direction(u).',
  );
}
