import { RigidBody2D, type RigidBody, type RigidBody3D } from '../../runtime/index.js';
import { apart } from './circle.js';
import type { Look, Shape } from './shape.js';
import type { Position } from './view.js';

/** Distance below which two points count as one, m. */
export const MEETING = 1e-6;

/** The shapes of a rigid body: as `look` says, or from its points and its inertia. */
export function shapesOfRigidBody(body: RigidBody2D | RigidBody3D, held: readonly Position[], look?: Look): Shape[] {
  if (look !== undefined) return looked(body, look, distinct(held));
  const points = distinct(held);
  if (points.length > 2) return [{ kind: 'plate', points: around(points) }];
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

function looked(body: RigidBody2D | RigidBody3D, look: Look, held: readonly Position[]): Shape[] {
  const at = Array.from(body.position);
  const place = (local: Position): Position => body.pointToWorldFrame(local);
  switch (look.shape) {
    case 'bar':
      return [
        { kind: 'bar', a: place(look.from), b: place(look.to), ...(look.width !== undefined && { width: look.width }) },
      ];
    case 'disc':
      return [...arms(body, held), disc(body, look.radius)];
    case 'wheel':
      return [
        ...arms(body, held),
        { kind: 'wheel', at, rim: ring(48, look.radius, body), spokes: ring(5, look.radius, body) },
      ];
    case 'polygon':
      return [{ kind: 'plate', points: look.points.map(place) }];
  }
}

/** Points on a circle about the centre of mass: in space, about the body's own z axis. */
const ring = (count: number, radius: number, body: RigidBody2D | RigidBody3D): Position[] =>
  Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return body.pointToWorldFrame(body instanceof RigidBody2D ? [x, y] : [x, y, 0]);
  });

/** The body that has the mass and the inertia of this one: a disc, a ball or a box. */
function solid(body: RigidBody2D | RigidBody3D): Shape[] {
  const { mass } = body;
  if (body instanceof RigidBody2D) {
    // I = m r² / 2
    const radius = Math.sqrt((2 * body.inertia) / mass);
    return Number.isFinite(radius) ? [disc(body, radius)] : [];
  }
  const I = body.inertia.map((row, k) => row[k]!) as [number, number, number];
  if (![mass, ...I].every(Number.isFinite)) return [];
  // I = 2/5 m r²
  if (Math.max(...I) - Math.min(...I) < 1e-6 * Math.max(...I)) return [disc(body, Math.sqrt((2.5 * I[0]) / mass))];
  // Ix = m (b² + c²) / 12 of a box with the sides a, b, c
  const half = I.map((_, k) => Math.sqrt(Math.max(1e-3 * I[k]!, 1.5 * (I[0] + I[1] + I[2] - 2 * I[k]!)) / mass));
  return boxFaces(body, half);
}

/** Direction that light comes from. */
const LIGHT = [0.3, -0.45, 0.84];

/** How bright a side with the outward `normal` is, from 0 to 1. */
export const shadeOf = (normal: Position): number => 0.5 + 0.5 * LIGHT.reduce((sum, x, n) => sum + x * normal[n]!, 0);

/** The sides of a box. */
function boxFaces(body: RigidBody, half: readonly number[]): Shape[] {
  return [0, 1, 2].flatMap((k) =>
    [-1, 1].map((sign): Shape => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const corners = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([s, t]) => {
        const local = [0, 0, 0];
        local[k] = sign * half[k]!;
        local[i] = s! * half[i]!;
        local[j] = t! * half[j]!;
        return body.pointToWorldFrame(local);
      });
      const axis = [0, 0, 0];
      axis[k] = sign;
      const normal = body.vectorToWorldFrame(axis);
      return { kind: 'face', points: corners, shade: shadeOf(normal) };
    }),
  );
}

/** A disc with a cross, or a ball with its three great circles. */
function disc(body: RigidBody2D | RigidBody3D, radius: number): Shape {
  const at = Array.from(body.position);
  const point = (...local: number[]): Position => body.pointToWorldFrame(local.map((x) => radius * x));
  if (body instanceof RigidBody2D) return { kind: 'disc', at, radius, marks: [[point(0, 0), point(1, 0)]] };
  return { kind: 'disc', at, radius, marks: ballMarks(at, radius, body) };
}

/** The three great circles of a ball, in the axes of a body, or of the world. */
export const ballMarks = (at: Position, radius: number, body?: RigidBody3D): Position[][] =>
  [0, 1, 2].map((k) =>
    Array.from({ length: 49 }, (_, n) => {
      const local = [0, 0, 0];
      local[(k + 1) % 3] = radius * Math.cos((2 * Math.PI * n) / 48);
      local[(k + 2) % 3] = radius * Math.sin((2 * Math.PI * n) / 48);
      return Array.from(body?.vectorToWorldFrame(local) ?? local, (x, c) => at[c]! + x);
    }),
  );

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
