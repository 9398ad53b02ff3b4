import { defineConstraint } from 'holonomic';

export const RotatingWire = defineConstraint({
  summary: 'Keeps a point on a straight wire that turns about a pivot at a constant rate.',
  space: 2,
  inputs: { p: 'point', pivot: 'point' },
  params: { rate: { unit: 'rad/s', doc: 'Angular velocity of the wire.' } },
  C: 'cross([cos(rate * t), sin(rate * t)], p - pivot)',
});

export const DrivenPoint = defineConstraint({
  summary: 'Moves a point to and fro: a shaker.',
  space: [2, 3],
  inputs: { p: 'point' },
  params: {
    centre: { kind: 'vector', unit: 'm', default: 0, doc: 'Middle of the motion.' },
    amplitude: { kind: 'vector', unit: 'm', doc: 'Largest displacement.' },
    frequency: { unit: 'rad/s', doc: 'Angular frequency.' },
    phase: { unit: 'rad', default: 0, doc: 'Phase at time zero.' },
  },
  C: 'p == centre + amplitude * sin(frequency * t + phase)',
});
