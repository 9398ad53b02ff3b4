import { boxAround, fit, type Point2 } from '../plane.js';
import { turned, type Position, type View, type ViewOptions, type Viewport } from '../view.js';

type Vector = readonly [number, number, number];
const minus = (a: Position, b: Position): Vector => [a[0]! - b[0]!, a[1]! - b[1]!, (a[2] ?? 0) - (b[2] ?? 0)];
const dot = (a: Position, b: Position): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const cross = (a: Position, b: Position): Vector => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];
const unit = (a: Vector): Vector => {
  const size = Math.hypot(...a);
  return [a[0] / size, a[1] / size, a[2] / size];
};

/** The sum of a position and of multiples of vectors. */
const plus = (position: Position, ...terms: readonly (readonly [Vector, number])[]): Vector =>
  [0, 1, 2].map((k) => terms.reduce((sum, [vector, factor]) => sum + factor * vector[k]!, position[k]!)) as unknown as Vector; // prettier-ignore

/** How an eye sees space, in a picture of any size; `z` is up, and `y` in pictures of what lies in the plane. */
export interface Lens {
  readonly eye: Vector;
  /** What it looks at. */
  readonly target: Vector;
  /** Shorter sides of the picture by which a metre at the target is shown. */
  readonly focal: number;
  /** Where the target is in the picture, as parts of its width and its height. */
  readonly centre: Point2;
}

/** Direction from the middle to the eye, of what is in the plane and of what is in space; distance in radii of it. */
const EYES = { 2: unit([0.32, 0.3, 1]), 3: unit([0.6, -1, 0.45]) };
const DISTANCE = 4.5;
/** Smallest depth, as a part of the distance to the middle: what is nearer is drawn as there. */
const NEAREST = 0.05;
/** Largest angle between the direction to the eye and the horizon, rad. */
const STEEPEST = 1.5;

const sideOf = ({ width, height }: Viewport): number => Math.max(1e-9, Math.min(width, height));

/** Axes of a lens: right, up and forward, and the distance of the target. */
function axesOf(
  { eye, target }: Lens,
  space: 2 | 3,
): { readonly right: Vector; readonly up: Vector; readonly forward: Vector; readonly distance: number } {
  // prettier-ignore
  const away = minus(target, eye);
  const distance = Math.max(1e-9, Math.hypot(...away));
  const forward = unit(away);
  const upright: Vector = space === 3 ? [0, 0, 1] : [0, 1, 0];
  const isVertical = Math.hypot(...cross(forward, upright)) < 1e-6;
  const right = unit(cross(forward, isVertical ? [0, 1, 0] : upright));
  return { right, up: cross(right, forward), forward, distance };
}

/** A lens by which all of `positions` are seen. */
export function lensOf(
  positions: readonly Position[],
  viewport: Viewport,
  { camera, rotating = 0 }: ViewOptions,
  now: number,
  space: 2 | 3 = 3,
): Lens {
  const still = positions.map((position) => (rotating === 0 ? position : turned(position, -rotating * now)));
  const range = (k: number): readonly [number, number] => {
    const values = still.map((position) => position[k] ?? 0);
    return values.length === 0
      ? [0, 0]
      : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  };
  const ranges = [range(0), range(1), range(2)] as const;
  const middle = ranges.map(([a, b]) => (a + b) / 2) as unknown as Vector;
  const radius = Math.max(1e-9, Math.hypot(...ranges.map(([a, b]) => b - a)) / 2);
  const target = camera === undefined ? middle : ((camera.to ?? middle) as Vector);
  const from = camera?.from as Vector | undefined;
  // An eye sees nothing of where it is itself.
  const eye = from?.some((x, k) => x !== target[k]) ? from : plus(target, [EYES[space], DISTANCE * radius]);
  const lens: Lens = { eye, target, focal: 1, centre: [0, 0] };
  const { right, up, forward, distance } = axesOf(lens, space);
  const flat = (position: Position): Point2 => {
    const d = minus(position, eye);
    const share = distance / Math.max(NEAREST * distance, dot(d, forward));
    return [share * dot(d, right), share * dot(d, up)];
  };
  const { scale, to } = fit(boxAround(still.map(flat)) ?? { min: [-1, -1], max: [1, 1] }, viewport.inner);
  const [x, y] = to([0, 0]);
  return { ...lens, focal: scale / sideOf(viewport), centre: [x / viewport.width, y / viewport.height] };
}

/** Looks through a lens at what is in space, or in the plane. */
export function viewThrough(
  lens: Lens,
  viewport: Viewport,
  { rotating = 0 }: ViewOptions,
  now: number,
  space: 2 | 3 = 3,
): View {
  const { eye } = lens;
  const { right, up, forward, distance } = axesOf(lens, space);
  const scale = Math.max(1e-9, lens.focal * sideOf(viewport));
  const [u, v] = [lens.centre[0] * viewport.width, lens.centre[1] * viewport.height];
  const see = (position: Position, time: number): Position =>
    rotating === 0 ? position : turned(position, -rotating * time);
  const back = (vector: Vector): Vector =>
    rotating === 0 ? vector : (turned(vector, rotating * now) as unknown as Vector);
  const depth = (position: Position): number => Math.max(NEAREST * distance, dot(minus(position, eye), forward));
  const locate = ([x, y]: Point2, near: Position): Vector => {
    const ray = plus(forward, [right, (x - u) / (scale * distance)], [up, (v - y) / (scale * distance)]);
    // What is in the plane stays there, unless the ray does not meet it before the eye.
    const far = space === 2 && ray[2] * eye[2] < 0 ? -eye[2] / ray[2] : depth(see(near, now));
    return back(plus(eye, [ray, far]));
  };
  return {
    viewport,
    scale,
    camera: {
      eye: back(eye),
      right: back(right),
      up: back(up),
      forward: back(forward),
      focal: scale * distance,
      centre: [u, v],
    },
    place: (position, time = now) => {
      const seen = see(position, time);
      const [d, share] = [minus(seen, eye), (scale * distance) / depth(seen)];
      return [u + share * dot(d, right), v - share * dot(d, up)];
    },
    depth: (position) => depth(see(position, now)),
    scaleAt: (position) => (scale * distance) / depth(see(position, now)),
    locate: (place, near) => locate(place, near).slice(0, space),
  };
}

/** The way from one place to another, in space or in the plane; `along` one axis alone. */
export const wayOf = (from: Position, to: Position, along?: 'x' | 'y'): Vector =>
  ['x', 'y', 'z'].map((axis, k) =>
    along === undefined || along === axis ? (to[k] ?? 0) - (from[k] ?? 0) : 0,
  ) as unknown as Vector;

/** The lens after it went along with something from one place to another. */
export function movedLens(lens: Lens, from: Position, to: Position, along?: 'x' | 'y'): Lens {
  const way = wayOf(from, to, along);
  return { ...lens, eye: plus(lens.eye, [way, 1]), target: plus(lens.target, [way, 1]) };
}

/** The lens after its eye went round the target: by an angle to the right and by one upwards, rad. */
export function turnedLens(lens: Lens, [right, up]: Point2, space: 2 | 3): Lens {
  const { eye, target } = lens;
  const away = minus(eye, target);
  // The axis that points upwards, and two others, right-handed.
  const k = space - 1;
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  const size = Math.hypot(...away);
  const azimuth = Math.atan2(away[j]!, away[i]!) + right;
  const height = Math.max(-STEEPEST, Math.min(STEEPEST, Math.asin(Math.max(-1, Math.min(1, away[k]! / size))) + up));
  const next = [0, 0, 0];
  next[i] = size * Math.cos(height) * Math.cos(azimuth);
  next[j] = size * Math.cos(height) * Math.sin(azimuth);
  next[k] = size * Math.sin(height);
  return { ...lens, eye: plus(target, [next as unknown as Vector, 1]) };
}

/** The least and the most pixels by which a metre is shown, of those at first. */
const LEAST = 0.1;
const MOST = 50;

/** The lens by which what is at a place of the picture is moved along, and made `zoom` times as large; `home` is the first one. */
export function shiftedLens(
  lens: Lens,
  home: Lens,
  { width, height }: Viewport,
  { at, by = [0, 0], zoom = 1 }: { readonly at: Point2; readonly by?: Point2; readonly zoom?: number },
): Lens {
  const focal = Math.min(MOST * home.focal, Math.max(LEAST * home.focal, zoom * lens.focal));
  const z = focal / lens.focal;
  const [u, v] = [at[0] / width, at[1] / height];
  const centre: Point2 = [u + by[0] / width + z * (lens.centre[0] - u), v + by[1] / height + z * (lens.centre[1] - v)];
  return { ...lens, focal, centre };
}

/** Looks at space in perspective, `z` up. All of `positions` are shown. */
export const spatialView = (
  positions: readonly Position[],
  viewport: Viewport,
  options: ViewOptions,
  now: number,
): View => viewThrough(lensOf(positions, viewport, options, now), viewport, options, now);
