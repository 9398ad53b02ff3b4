import { defineConstraint } from 'holonomic';

export const Angle2D = defineConstraint({
  summary: 'Holds the signed angle at b from a to c, in the plane.',
  space: 2,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: {
    angle: { unit: 'rad', min: -3.141592653589793, max: 3.141592653589793, doc: 'Counterclockwise from a to c.' },
  },
  // The difference of the two arms' own angles. Its Jacobian perp(u)/|u|² has no cancellation.
  where: { u: 'a - b', w: 'c - b' },
  C: 'atan2(w.y, w.x) - atan2(u.y, u.x) == angle',
});

export const Angle3D = defineConstraint({
  summary: 'Holds the angle at b between a and c, in space.',
  space: 3,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: { angle: { unit: 'rad', min: 0, max: 3.141592653589793, doc: 'Between 0 and π.' } },
  where: { u: 'a - b', w: 'c - b' },
  C: 'angle(u, w) == angle',
});

export const TriangleArea2D = defineConstraint({
  summary: 'Holds the signed area of a triangle in the plane, positive if a, b, c run counterclockwise.',
  space: 2,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: { area: { unit: 'm^2', doc: 'Signed area.' } },
  C: 'cross(b - a, c - a) / 2 == area',
});

export const TriangleArea3D = defineConstraint({
  summary: 'Holds the area of a triangle in space.',
  space: 3,
  inputs: { a: 'point', b: 'point', c: 'point' },
  params: { area: { unit: 'm^2', min: 0, doc: 'Area.' } },
  C: 'norm(cross(b - a, c - a)) / 2 == area',
});

export const TetrahedronVolume = defineConstraint({
  summary: 'Holds the signed volume of a tetrahedron: the incompressible cell of a soft body.',
  space: 3,
  inputs: { a: 'point', b: 'point', c: 'point', d: 'point' },
  params: { volume: { unit: 'm^3', doc: 'Signed volume.' } },
  C: 'dot(b - a, cross(c - a, d - a)) / 6 == volume',
});
