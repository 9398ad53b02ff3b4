import { defineConstraint } from 'holonomic';

const centre = { kind: 'vector', unit: 'm', default: 0, doc: 'Centre of the groove.' } as const;

export const PinInGroove = defineConstraint({
  summary:
    'Guides a pin in a closed groove with three lobes; without lift it is a circle, and the pin that of a crank.',
  space: 2,
  inputs: { p: 'point' },
  params: {
    centre,
    radius: { unit: 'm', min: 0, doc: 'Mean radius.' },
    lift: { unit: 'm', doc: 'Height of the lobes above the mean radius.' },
  },
  // sin 3φ, with φ the angle of d
  where: { d: 'p - centre', s: 'd.y / norm(d)' },
  C: 'norm(d) == radius + lift * (3 * s - 4 * s^3)',
});

export const Sweep = defineConstraint({
  summary: 'Turns the line from a centre to a point at a given rate: the motor of a crank whose length may change.',
  space: 2,
  inputs: { p: 'point' },
  params: { centre, rate: { unit: 'rad/s', doc: 'Rate of the angle, counterclockwise.' } },
  where: { d: 'p - centre' },
  C: 'cross(d, ddt(d)) == rate * dot(d, d)',
});
