import type { BodyType, CoordinateDescription, ParametricBody, Path, PointConnector } from '../../runtime/index.js';
import { apart, centreOf } from './circle.js';
import type { Shape } from './shape.js';
import type { Position } from './view.js';

/** True for a body with coordinates of its own, told by them. */
export const isParametricBody = (body: unknown): body is ParametricBody =>
  typeof body === 'object' && body !== null && 'coordinates' in body;

type Numbers = Record<string, number | ArrayLike<number>>;
type Class = new (params: object, coordinates: object) => ParametricBody;

/** Positions of each point as one coordinate goes through its values. */
type Sweep = readonly (readonly Position[])[];

/** Values of a coordinate in a sweep that asks for circles, and in one that is drawn: a multiple of 3. */
const COARSE = 9;
const FINE = 96;
/** Of one that goes along a path with bends of its own. */
const FINER = 384;

/**
 * Finds what a body with coordinates of its own looks like: rods from the centres of the circles on
 * which coordinates carry its points, rods between points that keep their distance, and, for a body
 * with one coordinate, the wire along which a point moves.
 */
export class ParametricLooks {
  /** A body of the same kind whose coordinates can be changed. */
  readonly #doubles = new WeakMap<ParametricBody, ParametricBody>();
  readonly #wires = new WeakMap<ParametricBody, { readonly of: string; readonly wires: Sweep }>();

  /** The shapes of a body, its points aside. `reach`: how far a coordinate that is no angle goes. */
  of(body: ParametricBody, reach: number): Shape[] {
    const double = this.#double(body);
    const points = pointsOf(body);
    const names = typeOf(body)
      .coordinates.filter(({ kind }) => kind === 'scalar')
      .map(({ name }) => name);
    const sweeps = names.map((name) => sweepOf(double, body, name, COARSE, reach));
    const shapes: Shape[] = [];
    const rod = (a: Position, b: Position): void => {
      if (apart(a, b) > 1e-9) shapes.push({ kind: 'rod', a, b, tension: 0 });
    };
    points.forEach(({ position }, i) => {
      // The last coordinate that turns the point is that of its own rod.
      const centre = sweeps.map((sweep) => centreOf(sweep[i]!)).findLast((found) => found !== undefined);
      const before = points[i - 1];
      if (centre !== undefined) rod(centre, position);
      else if (before !== undefined && sweeps.every((sweep) => keepsDistance(sweep[i - 1]!, sweep[i]!)))
        rod(before.position, position);
    });
    if (names.length === 1 && typeOf(body).coordinates.length === 1)
      for (const points of this.#wiresOf(body, double, names[0]!, reach))
        shapes.push({ kind: 'wire', points, isStill: true });
    return shapes;
  }

  #double(body: ParametricBody): ParametricBody {
    let double = this.#doubles.get(body);
    if (double === undefined) {
      double = new (body.constructor as Class)(paramsOf(body), coordinatesOf(body));
      this.#doubles.set(body, double);
    }
    Object.assign(double.params, paramsOf(body));
    return double;
  }

  #wiresOf(body: ParametricBody, double: ParametricBody, name: string, reach: number): Sweep {
    const of = `${reach} ${JSON.stringify(paramsOf(body))}`;
    const before = this.#wires.get(body);
    if (before?.of === of) return before.wires;
    const count = pathOf(body) === undefined ? FINE : FINER;
    const sweep = sweepOf(double, body, name, count, reach);
    const wires = sweep.filter((path) => apart(path[0]!, path[count / 3]!) > 1e-9 && centreOf(path) === undefined);
    this.#wires.set(body, { of, wires });
    return wires;
  }
}

export const pointsOf = (body: ParametricBody): readonly PointConnector[] =>
  Object.values(body.points as Readonly<Record<string, PointConnector>>);

/** Moves one coordinate of `double` through its values, the others as they are in `body`. */
function sweepOf(double: ParametricBody, body: ParametricBody, name: string, count: number, reach: number): Sweep {
  const to = double.coordinates as Numbers;
  Object.assign(to, coordinatesOf(body));
  const points = pointsOf(double);
  const paths: Position[][] = points.map(() => []);
  const range = pathOf(body);
  const { unit, min = range?.start ?? -Infinity, max = range?.end ?? Infinity } = coordinateOf(body, name);
  const middle = (body.coordinates as Readonly<Record<string, number>>)[name]!;
  const isAngle = unit === 'rad' && range === undefined;
  // Whole turns from zero, so that the wire stays where it is while a bead moves along it.
  const [first, last] = isAngle
    ? [-Math.PI, Math.PI]
    : count === COARSE
      ? [middle - reach, middle + reach]
      : [range?.start ?? -reach, range?.end ?? reach];
  for (let k = 0; k < count; k++) {
    to[name] = Math.min(max, Math.max(min, first + ((last - first) * k) / (count - 1)));
    points.forEach(({ position }, i) => paths[i]!.push(Array.from(position)));
  }
  return paths;
}

/** The path among the parameters of a body, along which its coordinate goes from end to end. */
const pathOf = ({ params }: ParametricBody): Path | undefined =>
  Object.values(params as Readonly<Record<string, Path>>).find(({ curves }: Partial<Path>) => curves);

const typeOf = (body: ParametricBody): BodyType => (body.constructor as unknown as { readonly type: BodyType }).type;

/** The values of an object with these names. */
const copied = (from: object, names: readonly { readonly name: string }[]): Numbers =>
  Object.fromEntries(names.map(({ name }) => [name, (from as Readonly<Numbers>)[name]!]));

const paramsOf = (body: ParametricBody): Numbers => copied(body.params, typeOf(body).params);
const coordinatesOf = (body: ParametricBody): Numbers => copied(body.coordinates, typeOf(body).coordinates);

const coordinateOf = (body: ParametricBody, name: string): Partial<CoordinateDescription> =>
  typeOf(body).coordinates.find((one) => one.name === name) ?? {};

function keepsDistance(a: readonly Position[], b: readonly Position[]): boolean {
  const distances = a.map((position, k) => apart(position, b[k]!));
  const [least, most] = [Math.min(...distances), Math.max(...distances)];
  return most - least <= 1e-9 * most;
}
