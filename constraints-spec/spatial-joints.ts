import { defineConstraint } from 'holonomic';

// A ball joint is Coincident3D, and a rod with a ball at each end is Distance3D. A point on a plane
// or on an axis of a body is PointOnPlane or PointOnLine3D with a body's point and directions.
//
// Right angles between directions are held by products. Such a row also holds with one direction
// reversed: a joint that is assembled the wrong way round stays so.

export const Hinge = defineConstraint({
  summary: 'Joins two bodies at a point, free to turn about one axis (revolute joint): door hinges, wheels on axles.',
  doc: 'axis is fixed in one body; u and w in the other, across the axis. A reversed axis also satisfies the formula.',
  space: 3,
  inputs: { a: 'point', b: 'point', axis: 'direction', u: 'direction', w: 'direction' },
  C: ['a - b', 'dot(axis, u)', 'dot(axis, w)'],
});

export const HingeLock = defineConstraint({
  summary: 'Holds a hinge in space at an angle: brakes, servos, a joint that is clamped.',
  doc: 'side is fixed in the turning body; u and w in the housing, at right angles to the axis and to each other. The angle is measured from u to w. The error is zero there only, and jumps on the far side.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: { angle: { unit: 'rad', doc: 'From u to side; whole turns do not count.' } },
  C: 'atan2(dot(side, w), dot(side, u)) == angle',
});

export const Universal = defineConstraint({
  summary: 'Joins two shafts at a point by a cross whose arms stay at right angles: Cardan joints, joysticks, gimbals.',
  doc: 'u is one arm of the cross, fixed in one shaft and across it; w is the other arm, fixed in the other shaft.',
  space: 3,
  inputs: { a: 'point', b: 'point', u: 'direction', w: 'direction' },
  C: ['a - b', 'dot(u, w)'],
});

export const Cylindrical = defineConstraint({
  summary: 'Lets a body slide along an axis of another and turn about it: bolts in holes, door latches.',
  doc: 'p and axis belong to one body; origin, u and w (across the axis) to the other. A reversed axis also satisfies the formula.',
  space: 3,
  inputs: { p: 'point', axis: 'direction', origin: 'point', u: 'direction', w: 'direction' },
  where: { d: 'p - origin' },
  C: ['dot(d, u)', 'dot(d, w)', 'dot(axis, u)', 'dot(axis, w)'],
});

export const Prismatic3D = defineConstraint({
  summary: 'Lets a body slide along an axis of another without turning: sliders, drawers, pistons, linear guides.',
  doc: 'p, axis and side (across the axis) belong to the slider; origin, u and w (across the axis) to the other body. side lies along u. A reversed axis or side also satisfies the formula.',
  space: 3,
  inputs: {
    p: 'point',
    axis: 'direction',
    side: 'direction',
    origin: 'point',
    u: 'direction',
    w: 'direction',
  },
  where: { d: 'p - origin' },
  C: ['dot(d, u)', 'dot(d, w)', 'dot(axis, u)', 'dot(axis, w)', 'dot(side, w)'],
});

export const Screw = defineConstraint({
  summary: 'Lets a body advance along an axis of another as it turns about it: nuts and bolts, spindles, vices.',
  doc: 'p, axis (along u × w) and side (across the axis) belong to the bolt; origin, u and w (at right angles to the axis and to each other) to the nut. Advance and turn are coupled by their rates, over any number of turns.',
  space: 3,
  inputs: {
    p: 'point',
    axis: 'direction',
    side: 'direction',
    origin: 'point',
    u: 'direction',
    w: 'direction',
  },
  params: { pitch: { unit: 'm', doc: 'Advance in one turn from u to w; negative for a left-handed thread.' } },
  where: { d: 'p - origin', angle: 'atan2(dot(side, w), dot(side, u))' },
  C: ['dot(d, u)', 'dot(d, w)', 'dot(axis, u)', 'dot(axis, w)', 'ddt(dot(d, axis)) == pitch / (2 * pi) * ddt(angle)'],
});

export const Weld3D = defineConstraint({
  summary: 'Joins two bodies rigidly in space: glued parts, bolted flanges.',
  doc: 'x and y are at right angles in one body, v and w in the other. The weld holds x along v × w and y along v. A reversed x, y or both also satisfy the formula.',
  space: 3,
  inputs: { a: 'point', b: 'point', x: 'direction', y: 'direction', v: 'direction', w: 'direction' },
  C: ['a - b', 'dot(x, v)', 'dot(x, w)', 'dot(y, w)'],
});
