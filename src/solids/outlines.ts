import { apart } from '../painter/circle.js';
import type { Form } from '../painter/shape.js';
import { gearOutline, ringOutlines } from '../painter/teeth.js';
import type { Position } from '../painter/view.js';

export type Flat = readonly [x: number, y: number];
export type Outline = readonly Flat[];

/**
 * A closed line of the plane: a circle, or corners in their order. A corner's bulge is the tangent of a quarter
 * of the angle of the arc that leads to the next one, counter-clockwise if positive; 0 for a straight side.
 */
export type Boundary =
  | { readonly at: Flat; readonly radius: number }
  | { readonly corners: readonly (readonly [x: number, y: number, bulge: number])[] };

/** Widths of links and radii of their holes, m. */
export interface LinkSizes {
  /** Width of a link. */
  readonly width: number;
  /** Radius of its holes. */
  readonly hole: number;
  /** How far a corner may be off the line of the others. */
  readonly flat: number;
}

/** Width of a link, radius of its holes, and how far a corner may be off a line, in radii of a rod. */
const WIDTH = 4;
const HOLE = 0.9;
const FLAT = 0.5;
/** Largest radius of a hole, as a part of the width of its link. */
export const WIDEST = 0.3;
/** Places of the hole of a disc, which shows how it turns, and the radius of that, in radii of the disc. */
const OFF = 0.6;
const SMALL = 0.16;
/** Radius of the hub of a gear, in pitch radii. */
const HUB = 0.2;

/** Sizes of links where rods have a radius. */
export const linkSizes = (rod: number): LinkSizes => ({ width: WIDTH * rod, hole: HOLE * rod, flat: FLAT * rod });

/**
 * The boundaries of a form of the plane, the outer one first, then its holes; undefined of a form that is no
 * plate. A link has holes at its ends, and at all places `held` that are on it.
 */
export function boundariesOf(form: Form, sizes: LinkSizes, held: readonly Position[] = []): Boundary[] | undefined {
  switch (form.shape) {
    case 'bar':
      return link([form.from, form.to, ...held], [form.from, form.to], form.width ?? sizes.width, sizes);
    case 'polygon':
      return plate(form.points.map(flat), form.isPinned === true, sizes);
    case 'disc': {
      const [x, y] = middle(form.at);
      const { radius } = form;
      return [{ at: [x, y], radius }, { at: [x + OFF * radius, y], radius: SMALL * radius }]; // prettier-ignore
    }
    case 'gear': {
      const at = middle(form.at);
      const teeth = shifted(gearOutline(form.teeth, form.radius, form.turn ?? 0), at);
      return [straight(teeth), { at, radius: HUB * form.radius }];
    }
    case 'ring': {
      const at = middle(form.at);
      const { inner, outer } = ringOutlines(form.teeth, form.radius, form.turn ?? 0);
      return [straight(shifted(outer, at)), straight(shifted(inner, at))];
    }
    default:
      return undefined;
  }
}

const flat = (place: Position): Flat => [place[0]!, place[1]!];
const middle = (at: Position = [0, 0]): Flat => flat(at);
const shifted = (line: Outline, [u, v]: Flat): Outline => line.map(([x, y]) => [x + u, y + v]);
const straight = (line: Outline): Boundary => ({ corners: line.map(([x, y]) => [x, y, 0]) });

/** A link with round ends around the line from one place to another, and holes at those places that are on it. */
function link(
  places: readonly Position[],
  ends: readonly [Position, Position],
  width: number,
  sizes: LinkSizes,
): Boundary[] {
  // prettier-ignore
  const [a, b] = ends.map(flat) as [Flat, Flat];
  const radius = Math.min(sizes.hole, WIDEST * width);
  const length = apart(a, b);
  const kept: Flat[] = [];
  for (const place of places.map(flat)) {
    const along = length > 0 ? ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / length : 0;
    const nearest = Math.min(length, Math.max(0, along)) / (length || 1);
    const off = apart(place, [a[0] + nearest * (b[0] - a[0]), a[1] + nearest * (b[1] - a[1])]);
    const isOn = off + radius < width / 2;
    if (isOn && kept.every((other) => apart(other, place) > 2.2 * radius)) kept.push(place);
  }
  return [rounded([a, b], width / 2), ...kept.map((at): Boundary => ({ at, radius }))];
}

/** A plate: as it is, or around the holes at its corners. */
function plate(points: Outline, isPinned: boolean, sizes: LinkSizes): Boundary[] {
  if (!isPinned) return [straight(points)];
  const ends = farthest(points);
  const [a, b] = ends;
  const isStraight = points.every((p) => Math.abs(areaOf([a, b, p])) <= (sizes.flat * apart(a, b)) / 2);
  if (isStraight) return link(points, ends, sizes.width, sizes);
  const outline = widened(points, sizes.width / 2);
  return outline ? [outline, ...points.map((at): Boundary => ({ at, radius: sizes.hole }))] : [straight(points)];
}

/** The two points of a list that are farthest apart. */
function farthest(points: Outline): readonly [Flat, Flat] {
  const far = (from: Flat): Flat => points.reduce((a, b) => (apart(from, b) > apart(from, a) ? b : a));
  const end = far(points[0]!);
  return [end, far(end)];
}

/** All points within a distance of a convex polygon; undefined of another. */
export function widened(points: Outline, by: number): Boundary | undefined {
  const around = areaOf(points) < 0 ? [...points].reverse() : points;
  // A corner on the line between its neighbours is none.
  const ring = around.filter((point, k) => {
    const [before, next] = [around.at(k - 1)!, around[(k + 1) % around.length]!];
    return Math.abs(areaOf([before, point, next])) > 1e-9 * by * by;
  });
  const isConvex = ring.every((point, k) => {
    const [next, after] = [ring[(k + 1) % ring.length]!, ring[(k + 2) % ring.length]!];
    return areaOf([point, next, after]) > 0;
  });
  return isConvex ? rounded(ring, by) : undefined;
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
