import { frameAlong, inSpace, WORLD, type Frame } from '../frame.js';
import type { Axes, Form, Shape } from '../shape.js';
import type { Position } from '../view.js';

type Gear = Form & { readonly shape: 'gear' | 'ring' };

/** Direction that light comes from. */
const LIGHT = [0.3, -0.45, 0.84];

/** How bright a side with the outward `normal` is, from 0 to 1. */
export const shadeOf = (normal: Position): number => 0.5 + 0.5 * LIGHT.reduce((sum, x, n) => sum + x * normal[n]!, 0);

/** Sides around a rod and around a disc. */
const SIDES = { rod: 16, disc: 40 };
/** Most pieces along a cylinder: others can be in front of one end alone. */
const PIECES = 4;

/** The sides of a cylinder about the line between two points. */
export function facesOfCylinder(from: Position, to: Position, radius: number, axes: Axes): Shape[] {
  const axis = [0, 1, 2].map((k) => to[k]! - from[k]!);
  const length = Math.hypot(...axis);
  if (!(length > 0)) return [];
  // An axis of the body that is least along the cylinder, made perpendicular to it.
  const least = [0, 1, 2].reduce((a, b) => (Math.abs(axis[b]!) < Math.abs(axis[a]!) ? b : a));
  const across = cross(axis, [0, 1, 2].map((k) => (k === least ? 1 : 0))); // prettier-ignore
  const u = across.map((x) => (radius * x) / Math.hypot(...across));
  const v = cross(axis, u).map((x) => x / length);
  const sides = length > radius ? SIDES.rod : SIDES.disc;
  const pieces = Math.min(PIECES, Math.max(1, Math.ceil(length / (3 * radius))));
  const rings = Array.from({ length: pieces + 1 }, (_, n) =>
    Array.from({ length: sides }, (_, k) => {
      const [c, s] = [Math.cos((2 * Math.PI * k) / sides), Math.sin((2 * Math.PI * k) / sides)];
      return axes.place([0, 1, 2].map((i) => from[i]! + (n / pieces) * axis[i]! + c * u[i]! + s * v[i]!));
    }),
  );
  const [first, last] = [rings[0]!, rings.at(-1)!];
  return [
    faceOf([...first].reverse(), axes),
    faceOf(last, axes),
    ...rings.slice(1).flatMap((ring, n) =>
      ring.map((corner, k) => {
        const next = (k + 1) % sides;
        return faceOf([rings[n]![k]!, rings[n]![next]!, ring[next]!, corner], axes, true);
      }),
    ),
  ];
}

/**
 * How far a gear of space reaches along its axis, m, and how large its far side is, relative to the near one:
 * all lines of a bevel gear lead to its apex.
 */
export function frustumOf({ radius, width = radius / 4, apex = Infinity }: Gear): {
  readonly length: number;
  readonly far: number;
} {
  return { length: width, far: Math.max(0, 1 - width / apex) };
}

/** The axes of a gear of space: its outline is in the plane of the first two, and it reaches along the third. */
export function frameOfGear({ at = [0, 0, 0], axis }: Gear): Frame {
  return axis === undefined ? { ...WORLD, origin: inSpace(at) } : frameAlong(inSpace(at), inSpace(axis));
}

/** The sides of a gear of space, between its outline and the far side. */
export function facesOfGear(form: Gear, outline: readonly (readonly [x: number, y: number])[], axes: Axes): Shape[] {
  const { origin, u, v, w } = frameOfGear(form);
  const { length, far } = frustumOf(form);
  const [near, other] = [
    [1, 0],
    [far, length],
  ].map(([size, z]) =>
    outline.map(([x, y]) =>
      axes.place([0, 1, 2].map((k) => origin[k]! + size! * (x * u[k]! + y * v[k]!) + z! * w[k]!)),
    ),
  ) as [Position[], Position[]];
  return [
    faceOf([...near].reverse(), axes),
    faceOf(other, axes),
    ...near.map((corner, k) => {
      const next = (k + 1) % near.length;
      return faceOf([corner, near[next]!, other[next]!, other[k]!], axes);
    }),
  ];
}

/** The three great circles of a ball. */
export const greatCircles = (radius: number, at: Position): Position[][] =>
  [0, 1, 2].map((k) =>
    Array.from({ length: 49 }, (_, n) => {
      const point = Array.from(at);
      point[(k + 1) % 3]! += radius * Math.cos((2 * Math.PI * n) / 48);
      point[(k + 2) % 3]! += radius * Math.sin((2 * Math.PI * n) / 48);
      return point;
    }),
  );

/** The sides of a box. */
export const facesOfBox = (size: Position, at: Position, axes: Axes): Shape[] =>
  [0, 1, 2].flatMap((k) =>
    [-1, 1].map((sign) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      const corners = [
        [-1, -sign],
        [1, -sign],
        [1, sign],
        [-1, sign],
      ].map(([s, t]) => {
        const local = Array.from(at);
        local[k]! += (sign * size[k]!) / 2;
        local[i]! += (s! * size[i]!) / 2;
        local[j]! += (t! * size[j]!) / 2;
        return axes.place(local);
      });
      return faceOf(corners, axes);
    }),
  );

/** A side with its corners in counter-clockwise order as seen from outside. */
function faceOf(points: readonly Position[], { isFixed = false }: Axes, isSmooth = false): Shape {
  const [p, q, r] = [points[0]!, points[1]!, points[2]!];
  const normal = cross([0, 1, 2].map((k) => q[k]! - p[k]!), [0, 1, 2].map((k) => r[k]! - q[k]!)); // prettier-ignore
  const size = Math.hypot(...normal);
  const shade = shadeOf(normal.map((x) => x / size));
  return { kind: 'face', points, shade, isFixed, isClosed: true, isSmooth };
}

const cross = (a: Position, b: Position): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3]! * b[(k + 2) % 3]! - a[(k + 2) % 3]! * b[(k + 1) % 3]!);
