import { frameAlong, lengthOf, minus, type Frame, type Vector } from '../painter/frame.js';
import type { MeshBuilder } from './mesh.js';

/** A point of a profile: distance from the axis and height, m, and the normal there. */
type ProfilePoint = readonly [radius: number, height: number, across: number, along: number];

/** Corners around the axis, and in a quarter of a circle of a profile. */
const AROUND = 32;
const QUARTER = 6;

/**
 * The surface of revolution of a profile about the third axis of a frame; the outside is to the right of the
 * profile as one goes along it. Two points at one place are an edge.
 */
function revolve(builder: MeshBuilder, frame: Frame, profile: readonly ProfilePoint[]): void {
  const rings = profile.map((point) => builder.ring(frame, AROUND, ...point));
  const [first, last] = [profile[0]!, profile.at(-1)!];
  if (first[0] > 0 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-9 * first[0])
    rings[rings.length - 1] = rings[0]!;
  builder.join(rings);
}

/** An arc of a profile, from one angle of its normal to another. */
function arc(radius: number, [r, z]: readonly [number, number], from: number, to: number): ProfilePoint[] {
  const steps = Math.max(1, Math.round((QUARTER * Math.abs(to - from)) / (Math.PI / 2)));
  return Array.from({ length: steps + 1 }, (_, k) => {
    const angle = from + ((to - from) * k) / steps;
    // Exactly on the axis at both poles.
    const across = Math.abs(Math.abs(angle) - Math.PI / 2) < 1e-12 ? 0 : Math.cos(angle);
    return [r + radius * across, z + radius * Math.sin(angle), across, Math.sin(angle)];
  });
}

const straight = (from: Vector, to: Vector): { frame: Frame; length: number } => ({
  frame: frameAlong(from, minus(to, from)),
  length: lengthOf(minus(to, from)),
});

/** A cylinder, or a cone whose radius at `to` is `far`. */
export function addCylinder(builder: MeshBuilder, from: Vector, to: Vector, radius: number, far = radius): void {
  const { frame, length } = straight(from, to);
  const slope = Math.hypot(radius - far, length);
  const [across, along] = [length / slope, (radius - far) / slope];
  revolve(builder, frame, [
    [0, 0, 0, -1],
    [radius, 0, 0, -1],
    [radius, 0, across, along],
    [far, length, across, along],
    [far, length, 0, 1],
    [0, length, 0, 1],
  ]);
}

/** A cylinder with round ends, whose centres are `from` and `to`. */
export function addCapsule(builder: MeshBuilder, from: Vector, to: Vector, radius: number): void {
  const { frame, length } = straight(from, to);
  revolve(builder, frame, [...arc(radius, [0, 0], -Math.PI / 2, 0), ...arc(radius, [0, length], 0, Math.PI / 2)]);
}

export function addBall(builder: MeshBuilder, at: Vector, radius: number): void {
  revolve(builder, frameAlong(at, [0, 0, 1]), arc(radius, [0, 0], -Math.PI / 2, Math.PI / 2));
}

/** A ring of round section about the third axis of a frame. */
export function addTorus(builder: MeshBuilder, frame: Frame, radius: number, thickness: number): void {
  revolve(builder, frame, arc(thickness, [radius, 0], -Math.PI, Math.PI));
}
