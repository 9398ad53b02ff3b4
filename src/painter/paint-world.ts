import type { World } from '../../runtime/index.js';
import { paled, type Colors } from './colors.js';
import { paintNames } from './names/paint-names.js';
import { sortedByDepth } from './space/depth.js';
import { paintShape, typicalLength, type Setting } from './paint-shape.js';
import type { Painter } from './painter.js';
import { boxAround, centredOn, grow, heightOf, widthOf, type Box, type Point2 } from './plane.js';
import { roomOf, sizeOf, widened, type Room } from './room.js';
import { isGround, isHand, placesOf, type Shape } from './shape.js';
import type { PictureOptions } from './sketch.js';
import { paintTrace, type PaintedTrace } from './traces.js';
import { spatialView } from './space/lens.js';
import { planarView, turned, type Position, type View, type Viewport } from './view.js';

/** Part of the size of what is drawn that is left free around it. */
const MARGIN = 0.06;
/** These do not decide on the size of a picture; nor do open curves and hands, which may leave it. */
const BACKGROUND: ReadonlySet<Shape['kind']> = new Set(['force', 'name', 'angle']);

const BEHIND: ReadonlySet<Shape['kind']> = new Set(['line', 'area', 'hatching', 'text', 'wire']);

/** The part of the plane that holds shapes and paths, as they are seen. */
function boxOfPlane(
  world: World,
  shapes: readonly Shape[],
  paths: readonly PaintedTrace[],
  { rotating = 0 }: PictureOptions,
): Box {
  const seen = (position: Position, time = world.time): Point2 => {
    const at = rotating === 0 ? position : turned(position, -rotating * time);
    return [at[0]!, at[1]!];
  };
  const places: Point2[] = [];
  for (const position of placesIn(shapes, [])) places.push(seen(position));
  for (const { path, times } of paths) path.forEach((position, k) => places.push(seen(position, times[k])));
  return boxAround(places) ?? { min: [-1, -1], max: [1, 1] };
}

/**
 * The box around shapes as a picture shows it: in the plane as it is seen, turned back by a picture
 * that turns.
 */
export function roomAround(world: World, shapes: readonly Shape[], options: PictureOptions): Room {
  if (world.space === 2) return boxOfPlane(world, shapes, [], options);
  return roomOf(placesIn(shapes, [])) ?? { min: [-1, -1, -1], max: [1, 1, 1] };
}

const UNIT: Viewport = { width: 1, height: 1, inner: { min: [0, 0], max: [1, 1] } };

const isOpen = (points: readonly Position[]): boolean => points[0] !== points.at(-1);

/** The part of the plane that a picture shows, m: that of its options, or what holds all. */
function seenBox(world: World, shapes: readonly Shape[], paths: readonly PaintedTrace[], options: PictureOptions): Box {
  const { frame, follow, followAlong } = options;
  const box: Box = frame
    ? { min: [frame[0], frame[1]], max: [frame[2], frame[3]] }
    : withMargin(boxOfPlane(world, shapes, paths, options));
  return follow === undefined ? box : centredOn(box, follow.position, followAlong);
}

const withMargin = (box: Box): Box => grow(box, MARGIN * Math.max(widthOf(box), heightOf(box), 1e-6));

/** Finds the view that shows all shapes and paths, or what the options say. */
export function viewOf(
  world: World,
  shapes: readonly Shape[],
  paths: readonly PaintedTrace[],
  viewport: Viewport,
  options: PictureOptions,
): View {
  if (world.space === 2) return planarView(seenBox(world, shapes, paths, options), viewport, options, world.time);
  return spatialView(placesIn(shapes, paths), viewport, options, world.time);
}

/** Part of the size of the rest by which a picture shows the ground around it. */
const GROUND = 0.2;

/**
 * All places that a picture shows: curves that leave it, arrows and names aside, and of the ground
 * what is near the rest.
 */
export function placesIn(shapes: readonly Shape[], paths: readonly PaintedTrace[]): readonly Position[] {
  const places = [
    ...shapes.filter((shape) => decides(shape) && !isGround(shape)).flatMap(placesOf),
    ...paths.flatMap(({ path }) => path),
  ];
  const ground = shapes.filter(isGround).flatMap(placesOf);
  const rest = roomOf(places);
  if (ground.length === 0 || rest === undefined) return [...places, ...ground];
  const { min, max } = widened(rest, GROUND * sizeOf(rest));
  const near = ground.map((place) => Array.from(place, (x, k) => Math.min(max[k]!, Math.max(min[k]!, x))));
  return [...places, ...near];
}

const decides = (shape: Shape): boolean =>
  !BACKGROUND.has(shape.kind) && !(shape.kind === 'wire' && isOpen(shape.points)) && !isHand(shape);

/** Height by width of what a picture shows. */
export function aspectOf(
  world: World,
  shapes: readonly Shape[],
  paths: readonly PaintedTrace[],
  options: PictureOptions,
): number {
  if (world.space === 2) {
    const box = seenBox(world, shapes, paths, options);
    return heightOf(box) / widthOf(box);
  }
  const view = viewOf(world, shapes, paths, UNIT, options);
  const box = boxAround(placesIn(shapes, paths).map((position) => view.place(position)));
  // One place alone is as high as it is wide.
  return box && (heightOf(box) > 0 || widthOf(box) > 0) ? heightOf(box) / widthOf(box) : 1;
}

/** Median length of rods, px, from which on widths are not reduced. */
const ROOMY = 55;

/** Paints shapes and paths; `unit` is the factor of widths in a picture with room. */
export function paintShapes(
  painter: Painter,
  shapes: readonly Shape[],
  paths: readonly PaintedTrace[],
  view: View,
  colors: Colors,
  unit: number,
): void {
  const room = Math.min(1, Math.max(0.2, (typicalLength(shapes, view) ?? ROOMY) / ROOMY));
  const setting: Setting = { view, colors, unit: unit * room, fullForce: fullForceOf(shapes) };
  const isBehind = (shape: Shape): boolean => BEHIND.has(shape.kind) || isGround(shape);
  const isAbove = ({ kind }: Shape): boolean => kind === 'force' || kind === 'name' || kind === 'angle';
  const isSpatial = shapes.some((shape) => placesOf(shape)[0]?.length === 3);
  const solid = shapes.filter((shape) => !isBehind(shape) && !isAbove(shape));
  const behind = shapes.filter(isBehind);
  for (const shape of isSpatial ? sortedByDepth(behind, view) : behind) paintShape(painter, shape, setting);
  for (const path of paths) paintTrace(painter, path, view, unit, paths.length > 10 ? 12 : 40);
  const sorted = isSpatial ? sortedByDepth(solid, view) : [...solid].sort((a, b) => (b.far ?? 0) - (a.far ?? 0));
  for (const shape of sorted)
    paintShape(painter, shape, shape.far === undefined ? setting : behindBy(shape.far, setting));
  for (const shape of shapes.filter(isAbove)) paintShape(painter, shape, { ...setting, unit });
  paintNames(painter, shapes, view, colors, unit);
}

/** What the farthest is paler and thinner by, as parts of its own colour and width. */
const PALER = 0.62;
const THINNER = 0.3;

/** The setting of shapes that are behind others by `far`. */
const behindBy = (far: number, setting: Setting): Setting => ({
  ...setting,
  colors: paled(setting.colors, PALER * far),
  unit: setting.unit * (1 - THINNER * far),
});

/** The largest force in the picture, N. */
function fullForceOf(shapes: readonly Shape[]): number {
  const forces = shapes.map((shape) =>
    shape.kind === 'rod'
      ? Math.abs(shape.tension)
      : shape.kind === 'force'
        ? Math.hypot(...Array.from(shape.force))
        : 0,
  );
  return forces.reduce((a, b) => Math.max(a, b), 0) || 1;
}
