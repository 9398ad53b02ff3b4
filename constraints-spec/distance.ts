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

export const PointBetween = defineConstraint({
  summary: 'Keeps a point at its place on the line through two others: a pen on a rod, a joint within a lever.',
  space: [2, 3],
  inputs: { p: 'point', a: 'point', b: 'point' },
  params: { share: { default: 0.5, doc: 'Part of the way from a, 0, to b, 1; beyond them below 0 or above 1.' } },
  C: 'p == a + share * (b - a)',
});

export const Coincident = defineConstraint({
  summary: 'Joins two points: a pin or hinge (revolute joint) in the plane, a ball joint in space.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  C: 'a - b',
});
