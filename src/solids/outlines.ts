import { apart } from '../painter/circle.js';
import { dot, minus, type Frame, type Vector } from '../painter/frame.js';
import { distanceToSegment, isInside } from '../painter/plane.js';
import { polygonOf, rounded, type Boundary, type Circle } from '../painter/outline.js';
import type { Form } from '../painter/shape.js';
import { cogOutline, gearOutline, rackOutline, ringOutlines } from '../painter/forms.js';
import type { Position } from '../painter/view.js';

export type { Boundary };
export type Flat = readonly [x: number, y: number];
export type Outline = readonly Flat[];

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
    case 'cog':
      return [straight(cogOutline(form.teeth, form.points))];
    case 'rack':
      return [straight(rackOutline(form.teeth, form.from, form.to))];
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

/** Places near the plane of the first two axes of a frame, in that plane. */
export const flatIn = ({ origin, u, v }: Frame, places: readonly Vector[]): Outline =>
  places.map((place) => [dot(minus(place, origin), u), dot(minus(place, origin), v)]);

const flat = (place: Position): Flat => [place[0]!, place[1]!];
const middle = (at: Position = [0, 0]): Flat => flat(at);
const shifted = (line: Outline, [u, v]: Flat): Outline => line.map(([x, y]) => [x + u, y + v]);
const straight = (line: Outline): Boundary => ({ corners: line.map(([x, y]) => [x, y, 0]) });

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

/** Area within an outline, m²; positive if it is counter-clockwise. */
export const areaOf = (line: Outline): number =>
  line.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = line[(k + 1) % line.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
