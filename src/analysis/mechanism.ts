import { Drive } from '../../runtime/analysis/drive.js';
import { Kinematics } from '../../runtime/analysis/kinematics.js';
import type { Connector, ScalarConnector } from '../../runtime/index.js';
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
  output(name: string, text: string): OutputReading {
    const { read } = this.built.reading(text);
    const found = componentOf(this.built, text);
    if (found === undefined) {
      let step: number | undefined;
      return {
        name,
        read: () => {
          const { values, step: taken } = this.#byDifferences(read, step);
          step = taken;
          return values;
        },
      };
    }
    return {
      name,
      read: () => {
        const { x, v, a } = this.#kinematics.motionOf(found.connector);
        return { value: x[found.component]!, rate: v[found.component]!, acceleration: a[found.component]! };
      },
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

/** The connector and component that a path such as `B.x` or `crank.angle` names; undefined for anything else. */
function componentOf(
  { bodies, tracedPoints }: SceneWorld,
  text: string,
): { readonly connector: Connector; readonly component: number } | undefined {
  const [head = '', ...rest] = text.trim().split('.');
  const traced = tracedPoints.get(head);
  const connectors = traced ? new Map<string, Connector>([['', traced]]) : bodies.get(head)?.connectors;
  const whole = connectors?.get(rest.join('.'));
  if (whole?.kind === 'scalar') return { connector: whole, component: 0 };
  const vector = connectors?.get(rest.slice(0, -1).join('.'));
  const component = ['x', 'y', 'z'].indexOf(rest.at(-1) ?? '');
  if (vector === undefined || vector.kind === 'scalar' || component < 0 || component >= vector.size) return undefined;
  return { connector: vector, component };
}

/** The scalar that a path names. Throws a SpecError. */
function scalarOf(built: SceneWorld, path: string): ScalarConnector {
  const [head = '', ...rest] = path.trim().split('.');
  const found = built.bodies.get(head)?.connectors.get(rest.join('.'));
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
