import type { ConnectorEntry, SceneDocument } from '../document.js';
import {
  apart,
  fixedPlaces,
  groundLines,
  isFloor,
  linksOf,
  ofBody,
  outlineOf,
  toPicture,
  toWorld,
  type Link,
  type Position,
  type Sketch,
} from './sketch.js';

/** What lies under a pointer, and the position there that an act takes. */
export type Spot =
  | { readonly on: 'point'; readonly reference: string; readonly at: Position }
  /** A place of the ground to which something is fixed. */
  | { readonly on: 'fixed'; readonly entry: ConnectorEntry; readonly at: Position }
  | {
      readonly on: 'link';
      readonly link: Link;
      /** From its beginning, 0, to its end, 1. */ readonly share: number;
      readonly at: Position;
    }
  | { readonly on: 'body'; readonly name: string; readonly at: Position }
  | { readonly on: 'ground' | 'paper'; readonly at: Position };

export interface SnapOptions {
  /** Distance within which a point is meant, CSS pixels. */
  readonly reach: number;
  /** False to take the place as it is, without grid. */
  readonly snaps: boolean;
}

/** Longest step of the grid that places snap to, CSS pixels. */
const STEP = 26;
/** Reach of lines, as a part of that of points. */
const LINES = 0.75;

/** The step of the grid that places snap to, m: 1, 2 or 5 times a power of ten. */
export function gridStep({ scale }: Sketch): number {
  const most = STEP / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
}

const onGrid = (x: number, step: number): number => Number((Math.round(x / step) * step).toPrecision(9)) + 0;

/** The position that a place of the picture means beside all things. */
export function snapped(sketch: Sketch, place: Position, snaps: boolean): Position {
  const [x, y] = toWorld(sketch, place);
  const step = snaps ? gridStep(sketch) : gridStep(sketch) / 50;
  return [onGrid(x, step), onGrid(y, step)];
}

/** Finds what a place of the picture means: a point before a line, a line before a body. */
export function spotAt(document: SceneDocument, sketch: Sketch, place: Position, options: SnapOptions): Spot {
  const { reach, snaps } = options;
  const far = (at: Position): number => apart(toPicture(sketch, at), place);
  const points: Spot[] = [
    ...Object.entries(sketch.points)
      .filter(([reference]) => !isFloor(document, reference))
      .map(([reference, at]) => ({ on: 'point', reference, at }) as const),
    ...fixedPlaces(document, sketch).map(({ entry, at }) => ({ on: 'fixed', entry, at }) as const),
  ];
  const named = nearest(points, ({ at }) => far(at), reach);
  if (named) return named;
  const links = linksOf(document, sketch).map((link): Spot => {
    const share = shareOf(toWorld(sketch, place), link.from, link.to);
    return { on: 'link', link, share, at: between(link.from, link.to, share) };
  });
  const near = nearest(links, ({ at }) => far(at), LINES * reach);
  if (near?.on === 'link') return snaps ? ruled(near) : near;
  const at = snapped(sketch, place, snaps);
  const body = bodyAt(document, sketch, place, LINES * reach);
  const pressed = toWorld(sketch, place);
  if (body !== undefined) {
    const isInBody = bodyAt(document, sketch, toPicture(sketch, at), 0) === body;
    return { on: 'body', name: body, at: isInBody ? at : pressed };
  }
  const ground = nearest(
    groundLines(document),
    ([from, to]) => far(between(from, to, shareOf(pressed, from, to))),
    reach,
  );
  if (ground === undefined) return { on: 'paper', at };
  return { on: 'ground', at: between(...ground, shareOf(at, ...ground)) };
}

/** Parts into which a link is divided by the places that a point on it snaps to. */
const PARTS = 20;

/** A spot on a link at one of its marks, not at an end. */
function ruled({ link, share }: Extract<Spot, { on: 'link' }>): Spot {
  const mark = Math.min(PARTS - 1, Math.max(1, Math.round(PARTS * share))) / PARTS;
  return { on: 'link', link, share: mark, at: between(link.from, link.to, mark) };
}

function nearest<T>(list: readonly T[], far: (one: T) => number, reach: number): T | undefined {
  let [best, least] = [undefined as T | undefined, reach];
  for (const one of list) {
    const distance = far(one);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** Where on a segment the point of it is that is nearest to a position, 0 to 1. */
function shareOf([x, y]: Position, from: Position, to: Position): number {
  const [u, v] = [to[0] - from[0], to[1] - from[1]];
  const square = u * u + v * v;
  return square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * u + (y - from[1]) * v) / square));
}

const between = (a: Position, b: Position, share: number): Position => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

/** The rigid body that is drawn at a place. */
function bodyAt(document: SceneDocument, sketch: Sketch, place: Position, reach: number): string | undefined {
  return Object.keys(sketch.frames)
    .reverse()
    .find((name) => {
      const { corners, radius } = outlineOf(document, name);
      const places = corners.map((corner) => toPicture(sketch, ofBody(sketch, name, corner)));
      if (radius !== undefined) return places.some((centre) => apart(centre, place) <= radius * sketch.scale);
      if (places.length > 2 && isInside(place, places)) return true;
      return places.some((to, k) => {
        const from = places[(k + places.length - 1) % places.length]!;
        return apart(between(from, to, shareOf(place, from, to)), place) <= reach;
      });
    });
}

/** Counts the sides that a ray to the right crosses. */
function isInside([x, y]: Position, polygon: readonly Position[]): boolean {
  let inside = false;
  polygon.forEach(([u, v], k) => {
    const [s, t] = polygon[(k + 1) % polygon.length]!;
    if (v > y !== t > y && x < u + ((y - v) / (t - v)) * (s - u)) inside = !inside;
  });
  return inside;
}
