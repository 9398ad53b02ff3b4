import { defineConstraint } from 'holonomic';

// Motors, brakes and clutches with a largest force. Their multipliers are what they give.

const speed = { unit: 'rad/s', doc: 'Rate of the angle.' } as const;
const torque = { unit: 'N m', min: 0, doc: 'Largest torque.' } as const;
const force = { unit: 'N', min: 0, doc: 'Largest force.' } as const;

export const LimitedMotor = defineConstraint({
  summary:
    'Turns one angle against another at a given speed as far as its torque goes: motors that stall, start slowly.',
  doc: 'theta is the angle of the driven body and base that of the body that carries the motor; on the ground base is a fixed scalar.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { speed, torque },
  C: 'ddt(theta - base) == speed',
  maxForce: 'torque',
});

export const LimitedHingeMotor = defineConstraint({
  summary: 'Turns a hinge in space at a given speed as far as its torque goes: wheels of carts, joints of robots.',
  doc: 'side is fixed in the driven body; u and w in the housing, at right angles to the axis and to each other. The angle is measured from u to w.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: { speed, torque },
  C: 'ddt(atan2(dot(side, w), dot(side, u))) == speed',
  maxForce: 'torque',
});

export const LimitedLinearMotor = defineConstraint({
  summary: 'Moves a point along an axis of another body at a given speed as far as its force goes: cylinders, winches.',
  doc: 'origin and axis belong to the body that carries the motor. The motor does not guide p: a slider joint does.',
  space: [2, 3],
  inputs: { p: 'point', origin: 'point', axis: 'direction' },
  params: { speed: { unit: 'm/s', doc: 'Rate of the distance along the axis.' }, force },
  C: 'ddt(dot(p - origin, axis)) == speed',
  maxForce: 'force',
});

export const Servo = defineConstraint({
  summary: 'Holds one angle against another as far as its torque goes: servos, torque limiters, detents.',
  doc: 'It holds an angle that it has, and creeps to one that it has not. To go there give it a frequency, new Servo({ … }, { hertz: 3, dampingRatio: 1 }): then it is a spring with a largest torque.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { angle: { unit: 'rad', default: 0, doc: 'Value of theta − base.' }, torque },
  C: 'theta - base == angle',
  maxForce: 'torque',
});

export const Brake = defineConstraint({
  summary: 'Holds one angle against another with dry friction: brakes, stiff hinges, a bearing that binds.',
  doc: 'On the ground base is a fixed scalar. Torque may change between steps: a brake that is pressed.',
  space: [2, 3],
  inputs: { theta: 'scalar', base: 'scalar' },
  params: { torque },
  C: 'ddt(theta - base)',
  maxForce: 'torque',
});

export const Clutch = defineConstraint({
  summary: 'Couples two shafts with a ratio until the torque is too large: clutches, slipping belts, torque limiters.',
  space: [2, 3],
  inputs: { alpha: 'scalar', beta: 'scalar' },
  params: {
    ratio: { unit: '1', default: 1, doc: 'Turns of alpha for one of beta; -1 for a belt that crosses.' },
    torque,
  },
  C: 'ddt(alpha - ratio * beta)',
  maxForce: 'torque',
});

export const HingeBrake = defineConstraint({
  summary: 'Holds a hinge in space with dry friction: stiff hinges, disc brakes, puppets that keep their pose.',
  doc: 'side is fixed in the turning body; u and w in the housing, at right angles to the axis and to each other.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: { torque },
  C: 'ddt(atan2(dot(side, w), dot(side, u)))',
  maxForce: 'torque',
});

const spinOf = (e1: string, e2: string): string => {
  const e3 = `cross(${e1}, ${e2})`;
  return `(cross(${e1}, ddt(${e1})) + cross(${e2}, ddt(${e2})) + cross(${e3}, ddt(${e3}))) / 2`;
};

export const SpinBrake = defineConstraint({
  summary: 'Holds the turning of two bodies in space about an axis with dry friction: balls that roll or spin to rest.',
  doc: 'e1 and e2 are the first two axes of one body, f1 and f2 those of the other. The axis is fixed in space; it and the torque may change between steps.',
  space: 3,
  inputs: { e1: 'direction', e2: 'direction', f1: 'direction', f2: 'direction' },
  params: { n: { kind: 'vector', unit: '1', doc: 'A unit vector along the axis.' }, torque },
  C: `dot(${spinOf('f1', 'f2')} - ${spinOf('e1', 'e2')}, n)`,
  maxForce: 'torque',
});

export const LinearBrake = defineConstraint({
  summary: 'Holds a point along an axis of another body with dry friction: rail brakes, seals, a slide that sticks.',
  doc: 'origin and axis belong to the body with the rail. The friction does not depend on the load across the axis.',
  space: [2, 3],
  inputs: { p: 'point', origin: 'point', axis: 'direction' },
  params: { force },
  C: 'ddt(dot(p - origin, axis))',
  maxForce: 'force',
});
