import { Drive } from '../../runtime/analysis/drive.js';
import { Kinematics } from '../../runtime/analysis/kinematics.js';
import { lengthOf } from '../../runtime/base/powers.js';
import { atan2 } from '../../runtime/elementary/index.js';
import type { Connector, PointConnector, ScalarConnector } from '../../runtime/index.js';
import { quote, SpecError, suggestion } from '../diagnostics/index.js';
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import { driverPower } from '../simulate/driver-power.js';
import { derivativesAtZero } from './differences.js';

/** What moves a mechanism, and from where to where. */
export interface DriveRange {
  /** A scalar; the time if undefined. */
  readonly drive: string | undefined;
  readonly over: readonly [number, number];
  /** Of the drive by the time. */
  readonly rate: number;
}

/** An output and its derivatives by the time. */
export interface OutputValues {
  readonly value: number;
  readonly rate: number;
  readonly acceleration: number;
}

export interface OutputReading {
  readonly name: string;
  readonly read: () => OutputValues;
}

export const fault = (message: string, field: string, hint: string): SpecError =>
  new SpecError([{ code: 'E_OPTION', message, field, hint }]);

/** Part of the world's length by which parts move in the first step that differences of formulas try, or so many radians. */
const FIRST_STEP = 0.3;
/** Part of the range of the drive that such a step may always be: parts may be near to each other on a long way. */
const PART_OF_RANGE = 1e-3;

const TURN = 2 * Math.PI;

/** A world of a scene that its drive takes from place to place. */
export class Mechanism {
  readonly built: SceneWorld;
  /** What the drive exerts: a force or torque, or the power of the document's drivers; undefined without any. */
  readonly effortName: string | undefined;
  readonly #range: DriveRange;
  readonly #kinematics: Kinematics;
  readonly #drive: Drive | undefined;
  /** Time at the first value of the drive. */
  readonly #begin: number;
  /** The shortest time for {@link FIRST_STEP} at places where differences were taken, s. */
  #shortest = Infinity;

  constructor(scene: LoadedScene, range: DriveRange) {
    const built = scene.build();
    const { world, drivers = [] } = built;
    const { drive, over, rate } = range;
    this.built = built;
    this.#range = range;
    if (drive === undefined) {
      this.effortName = drivers.length > 0 ? 'power' : undefined;
      this.#begin = over[0];
    } else {
      this.effortName = `force on ${drive}`;
      for (const { constraint } of drivers) if (world.constraints.includes(constraint)) world.remove(constraint);
      const s = scalarOf(built, drive);
      const from = s.value;
      this.#drive = world.add(new Drive({ s, from, rate: Math.sign(over[0] - from) || 1, begin: world.time }));
      this.#begin = world.time + Math.abs(over[0] - from);
    }
    // Along the way from where the scene begins to the first value.
    this.#kinematics = new Kinematics(world, 'study');
    if (!this.#kinematics.moveTo(this.#begin))
      throw fault(
        `The mechanism does not get to the first value of ${drive ?? 'the time'}, ${over[0]}.`,
        'over',
        'begin the scene nearer to it',
      );
    if (this.#drive) Object.assign(this.#drive.params, { from: over[0], rate, begin: this.#begin });
    this.#kinematics.evaluate();
  }

  /** Present value of the drive. */
  get value(): number {
    const { over } = this.#range;
    return over[0] + this.#rate * (this.#kinematics.time - this.#begin);
  }

  /** The largest speed of its parts, m/s. */
  get speed(): number {
    return this.#kinematics.speed;
  }

  /** Returns false where the drive cannot go on; it is then as near to the value as it gets. */
  moveTo(value: number): boolean {
    return this.#kinematics.moveTo(this.#begin + (value - this.#range.over[0]) / this.#rate);
  }

  get #rate(): number {
    return this.#drive ? this.#range.rate : 1;
  }

  /** Force or torque of the drive, or the power of the document's drivers. */
  effort(): number {
    return this.#drive ? this.#drive.lambda[0] : driverPower(this.built.drivers ?? []);
  }

  /** Finds an output by its path or formula. Throws a SpecError. */
  output(text: string): OutputReading {
    const { read } = this.built.reading(text);
    const found = componentOf(this.built, text);
    if (found === undefined) return { name: text, read: this.#differentiated(read) };
    return {
      name: text,
      read: () => {
        const { x, v, a } = this.#kinematics.motionOf(found.connector);
        return { value: x[found.component]!, rate: v[found.component]!, acceleration: a[found.component]! };
      },
    };
  }

  /**
   * The angle at a point between the directions to two others, from 0 to π. Where it turns back at an end of that range,
   * its rate is the one of one side. Throws a SpecError.
   */
  angle(name: string, points: Readonly<Record<'at' | 'from' | 'to', string>>): OutputReading {
    const [at, from, to] = (['at', 'from', 'to'] as const).map((side) => this.#point(`${name}.${side}`, points[side]));
    const read = (): number => {
      const middle = at!();
      const [a, b] = [from!, to!].map((end) => end().map((x, k) => x - middle[k]!)) as [number[], number[]];
      const dot = a.reduce((sum, x, k) => sum + x * b[k]!, 0);
      const across = (i: number, k: number): number => a[i]! * b[k]! - a[k]! * b[i]!;
      return atan2(a.length === 2 ? across(0, 1) : lengthOf([across(1, 2), across(2, 0), across(0, 1)]), dot);
    };
    // In the plane it has a sign, so that it goes on smoothly where the angle turns back.
    let here = 0;
    const differentiated = this.#differentiated(() => {
      const there = read();
      return there - TURN * Math.round((there - here) / TURN);
    });
    return {
      name,
      read: () => {
        here = read();
        const { value, rate, acceleration } = differentiated();
        const sign = value < 0 ? -1 : 1;
        return { value: sign * value, rate: sign * rate, acceleration: sign * acceleration };
      },
    };
  }

  /** Finds a point by its name or formula. Throws a SpecError that names the field. */
  #point(field: string, text: string): () => readonly number[] {
    const found = connectorOf(this.built, text);
    if (found?.kind === 'point') return () => Array.from((found as PointConnector).position);
    try {
      const components = ['x', 'y', 'z'].slice(0, this.built.world.space);
      const readings = components.map((axis) => this.built.reading(`(${text}).${axis}`));
      return () => readings.map(({ read }) => read());
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      throw new SpecError(error.diagnostics.map((one) => ({ ...one, field })));
    }
  }

  /** A quantity with its derivatives by differences, of the step that was good at the place before. */
  #differentiated(read: () => number): () => OutputValues {
    let step: number | undefined;
    return () => {
      const { values, step: taken } = this.#byDifferences(read, step);
      step = taken;
      return values;
    };
  }

  /** Derivatives by differences, and the step of the drive that they took; `start` is the one to try first. */
  #byDifferences(
    read: () => number,
    start: number | undefined,
  ): { readonly values: OutputValues; readonly step: number } {
    const { over } = this.#range;
    const here = this.value;
    const rate = this.#rate;
    this.#shortest = Math.min(this.#shortest, this.#kinematics.timeFor(FIRST_STEP));
    const part = PART_OF_RANGE * Math.abs(over[1] - over[0]);
    const first = this.#shortest < Infinity ? this.#shortest * Math.abs(rate) : part;
    const value = read();
    const goBack = this.#kinematics.wayBack();
    const at = (step: number): number => {
      if (step === 0) return value;
      const there = this.moveTo(here + step) ? read() : NaN;
      goBack();
      return there;
    };
    const most = Math.max(first, part);
    const found = derivativesAtZero(at, Math.min(start ?? first, most), most);
    return {
      values: { value, rate: found.first * rate, acceleration: found.second * rate * rate },
      step: found.step,
    };
  }
}

/** The connector that a path such as `crank.pin` or `crank.angle` names, or a traced point; undefined for anything else. */
function connectorOf({ bodies, tracedPoints }: SceneWorld, path: string): Connector | undefined {
  const [head = '', ...rest] = path.trim().split('.');
  const own = bodies.get(head)?.connectors.get(rest.join('.'));
  return rest.length === 0 ? (tracedPoints.get(head) ?? own) : own;
}

/** The connector and component that a path such as `B.x` or `crank.angle` names; undefined for anything else. */
function componentOf(
  built: SceneWorld,
  text: string,
): { readonly connector: Connector; readonly component: number } | undefined {
  const path = text.trim();
  const whole = connectorOf(built, path);
  if (whole?.kind === 'scalar') return { connector: whole, component: 0 };
  const dot = path.lastIndexOf('.');
  const vector = connectorOf(built, path.slice(0, Math.max(dot, 0)));
  const component = ['x', 'y', 'z'].indexOf(path.slice(dot + 1));
  if (vector === undefined || vector.kind === 'scalar' || component < 0 || component >= vector.size) return undefined;
  return { connector: vector, component };
}

/** The scalar that a path names. Throws a SpecError. */
function scalarOf(built: SceneWorld, path: string): ScalarConnector {
  const found = connectorOf(built, path);
  if (found?.kind === 'scalar') return found as ScalarConnector;
  const names = [...built.bodies].flatMap(([name, body]) =>
    [...(body?.connectors ?? [])].filter(([, { kind }]) => kind === 'scalar').map(([member]) => `${name}.${member}`),
  );
  throw fault(
    `${quote(path)} is no scalar of this scene.`,
    'drive',
    suggestion(path, names) ?? `its scalars are ${names.join(', ')}`,
  );
}
