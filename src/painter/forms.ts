import { apart } from './circle.js';
import type { Axes, Form, Look, Shape } from './shape.js';
import { facesOfBox, facesOfCylinder, facesOfGear, greatCircles } from './space/solids.js';
import type { Position } from './view.js';

/** The shapes of a look. */
export const shapesOfLook = (look: Look, axes: Axes): Shape[] =>
  [look].flat().flatMap((form) => shapesOfForm(form, axes));

/** The shapes of solids that are fixed. */
export const shapesOfGround = (forms: readonly Form[], space: 2 | 3): Shape[] =>
  shapesOfLook(forms, { place: (local) => local, origin: new Array<number>(space).fill(0), isFixed: true });

function shapesOfForm(form: Form, axes: Axes): Shape[] {
  const { place, origin, isFixed = false } = axes;
  switch (form.shape) {
    case 'bar': {
      const { from, to, width } = form;
      return [{ kind: 'bar', a: place(from), b: place(to), ...(width !== undefined && { width }) }];
    }
    case 'disc':
      return [discOf(axes, form.radius, form.at)];
    case 'wheel': {
      const { radius, at = origin, spokes = SPOKES } = form;
      const round = (count: number): Position[] => circle(count, radius, at).map(place);
      return [{ kind: 'wheel', at: place(at), rim: round(48), spokes: round(Math.max(0, Math.round(spokes))) }];
    }
    case 'polygon': {
      const points = form.points.map(place);
      const { isPinned = false } = form;
      return [isFixed ? { kind: 'solid', points, marks: [], isFixed } : { kind: 'plate', points, isPinned }];
    }
    case 'gear': {
      const { teeth, radius, at = origin, turn = 0 } = form;
      const outline = gearOutline(teeth, radius, turn);
      if (origin.length === 3) return facesOfGear(form, outline, axes);
      return [toothedSolid(shifted(outline, at), at, radius, turn, axes)];
    }
    case 'cog': {
      const { teeth, points, at } = form;
      const turn = Math.atan2(points[0]![1]! - at[1]!, points[0]![0]! - at[0]!);
      return [toothedSolid(cogOutline(teeth, points), at, leastRadius(form), turn, axes)];
    }
    case 'ring': {
      const { teeth, radius, at = origin, turn = 0 } = form;
      const { inner, outer } = ringOutlines(teeth, radius, turn);
      const edges = [outer, inner].map((line) => shifted(line, at).map(place));
      // Along the outer boundary, and back along the inner one.
      const points = edges.flatMap((line, k) => (k === 0 ? [...line, line[0]!] : [line[0]!, ...[...line].reverse()]));
      return [{ kind: 'solid', points, marks: [], isFixed, edges, isFine: true }];
    }
    case 'rack': {
      const points = rackOutline(form.teeth, form.from, form.to).map(place);
      return [{ kind: 'solid', points, marks: [], isFixed, isFine: true }];
    }
    case 'cylinder':
      return facesOfCylinder(form.from, form.to, form.radius, axes);
    case 'box':
      return facesOfBox(form.size, form.at ?? origin, axes);
  }
}

/** A wheel with teeth, with its hub and a line that shows how it turns. */
function toothedSolid(outline: readonly Position[], at: Position, radius: number, turn: number, axes: Axes): Shape {
  const { place, isFixed = false } = axes;
  const mark = [0.24, 0.66].map((part) => along(at, part * radius, turn));
  const marks = [circle(24, HUB * radius, at, true), mark].map((line) => line.map(place));
  return { kind: 'solid', points: outline.map(place), marks, isFixed, isFine: true };
}

/** Radius of the hub of a gear, as a part of its pitch radius. */
export const HUB = 0.2;
/** Spokes of a wheel; radius of its hub, thickness of its rim, and radius of a spoke, as parts of its radius. */
export const SPOKES = 5;
export const WHEEL = { hub: 0.16, rim: 0.07, spoke: 0.03 };

/** How far the pitch line of a wheel is at least from its axle, m. */
export const leastRadius = ({ points, at }: Form & { readonly shape: 'cog' }): number =>
  Math.min(...points.map((point) => apart(point, at)));

/** A disc with a radius, or a ball with its three great circles. */
function discOf({ place, origin }: Axes, radius: number, at: Position = origin): Shape {
  const marks = origin.length === 2 ? [[at, along(at, radius, 0)]] : greatCircles(radius, at);
  return { kind: 'disc', at: Array.from(place(at)), radius, marks: marks.map((line) => line.map(place)) };
}

/** Points on a circle in the plane of the first two axes. */
const circle = (count: number, radius: number, at: Position, isClosed = false): Position[] =>
  Array.from({ length: isClosed ? count + 1 : count }, (_, k) => along(at, radius, (2 * Math.PI * k) / count));

/** The position at a distance in a direction of the plane of the first two axes. */
const along = (at: Position, distance: number, angle: number): Position =>
  Array.from(at, (x, k) => x + (k === 0 ? distance * Math.cos(angle) : k === 1 ? distance * Math.sin(angle) : 0));

const shifted = (line: readonly Position[], at: Position): Position[] =>
  line.map((point) => Array.from(at, (x, k) => x + (point[k] ?? 0)));

/** A point of a tooth's outline: its angle from the tooth's middle in pitches, and its height in modules. */
type Corner = readonly [angle: number, height: number];

/** Half a tooth, from the middle of the space before it: straight flanks, addendum 1, dedendum 1.25. */
const RISE: readonly Corner[] = [
  [-0.36, -1.25],
  [-0.25, 0],
  [-0.13, 1],
];
const TOOTH: readonly Corner[] = [...RISE, ...[...RISE].reverse().map(([angle, height]): Corner => [-angle, height])];
/** Thickness of a ring outside of its teeth, and of a rack below them, in modules. */
const RIM = 4;

type Line = (readonly [x: number, y: number])[];

/** The outline of a gear with its pitch radius, about the origin; a tooth is at the angle `turn`. */
export const gearOutline = (teeth: number, radius: number, turn: number): Line => toothed(teeth, radius, turn, 1);

/** The boundaries of a ring with teeth inside. */
export function ringOutlines(
  teeth: number,
  radius: number,
  turn: number,
): { readonly inner: Line; readonly outer: Line } {
  const count = whole(teeth);
  const edge = radius + (RIM * 2 * radius) / count;
  const outer = Array.from({ length: 96 }, (_, k): Line[number] => polar(edge, (2 * Math.PI * k) / 96));
  return { inner: toothed(teeth, radius, turn, -1), outer };
}

/** The outline of a wheel along its closed pitch line; a tooth is at the first of its points. */
export function cogOutline(teeth: number, pitch: readonly Position[]): Line {
  const [count, n] = [whole(teeth), pitch.length];
  const at = (k: number): Position => pitch[(k + n) % n]!;
  const way = [0];
  for (let k = 0; k < n; k++) way.push(way[k]! + apart(at(k), at(k + 1)));
  const length = way[n]!;
  let k = 0;
  const place = (along: number, height: number): Line[number] => {
    const s = (((along / count) % 1) + 1) % 1;
    while (way[k]! > s * length) k--;
    while (way[k + 1]! < s * length) k++;
    const share = (s * length - way[k]!) / (way[k + 1]! - way[k]!);
    const between = (i: number, j: number, m: number): number => (1 - share) * at(i)[m]! + share * at(j)[m]!;
    // Along the line, from the neighbours of both ends of a side.
    const [u, v] = [0, 1].map((m) => between(k + 1, k + 2, m) - between(k - 1, k, m)) as [number, number];
    const up = (height * length) / (Math.PI * count * Math.hypot(u, v));
    return [between(k, k + 1, 0) + up * v, between(k, k + 1, 1) - up * u];
  };
  return Array.from({ length: count }, (_, tooth) =>
    TOOTH.map(([angle, height]) => place(tooth + angle, height)),
  ).flat();
}

/** The outline of a rack along its pitch line, with its teeth on the left of the way, counter-clockwise. */
export function rackOutline(teeth: number, from: ArrayLike<number>, to: ArrayLike<number>): Line {
  const count = Math.max(1, Math.round(teeth));
  const [x, y] = [from[0]!, from[1]!];
  const [u, v] = [(to[0]! - x) / count, (to[1]! - y) / count];
  // A pitch is π modules.
  const at = (along: number, height: number): Line[number] => {
    const up = height / Math.PI;
    return [x + along * u - up * v, y + along * v + up * u];
  };
  const flanks = Array.from({ length: count }, (_, k) => TOOTH.map(([angle, height]) => at(k + 0.5 + angle, height)));
  const [, foot] = TOOTH[0]!;
  return [at(0, -RIM), at(count, -RIM), at(count, foot), ...flanks.flat().reverse(), at(0, foot)];
}

function toothed(teeth: number, radius: number, turn: number, outwards: 1 | -1): Line {
  const count = whole(teeth);
  const [pitch, module] = [(2 * Math.PI) / count, (2 * radius) / count];
  return Array.from({ length: count }, (_, k) =>
    TOOTH.map(([angle, height]) => polar(radius + outwards * height * module, turn + (k + angle) * pitch)),
  ).flat();
}

/** There is no part of a tooth. */
const whole = (teeth: number): number => Math.max(3, Math.round(teeth));

const polar = (radius: number, angle: number): Line[number] => [radius * Math.cos(angle), radius * Math.sin(angle)];
