import type { ShapeOutline } from '../../runtime/index.js';
import { distance, type Point2, type Polyline } from './plane.js';
import { placesOf, type Shape } from './shape.js';
import { isPlanarBody, isSpatialBody } from './rigid.js';
import { greatCircles, shadeOf } from './space/solids.js';
import type { Position } from './view.js';

/** Size of what is drawn of a half-space, in sizes of the rest of the picture. */
const FLOOR = 1.6;

/** Where the rest of a picture is: the middle, and the largest of its sides, m. */
export interface Extent {
  readonly middle: Position;
  readonly size: number;
}

/** The shapes of a picture for one that `collide` was given. A half-space needs the `extent` of the rest. */
export function shapesOfOutline(outline: ShapeOutline, extent?: () => Extent): Shape[] {
  const { carrier, vertices, radius, normal } = outline;
  const isFixed = carrier === null;
  if (normal !== undefined) return extent ? [floor(vertices[0]!, normal, extent())] : [];
  const [a, b] = vertices;
  if (a === undefined) return [];
  if (a.length === 2) {
    if (vertices.length === 2 && radius === 0) return [wall(a, b!, isFixed)];
    const points = polygonOf(rounded(vertices, radius), false);
    return [{ kind: 'solid', points, marks: markOf(outline), isFixed }];
  }
  if (outline.faces.length > 0) return outline.faces.map((face) => faceOf(face, outline));
  if (b === undefined) {
    const turned = (v: Position): Position => (isSpatialBody(carrier) ? carrier.vectorToWorldFrame(v) : v);
    const marks = greatCircles(radius, [0, 0, 0]).map((line) =>
      line.map((point) => Array.from(turned(point), (x, k) => a[k]! + x)),
    );
    return [{ kind: 'disc', at: a, radius, marks }];
  }
  return [{ kind: 'bar', a, b, width: 2 * radius, isWhole: true }];
}

const wall = (a: Position, b: Position, isFixed: boolean): Shape =>
  isFixed ? { kind: 'floor', points: [a, b] } : { kind: 'bar', a, b };

export interface Circle {
  readonly at: Point2;
  readonly radius: number;
}

/**
 * A closed line of the plane: a circle, or corners in their order. A corner's bulge is the tangent of a quarter
 * of the angle of the arc that leads to the next one, counter-clockwise if positive; 0 for a straight side.
 */
export type Boundary = Circle | { readonly corners: readonly (readonly [x: number, y: number, bulge: number])[] };

/**
 * The boundary of all points within `radius` of a convex polygon with corners in counter-clockwise order: its sides
 * moved outwards, and arcs about its corners between them; a circle about a single point.
 */
export function rounded(places: readonly Position[], radius: number): Boundary {
  const corners = places.map((place): Point2 => [place[0]!, place[1]!]);
  const n = corners.length;
  if (corners.every((corner) => distance(corner, corners[0]!) === 0)) return { at: corners[0]!, radius };
  if (radius === 0) return { corners: corners.map(([x, y]) => [x, y, 0]) };
  const normal = (k: number): number => {
    const [p, q] = [corners[k % n]!, corners[(k + 1) % n]!];
    return Math.atan2(p[0] - q[0], q[1] - p[1]);
  };
  return {
    corners: corners.flatMap(([x, y], k) => {
      const [from, to] = [normal(k + n - 1), normal(k)];
      const turn = (to - from + 4 * Math.PI) % (2 * Math.PI);
      const at = (angle: number, bulge: number): readonly [number, number, number] =>
        [x + radius * Math.cos(angle), y + radius * Math.sin(angle), bulge]; // prettier-ignore
      return [at(from, Math.tan(turn / 4)), at(to, 0)];
    }),
  };
}

/** Sides of a full circle, of one that is large, and of the arcs of a boundary. */
const SIDES = { small: 24, large: 64, arc: 48 };

/** A boundary as a polygon: its corners lie on it. */
export function polygonOf(boundary: Boundary, isHole: boolean): Polyline {
  if ('at' in boundary) return circle(boundary.at, boundary.radius, isHole ? SIDES.small : SIDES.large);
  const { corners } = boundary;
  const places = corners.flatMap(([x, y, bulge], k): Polyline => {
    if (bulge === 0) return [[x, y]];
    const [X, Y] = corners[(k + 1) % corners.length]!;
    const turn = 4 * Math.atan(bulge);
    // From the middle of the chord to the left, where the centre is if the arc turns by less than half.
    const away = (1 / bulge - bulge) / 4;
    const [u, v] = [(x + X) / 2 - away * (Y - y), (y + Y) / 2 + away * (X - x)];
    const steps = Math.max(1, Math.ceil((SIDES.arc * Math.abs(turn)) / (2 * Math.PI)));
    return Array.from({ length: steps }, (_, n): Point2 => {
      const [c, s] = [Math.cos((n / steps) * turn), Math.sin((n / steps) * turn)];
      return [u + c * (x - u) - s * (y - v), v + s * (x - u) + c * (y - v)];
    });
  });
  return distinct(places);
}

/** A circle, counter-clockwise. */
export const circle = ([x, y]: Point2, radius: number, count = 40): Polyline =>
  Array.from({ length: count }, (_, k): Point2 => {
    const angle = (2 * Math.PI * k) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

/** The corners of an outline without those that repeat the one before. */
export const distinct = (outline: Polyline): Polyline =>
  outline.filter(([x, y], k) => {
    const [X, Y] = outline.at(k - 1)!;
    return Math.hypot(x - X, y - Y) > 1e-9 || outline.length === 1;
  });

/** A radius of a disc, which shows how it turns. */
function markOf({ carrier, vertices, radius }: ShapeOutline): (readonly Position[])[] {
  if (vertices.length > 1 || !isPlanarBody(carrier)) return [];
  const angle = carrier.orientation;
  const [x, y] = [vertices[0]![0]!, vertices[0]![1]!];
  return [[vertices[0]!, [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]]];
}

/** A side of a solid, moved outwards by its rounding. */
function faceOf(face: readonly number[], { carrier, vertices, radius }: ShapeOutline): Shape {
  const [p, q, r] = [vertices[face[0]!]!, vertices[face[1]!]!, vertices[face[2]!]!];
  const [a, b, c] = [q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!];
  const [d, e, f] = [r[0]! - p[0]!, r[1]! - p[1]!, r[2]! - p[2]!];
  // In each frame for each side of each body: without lists in between.
  const [u, v, w] = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(u, v, w);
  const [x, y, z] = [u / length, v / length, w / length];
  return {
    kind: 'face',
    points: face.map((i) => {
      const at = vertices[i]!;
      return [at[0]! + radius * x, at[1]! + radius * y, at[2]! + radius * z];
    }),
    shade: shadeOf([x, y, z]),
    isFixed: carrier === null,
  };
}

/** A square of the plane at `at`, around the rest of the picture. */
function floor(at: Position, normal: Position, { middle, size }: Extent): Shape {
  const away = [0, 1, 2].reduce((sum, k) => sum + normal[k]! * (middle[k]! - at[k]!), 0);
  const centre = [0, 1, 2].map((k) => middle[k]! - away * normal[k]!);
  // An axis of the world that is least along the normal, made perpendicular to it.
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(normal[b]!) < Math.abs(normal[a]!) ? b : a));
  const u = [0, 1, 2].map((k) => (k === least ? 1 : 0) - normal[least]! * normal[k]!);
  const length = Math.hypot(...u);
  const v = [0, 1, 2].map((k) => normal[(k + 1) % 3]! * u[(k + 2) % 3]! - normal[(k + 2) % 3]! * u[(k + 1) % 3]!);
  const half = (FLOOR * size) / 2 / length;
  const corner = (s: number, t: number): Position => centre.map((x, k) => x + half * (s * u[k]! + t * v[k]!));
  return { kind: 'floor', points: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] };
}

/** The middle and the size of shapes, in as many dimensions as they have. */
export function extentOf(shapes: readonly Shape[]): Extent {
  const places = shapes.flatMap(placesOf);
  const ranges = [0, 1, 2].map((k) => {
    const values = places.flatMap((place) => (k < place.length ? [place[k]!] : []));
    const [low, high] = [
      values.reduce((a, b) => Math.min(a, b), Infinity),
      values.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    return low <= high ? ([low, high] as const) : ([0, 0] as const);
  });
  return {
    middle: ranges.map(([low, high]) => (low + high) / 2),
    size: Math.max(...ranges.map(([low, high]) => high - low)) || 1,
  };
}
