import type { ParametricBody, Space } from '../../../runtime/index.js';
import type { BodyDerivation } from '../../derive/derive-body.js';
import type { Value } from '../../lower/program.js';
import type { SceneBodies, SceneBody } from '../../scene/connectors.js';
import type { BodyEntry, ParametricEntry, ParticleEntry, Quantity, RigidEntry } from '../../scene/document.js';
import type { Item } from '../../scene/repeat.js';
import { defaultsOf, derivationOfBody } from './derivations.js';
import { normalized } from './geometry.js';
import { listOf, parameterValues, type Quantities } from './quantities.js';

/** A coordinate of a body: its places in the body's coordinates and velocities. */
export interface PlanCoordinate {
  readonly name: string;
  readonly q: number;
  readonly v: number;
  readonly size: number;
  readonly rateSize: number;
  readonly isOrientation: boolean;
}

/** A body with its places in the state, and its numbers as values. */
export interface PlanBody {
  readonly name: string;
  /** Undefined of a particle, whose mass is its only parameter. */
  readonly derivation: BodyDerivation | undefined;
  /** Its first coordinate, counted among all, and its first velocity. */
  readonly q: number;
  readonly v: number;
  readonly nq: number;
  readonly nv: number;
  readonly coordinates: readonly PlanCoordinate[];
  /** What its program takes as parameters. A mass that is infinite is 0. */
  readonly parameters: readonly Value[];
  /** Coordinates and velocities that the document gives it. */
  readonly initial: { readonly q: readonly Value[]; readonly v: readonly Value[] };
}

const VECTOR = { q: 0, v: 0, isOrientation: false } as const;

/** Lays out the bodies of a scene that have a state, in the order of the document. */
export function planBodies(
  items: readonly Item<BodyEntry>[],
  built: SceneBodies,
  space: Space,
  quantities: Quantities,
): PlanBody[] {
  const bodies: PlanBody[] = [];
  let [q, v] = [0, 0];
  for (const item of items) {
    if (item.entry.kind === 'handle') continue;
    const derivation = derivationOfBody(built.get(item.name)!.body);
    const coordinates = derivation
      ? placesOf(derivation)
      : [{ ...VECTOR, name: 'position', size: space, rateSize: space }];
    const nq = coordinates.reduce((sum, { size }) => sum + size, 0);
    const nv = coordinates.reduce((sum, { rateSize }) => sum + rateSize, 0);
    const own = numbersOf(item, built.get(item.name)!.body, derivation, space, quantities);
    bodies.push({ name: item.name, derivation, q, v, nq, nv, coordinates, ...own });
    q += nq;
    v += nv;
  }
  return bodies;
}

function placesOf({ model }: BodyDerivation): PlanCoordinate[] {
  let [q, v] = [0, 0];
  return model.coordinates.map(({ name, kind, size, rateSize }) => {
    const place = { name, q, v, size, rateSize, isOrientation: kind === 'orientation' };
    q += size;
    v += rateSize;
    return place;
  });
}

function numbersOf(
  { entry, values }: Item<BodyEntry>,
  built: SceneBody['body'],
  derivation: BodyDerivation | undefined,
  space: Space,
  quantities: Quantities,
): Pick<PlanBody, 'parameters' | 'initial'> {
  const { ops } = quantities;
  const list = (given: readonly Quantity[] | undefined, otherwise: readonly number[]): Value[] =>
    given === undefined ? ops.literals(otherwise) : quantities.list(given, values);
  const rest = new Array<number>(space).fill(0);
  if (entry.kind === 'particle') {
    const { mass, position, velocity } = entry as ParticleEntry;
    return {
      parameters: [quantities.mass(mass, values)],
      initial: { q: list(position, []), v: list(velocity, rest) },
    };
  }
  if (entry.kind === 'rigid') {
    const { mass, position, velocity, angle = 0, orientation, angularVelocity = 0 } = entry as RigidEntry;
    const spin = Array.isArray(angularVelocity) ? angularVelocity : space === 2 ? [angularVelocity] : rest;
    const turned = space === 2 ? list([angle], []) : normalized(ops, list(orientation, [1, 0, 0, 0]));
    return {
      parameters: [quantities.mass(mass, values), ...inertiaOf(entry as RigidEntry, space, quantities, values)],
      initial: { q: [...list(position, []), ...turned], v: [...list(velocity, rest), ...list(spin, [])] },
    };
  }
  const { params = {}, coordinates, rates = {} } = entry as ParametricEntry;
  const described = derivation!.model;
  const entries = (
    given: Readonly<Record<string, Quantity | readonly Quantity[]>>,
    size: 'size' | 'rateSize',
  ): Value[] =>
    described.coordinates.flatMap((coordinate) => {
      const written = given[coordinate.name];
      return written === undefined
        ? ops.literals(new Array<number>(coordinate[size]).fill(0))
        : list(listOf(written), []);
    });
  return {
    parameters: described.params.flatMap((param) => {
      const given = params[param.name];
      return given === undefined
        ? ops.literals(defaultsOf(param))
        : parameterValues(given, param.name, (built as ParametricBody).params, quantities, values);
    }),
    initial: { q: entries(coordinates, 'size'), v: entries(rates, 'rateSize') },
  };
}

/** The inertia as parameters of the body's program: a number, in space `Ixx, Iyy, Izz, Ixy, Ixz, Iyz`. */
function inertiaOf(
  { inertia }: RigidEntry,
  space: Space,
  quantities: Quantities,
  values: Item<BodyEntry>['values'],
): Value[] {
  const mass = (one: Quantity): Value => quantities.mass(one, values);
  if (space === 2) return [mass(inertia as Quantity)];
  const { zero } = quantities.ops;
  if (!Array.isArray(inertia)) return [mass(inertia), mass(inertia), mass(inertia), zero, zero, zero];
  const rows = inertia as readonly (Quantity | readonly Quantity[])[];
  if (!Array.isArray(rows[0])) return [...rows.map((one) => mass(one as Quantity)), zero, zero, zero];
  const at = (i: number, j: number): Value => mass((rows[i] as readonly Quantity[])[j]!);
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}
