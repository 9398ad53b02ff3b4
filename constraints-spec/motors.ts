import { defineConstraint } from 'holonomic';

const speed = { unit: 'rad/s', doc: 'Rate of the angle.' } as const;

export const Motor = defineConstraint({
  summary:
    'Turns one angle against another at a given speed: fans, wheels, winches. Its multiplier is the torque it needs.',
  doc: 'theta is the angle of the driven body and base that of the body that carries the motor; on the ground base is a fixed scalar. The multiplier is the torque.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { speed },
  C: 'ddt(theta - base) == speed',
});

export const CrankMotor = defineConstraint({
  summary: 'Turns a point about another at a given speed, in the plane: a motor on a crank that is a rod.',
  doc: 'The rate of the angle of p − o, times its square, so that the crank may be put anywhere at any time. The motor does not hold the distance: a rod does.',
  space: 2,
  inputs: { p: 'point', o: 'point' },
  params: { speed },
  where: { d: 'p - o' },
  C: 'cross(d, ddt(d)) == speed * dot(d, d)',
});

export const OscillatingMotor = defineConstraint({
  summary: 'Turns one angle against another at a speed that swings to and fro: wipers, shakers.',
  doc: 'theta is the angle of the driven body and base that of the body that carries the motor.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: {
    speed: { unit: 'rad/s', doc: 'Largest rate of the angle.' },
    frequency: { unit: 'rad/s', doc: 'Angular frequency.' },
    phase: { unit: 'rad', default: 0, doc: 'Phase at time zero.' },
  },
  C: 'ddt(theta - base) == speed * sin(frequency * t + phase)',
});

export const DrivenAngle = defineConstraint({
  summary: 'Turns one angle against another by the clock, and never falls behind: clock hands, cranks, turntables.',
  doc: 'theta is the angle of the driven body and base that of the body that carries it.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { speed, angle: { unit: 'rad', default: 0, doc: 'Value of theta − base at time zero.' } },
  C: 'theta - base == speed * t + angle',
});

export const LinearMotor = defineConstraint({
  summary: 'Moves a point along an axis of another body at a given speed: hydraulic cylinders, conveyors, lifts.',
  doc: 'origin and axis belong to the body that carries the motor. The motor does not guide p: a slider joint does.',
  space: [2, 3],
  inputs: { p: 'point', origin: 'point', axis: 'direction' },
  params: { speed: { unit: 'm/s', doc: 'Rate of the distance along the axis.' } },
  C: 'ddt(dot(p - origin, axis)) == speed',
});

export const HingeMotor = defineConstraint({
  summary: 'Turns a hinge in space at a given speed, over any number of turns: robot arms, propellers.',
  doc: 'side is fixed in the driven body; u and w in the housing, at right angles to the axis and to each other. The angle is measured from u to w.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: { speed },
  C: 'ddt(atan2(dot(side, w), dot(side, u))) == speed',
});
