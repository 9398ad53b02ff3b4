import type { Running } from '../timing.js';

/** Simulated time of one `step()` of a scene, s. */
export const STEP = 1 / 60;

/** Gravity, m/s². */
export const G = 9.81;

export type Vector = readonly [x: number, y: number, z: number];

/** A body. It is not turned at the start. Engines of the plane leave `z` out. */
export interface Part {
  /** Sides of a box, m; or of a capsule the length between its centres, along x, and its radius. */
  readonly shape: { readonly box: Vector } | { readonly capsule: readonly [length: number, radius: number] };
  readonly position: Vector;
  readonly mass: number;
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  /** Force along x, N, on a body that slides along x only, without turning. */
  readonly push: number | undefined;
}

/** A hinge between two moving parts, which turns about `z` in the plane. */
export interface Joint {
  readonly a: number;
  readonly b: number;
  readonly at: Vector;
  readonly axis: Vector;
}

/** Bodies with dry friction. Where there are joints, moving bodies do not touch each other. */
export interface Layout {
  readonly gravity: Vector;
  readonly friction: number;
  /** Boxes that do not move. */
  readonly fixed: readonly { readonly box: Vector; readonly position: Vector }[];
  readonly moving: readonly Part[];
  readonly joints: readonly Joint[];
}

/** Numbers per body in a state: position, quaternion `w x y z`, velocity, angular velocity. */
export const STRIDE = 13;
export const TURN = 3;
export const VELOCITY = 7;
export const SPIN = 10;

/** A running simulation of a layout. */
export interface ContactScene extends Running {
  /** Writes the states of all moving bodies. */
  read(state: Float64Array): void;
  /** Says how much work it was, for the remarks. */
  report?(): string;
}

/** An engine at one choice of settings. */
export interface ContactPeer {
  readonly space: 2 | 3;
  readonly version: string;
  readonly settings: string;
  build(layout: Layout): ContactScene;
}

/** Writes the state of a body in the plane. */
export function writePlanar(
  state: Float64Array,
  body: number,
  { x, y, angle }: { readonly x: number; readonly y: number; readonly angle: number },
  velocity: { readonly x: number; readonly y: number },
  spin: number,
): void {
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  state.set([x, y, 0, c, 0, 0, s, velocity.x, velocity.y, 0, 0, 0, spin], STRIDE * body);
}

/** A vector or quaternion of an engine in space. */
interface Named {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Writes the state of a body in space. */
export function writeSpatial(
  state: Float64Array,
  body: number,
  p: Named,
  q: Named & { readonly w: number },
  v: Named,
  w: Named,
): void {
  state.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z], STRIDE * body);
}

/** Area of a body in the plane, m², or its volume in space, m³. */
export function sizeOf({ shape }: Part, space: 2 | 3): number {
  if ('box' in shape) return shape.box[0] * shape.box[1] * (space === 2 ? 1 : shape.box[2]);
  const [length, r] = shape.capsule;
  return space === 2 ? 2 * r * length + Math.PI * r ** 2 : Math.PI * r ** 2 * (length + (4 / 3) * r);
}

/** Moments of inertia of a uniform body about its axes, kg·m². */
export function momentsOf({ shape, mass }: Part): [x: number, y: number, z: number] {
  if ('box' in shape) {
    const [x, y, z] = shape.box.map((side) => (mass * side ** 2) / 12) as [number, number, number];
    return [y + z, x + z, x + y];
  }
  const [length, r] = shape.capsule;
  const rod = (mass * length) / (length + (4 / 3) * r);
  const ball = mass - rod;
  const along = (rod * r ** 2) / 2 + 0.4 * ball * r ** 2;
  const across = rod * (length ** 2 / 12 + r ** 2 / 4) + ball * (0.4 * r ** 2 + length ** 2 / 4 + (3 / 8) * length * r);
  return [along, across, across];
}

/** The place of a joint in the axes of one of its bodies, m. */
export function anchor({ at }: Joint, { position }: Part): [number, number, number] {
  return at.map((x, i) => x - position[i]!) as [number, number, number];
}
