import { fit, type Box, type Point2 } from './plane.js';

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
  /** The eye, where there is one. */
  readonly camera?: Camera;
}

/** An eye in space, in the axes of the world. */
export interface Camera {
  readonly eye: Position;
  /** Directions to the right, upwards, and into the picture. */
  readonly right: Position;
  readonly up: Position;
  readonly forward: Position;
  /** Pixels that a metre to the right is shown by, a metre into the picture. */
  readonly focal: number;
  /** The place in the picture that is straight ahead, px. */
  readonly centre: Point2;
}

/** A viewport with the same margin, px, on all sides. */
export const viewportOf = (width: number, height: number, margin: number): Viewport => ({
  width,
  height,
  inner: { min: [margin, margin], max: [width - margin, height - margin] },
});

/** Turns the first two components by an angle. */
export function turned(position: Position, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [position[0]!, position[1]!];
  return [c * x - s * y, s * x + c * y, ...Array.from(position).slice(2)];
}

/** Looks at the plane. `seen` is its part that is shown. */
export function planarView(seen: Box, viewport: Viewport, { rotating = 0 }: ViewOptions, now: number): View {
  const { scale, to, from } = fit(seen, viewport.inner);
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
