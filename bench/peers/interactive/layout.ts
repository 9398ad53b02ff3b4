import type { Running } from '../timing.js';

/** Simulated time of one `step()` of a scene, s: a frame of a screen. */
export const FRAME = 1 / 60;

export type Point = readonly [x: number, y: number];

/** A body of the plane; without inertia it is a point mass. It is not turned at the start. */
export interface Body {
  readonly mass: number;
  readonly inertia?: number;
  readonly position: Point;
  readonly velocity?: Point;
  readonly spin?: number;
}

/** An end of a joint: a fixed point, a point that is moved, or a place on a body, in its axes. */
export type End =
  | { readonly ground: Point }
  | { readonly guide: number }
  | { readonly body: number; readonly at: Point };

/** Two ends that stay at a distance, m; 0 for a pin. */
export interface Joint {
  readonly a: End;
  readonly b: End;
  readonly length: number;
}

export interface Layout {
  readonly bodies: readonly Body[];
  /** Points that are moved, as functions of time. */
  readonly guides: readonly ((t: number) => Point)[];
  readonly joints: readonly Joint[];
}

/** Numbers per body in a state: position and angle. */
export const STRIDE = 3;

/** A running simulation of a layout. */
export interface Interactive extends Running {
  /** Writes the positions and angles of all bodies. */
  read(state: Float64Array): void;
}

export interface InteractivePeer {
  readonly name: string;
  readonly settings: string;
  build(layout: Layout): Interactive;
}

/** Returns the largest error of a joint in a state at a time, m. */
export function violation({ guides, joints }: Layout, state: Float64Array, t: number): number {
  const place = (end: End): Point => {
    if ('ground' in end) return end.ground;
    if ('guide' in end) return guides[end.guide]!(t);
    const [x, y, angle] = state.subarray(STRIDE * end.body) as unknown as [number, number, number];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [x + c * end.at[0] - s * end.at[1], y + s * end.at[0] + c * end.at[1]];
  };
  return joints.reduce((worst, { a, b, length }) => {
    const [p, q] = [place(a), place(b)];
    const error = Math.abs(Math.hypot(q[0] - p[0], q[1] - p[1]) - length);
    return error <= worst ? worst : error;
  }, 0);
}
