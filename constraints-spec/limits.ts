import { defineConstraint } from 'holonomic';

// A cable that stretches, and a stop that gives way, are these classes with a compliance.

export const Rope = defineConstraint({
  summary: 'Keeps two points within a length: ropes, chains, tethers; cables, with a compliance.',
  doc: 'The multiplier is the tension, 0 where the rope is slack.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0, doc: 'Length of the rope.' } },
  C: 'norm(a - b) <= length',
});

export const PulleyRope = defineConstraint({
  summary: 'Joins two points by a rope over two pulleys that may go slack: cranes, hoists, loads that are set down.',
  doc: 'The pulleys are points. The rope pulls only; Pulley, an equation, pushes as well.',
  space: [2, 3],
  inputs: { a: 'point', pulleyA: 'point', b: 'point', pulleyB: 'point' },
  params: {
    ratio: { unit: '1', default: 1, doc: 'Parts of the rope on the side of b for one on the side of a.' },
    length: { unit: 'm', min: 0, doc: 'Length of the rope without the parts on the pulleys.' },
  },
  C: 'norm(a - pulleyA) + ratio * norm(b - pulleyB) <= length',
});

export const DistanceRange = defineConstraint({
  summary: 'Keeps the distance of two points between two bounds: shock absorbers, telescopic rods with stops.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: {
    low: { unit: 'm', min: 0, doc: 'Least distance.' },
    high: { unit: 'm', min: 0, doc: 'Largest distance.' },
  },
  C: 'low <= norm(a - b) <= high',
});

const low = { unit: 'rad', doc: 'Least angle.' } as const;
const high = { unit: 'rad', doc: 'Largest angle.' } as const;

export const AngleLimit = defineConstraint({
  summary: 'Keeps the difference of two angles between two bounds: elbows, doors with stops, steering.',
  doc: 'theta is the angle of one body and base that of the other; on the ground base is a fixed scalar. Whole turns count.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { low, high },
  C: 'low <= theta - base <= high',
});

export const HingeLimit = defineConstraint({
  summary: 'Keeps a hinge in space between two angles: knees, lids, doors with stops.',
  doc: 'side is fixed in the turning body; u and w in the housing, at right angles to the axis and to each other. The angle is measured from u to w; the range is less than a turn.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: { low, high },
  where: {
    x: 'dot(side, u)',
    y: 'dot(side, w)',
    middle: '(low + high) / 2',
    half: '(high - low) / 2',
    c: 'cos(middle)',
    s: 'sin(middle)',
    // The angle from the middle of the range, as one angle: it jumps opposite of that.
    turned: 'atan2(y * c - x * s, x * c + y * s)',
  },
  C: '-half <= turned <= half',
});

export const SwingLimit = defineConstraint({
  summary: 'Keeps a direction of a body within a cone about one of another: shoulders, hips, joysticks.',
  doc: 'The multiplier is the torque over the sine of the angle. Twist about the direction is free.',
  space: 3,
  inputs: { direction: 'direction', axis: 'direction' },
  params: { largest: { unit: 'rad', min: 0, doc: 'Half of the angle of the cone, below pi.' } },
  C: 'dot(direction, axis) >= cos(largest)',
});

export const PrismaticLimit = defineConstraint({
  summary: 'Keeps a point between two places along an axis of another body: stops of drawers, pistons, lifts.',
  doc: 'origin and axis belong to the body with the stops. It does not guide p: a slider joint does.',
  space: [2, 3],
  inputs: { p: 'point', origin: 'point', axis: 'direction' },
  params: {
    low: { unit: 'm', doc: 'Least distance along the axis.' },
    high: { unit: 'm', doc: 'Largest distance along the axis.' },
  },
  C: 'low <= dot(p - origin, axis) <= high',
});

export const Ratchet = defineConstraint({
  summary: 'Lets an angle turn forwards only against another: freewheels, one-way clutches, winches with a pawl.',
  doc: 'The pawl has no teeth: it holds wherever the shaft would turn back.',
  space: [2, 3],
  inputs: { theta: { kind: 'scalar', unit: 'rad' }, base: { kind: 'scalar', unit: 'rad' } },
  C: 'ddt(theta - base) >= 0',
});
