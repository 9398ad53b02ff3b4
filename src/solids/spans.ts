import type { Vector } from '../painter/frame.js';
import { MeshBuilder, type Mesh } from './mesh.js';
import type { Line, Span } from './parts.js';
import { addCylinder } from './revolve.js';
import { addTube, coil } from './tube.js';

/** Radii of rods, ropes and wires, in radii of a rod. */
const RADII: Readonly<Record<Exclude<Span['tone'] | Line['tone'], 'spring'>, number>> = {
  rod: 1,
  hand: 0.35,
  rope: 0.5,
  wire: 0.4,
};
/** Radii of a spring and its wire, in radii of a rod, its turns, and the least length it is made with. */
const SPRING = { radius: 2.2, wire: 0.35, turns: 9, least: 10 };

/** The radius, m, of what stretches between two places or along a line. */
export const radiusOf = (tone: keyof typeof RADII, rod: number): number => RADII[tone] * rod;

const meshOf = (add: (builder: MeshBuilder) => void): Mesh => {
  const builder = new MeshBuilder();
  add(builder);
  return builder.build();
};

/** Tests whether a line has not moved. */
export const areSame = (a: Line['points'], b: Line['points']): boolean =>
  a.length === b.length && a.every((point, k) => point.every((x, n) => x === b[k]![n]));

/** A cylinder of radius and length 1 along the third axis, to be scaled to any rod. */
export const unitRod = (): Mesh =>
  meshOf((builder) => {
    addCylinder(builder, [0, 0, 0], [0, 0, 1], 1);
  });

/** A spring along the third axis, to be stretched, and the length that it has, m: near the one that it is to have. */
export function springOf(length: number, rod: number): { readonly mesh: Mesh; readonly length: number } {
  const natural = Math.max(length, SPRING.least * rod);
  const line = coil([0, 0, 0], [0, 0, natural], SPRING.radius * rod, SPRING.turns);
  return { mesh: meshOf((builder) => { addTube(builder, line, SPRING.wire * rod); }), length: natural }; // prettier-ignore
}

/** A tube along a line. */
export const tubeAlong = (points: readonly Vector[], radius: number): Mesh =>
  meshOf((builder) => {
    addTube(builder, points, radius);
  });
