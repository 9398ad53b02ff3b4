import {
  RigidBody2D,
  RigidBody3D,
  type Connector,
  type Curve,
  type Path as CurvePath,
  type World,
} from '../../runtime/index.js';
import { quote } from '../diagnostics/index.js';
import type { Classes } from './classes.js';
import { isCurveEntry, readCurve } from './curves/read-curve.js';
import { ownConnectors, type SceneBodies, type SceneBody } from './connectors.js';
import type {
  BodyEntry,
  CurveEntry,
  HandleEntry,
  ParametricEntry,
  ParticleEntry,
  Quantity,
  RigidEntry,
} from './document.js';
import type { Path } from './faults.js';
import type { Numbers, Values } from './numbers.js';
import type { Item } from './repeat.js';

/** Adds the bodies of a scene to a world. Mistakes are recorded; a faulty body is left out. */
export function addBodies(
  items: readonly Item<BodyEntry>[],
  world: World,
  classes: Classes,
  numbers: Numbers,
): SceneBodies {
  const bodies = new Map<string, SceneBody | undefined>();
  for (const item of items) {
    if (numbers.faults.isFull) break;
    const body = numbers.faults.try(item.path, () => addBody(item, world, classes, numbers));
    if (body === undefined) {
      bodies.set(item.name, undefined);
      continue;
    }
    const connectors = ownConnectors(body, world);
    const { entry, path, values } = item;
    if ((body instanceof RigidBody2D || body instanceof RigidBody3D) && entry.kind === 'rigid') {
      const { points = {}, directions = {} } = entry as RigidEntry;
      const add = (own: Path, local: readonly Quantity[], make: (vector: number[]) => Connector): void => {
        const name = String(own.at(-1));
        const vector = numbers.list(own, local, values);
        const isTaken = connectors.has(name);
        const connector = vector && !isTaken && numbers.faults.try(own, () => make(vector));
        if (connector) connectors.set(name, connector);
        if (isTaken)
          numbers.faults.add(
            own,
            `The body has a connector ${quote(name)} already.`,
            'its coordinates, its points and its directions have different names',
          );
      };
      for (const [name, local] of Object.entries(points))
        add([...path, 'points', name], local, (vector) => body.point(vector));
      for (const [name, local] of Object.entries(directions))
        add([...path, 'directions', name], local, (vector) => body.direction(vector));
    }
    bodies.set(item.name, { name: item.name, body, connectors });
  }
  return bodies;
}

function addBody(
  { name, entry, path, values }: Item<BodyEntry>,
  world: World,
  classes: Classes,
  numbers: Numbers,
): SceneBody['body'] | undefined {
  const read = new EntryReader(path, values, numbers);
  switch (entry.kind) {
    case 'particle': {
      const { mass, position, velocity } = entry as ParticleEntry;
      const options = read.all({
        mass: read.mass('mass', mass),
        position: read.list('position', position),
        ...(velocity && { velocity: read.list('velocity', velocity) }),
      });
      return options && world.addParticle({ ...options, name });
    }
    case 'rigid':
      return addRigid(name, entry as RigidEntry, world, read);
    case 'handle':
      return addHandle(entry as HandleEntry, world, path, values, numbers);
    default: {
      const { kind, params = {}, coordinates, rates = {} } = entry as ParametricEntry;
      const Class = numbers.faults.try([...path, 'kind'], () => classes.body(kind));
      const options = read.all({
        params: read.record('params', params),
        coordinates: read.record('coordinates', coordinates),
        rates: read.record('rates', rates),
      });
      if (Class === undefined || options === undefined) return undefined;
      const body = world.addBody(new Class(options.params, options.coordinates, options.rates));
      body.name = name;
      return body;
    }
  }
}

function addRigid(name: string, entry: RigidEntry, world: World, read: EntryReader): SceneBody['body'] | undefined {
  const { mass, inertia, position, velocity, angle, orientation, angularVelocity } = entry;
  const options = read.all({
    mass: read.mass('mass', mass),
    inertia: isMatrix(inertia)
      ? read.matrix('inertia', inertia)
      : Array.isArray(inertia)
        ? read.list('inertia', inertia)
        : read.mass('inertia', inertia),
    position: read.list('position', position),
    ...(velocity && { velocity: read.list('velocity', velocity) }),
    ...(angle !== undefined && { angle: read.number('angle', angle) }),
    ...(orientation && { orientation: read.list('orientation', orientation) }),
    ...(angularVelocity !== undefined && { angularVelocity: read.either('angularVelocity', angularVelocity) }),
  });
  // The runtime checks what of this the space allows.
  return options && world.addBody({ ...options, name } as never);
}

function addHandle(
  { motion, position, value }: HandleEntry,
  world: World,
  path: Path,
  values: Values,
  numbers: Numbers,
): SceneBody['body'] | undefined {
  if ([motion, position, value].filter((given) => given !== undefined).length !== 1) {
    numbers.faults.add(path, 'A handle has either a motion, formulas of t, or a position, or the value of a scalar.');
    return;
  }
  if (value !== undefined) {
    const initial = numbers.number([...path, 'value'], value, values);
    return initial === undefined ? undefined : world.handle(initial);
  }
  if (position !== undefined) {
    const initial = numbers.list([...path, 'position'], position, values);
    return initial && world.handle(initial);
  }
  const isScalar = !Array.isArray(motion);
  const formulas = isScalar ? [motion!] : motion;
  const components = formulas.map((formula, i) =>
    numbers.faults.try(isScalar ? [...path, 'motion'] : [...path, 'motion', i], () =>
      numbers.language.motion(String(formula), { numbers: [...values.keys()] }),
    ),
  );
  if (!components.every((component) => component !== undefined)) return undefined;
  const at =
    (order: 0 | 1 | 2) =>
    (time: number): number[] => {
      const now = new Map(values).set('t', time);
      return components.map((component) => component[order](now));
    };
  const [place, rate, acceleration] = [at(0), at(1), at(2)];
  if (!isScalar) return world.handle({ position: place, velocity: rate, acceleration });
  return world.handle({
    value: (time) => place(time)[0]!,
    rate: (time) => rate(time)[0]!,
    acceleration: (time) => acceleration(time)[0]!,
  });
}

const isMatrix = (
  quantities: Quantity | readonly Quantity[] | readonly (readonly Quantity[])[],
): quantities is readonly (readonly Quantity[])[] =>
  Array.isArray(quantities) && quantities.length > 0 && quantities.every((row) => Array.isArray(row));

/** Reads the numbers of one entry of the document. */
export class EntryReader {
  readonly #path: Path;
  readonly #values: Values;
  readonly #numbers: Numbers;

  constructor(path: Path, values: Values, numbers: Numbers) {
    this.#path = path;
    this.#values = values;
    this.#numbers = numbers;
  }

  number(field: string, quantity: Quantity): number | undefined {
    return this.#numbers.number([...this.#path, field], quantity, this.#values);
  }

  /** A mass, which may be the word `infinite`. */
  mass(field: string, quantity: Quantity): number | undefined {
    return quantity === 'infinite' ? Infinity : this.number(field, quantity);
  }

  list(field: string, quantities: readonly Quantity[]): number[] | undefined {
    return this.#numbers.list([...this.#path, field], quantities, this.#values);
  }

  either(field: string, quantity: Quantity | readonly Quantity[]): number | number[] | undefined {
    return typeof quantity === 'object' ? this.list(field, quantity) : this.number(field, quantity);
  }

  matrix(field: string, rows: readonly (readonly Quantity[])[]): number[][] | undefined {
    const numbers = rows.map((row, i) => this.#numbers.list([...this.#path, field, i], row, this.#values));
    return numbers.every((row) => row !== undefined) ? numbers : undefined;
  }

  record(
    field: string,
    quantities: Readonly<
      Record<string, Quantity | readonly Quantity[] | readonly (readonly Quantity[])[] | CurveEntry>
    >,
  ): Record<string, number | number[] | number[][] | Curve | CurvePath> | undefined {
    const read = new EntryReader([...this.#path, field], this.#values, this.#numbers);
    return this.all(
      Object.fromEntries(
        Object.entries(quantities).map(([name, quantity]) => [
          name,
          isCurveEntry(quantity)
            ? readCurve([...this.#path, field, name], quantity, this.#values, this.#numbers)
            : isMatrix(quantity)
              ? read.matrix(name, quantity)
              : read.either(name, quantity),
        ]),
      ),
    );
  }

  /** The object, if none of its values has a mistake. */
  all<T extends object>(options: T): { readonly [K in keyof T]: Exclude<T[K], undefined> } | undefined {
    if (Object.values(options).includes(undefined)) return undefined;
    return options as { readonly [K in keyof T]: Exclude<T[K], undefined> };
  }
}
