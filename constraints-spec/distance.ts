import { defineConstraint } from 'holonomic';

export const Distance = defineConstraint({
  summary: 'Holds two points a fixed distance apart: a massless rod with a ball joint at each end.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0, doc: 'Distance between the points.' } },
  where: { d: 'a - b', r: 'norm(d)' },
  C: 'r == length',
});

export const DistanceSquared = defineConstraint({
  summary: 'Holds two points a fixed distance apart, by the square of the distance: smooth where the points meet.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0, doc: 'Distance between the points.' } },
  where: { d: 'a - b' },
  C: '(dot(d, d) - length^2) / 2',
});

export const EqualLength = defineConstraint({
  summary: 'Keeps two pairs of points equally far apart.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point', c: 'point', d: 'point' },
  where: { first: 'a - b', second: 'c - d' },
  C: 'norm(first) == norm(second)',
});

export const Midpoint = defineConstraint({
  summary: 'Keeps a point half-way between two others.',
  space: [2, 3],
  inputs: { middle: 'point', a: 'point', b: 'point' },
  C: 'middle == (a + b) / 2',
});

export const Coincident = defineConstraint({
  summary: 'Joins two points: a pin or hinge (revolute joint) in the plane, a ball joint in space.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  C: 'a - b',
});
