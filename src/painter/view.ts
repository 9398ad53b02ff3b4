import { boxAround, heightOf, widthOf, type Box, type Point2 } from './plane.js';

/** A position in the world, m. */
export type Position = ArrayLike<number>;

/** A picture's size, and the part of it that the drawing has, px. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly inner: Box;
}

/** How a world is looked at. */
export interface ViewOptions {
  /** The part of the plane that is shown, m: left, bottom, right, top. All that is drawn if left out. */
  readonly frame?: readonly [left: number, bottom: number, right: number, top: number];
  /** In space: where from, and what is in the middle. */
  readonly camera?: { readonly from: Position; readonly to?: Position };
  /** Rate at which the picture turns with the world, about the origin (in space the z axis), rad/s. */
  readonly rotating?: number;
}

/** The map from a world to a picture. */
export interface View {
  readonly viewport: Viewport;
  /** Pixels per metre, in space in the middle of the picture. */
  readonly scale: number;
  /** The place in the picture of a position at a time, s; now if left out. */
  place(position: Position, time?: number): Point2;
  /** Distance along the line of sight, m; 0 in the plane. */
  depth(position: Position): number;
  /** Pixels per metre around a position. */
  scaleAt(position: Position): number;
  /** The position that is shown at a place, in space as far away as `near`. */
  locate(place: Point2, near: Position): number[];
}

/** A viewport with the same margin, px, on all sides. */
export const viewportOf = (width: number, height: number, margin: number): Viewport => ({
  width,
  height,
  inner: { min: [margin, margin], max: [width - margin, height - margin] },
});

/** Fits a box of the plane into a viewport. */
function fit(box: Box, { inner }: Viewport): { scale: number; to: (p: Point2) => Point2; from: (p: Point2) => Point2 } {
  const scale = Math.max(
    1e-9,
    Math.min(widthOf(inner) / Math.max(widthOf(box), 1e-9), heightOf(inner) / Math.max(heightOf(box), 1e-9)),
  );
  const middle = (one: Box, k: 0 | 1): number => (one.min[k] + one.max[k]) / 2;
  const [x0, y0, u0, v0] = [middle(box, 0), middle(box, 1), middle(inner, 0), middle(inner, 1)];
  return {
    scale,
    to: ([x, y]) => [u0 + (x - x0) * scale, v0 - (y - y0) * scale],
    from: ([u, v]) => [x0 + (u - u0) / scale, y0 - (v - v0) / scale],
  };
}

/** Turns the first two components by an angle. */
export function turned(position: Position, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [position[0]!, position[1]!];
  return [c * x - s * y, s * x + c * y, ...Array.from(position).slice(2)];
}

/** Looks at the plane. `seen` is its part that is shown. */
export function planarView(seen: Box, viewport: Viewport, { rotating = 0 }: ViewOptions, now: number): View {
  const { scale, to, from } = fit(seen, viewport);
  return {
    viewport,
    scale,
    place: (position, time = now) => {
      const [x, y] = rotating === 0 ? (position as readonly number[]) : turned(position, -rotating * time);
      return to([x!, y!]);
    },
    depth: () => 0,
    scaleAt: () => scale,
    locate: (place) => (rotating === 0 ? [...from(place)] : turned(from(place), rotating * now)),
  };
}

type Vector = readonly [number, number, number];
const minus = (a: Position, b: Position): Vector => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
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

/** Direction from the middle to the eye, and its distance in radii of what is shown. */
const EYE = unit([0.6, -1, 0.45]);
const DISTANCE = 4.5;
/** Smallest depth, as a part of the distance to the middle: what is nearer is drawn as there. */
const NEAREST = 0.05;

/** Looks at space in perspective, `z` up. All of `positions` are shown. */
export function spatialView(
  positions: readonly Position[],
  viewport: Viewport,
  { camera, rotating = 0 }: ViewOptions,
  now: number,
): View {
  const still = positions.map((position) => (rotating === 0 ? position : turned(position, -rotating * now)));
  const range = (k: number): readonly [number, number] => {
    const values = still.map((position) => position[k]!);
    return values.length === 0
      ? [0, 0]
      : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  };
  const ranges = [range(0), range(1), range(2)] as const;
  const middle = ranges.map(([a, b]) => (a + b) / 2);
  const radius = Math.max(1e-9, Math.hypot(...ranges.map(([a, b]) => b - a)) / 2);
  const target = camera === undefined ? middle : (camera.to ?? middle);
  const eye = camera?.from ?? EYE.map((e, k) => middle[k]! + DISTANCE * radius * e);
  const distance = Math.max(1e-9, Math.hypot(...minus(target, eye)));
  const forward = unit(minus(target, eye));
  const isVertical = Math.hypot(forward[0], forward[1]) < 1e-6;
  const right = unit(cross(forward, isVertical ? [0, 1, 0] : [0, 0, 1]));
  const up = cross(right, forward);
  const depth = (position: Position): number => Math.max(NEAREST * distance, dot(minus(position, eye), forward));
  const flat = (position: Position): Point2 => {
    const [d, share] = [minus(position, eye), distance / depth(position)];
    return [share * dot(d, right), share * dot(d, up)];
  };
  const box = boxAround(still.map(flat)) ?? { min: [-1, -1], max: [1, 1] };
  const { scale, to, from } = fit(box, viewport);
  const see = (position: Position, time: number): Position =>
    rotating === 0 ? position : turned(position, -rotating * time);
  return {
    viewport,
    scale,
    place: (position, time = now) => to(flat(see(position, time))),
    depth: (position) => depth(see(position, now)),
    scaleAt: (position) => (scale * distance) / depth(see(position, now)),
    locate: (place, near) => {
      const far = depth(see(near, now));
      const [x, y] = from(place).map((c) => (c * far) / distance) as [number, number];
      const found = plus(eye, [
        [forward, far],
        [right, x],
        [up, y],
      ]);
      return rotating === 0 ? found : turned(found, rotating * now);
    },
  };
}

/** The sum of a position and of multiples of vectors. */
const plus = (position: Position, terms: readonly (readonly [Vector, number])[]): number[] =>
  Array.from(position, (x, k) => terms.reduce((sum, [vector, factor]) => sum + factor * vector[k]!, x));
