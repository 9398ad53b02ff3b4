import { lengthOf } from '../../runtime/base/powers.js';
import {
  hingeAngle,
  RigidBody2D,
  RigidBody3D,
  type Connector,
  type Constraint,
  type DirectionConnector,
  type Energy,
  type HingeAngleOptions,
  type PointConnector,
  type ScalarConnector,
  type World,
} from '../../runtime/index.js';
import { quote, SpecError, suggestion } from '../diagnostics/index.js';
import type { SceneBodies } from './connectors.js';
import { sceneFault } from './faults.js';
import type { FormulaNames, SceneFormula } from './formulas.js';
import type { Numbers, Values } from './numbers.js';

/** The parts of a scene that can be read while it runs. */
export interface Readable {
  readonly world: World;
  readonly bodies: SceneBodies;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly energies: ReadonlyMap<string, Energy>;
  readonly tracedPoints: ReadonlyMap<string, PointConnector>;
  /** What measures the angles of hinges, by the names of what stands on them. */
  readonly turns: ReadonlyMap<string, HingeAngleOptions>;
}

/** Reads a quantity of a scene at its present state. */
export interface Reading {
  readonly read: () => number;
  /** True if it needs multipliers of the present state: `world.evaluate()` before it. */
  readonly isForce: boolean;
}

const PATH = /^([A-Za-z_][\w-]*)((?:\.\w+(?:\[\d+\])?)*)('?)$/;
const AXES = ['x', 'y', 'z'];

/**
 * Finds what a text refers to: a path such as `P.x`, `P.x'` (its rate), `P.speed`, `bar.tip.y`, `bar.angle`,
 * `top.angularVelocity.x`, `knee.angle` of a hinge, `rod.lambda`, `bend.V`, `rod.C[1]`, `rod.force.a.x`, `blob.force.p[2].x`,
 * `energy.total`; or a formula of parameters, the time `t`, points by name (particles, bodies, traces), and `where`: names for paths.
 *
 * Throws a SpecError.
 */
export function readingOf(
  text: string,
  scene: Readable,
  params: Values,
  numbers: Numbers,
  where: Readonly<Record<string, string>> = {},
): Reading {
  const path = PATH.exec(text.trim());
  const isKnown = (name: string): boolean => Object.hasOwn(where, name) || params.has(name);
  const isDifference = (head: string): boolean =>
    head.includes('-') && head.split('-').some(isKnown) && !namesOf(scene).includes(head);
  if (path !== null && !isKnown(text.trim()) && !isDifference(path[1]!)) return pathReading(text.trim(), path, scene);
  const words = new Set(text.match(/[A-Za-z_]\w*/g));
  const aliases = Object.entries(where).map(([name, of]) => ({ name, reading: readingOf(of, scene, params, numbers) }));
  const points = [...words].flatMap((name) => {
    const point = isKnown(name) ? undefined : pointOf(name, scene);
    return point === undefined ? [] : [{ name, point }];
  });
  const names = [...params.keys(), ...aliases.map(({ name }) => name)];
  const formula = formulaOf(text, { numbers: names, points: points.map(({ name }) => name) }, numbers);
  return {
    isForce: aliases.some(({ reading }) => reading.isForce),
    read: () => {
      const values = new Map(params).set('t', scene.world.time);
      for (const { name, reading } of aliases) values.set(name, reading.read());
      for (const { name, point } of points) point.position.forEach((x, i) => values.set(`${name}.${AXES[i]!}`, x));
      return formula(values);
    },
  };
}

/** A rate as a constraint has it, or as a path has it; a path that is no component of a point. */
const NAMED = /\bddt\s*\(\s*([\w.]+)\s*\)|([A-Za-z_][\w.]*)'|([A-Za-z_]\w*\.(?![xyz]\b)\w+)/;
const MISPLACED: ReadonlySet<string> = new Set(['E_VELOCITY_LEVEL', 'E_UNSUPPORTED', 'E_COMPONENT']);

/** Reads a formula. It has no rates, and of paths components of points alone: `where` names others. Throws a SpecError. */
function formulaOf(text: string, names: FormulaNames, numbers: Numbers): SceneFormula {
  try {
    return numbers.language.formula(text, names);
  } catch (error) {
    const [, called, primed, path] = NAMED.exec(text) ?? [];
    const rate = called ?? primed;
    const meant = rate === undefined ? path : `${rate}'`;
    if (!(error instanceof SpecError) || meant === undefined) throw error;
    const hint = `in the same entry of "expect", beside "of", give it a name, as in where: { v: "${meant}" }, and write v in its place`;
    throw new SpecError(error.diagnostics.map((one) => (MISPLACED.has(one.code) ? { ...one, hint } : one)));
  }
}

const pointOf = (name: string, { bodies, tracedPoints }: Readable): PointConnector | undefined =>
  tracedPoints.get(name) ?? (bodies.get(name)?.connectors.get('') as PointConnector | undefined);

/** The names with which paths begin. */
const namesOf = ({ bodies, constraints, energies, tracedPoints }: Readable): readonly string[] => [
  ...bodies.keys(),
  ...constraints.keys(),
  ...energies.keys(),
  ...tracedPoints.keys(),
  'energy',
  'residual',
];

function pathReading(text: string, [, head = '', tail = '', prime]: RegExpExecArray, scene: Readable): Reading {
  const { world, bodies, constraints, energies, tracedPoints, turns } = scene;
  const parts = tail.split('.').slice(1);
  const still = (read: () => number): Reading => ({ read, isForce: false });
  if (head === 'energy' && parts.length === 1 && isOneOf(parts[0]!, ENERGIES)) {
    const kind = parts[0];
    return still(() => world.energy()[kind]);
  }
  if (head === 'residual' && parts.length === 1 && isOneOf(parts[0]!, RESIDUALS)) {
    const kind = parts[0];
    return still(() => world.residual()[kind]);
  }
  const turn = tail === '.angle' ? turns.get(head) : undefined;
  if (turn !== undefined) {
    const angle = hingeAngle(turn);
    return still(() => (prime === "'" ? angle.rate : angle.value));
  }
  const constraint = constraints.get(head);
  if (constraint !== undefined) {
    const reading = constraintReading(constraint, parts);
    if (reading !== undefined) return reading;
    const [input] = constraint.type.inputs;
    const force = input === undefined ? 'force' : `force.${input.name}${input.size > 1 ? '.x' : ''}`;
    const angle = turns.has(head) ? `${head}.angle, ` : '';
    throw unknown(text, `${angle}${head}.lambda, ${head}.C, ${head}.Cdot and ${head}.${force} can be read`);
  }
  const energy = energies.get(head);
  if (energy !== undefined) {
    if (parts.length === 1 && parts[0] === 'V') return still(() => energy.energy(world));
    throw unknown(text, `${head}.V can be read`);
  }
  const turning = bodies.get(head)?.body;
  const component = AXES.indexOf(parts[1] ?? '');
  if (turning instanceof RigidBody2D && tail === '.angularVelocity') return still(() => turning.angularVelocity);
  if (turning instanceof RigidBody3D && parts.length === 2 && parts[0] === 'angularVelocity' && component >= 0)
    return still(() => turning.angularVelocity[component]!);
  const own = bodies.get(head)?.connectors ?? new Map<string, Connector>();
  const traced = tracedPoints.get(head);
  const connectors = traced === undefined ? own : new Map([...own, ['', traced]]);
  const rate = prime === "'";
  const whole = connectors.get(parts.join('.'));
  if (whole?.kind === 'scalar') {
    const scalar = whole as ScalarConnector;
    return still(rate ? () => scalar.rate : () => scalar.value);
  }
  const last = parts.at(-1) ?? '';
  const axis = AXES.indexOf(last);
  const vector = connectors.get(parts.slice(0, -1).join('.'));
  if (vector !== undefined && axis >= 0 && axis < vector.size && vector.kind !== 'scalar')
    return still(() => componentsOf(vector, rate)[axis]!);
  if (last === 'speed' && !rate && vector?.kind === 'point')
    return still(() => lengthOf(Array.from(componentsOf(vector, true))));
  const names = namesOf(scene);
  throw unknown(text, names.includes(head) ? `read a component, such as ${head}.x` : suggestion(head, names));
}

const ENERGIES = ['kinetic', 'potential', 'total'] as const;
const RESIDUALS = ['position', 'velocity'] as const;
const isOneOf = <T extends string>(text: string, list: readonly T[]): text is T => list.includes(text as T);

function componentsOf(connector: Connector, rate: boolean): ArrayLike<number> {
  if (connector.kind === 'point') {
    const { position, velocity } = connector as PointConnector;
    return rate ? velocity : position;
  }
  const { direction, rate: rates } = connector as DirectionConnector;
  return rate ? rates : direction;
}

function constraintReading(constraint: Constraint, parts: readonly string[]): Reading | undefined {
  const [first = '', input, axis] = parts;
  const [, what, row] = /^(\w+)(?:\[(\d+)\])?$/.exec(first) ?? [];
  const index = Number(row ?? 0);
  if (parts.length === 1 && index < constraint.type.rows) {
    if (what === 'lambda') return { read: () => constraint.lambda[index]!, isForce: true };
    if (what === 'C') return { read: () => constraint.C[index]!, isForce: false };
    if (what === 'Cdot') return { read: () => constraint.Cdot[index]!, isForce: false };
  }
  const known = constraint.type.inputs.find(({ name }) => name === input);
  // A number has no components, and a vector is read by them.
  const component = axis === undefined && known?.size === 1 ? 0 : AXES.indexOf(axis ?? '');
  if (first !== 'force' || parts.length > 3 || known === undefined || component < 0 || component >= known.size)
    return undefined;
  return { read: () => constraint.forceOn(known.name as never)[component]!, isForce: true };
}

const unknown = (text: string, hint?: string): SpecError =>
  new SpecError([sceneFault([], `There is nothing called ${quote(text)} to read in this scene.`, hint)]);
