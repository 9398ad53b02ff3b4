import { apart } from '../painter/circle.js';
import { distanceToSegment, isInside } from '../painter/plane.js';
import type { Form } from '../painter/shape.js';
import { gearOutline, ringOutlines } from '../painter/teeth.js';
import type { Position } from '../painter/view.js';

export type Flat = readonly [x: number, y: number];
export type Outline = readonly Flat[];

export interface Circle {
  readonly at: Flat;
  readonly radius: number;
}

/**
 * A closed line of the plane: a circle, or corners in their order. A corner's bulge is the tangent of a quarter
 * of the angle of the arc that leads to the next one, counter-clockwise if positive; 0 for a straight side.
 */
export type Boundary = Circle | { readonly corners: readonly (readonly [x: number, y: number, bulge: number])[] };

/** Widths of links and radii of their holes, m. */
export interface LinkSizes {
  /** Width of a link. */
  readonly width: number;
  /** Radius of a hole. */
  readonly hole: number;
}

/** Width of a link and radius of its holes, in radii of a rod. */
const WIDTH = 4;
const HOLE = 0.9;
/** Largest radius of a hole, as a part of its distance from edges, and of half of that from other holes. */
const WIDEST = 0.6;
/** Distance of places that are one, in radii of a hole; and from an edge, on which there is no hole. */
const SAME = 0.1;
const EDGE = 1e-6;

/** Sizes of links where rods have a radius. */
export const linkSizes = (rod: number): LinkSizes => ({ width: WIDTH * rod, hole: HOLE * rod });

/** The boundaries of a form as a plate of the plane, without its holes: the outer one, and the inner one of a ring; none of a box. */
export function boundariesOf(form: Form, sizes: LinkSizes): Boundary[] {
  switch (form.shape) {
    case 'bar':
      return [rounded([flat(form.from), flat(form.to)], (form.width ?? sizes.width) / 2)];
    case 'polygon': {
      const points = form.points.map(flat);
      return [form.isPinned === true ? widened(points, sizes.width / 2) : straight(points)];
    }
    case 'disc':
    case 'wheel':
      return [{ at: middle(form.at), radius: form.radius }];
    case 'gear':
      return [straight(shifted(gearOutline(form.teeth, form.radius, form.turn ?? 0), middle(form.at)))];
    case 'ring': {
      const { inner, outer } = ringOutlines(form.teeth, form.radius, form.turn ?? 0);
      return [outer, inner].map((line) => straight(shifted(line, middle(form.at))));
    }
    case 'cylinder': {
      const [[a, b], [c, d]] = [flat(form.from), flat(form.to)];
      const by = form.radius / (Math.hypot(c - a, d - b) || 1);
      const [u, v] = [by * (b - d), by * (c - a)];
      return [straight([[a - u, b - v], [c - u, d - v], [c + u, d + v], [a + u, b + v]])]; // prettier-ignore
    }
    case 'box': // a solid of space
      return [];
  }
}

const flat = (place: Position): Flat => [place[0]!, place[1]!];
const middle = (at: Position = [0, 0]): Flat => flat(at);
const shifted = (line: Outline, [u, v]: Flat): Outline => line.map(([x, y]) => [x + u, y + v]);
export const straight = (line: Outline): Boundary => ({ corners: line.map(([x, y]) => [x, y, 0]) });

/** Holes at those places that are within boundaries; smaller than asked where there is no room. */
export function holesAt(places: readonly Position[], boundaries: readonly Boundary[], radius: number): Circle[] {
  const outlines = boundaries.map((one, k) => polygonOf(one, k > 0));
  const within: { readonly at: Flat; readonly room: number }[] = [];
  for (const at of places.map(flat)) {
    if (outlines.filter((line) => isInside(at, line)).length % 2 === 0) continue;
    const room = Math.min(
      ...outlines.flatMap((line) => line.map((a, k) => distanceToSegment(at, a, line[(k + 1) % line.length]!))),
    );
    const isNew = within.every((other) => apart(other.at, at) > SAME * radius);
    if (isNew && room > EDGE * radius) within.push({ at, room });
  }
  return within.map(({ at, room }) => {
    const others = within.map((other) => (other.at === at ? Infinity : apart(other.at, at) / 2));
    return { at, radius: Math.min(radius, WIDEST * Math.min(room, ...others)) };
  });
}

/** All points within a distance of the convex hull of points. */
export const widened = (points: Outline, by: number): Boundary => rounded(hullOf(points), by);

/** The convex hull, counter-clockwise (Andrew 1979); without corners on the line between their neighbours. */
function hullOf(points: Outline): Outline {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  const chain = (line: Outline): Outline =>
    line
      .reduce<Flat[]>((kept, point) => {
        while (kept.length > 1 && areaOf([kept.at(-2)!, kept.at(-1)!, point]) <= 0) kept.pop();
        return [...kept, point];
      }, [])
      .slice(0, -1);
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

/** Sides moved outwards, with arcs about the corners between them; the corners are counter-clockwise. */
function rounded(corners: Outline, radius: number): Boundary {
  const n = corners.length;
  if (n === 2 && apart(corners[0]!, corners[1]!) === 0) return { at: corners[0]!, radius };
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
export function polygonOf(boundary: Boundary, isHole: boolean): Outline {
  if ('at' in boundary) return circle(boundary.at, boundary.radius, isHole ? SIDES.small : SIDES.large);
  const { corners } = boundary;
  const places = corners.flatMap(([x, y, bulge], k): Outline => {
    if (bulge === 0) return [[x, y]];
    const [X, Y] = corners[(k + 1) % corners.length]!;
    const turn = 4 * Math.atan(bulge);
    // From the middle of the chord to the left, where the centre is if the arc turns by less than half.
    const away = (1 / bulge - bulge) / 4;
    const [u, v] = [(x + X) / 2 - away * (Y - y), (y + Y) / 2 + away * (X - x)];
    const steps = Math.max(1, Math.ceil((SIDES.arc * Math.abs(turn)) / (2 * Math.PI)));
    return Array.from({ length: steps }, (_, n): Flat => {
      const [c, s] = [Math.cos((n / steps) * turn), Math.sin((n / steps) * turn)];
      return [u + c * (x - u) - s * (y - v), v + s * (x - u) + c * (y - v)];
    });
  });
  return distinct(places);
}

/** The corners of an outline without those that repeat the one before. */
export const distinct = (outline: Outline): Outline =>
  outline.filter(([x, y], k) => {
    const [X, Y] = outline.at(k - 1)!;
    return Math.hypot(x - X, y - Y) > 1e-9 || outline.length === 1;
  });

/** Area within an outline, m²; positive if it is counter-clockwise. */
export const areaOf = (line: Outline): number =>
  line.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = line[(k + 1) % line.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);

/** A circle, counter-clockwise. */
export const circle = ([x, y]: Flat, radius: number, count = 40): Outline =>
  Array.from({ length: count }, (_, k): Flat => {
    const angle = (2 * Math.PI * k) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
