import type { Body, Connector, Particle, PointConnector, ScalarConnector, World } from '../../runtime/index.js';
import { ParametricBody, RigidBody2D, RigidBody3D } from '../../runtime/index.js';
import type { AnyHandle, HingeAngleOptions } from '../../runtime/index.js';
import { quote, suggestion, SpecError } from '../diagnostics/index.js';
import type { ConnectorEntry } from './document.js';
import { sceneFault, type Path } from './faults.js';
import type { Numbers, Values } from './numbers.js';
import { writtenOut } from './repeat.js';

/** A body of a scene under its name, with the connectors that the document names. */
export interface SceneBody {
  readonly name: string;
  readonly body: Particle | AnyHandle | Body;
  /** Its connectors by name; the body itself, if it is a point, by the empty name. */
  readonly connectors: ReadonlyMap<string, Connector>;
}

/** All bodies of a scene, by name; none for a name whose body has a mistake. */
export type SceneBodies = ReadonlyMap<string, SceneBody | undefined>;

type Named = Readonly<Record<string, Connector>>;

/** The connectors that a body has by itself. */
export function ownConnectors(body: SceneBody['body'], world: World): Map<string, Connector> {
  const connectors = new Map<string, Connector>();
  if (body instanceof RigidBody2D || body instanceof RigidBody3D) {
    connectors.set('', body.point(new Array<number>(world.space).fill(0)));
    if (body instanceof RigidBody2D) connectors.set('angle', body.angle);
    else connectors.set('z', body.z);
    return connectors.set('x', body.x).set('y', body.y);
  }
  if (body instanceof ParametricBody) {
    const { points, scalars, directions } = body as ParametricBody<object, object, Named, Named, Named>;
    for (const list of [scalars, directions, points])
      for (const [name, connector] of Object.entries(list)) connectors.set(name, connector);
    return connectors;
  }
  connectors.set('', body as PointConnector | ScalarConnector);
  if ('mass' in body)
    for (const name of ['x', 'y', 'z'].slice(0, world.space))
      connectors.set(name, (body as unknown as Record<string, ScalarConnector>)[name]!);
  return connectors;
}

/** Finds the connectors that the document refers to. */
export class Connectors {
  readonly world: World;
  readonly bodies: SceneBodies;
  /** What measures the angle of each hinge, by the name of the constraint or energy that stands on it. */
  readonly turns = new Map<string, HingeAngleOptions>();
  readonly #numbers: Numbers;

  constructor(world: World, bodies: SceneBodies, numbers: Numbers) {
    this.world = world;
    this.bodies = bodies;
    this.#numbers = numbers;
  }

  /** The connector that an entry names. Undefined if it has a mistake. */
  find(path: Path, entry: ConnectorEntry, values: Values): Connector | undefined {
    const { ground } = this.world;
    const { faults } = this.#numbers;
    if (typeof entry === 'string') return faults.try(path, () => this.named(writtenOut(entry, values, this.#numbers)));
    if ('scalar' in entry) {
      const value = this.#numbers.number([...path, 'scalar'], entry.scalar, values);
      return value === undefined ? undefined : ground.scalar(value);
    }
    const [key, list] =
      'ground' in entry ? (['ground', entry.ground] as const) : (['direction', entry.direction] as const);
    const vector = this.#numbers.list([...path, key], list, values);
    if (vector === undefined) return undefined;
    return faults.try([...path, key], () => (key === 'ground' ? ground.point(vector) : ground.direction(vector)));
  }

  /** {@link find} for a point. */
  point(path: Path, entry: ConnectorEntry, values: Values): PointConnector | undefined {
    const connector = this.find(path, entry, values);
    if (connector === undefined || connector.kind === 'point') return connector as PointConnector | undefined;
    this.#numbers.faults.add(path, `A point is expected here, not a ${connector.kind}.`);
    return undefined;
  }

  /** The rigid body of a name. Undefined if it has a mistake. */
  rigidBody(path: Path, name: string, values: Values): RigidBody2D | RigidBody3D | undefined {
    const found = this.#numbers.faults.try(path, () => this.body(writtenOut(name, values, this.#numbers)));
    if (found === undefined || found.body instanceof RigidBody2D || found.body instanceof RigidBody3D)
      return found?.body as RigidBody2D | RigidBody3D | undefined;
    this.#numbers.faults.add(path, `A rigid body is expected here, and ${quote(name)} is none.`);
    return undefined;
  }

  /** The body of a name. Throws a SpecError. */
  body(name: string): SceneBody {
    const found = this.bodies.get(name);
    if (found !== undefined) return found;
    // Its own mistake is reported already.
    if (this.bodies.has(name)) throw new SpecError([]);
    const hint = suggestion(name, this.bodies.keys());
    throw new SpecError([sceneFault([], `There is no body ${quote(name)}.`, hint)]);
  }

  /** The connector of `body`, `body.point`, `body.angle`. Throws a SpecError. */
  named(reference: string): Connector {
    const dot = reference.indexOf('.');
    const { name, connectors } = this.body(dot < 0 ? reference : reference.slice(0, dot));
    const member = dot < 0 ? '' : reference.slice(dot + 1);
    const connector = connectors.get(member);
    if (connector !== undefined) return connector;
    const names = [...connectors.keys()].filter((known) => known !== '');
    const hint = suggestion(member, names) ?? `its connectors are ${names.map((one) => `${name}.${one}`).join(', ')}`;
    throw new SpecError([
      sceneFault(
        [],
        member === '' ? `${quote(name)} is no connector.` : `${quote(name)} has no ${quote(member)}.`,
        hint,
      ),
    ]);
  }
}
