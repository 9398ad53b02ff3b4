import { defineConstraint } from 'holonomic';

const quaternion = (q: string): Record<string, 'scalar'> =>
  Object.fromEntries(['w', 'x', 'y', 'z'].map((c) => [q + c, 'scalar']));

/**
 * Writes `R(q) v` with the unit quaternion `(qw, qx, qy, qz)` in scalars:
 * `v + 2w (u × v) + 2 u × (u × v)`.
 */
const turned = (q: string, v: string): string => {
  const u = `[${q}x, ${q}y, ${q}z]`;
  return `(${v} + 2 * ${q}w * cross(${u}, ${v}) + 2 * cross(${u}, cross(${u}, ${v})))`;
};

/** Two spatial bodies by position and quaternion, joined at a point: 3 rows over 14 coordinates. */
export const spatialBall = defineConstraint({
  summary: 'A ball joint between two bodies in space, in their coordinates.',
  space: 3,
  inputs: { p: 'point', ...quaternion('a'), q: 'point', ...quaternion('b') },
  params: { r: 'vector', s: 'vector' },
  C: `p + ${turned('a', 'r')} - q - ${turned('b', 's')}`,
});

/** Two spatial bodies by position and quaternion, joined by a hinge: 5 rows over 14 coordinates. */
export const spatialHinge = defineConstraint({
  summary: 'A hinge between two bodies in space, in their coordinates.',
  space: 3,
  inputs: { p: 'point', ...quaternion('a'), q: 'point', ...quaternion('b') },
  params: { r: 'vector', s: 'vector', axis: 'vector', u: 'vector', w: 'vector' },
  where: { pin: `p + ${turned('a', 'r')} - q - ${turned('b', 's')}`, hinge: turned('a', 'axis') },
  C: ['pin', `dot(hinge, ${turned('b', 'u')})`, `dot(hinge, ${turned('b', 'w')})`],
});

/** A rod between a point of each of two spatial bodies: one row over the same 14 coordinates. */
export const spatialRod = defineConstraint({
  summary: 'A rod between two bodies in space, in their coordinates.',
  space: 3,
  inputs: { p: 'point', ...quaternion('a'), q: 'point', ...quaternion('b') },
  params: { r: 'vector', s: 'vector', length: 'scalar' },
  C: `norm(p + ${turned('a', 'r')} - q - ${turned('b', 's')}) == length`,
});
