import { isInstance, reading, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Body } from '../model/bodies/body.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import {
  isConnector,
  type Connector,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from '../model/connector.js';
import { bindingOf, isConstraint, type Constraint } from '../model/constraint.js';

/**
 * What a recorder can record: a particle or another connector, the angle of a hinge, a body, a
 * constraint, the energies or the residuals of the world.
 */
export type Recordable =
  | PointConnector
  | DirectionConnector
  | ScalarConnector
  | HingeAngle
  | Body
  | Constraint
  | 'energy'
  | 'residual';

/** Things to record under names of their own. A function gives a number of its own. */
export type NamedRecordables = Readonly<Record<string, Recordable | (() => number)>>;

/** The parts of a world that columns read. */
export interface RecordedWorld {
  energy(): { readonly kinetic: number; readonly potential: number; readonly total: number };
  residual(): { readonly position: number; readonly velocity: number };
}

/** What one thing adds to a record: its columns, and the way to their present values. */
export interface Source {
  /** Names of the columns, which other things may have as well. */
  readonly names: readonly string[];
  /** Hands over the value of each column, in the order of `names`. */
  readonly read: (put: (value: number) => void) => void;
  /** True if values are of the last evaluation of the equations of motion. */
  readonly evaluated?: boolean;
}

const AXES = ['x', 'y', 'z'];
const QUATERNION = ['w', 'x', 'y', 'z'];

/**
 * Returns the sources of things to record. Those without a name of their own have their label.
 * Throws E_RECORD, E_OTHER_WORLD.
 */
export function sourcesOf(world: RecordedWorld, things: readonly unknown[]): Source[] {
  return things.flatMap((thing) => reading(WHAT, 'E_RECORD', () => sourcesOfEntry(world, thing)));
}

const WHAT = 'What a recorder is to record';

function sourcesOfEntry(world: RecordedWorld, thing: unknown): Source | Source[] {
  if (isRecordable(thing)) return sourceOf(world, checkOwn(world, thing), nameOf(thing));
  if (typeof thing !== 'object' || thing === null || Array.isArray(thing) || ArrayBuffer.isView(thing))
    throw unreadable(thing);
  return Object.entries(thing as Readonly<Record<string, unknown>>).map(([name, one]): Source => {
    if (typeof one === 'function') {
      const value = numberOf(name, one as () => unknown);
      return {
        names: [name],
        read: (put) => {
          put(value());
        },
        evaluated: true,
      };
    }
    if (!isRecordable(one)) throw unreadable(one);
    return sourceOf(world, checkOwn(world, one), name);
  });
}

/** Reads a column that a function gives. Throws E_RECORD for anything but numbers. */
const numberOf = (name: string, read: () => unknown) => (): number => {
  const value = read();
  if (typeof value === 'number') return value;
  throw new HolonomicRuntimeError(
    'E_RECORD',
    `The function for column '${name}' of a recorder returned ${show(value)}.`,
    'Return a number.',
  );
};

const unreadable = (thing: unknown): HolonomicRuntimeError =>
  new HolonomicRuntimeError(
    'E_RECORD',
    `A recorder cannot record ${show(thing)}.`,
    "Give particles, points, angles, bodies, constraints, 'energy', 'residual', or names for them and for functions: { height: () => bob.position[1] }.",
  );

const isRecordable = (thing: unknown): thing is Recordable =>
  thing === 'energy' ||
  thing === 'residual' ||
  isInstance(thing, Body) ||
  isConstraint(thing) ||
  isConnector(thing) ||
  isInstance(thing, HingeAngle);

/** Returns `thing`, checked not to be of another world. */
function checkOwn(world: RecordedWorld, thing: Recordable): Recordable {
  if (typeof thing === 'string') return thing;
  const home: object | null = isConstraint(thing)
    ? bindingOf(thing).world
    : thing instanceof Body
      ? bindingOfBody(thing).world
      : thing.world;
  if (home === world) return thing;
  throw new HolonomicRuntimeError(
    'E_OTHER_WORLD',
    `${thing.label} is not in the world that is recorded.`,
    'Add it first, or make the recorder in its world.',
  );
}

/** The name in a label, as in `particle 'bob'`, or the label. */
function nameOf(thing: Recordable): string {
  if (typeof thing === 'string') return thing;
  return /^[^']*'(.+)'$/.exec(thing.label)?.[1] ?? thing.label;
}

function sourceOf(world: RecordedWorld, thing: Recordable, name: string): Source {
  if (thing === 'energy') return sourceOfParts(name, ['kinetic', 'potential', 'total'], () => world.energy());
  if (thing === 'residual') return sourceOfParts(name, ['position', 'velocity'], () => world.residual());
  if (thing instanceof RigidBody) return sourceOfRigidBody(thing as RigidBody, name);
  if (thing instanceof Body) return sourceOfBody(thing, name);
  if (isConstraint(thing)) return sourceOfConstraint(thing, name);
  return sourceOfConnector(thing, name);
}

/** `energy.kinetic`, `energy.potential`, `energy.total` */
const sourceOfParts = <Part extends string>(
  name: string,
  parts: readonly Part[],
  read: () => Readonly<Record<Part, number>>,
): Source => ({
  names: parts.map((part) => `${name}.${part}`),
  read: (put) => {
    const values = read();
    for (const part of parts) put(values[part]);
  },
});

type Put = Parameters<Source['read']>[0];

function putAll(values: Float64Array, put: Put): void {
  for (const value of values) put(value);
}

/** `bob.x`, `bob.y`, `bob.vx`, `bob.vy` */
const sourceOfPoint = (
  point: { readonly position: Float64Array; readonly velocity: Float64Array },
  name: string,
  size: number,
): Source => {
  const axes = AXES.slice(0, size);
  return {
    names: [...axes.map((axis) => `${name}.${axis}`), ...axes.map((axis) => `${name}.v${axis}`)],
    read: (put) => {
      putAll(point.position, put);
      putAll(point.velocity, put);
    },
  };
};

function sourceOfConnector(connector: Connector | HingeAngle, name: string): Source {
  if (connector instanceof HingeAngle) return sourceOfScalar(connector, name);
  if (connector.kind === 'point') return sourceOfPoint(connector as PointConnector, name, connector.size);
  if (connector.kind === 'direction') {
    const direction = connector as DirectionConnector;
    return {
      names: AXES.slice(0, direction.size).map((axis) => `${name}.${axis}`),
      read: (put) => {
        putAll(direction.direction, put);
      },
    };
  }
  return sourceOfScalar(connector as ScalarConnector, name);
}

const sourceOfScalar = (scalar: ScalarConnector | HingeAngle, name: string): Source => ({
  names: [name, `${name}.rate`],
  read: (put) => {
    put(scalar.value);
    put(scalar.rate);
  },
});

/** The centre of mass; in the plane `angle` and `omega`, in space `qw` to `qz` and `omega.x` to `omega.z`. */
function sourceOfRigidBody(body: RigidBody, name: string): Source {
  const binding = bindingOfBody(body);
  const isPlanar = binding.type.space === 2;
  const centre = sourceOfPoint(body, name, binding.type.space);
  const turning = isPlanar
    ? ['angle', 'omega']
    : [...QUATERNION.map((axis) => `q${axis}`), ...AXES.map((axis) => `omega.${axis}`)];
  return {
    names: [...centre.names, ...turning.map((entry) => `${name}.${entry}`)],
    read: (put) => {
      centre.read(put);
      putAll(binding.part(1).value, put);
      putAll(binding.part(1).rate, put);
    },
  };
}

/** `pendulum.theta`, `pendulum.theta.rate` */
function sourceOfBody(body: Body, name: string): Source {
  const binding = bindingOfBody(body);
  const { coordinates } = binding.type;
  return {
    names: coordinates.flatMap(({ name: coordinate, size, rateSize, kind }) => {
      const own = `${name}.${coordinate}`;
      if (kind === 'scalar') return [own, `${own}.rate`];
      const axes = kind === 'orientation' ? QUATERNION : AXES;
      return [
        ...axes.slice(0, size).map((axis) => `${own}.${axis}`),
        ...AXES.slice(0, rateSize).map((axis) => `${own}.rate.${axis}`),
      ];
    }),
    read: (put) => {
      for (let at = 0; at < coordinates.length; at++) {
        const { value, rate } = binding.part(at);
        putAll(value, put);
        putAll(rate, put);
      }
    },
  };
}

/** `rod.C`, `rod.lambda`; with several rows `hinge.C1`, `hinge.lambda1`, … */
function sourceOfConstraint(constraint: Constraint, name: string): Source {
  const { rows } = constraint.type;
  const numbered = (part: string): string[] =>
    Array.from({ length: rows }, (_, i) => `${name}.${part}${rows === 1 ? '' : i + 1}`);
  return {
    names: [...numbered('C'), ...numbered('lambda')],
    read: (put) => {
      putAll(constraint.C, put);
      putAll(constraint.lambda, put);
    },
    evaluated: true,
  };
}

/**
 * Returns the index of each column by its name, `time` first. Names that occur twice are
 * numbered: `bob.x (2)`.
 */
export function indexColumns(sources: readonly Source[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>([['time', 0]]);
  const counts = new Map<string, number>();
  for (const name of sources.flatMap(({ names }) => names)) {
    let unique = name;
    for (let count = counts.get(name) ?? 1; columns.has(unique); unique = `${name} (${count})`)
      counts.set(name, ++count);
    columns.set(unique, columns.size);
  }
  return columns;
}
