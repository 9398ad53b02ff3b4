import { isInstance, reading, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { Body } from '../model/bodies/body.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
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
 * What a recorder can record: a particle or another connector, a body, a constraint, the energies
 * or the residuals of the world.
 */
export type Recordable =
  PointConnector | DirectionConnector | ScalarConnector | Body | Constraint | 'energy' | 'residual';

/** Things to record under names of their own. A function gives a number of its own. */
export type NamedRecordables = Readonly<Record<string, Recordable | (() => number)>>;

/** The parts of a world that columns read. */
export interface RecordedWorld {
  energy(): { readonly kinetic: number; readonly potential: number; readonly total: number };
  residual(): { readonly position: number; readonly velocity: number };
}

/** One column of a record, and the way to its present value. */
export interface Column {
  readonly name: string;
  readonly read: () => number;
  /** True if the value is of the last evaluation of the equations of motion. */
  readonly evaluated?: boolean;
}

const AXES = ['x', 'y', 'z'];
const QUATERNION = ['w', 'x', 'y', 'z'];

/**
 * Returns the columns of things to record. Those without a name of their own have their label.
 * Throws E_RECORD, E_OTHER_WORLD.
 */
export function columnsOf(world: RecordedWorld, things: readonly unknown[]): Column[] {
  return withUniqueNames(things.flatMap((thing) => reading(WHAT, 'E_RECORD', () => columnsOfEntry(world, thing))));
}

const WHAT = 'What a recorder is to record';

function columnsOfEntry(world: RecordedWorld, thing: unknown): Column[] {
  if (isRecordable(thing)) return columnsOfThing(world, checkOwn(world, thing), nameOf(thing));
  if (typeof thing !== 'object' || thing === null || Array.isArray(thing) || ArrayBuffer.isView(thing))
    throw unreadable(thing);
  return Object.entries(thing as Readonly<Record<string, unknown>>).flatMap(([name, one]): Column[] => {
    if (typeof one === 'function') return [{ name, read: numberOf(name, one as () => unknown), evaluated: true }];
    if (!isRecordable(one)) throw unreadable(one);
    return columnsOfThing(world, checkOwn(world, one), name);
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
    "Give particles, points, bodies, constraints, 'energy', 'residual', or names for them and for functions: { height: () => bob.position[1] }.",
  );

const isRecordable = (thing: unknown): thing is Recordable =>
  thing === 'energy' || thing === 'residual' || isInstance(thing, Body) || isConstraint(thing) || isConnector(thing);

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

function columnsOfThing(world: RecordedWorld, thing: Recordable, name: string): Column[] {
  if (thing === 'energy')
    return (['kinetic', 'potential', 'total'] as const).map((part) => ({
      name: `${name}.${part}`,
      read: () => world.energy()[part],
    }));
  if (thing === 'residual')
    return (['position', 'velocity'] as const).map((part) => ({
      name: `${name}.${part}`,
      read: () => world.residual()[part],
    }));
  if (thing instanceof RigidBody) return columnsOfRigidBody(thing as RigidBody, name);
  if (thing instanceof Body) return columnsOfBody(thing, name);
  if (isConstraint(thing)) return columnsOfConstraint(thing, name);
  return columnsOfConnector(thing, name);
}

/** `bob.x`, `bob.y`, `bob.vx`, `bob.vy` */
const columnsOfPoint = (
  point: { readonly position: Float64Array; readonly velocity: Float64Array },
  name: string,
  size: number,
): Column[] => [
  ...entries(size, (i) => ({ name: `${name}.${AXES[i]!}`, read: () => point.position[i]! })),
  ...entries(size, (i) => ({ name: `${name}.v${AXES[i]!}`, read: () => point.velocity[i]! })),
];

function columnsOfConnector(connector: Connector, name: string): Column[] {
  if (connector.kind === 'point') return columnsOfPoint(connector as PointConnector, name, connector.size);
  if (connector.kind === 'direction') {
    const direction = connector as DirectionConnector;
    return entries(direction.size, (i) => ({
      name: `${name}.${AXES[i]!}`,
      read: () => direction.direction[i]!,
    }));
  }
  const scalar = connector as ScalarConnector;
  return [
    { name, read: () => scalar.value },
    { name: `${name}.rate`, read: () => scalar.rate },
  ];
}

/** The centre of mass; in the plane `angle` and `omega`, in space `qw` to `qz` and `omega.x` to `omega.z`. */
function columnsOfRigidBody(body: RigidBody, name: string): Column[] {
  const binding = bindingOfBody(body);
  const isPlanar = binding.type.space === 2;
  const turn = (entry: string, i: number, part: 'value' | 'rate'): Column => ({
    name: `${name}.${entry}`,
    read: () => binding.part(1)[part][i]!,
  });
  const turning = isPlanar
    ? [turn('angle', 0, 'value'), turn('omega', 0, 'rate')]
    : [
        ...QUATERNION.map((axis, i) => turn(`q${axis}`, i, 'value')),
        ...AXES.map((axis, i) => turn(`omega.${axis}`, i, 'rate')),
      ];
  return [...columnsOfPoint(body, name, isPlanar ? 2 : 3), ...turning];
}

/** `pendulum.theta`, `pendulum.theta.rate` */
function columnsOfBody(body: Body, name: string): Column[] {
  const binding = bindingOfBody(body);
  return binding.type.coordinates.flatMap((coordinate, at) => {
    const { size, rateSize, kind } = coordinate;
    const own = `${name}.${coordinate.name}`;
    const axes = kind === 'orientation' ? QUATERNION : AXES;
    return [
      ...entries(size, (i) => ({
        name: kind === 'scalar' ? own : `${own}.${axes[i]!}`,
        read: () => binding.part(at).value[i]!,
      })),
      ...entries(rateSize, (i) => ({
        name: kind === 'scalar' ? `${own}.rate` : `${own}.rate.${AXES[i]!}`,
        read: () => binding.part(at).rate[i]!,
      })),
    ];
  });
}

/** `rod.C`, `rod.lambda`; with several rows `hinge.C1`, `hinge.lambda1`, … */
function columnsOfConstraint(constraint: Constraint, name: string): Column[] {
  const { rows } = constraint.type;
  const numbered = (part: string, i: number): string => `${name}.${part}${rows === 1 ? '' : i + 1}`;
  return [
    ...entries(rows, (i) => ({ name: numbered('C', i), read: () => constraint.C[i]! })),
    ...entries(rows, (i) => ({ name: numbered('lambda', i), read: () => constraint.lambda[i]!, evaluated: true })),
  ];
}

const entries = (size: number, column: (i: number) => Column): Column[] =>
  Array.from({ length: size }, (_, i) => column(i));

/** Numbers columns whose names are those of others: `bob.x (2)`. */
function withUniqueNames(columns: readonly Column[]): Column[] {
  const counts = new Map<string, number>([['time', 1]]);
  return columns.map((column) => {
    const count = (counts.get(column.name) ?? 0) + 1;
    counts.set(column.name, count);
    return count === 1 ? column : { ...column, name: `${column.name} (${count})` };
  });
}
