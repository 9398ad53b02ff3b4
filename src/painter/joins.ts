import type { Connector, Constraint, ConstraintType, Force, ListType, PointConnector } from '../../runtime/index.js';
import { apart } from './circle.js';
import { MEETING } from './rigid.js';
import type { Shape } from './shape.js';
import type { Position } from './view.js';
import { connectorsOf, isRail } from './connectors.js';

/** A position as it is now: connectors change theirs. */
export const copied = (p: Position): number[] => (p.length === 2 ? [p[0]!, p[1]!] : [p[0]!, p[1]!, p[2]!]);

export const isPoint = (connector: Connector): connector is PointConnector => connector.kind === 'point';

/** The place of what has a connector as a coordinate of its position, and the number of that. */
function coordinateOf(connector: Connector): { at: number[]; axis: number } | undefined {
  const { kind, owner } = connector;
  if (kind !== 'scalar' || owner === null || !('position' in owner)) return undefined;
  const at = copied(owner.position as Position);
  const axis = ['x', 'y', 'z']
    .slice(0, at.length)
    .findIndex((name) => name in owner && owner[name as never] === connector);
  return axis < 0 ? undefined : { at, axis };
}

/** Where a formula begins with a height above a plane or, with `perp`, beside a line of the plane. */
const HEIGHT = /^dot\(\w+ - \w+, (perp\(\w+\)|\w+)\)/;

/**
 * True for a class that keeps things at a line or a plane, or on one side of it, and lets them go along it. The origin
 * of that is any place of it: nothing is joined to it.
 */
export const isSurface = (type: ConstraintType): boolean => {
  const { relations, inputs, levels = [], rows, space } = type;
  if (!inputs.some(({ kind }) => kind === 'direction')) return false;
  if (relations?.[0] === '>=') return true;
  const isAlone = rows === 1 || (levels.length > 0 && levels.slice(1).every((level) => level === 'velocity'));
  const [, across = ''] = isAlone && !isRack(type) ? (HEIGHT.exec(written(type.formula.C[0]!, type)) ?? []) : [];
  return across.startsWith('perp(') || (space === 3 && across !== '');
};

/** True for a class that moves a point along its rail by an angle: what turns it is joined to it, not its origin. */
const isRack = ({ formula: { C }, rows, inputs }: ConstraintType): boolean =>
  rows === 1 && /^dot\(\w+ - \w+, \w+\) == /.test(C[0]!) && inputs.some(({ kind }) => kind === 'scalar');

const HELD = /^\s*\(?\s*\w+\s*-\s*\w+\s*\)?\s*(?:==\s*0\s*)?$/;

/** Tests whether a class keeps its points at one place. */
export const holdsTogether = ({ formula }: ConstraintType): boolean => formula.C.some((text) => HELD.test(text));

/** A rod, a link, or the forces on points that it keeps on a curve; of a rope, which is drawn otherwise, only these. */
export function shapesOfConstraint(constraint: Constraint, forces: boolean, isRope: boolean): Shape[] {
  const { type } = constraint;
  const connectors = connectorsOf(constraint);
  const points = connectors.filter(isPoint);
  const places = points.map(({ position }) => copied(position));
  const [a, b] = places;
  const forceOn = (k: number): ArrayLike<number> => constraint.forceOn(type.inputs[k]!.name as never);
  const arrows = (): Shape[] =>
    connectors.flatMap((connector, k): readonly Shape[] => {
      if (!connector.moves) return [];
      if (isPoint(connector)) return [{ kind: 'force', at: connector.position, force: forceOn(k) }];
      const coordinate = coordinateOf(connector);
      if (coordinate === undefined) return [];
      const force = coordinate.at.map((_, n) => (n === coordinate.axis ? forceOn(k)[0]! : 0));
      return [{ kind: 'force', at: coordinate.at, force }];
    });
  if (isRope) return forces ? arrows() : [];
  if (a === undefined || b === undefined) return forces && points.length < 2 ? arrows() : [];
  if (places.length === 2 && connectors.length === 2) {
    const length = apart(a, b);
    if (length <= MEETING) return forces && points.some(({ moves }) => !moves) ? arrows() : [];
    const pulls = type.relations?.[0] === '>=';
    if (!forces && !pulls) return [{ kind: 'rod', a, b, tension: 0, isLoose: false }];
    const force = forceOn(1);
    const tension = a.reduce((sum, x, k) => sum + ((x - b[k]!) / length) * force[k]!, 0);
    return [{ kind: 'rod', a, b, tension: forces ? tension : 0, isLoose: pulls && tension === 0 }];
  }
  const lists = joinedLists(constraint);
  if (lists !== undefined) return lists.map((list) => ({ kind: 'link', points: list.map(copied), isTaut: false }));
  const pairs = joinedInputs(type);
  const placeOf = (k: number): Position => copied((connectors[k] as PointConnector).position);
  if (pairs.length > 0)
    return pairs.map(([i, j]) => ({ kind: 'link', points: [placeOf(i), placeOf(j)], isTaut: true }));
  if (isSurface(type) || isRack(type) || (isRail(type) && !points[1]!.moves)) return [];
  const isWide = places.some((place) => apart(place, a) > MEETING);
  return isWide ? [{ kind: 'link', points: places, isTaut: false }] : [];
}

/** The points that an energy acts on; none of other forces. */
const pointsOfEnergy = (force: Force): readonly PointConnector[] =>
  'inputs' in force && 'type' in force ? Object.values(force.inputs as Record<string, Connector>).filter(isPoint) : [];

/** Tests whether an energy is called a spring. */
const isSpring = (force: Force): boolean =>
  'type' in force && /spring/i.test((force.type as { readonly name: string }).name);

/** The points that a force joins. */
export const pointsOfForce = (force: Force): readonly PointConnector[] => endsOf(force) ?? pointsOfEnergy(force);

/** The two points that a spring joins, or the point and the target of a hand. */
export function endsOf(force: Force): readonly PointConnector[] | undefined {
  const points = pointsOfEnergy(force);
  if (points.length === 2 && isSpring(force)) return points;
  const [row] = typeof force.stiffRows === 'object' ? force.stiffRows : [];
  const connectors = row?.connectors ?? [];
  return connectors.length === 2 && connectors.every(isPoint) ? connectors : undefined;
}

/** The spring of a force that acts as one, or the hand's; the points of another energy, joined. */
export function shapesOfForce(force: Force): Shape[] {
  if ('target' in force && 'point' in force) {
    const { point, target } = force as unknown as { readonly point: PointConnector; readonly target: Position };
    return [{ kind: 'spring', a: point.position, b: target, isHand: true }];
  }
  const ends = endsOf(force);
  if (ends) return [{ kind: 'spring', a: ends[0]!.position, b: ends[1]!.position, isHand: false }];
  const points = pointsOfEnergy(force).map(({ position }) => copied(position));
  return points.length > 1 ? [{ kind: 'link', points, isTaut: false }] : [];
}

const known = new WeakMap<ConstraintType, readonly (readonly [number, number])[]>();

/**
 * The pairs of inputs, by their numbers, between which a formula measures a distance: `norm(x - y)`,
 * or the square `dot(x - y, x - y)`, with differences that are named under `where` written out.
 */
export function joinedInputs(type: ConstraintType): readonly (readonly [number, number])[] {
  let pairs = known.get(type);
  if (pairs === undefined) known.set(type, (pairs = pairsIn(type)));
  return pairs;
}

const MEASURED = [
  /\bnorm\(\s*\(*\s*([A-Za-z_]\w*)\s*-\s*([A-Za-z_]\w*)\s*\)*\s*\)/g,
  /\bdot\(\s*\(*\s*([A-Za-z_]\w*)\s*-\s*([A-Za-z_]\w*)\s*\)*\s*,\s*\(*\s*\1\s*-\s*\2\s*\)*\s*\)/g,
];

/** A text of a formula, with the differences that are named under `where` written out. */
function written(text: string, { formula: { where } }: ConstraintType): string {
  const differences = new Map(
    Object.entries(where).filter(([, one]) => /^\s*\(?\s*[A-Za-z_]\w*\s*-\s*[A-Za-z_]\w*\s*\)?\s*$/.test(one)),
  );
  return text.replace(/[A-Za-z_]\w*/g, (name) => differences.get(name)?.replace(/[()]/g, '') ?? name);
}

function pairsIn(type: ConstraintType): (readonly [number, number])[] {
  const { inputs, formula } = type;
  const names = inputs.map(({ name }) => name);
  const found = new Map<string, readonly [number, number]>();
  for (const text of [...formula.C, ...Object.values(formula.where)])
    for (const pattern of MEASURED)
      for (const [, a, b] of written(text, type).matchAll(pattern)) {
        const pair = [names.indexOf(a!), names.indexOf(b!)].sort((i, j) => i - j) as [number, number];
        if (pair[0] >= 0 && inputs[pair[0]]!.kind === 'point' && inputs[pair[1]]!.kind === 'point')
          found.set(pair.join(), pair);
      }
  return [...found.values()];
}

/**
 * The lines through the lists of points of a constraint over lists: around a ring, along a list with
 * ends, none through a mesh, whose points have no order. Undefined for other constraints.
 */
export function joinedLists({
  constructor,
  inputs,
}: Constraint): readonly (readonly ArrayLike<number>[])[] | undefined {
  const { type } = constructor as { readonly type?: ConstraintType | ListType };
  if (type === undefined || !('indices' in type)) return undefined;
  return type.inputs.flatMap(({ name, kind, count, ring }) => {
    if (kind !== 'point' || count === undefined || type.indices.length > 0) return [];
    const list = (inputs as Readonly<Record<string, readonly PointConnector[]>>)[name]!;
    return [[...list, ...(ring === false ? [] : list.slice(0, 1))].map(({ position }) => position)];
  });
}
