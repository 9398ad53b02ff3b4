import { frustumOf, SPOKES } from '../painter/forms.js';
import { gearOutline, ringOutlines } from '../painter/teeth.js';
import { apart } from '../painter/circle.js';
import { rounded } from '../painter/outline.js';
import type { Form } from '../painter/shape.js';
import type { Position } from '../painter/view.js';
import { areaOf, circle, distinct, extrude } from './extrude.js';
import type { MeshBuilder } from './mesh.js';
import { dot, frameAlong, inSpace, lengthOf, minus, plus, unit, WORLD, type Vector, normalOf } from './mesh.js';
import { addBall, addCapsule, addCylinder, addTorus } from './revolve.js';

type Flat = readonly [x: number, y: number];
type Outline = readonly Flat[];
type Heights = readonly [low: number, high: number];

/** How large forms are that do not say it. */
export interface Sizes {
  /** Dimensions of the world. */
  readonly space: 2 | 3;
  /** Radius of a rod, m. */
  readonly rod: number;
}

/** Of the thickness of a link of the plane, in radii of a rod; and the width of one, and the radius of its holes. */
export const THICKNESS = 1.2;
const WIDTH = 4;
const HOLE = 0.9;
/** Radius of the hub of a wheel and thickness of its rim, as parts of its radius. */
const HUB = 0.16;
const RIM = 0.07;
/** How far corners of a plate may be from its plane, in radii of a rod. */
const FLAT = 0.5;

/** Adds what a form looks like, in the axes that it is given in; of the plane at a height `level`, m. */
export function addForm(builder: MeshBuilder, form: Form, sizes: Sizes, level = 0): void {
  const { space, rod } = sizes;
  const half = (THICKNESS * rod) / 2;
  const thick = [level - half, level + half] as const;
  const at = inSpace((form as { readonly at?: Position }).at ?? [0, 0, 0]);
  switch (form.shape) {
    case 'bar': {
      const [from, to] = [inSpace(form.from), inSpace(form.to)];
      if (space === 3) addCapsule(builder, from, to, form.width === undefined ? rod : form.width / 2);
      else addLink(builder, [form.from, form.to], form.width ?? WIDTH * rod, thick, rod);
      return;
    }
    case 'disc':
      if (space === 3) addBall(builder, at, form.radius);
      // A hole off its middle shows how it turns.
      else
        extrude(
          builder,
          WORLD,
          [circle([at[0], at[1]], form.radius, 64), circle([at[0] + 0.6 * form.radius, at[1]], 0.16 * form.radius)],
          thick,
        );
      return;
    case 'wheel': {
      const { radius } = form;
      addTorus(builder, { ...WORLD, origin: at }, radius * (1 - RIM), radius * RIM);
      const depth = Math.max(half, radius * RIM);
      const spokes = Math.max(0, Math.round(form.spokes ?? SPOKES));
      if (spokes === 0) return;
      addCylinder(builder, plus(at, [0, 0, -depth]), plus(at, [0, 0, depth]), HUB * radius);
      for (let k = 0; k < spokes; k++) {
        const angle = (2 * Math.PI * k) / spokes;
        const out: Vector = [Math.cos(angle), Math.sin(angle), 0];
        addCylinder(builder, plus(at, out, 0.8 * HUB * radius), plus(at, out, radius * (1 - RIM)), 0.03 * radius);
      }
      return;
    }
    case 'polygon':
      if (space === 2) addPlate(builder, form.points.map(flat), form.isPinned === true, thick, rod);
      else addSpatialPlate(builder, form.points.map((point) => inSpace(point)), sizes); // prettier-ignore
      return;
    case 'gear': {
      const outline = gearOutline(form.teeth, form.radius, form.turn ?? 0).map(([x, y]): Flat => [
        x + at[0],
        y + at[1],
      ]);
      const hub = circle([at[0], at[1]], 0.2 * form.radius);
      const { length, far } = frustumOf(form);
      if (space === 2) extrude(builder, WORLD, [outline, hub], thick);
      else
        extrude(
          builder,
          { ...WORLD, origin: at },
          [gearOutline(form.teeth, form.radius, form.turn ?? 0)],
          [0, length],
          far,
        );
      return;
    }
    case 'ring': {
      const { inner, outer } = ringOutlines(form.teeth, form.radius, form.turn ?? 0);
      const placed = [outer, inner].map((line) => line.map(([x, y]): Flat => [x + at[0], y + at[1]]));
      extrude(builder, { ...WORLD, origin: [0, 0, at[2]] }, placed, thick);
      return;
    }
    case 'cylinder':
      addCylinder(builder, inSpace(form.from), inSpace(form.to), form.radius);
      return;
    case 'box': {
      const [x, y, z] = inSpace(form.size, THICKNESS * rod).map((side) => side / 2) as unknown as Vector;
      const corners: Outline = [[-x, -y], [x, -y], [x, y], [-x, y]]; // prettier-ignore
      extrude(builder, { ...WORLD, origin: at }, [corners], [-z, z]);
      return;
    }
  }
}

const flat = (place: Position): Flat => [place[0]!, place[1]!];

/** A link of the plane: round ends, and a hole at each end. */
function addLink(builder: MeshBuilder, points: readonly Position[], width: number, thick: Heights, rod: number): void {
  const radius = Math.min(HOLE * rod, 0.3 * width);
  const ends = endsOfLine(points);
  const holes = points.map((end) => circle(flat(end), radius, 24));
  const outline = rounded(ends, width / 2).map(flat);
  extrude(builder, WORLD, [distinct(outline), ...holes], thick);
}

/** A plate of the plane: as it is, or around the holes at its corners. */
function addPlate(builder: MeshBuilder, points: Outline, isPinned: boolean, thick: Heights, rod: number): void {
  if (isPinned && isStraight(points, rod)) {
    addLink(builder, points, WIDTH * rod, thick, rod);
    return;
  }
  const outline = isPinned ? widened(points, (WIDTH / 2) * rod) : undefined;
  const holes = outline ? points.map((point) => circle(point, HOLE * rod, 24)) : [];
  extrude(builder, WORLD, [outline ?? points, ...holes], thick);
}

/** The two points of a list that are farthest apart. */
function endsOfLine(points: readonly Position[]): readonly [Position, Position] {
  const far = (from: Position): Position => points.reduce((a, b) => (apart(from, b) > apart(from, a) ? b : a));
  const end = far(points[0]!);
  return [end, far(end)];
}

/** Tests whether points are on a line, by as much as corners of a plate may be off its plane. */
function isStraight(points: readonly Position[], rod: number): boolean {
  const [a, b] = endsOfLine(points);
  return points.every((p) => Math.abs(areaOf([flat(a), flat(b), flat(p)])) <= (FLAT * rod * apart(a, b)) / 2);
}

/** All points within a distance of a convex polygon; undefined of another. */
function widened(points: Outline, by: number): Outline | undefined {
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
  return isConvex ? distinct(rounded(ring, by).map(flat)) : undefined;
}

/** A plate in space through points; where they are in no plane, bars from their mean. */
function addSpatialPlate(builder: MeshBuilder, points: readonly Vector[], { rod }: Sizes): void {
  const mean = points.reduce<Vector>((sum, point) => plus(sum, point, 1 / points.length), [0, 0, 0]);
  const normal = normalOf(points);
  const isFlat =
    lengthOf(normal) > FLAT * rod * Math.max(...points.map((point) => lengthOf(minus(point, mean)))) &&
    points.every((point) => Math.abs(dot(minus(point, mean), unit(normal))) < FLAT * rod);
  if (isFlat) {
    const frame = frameAlong(mean, normal);
    const outline = points.map((point): Flat => [dot(minus(point, mean), frame.u), dot(minus(point, mean), frame.v)]);
    extrude(builder, frame, [widened(outline, rod) ?? outline], [-rod / 2, rod / 2]);
    for (const point of points) addBall(builder, point, 1.3 * rod);
  } else for (const point of points) if (lengthOf(minus(point, mean)) > 0) addCapsule(builder, mean, point, rod);
}
