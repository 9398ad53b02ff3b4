import type { RigidBody, RigidBody2D, RigidBody3D } from '../../runtime/index.js';
import { apart } from './circle.js';
import { discOf, shapesOfLook } from './forms.js';
import { isParametricBody } from './parametric.js';
import type { Axes, Look, Shape } from './shape.js';
import { facesOfBox } from './solids.js';
import type { Position } from './view.js';

/** Distance below which two points count as one, m. */
export const MEETING = 1e-6;

/**
 * Which body is it? Told by what it has: pictures load no classes, and are drawn of anything that has the same. Bodies
 * with coordinates of their own have no orientation but in these.
 */
export const isPlanarBody = (body: unknown): body is RigidBody2D => typeof orientationOf(body) === 'number';
export const isSpatialBody = (body: unknown): body is RigidBody3D => typeof orientationOf(body) === 'object';
export const isRigidBody = (body: unknown): body is RigidBody2D | RigidBody3D => orientationOf(body) !== undefined;

const orientationOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'orientation' in body && !isParametricBody(body)
    ? body.orientation
    : undefined;

/** The shapes of a rigid body: as `look` says, or from its points and its inertia. */
export function shapesOfRigidBody(body: RigidBody2D | RigidBody3D, held: readonly Position[], look?: Look): Shape[] {
  if (look !== undefined) return looked(body, look, distinct(held));
  const points = distinct(held);
  if (points.length > 2) return [{ kind: 'plate', points: around(points), isPinned: true }];
  const [a, b] = points;
  if (a && b && isBetween(body.position, a, b)) return [{ kind: 'bar', a, b }];
  return [...solid(body), ...arms(body, points)];
}

/** Bars from the centre of mass to points. */
const arms = ({ position }: RigidBody, points: readonly Position[]): Shape[] =>
  points
    .filter((point) => apart(point, position) > MEETING)
    .map((point) => ({ kind: 'bar', a: Array.from(position), b: point }));

/** Tests whether a point is near the line from `a` to `b`. In the plane any is near enough. */
function isBetween(point: Position, a: Position, b: Position): boolean {
  return point.length === 2 || apart(a, point) + apart(point, b) < 1.02 * apart(a, b);
}

/** A body as its look says. Bars lead from its centre to the points of a disc or a wheel. */
function looked(body: RigidBody2D | RigidBody3D, look: Look, held: readonly Position[]): Shape[] {
  const forms = [look].flat();
  const isRound = forms.length === 1 && (forms[0]!.shape === 'disc' || forms[0]!.shape === 'wheel');
  return [...(isRound ? arms(body, held) : []), ...shapesOfLook(look, axesOf(body))];
}

/** The body that has the mass and the inertia of this one: a disc, a ball or a box. */
function solid(body: RigidBody2D | RigidBody3D): Shape[] {
  const { mass } = body;
  if (isPlanarBody(body)) {
    // I = m r² / 2
    const radius = Math.sqrt((2 * body.inertia) / mass);
    return Number.isFinite(radius) ? [discOf(axesOf(body), radius)] : [];
  }
  const I = body.inertia.map((row, k) => row[k]!) as [number, number, number];
  if (![mass, ...I].every(Number.isFinite)) return [];
  // I = 2/5 m r²
  if (Math.max(...I) - Math.min(...I) < 1e-6 * Math.max(...I))
    return [discOf(axesOf(body), Math.sqrt((2.5 * I[0]) / mass))];
  // Ix = m (b² + c²) / 12 of a box with the sides a, b, c
  const sides = I.map((_, k) => 2 * Math.sqrt(Math.max(1e-3 * I[k]!, 1.5 * (I[0] + I[1] + I[2] - 2 * I[k]!)) / mass));
  return facesOfBox(sides, [0, 0, 0], axesOf(body));
}

const axesOf = (body: RigidBody2D | RigidBody3D): Axes => ({
  place: (local) => body.pointToWorldFrame(local),
  origin: Array.from(body.position, () => 0),
});

function distinct(points: readonly Position[]): Position[] {
  const kept: Position[] = [];
  for (const point of points) if (kept.every((other) => apart(other, point) > MEETING)) kept.push(point);
  return kept;
}

/**
 * The points in the order of their directions from their mean, so that no two sides cross. In space
 * directions are those in the plane of the first points.
 */
function around(points: readonly Position[]): Position[] {
  const n = points.length;
  const mean = Array.from(points[0]!, (_, k) => points.reduce((sum, point) => sum + point[k]!, 0) / n);
  const from = (point: Position): number[] => mean.map((m, k) => point[k]! - m);
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k]!, 0);
  if (mean.length === 2) {
    const angle = (point: Position): number => Math.atan2(...(from(point).reverse() as [number, number]));
    return [...points].sort((a, b) => angle(a) - angle(b));
  }
  const u = from(points[0]!);
  // Of the others, the part across the first that is longest.
  const across = points.map((point) => {
    const w = from(point);
    const share = dot(w, u) / dot(u, u);
    return w.map((x, k) => x - share * u[k]!);
  });
  const w = across.reduce((a, b) => (dot(b, b) > dot(a, a) ? b : a));
  const scale = Math.sqrt(dot(u, u) / (dot(w, w) || 1));
  const angle = (point: Position): number => Math.atan2(scale * dot(from(point), w), dot(from(point), u));
  return [...points].sort((a, b) => angle(a) - angle(b));
}
