import type { RigidBody2D, RigidBody3D } from '../../runtime/index.js';
import { apart } from './circle.js';
import { shapesOfLook } from './forms.js';
import { isParametricBody } from './parametric.js';
import type { Axes, Form, Look, Shape } from './shape.js';
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

/** The shapes of a rigid body, with the places by which it is held in world axes. */
export const shapesOfRigidBody = (
  body: RigidBody2D | RigidBody3D,
  held: readonly Position[],
  look?: Look,
  teeth?: readonly Form[],
): Shape[] =>
  shapesOfLook(
    formsOfRigidBody(
      body,
      held.map((place) => body.pointToLocalFrame(place)),
      look,
      teeth,
    ),
    axesOf(body),
  );

/**
 * What a rigid body looks like, in its own axes: as `look` says, or from the places by which it is held, from its
 * inertia, and from the `teeth` by which it is turned.
 */
export function formsOfRigidBody(
  body: RigidBody2D | RigidBody3D,
  held: readonly Position[],
  look?: Look,
  teeth: readonly Form[] = [],
): readonly Form[] {
  const points = distinct(held);
  if (look !== undefined) return [look].flat();
  if (points.length > 2) return [{ shape: 'polygon', points: around(points), isPinned: true }, ...teeth];
  const [from, to] = points;
  if (from && to && isBetween(from, to)) return [{ shape: 'bar', from, to }, ...teeth];
  return [...(teeth.length > 0 ? teeth : solid(body)), ...arms(points)];
}

/** Bars from the centre of mass to points. */
const arms = (points: readonly Position[]): Form[] =>
  points.flatMap((to) => {
    const from = Array.from(to, () => 0);
    return apart(from, to) > MEETING ? [{ shape: 'bar', from, to }] : [];
  });

/** Tests whether the centre of mass is near the line between two points. In the plane any is near enough. */
function isBetween(a: Position, b: Position): boolean {
  const centre = Array.from(a, () => 0);
  return a.length === 2 || apart(a, centre) + apart(centre, b) < 1.02 * apart(a, b);
}

/** The body that has the mass and the inertia of this one: a disc, a ball or a box. */
function solid(body: RigidBody2D | RigidBody3D): Form[] {
  const { mass } = body;
  if (isPlanarBody(body)) {
    // I = m r² / 2
    const radius = Math.sqrt((2 * body.inertia) / mass);
    return Number.isFinite(radius) ? [{ shape: 'disc', radius }] : [];
  }
  const I = body.inertia.map((row, k) => row[k]!) as [number, number, number];
  if (![mass, ...I].every(Number.isFinite)) return [];
  // I = 2/5 m r²
  if (Math.max(...I) - Math.min(...I) < 1e-6 * Math.max(...I))
    return [{ shape: 'disc', radius: Math.sqrt((2.5 * I[0]) / mass) }];
  // Ix = m (b² + c²) / 12 of a box with the sides a, b, c
  const size = I.map((_, k) => 2 * Math.sqrt(Math.max(1e-3 * I[k]!, 1.5 * (I[0] + I[1] + I[2] - 2 * I[k]!)) / mass));
  return [{ shape: 'box', size }];
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
