import { defineConstraint } from 'holonomic';

// A pin (revolute joint) is Coincident2D. A pin in a slot is PointOnLine2D with a body's point and
// direction.

const angle = { unit: 'rad', default: 0, doc: 'Value of alpha − beta.' } as const;

export const Prismatic2D = defineConstraint({
  summary:
    'Lets a body slide along a line of another without turning against it: sliders, drawers, pistons, telescopic arms.',
  doc: 'The slider has p and alpha (its angle); the body with the line has origin, normal (across the line) and beta (its angle).',
  space: 2,
  inputs: { p: 'point', alpha: 'scalar', origin: 'point', normal: 'direction', beta: 'scalar' },
  params: { angle },
  C: ['dot(p - origin, normal)', 'alpha - beta == angle'],
});

export const Weld2D = defineConstraint({
  summary: 'Joins two bodies rigidly in the plane: glued parts, the end of a cantilever.',
  doc: 'One body has a and alpha (its angle), the other b and beta.',
  space: 2,
  inputs: { a: 'point', b: 'point', alpha: 'scalar', beta: 'scalar' },
  params: { angle },
  C: ['a - b', 'alpha - beta == angle'],
});

export const AngleLock = defineConstraint({
  summary:
    'Holds the difference of two angles or coordinates: parallel guides, a clamped joint, a body that may not turn.',
  space: [2, 3],
  inputs: { alpha: 'scalar', beta: 'scalar' },
  params: { angle },
  C: 'alpha - beta == angle',
});

export const PointOnBodyEllipse = defineConstraint({
  summary: 'Keeps a point on an ellipse that is fixed in a body: elliptic cams, trammels, a bead on a swinging hoop.',
  doc: 'centre and u, the direction of the first axis, are fixed in the body.',
  space: 2,
  inputs: { p: 'point', centre: 'point', u: 'direction' },
  params: {
    semiX: { unit: 'm', min: 0, doc: 'Semi-axis along u.' },
    semiY: { unit: 'm', min: 0, doc: 'Semi-axis across u.' },
  },
  where: { d: 'p - centre' },
  C: '(dot(u, d) / semiX)^2 + (cross(u, d) / semiY)^2 == 1',
});

export const Cam = defineConstraint({
  summary: 'Keeps a point on the rim of a cam, whose radius rises and falls with the angle: valves, sewing machines.',
  doc: 'centre and u are fixed in the cam; u points at the middle of a lobe.',
  space: 2,
  inputs: { p: 'point', centre: 'point', u: 'direction' },
  params: {
    radius: { unit: 'm', min: 0, doc: 'Mean radius, larger than the lift.' },
    lift: { unit: 'm', doc: 'Half the difference of the largest and the smallest radius.' },
    lobes: { unit: '1', min: 1, default: 1, doc: 'Number of lobes, whole.' },
  },
  where: { d: 'p - centre', angle: 'atan2(cross(u, d), dot(u, d))' },
  C: 'norm(d) == radius + lift * cos(lobes * angle)',
});
