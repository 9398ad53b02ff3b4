import { defineConstraint } from 'holonomic';

export const PointOnCurve = defineConstraint({
  summary: 'Keeps a point on a curve through given points, where a coordinate says: tool paths, camera rails.',
  doc: 's is a coordinate of something that moves, or a handle that drives the point along: world.handle((t) => 0.5 * t). A bead with mass that slides freely is the body BeadOnCurve.',
  space: [2, 3],
  inputs: { p: 'point', s: { kind: 'scalar', unit: 'm' } },
  params: { path: { kind: 'path', unit: 'm', of: 'm', doc: 'The curve, as curve.path makes it.' } },
  C: 'p == path(s)',
});

export const PointOnEllipse = defineConstraint({
  summary: 'Keeps a point on an ellipse with its axes along x and y.',
  space: 2,
  inputs: { p: 'point' },
  params: {
    centre: { kind: 'vector', unit: 'm', default: 0, doc: 'Centre.' },
    semiX: { unit: 'm', min: 0, doc: 'Semi-axis along x.' },
    semiY: { unit: 'm', min: 0, doc: 'Semi-axis along y.' },
  },
  where: { d: 'p - centre' },
  C: '(d.x / semiX)^2 + (d.y / semiY)^2 == 1',
});

export const PointOnParabola = defineConstraint({
  summary: 'Keeps a point on the parabola y = k x².',
  space: 2,
  inputs: { p: 'point' },
  params: { k: { unit: '1/m', doc: 'Half the curvature at the vertex.' } },
  C: 'p.y == k * p.x^2',
});

export const PointOnCycloid = defineConstraint({
  summary: 'Keeps a point on the rising half of a cycloid, the curve of a point on the rim of a rolling wheel.',
  doc: 'For both halves, and any number of swings through the middle, take the body BeadOnCycloid.',
  space: 2,
  inputs: { p: 'point' },
  params: { radius: { unit: 'm', min: 0, doc: 'Radius of the wheel.' } },
  // 0 < y < 2 radius
  C: 'p.x == radius * acos(1 - p.y / radius) - sqrt(p.y * (2 * radius - p.y))',
  sample: { p: [0.2, 0.8], radius: [0.5, 2] },
});

export const PointOnLemniscate = defineConstraint({
  summary: 'Keeps a point on the lemniscate of Bernoulli, a figure of eight.',
  space: 2,
  inputs: { p: 'point' },
  params: { a: { unit: 'm', min: 0, doc: 'Distance of a focus from the middle.' } },
  C: '(p.x^2 + p.y^2)^2 == 2 * a^2 * (p.x^2 - p.y^2)',
});

export const Helix = defineConstraint({
  summary: 'Keeps a point on a helix about the z axis: a bead on a spiral stair rail.',
  space: 3,
  inputs: { p: 'point' },
  params: {
    radius: { unit: 'm', min: 0, doc: 'Distance from the axis.' },
    pitch: { unit: 'm', doc: 'Rise in one turn; not zero.' },
  },
  where: { angle: '2 * pi * p.z / pitch' },
  C: ['p.x - radius * cos(angle)', 'p.y - radius * sin(angle)'],
});
