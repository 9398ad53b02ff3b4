import { defineConstraint } from 'holonomic';

// Slip is the velocity at the contact of what touches relative to what is touched: bodies that turn
// roll. A capsule is the hull of the discs or spheres at its ends: it needs one contact for each. A
// body that does not turn, such as a particle, takes its angle or directions from the ground.

const radius = { unit: 'm', min: 0, doc: 'Radius.' } as const;
const mu = { unit: '1', min: 0, default: 0.5, doc: 'Coefficient of friction.' } as const;
const e = { unit: '1', min: 0, max: 1, default: 0, doc: 'Coefficient of restitution.' } as const;

const line = { origin: 'point', axis: 'direction', base: 'scalar' } as const;

export const PointLineContact = defineConstraint({
  summary: 'Keeps a point on the left of a line, with friction: corners of boxes on floors, ramps, other boxes.',
  doc: 'origin and axis belong to the body with the line.',
  space: 2,
  inputs: { p: 'point', origin: 'point', axis: 'direction' },
  params: { mu, e },
  where: { d: 'p - origin' },
  C: 'dot(d, perp(axis)) >= 0',
  friction: { slip: 'dot(d, axis)', coefficient: 'mu' },
  restitution: 'e',
});

export const DiscLineContact = defineConstraint({
  summary: 'Keeps a disc on the left of a line, with friction: wheels and balls that roll or slip.',
  doc: 'p is the centre of the disc and theta its angle; origin, axis and base (its angle) belong to the body with the line.',
  space: 2,
  inputs: { p: 'point', theta: 'scalar', ...line },
  params: { radius, mu, e },
  where: { d: 'p - origin' },
  C: 'dot(d, perp(axis)) >= radius',
  friction: { slip: 'dot(d, axis) + radius * (theta - base)', coefficient: 'mu' },
  restitution: 'e',
});

export const DiscDiscContact = defineConstraint({
  summary: 'Keeps two discs apart, with friction: balls seen from above, rollers, friction wheels.',
  doc: 'a and alpha are the centre and the angle of one disc, b and beta those of the other. A radius may be 0: a point.',
  space: 2,
  inputs: { a: 'point', alpha: 'scalar', b: 'point', beta: 'scalar' },
  params: { radiusA: radius, radiusB: radius, mu, e },
  where: { d: 'b - a' },
  C: 'norm(d) >= radiusA + radiusB',
  friction: { slip: 'cross(normalize(d), ddt(d)) - ddt(radiusA * alpha + radiusB * beta)', coefficient: 'mu' },
  restitution: 'e',
});

export const DiscInRingContact = defineConstraint({
  summary: 'Keeps a disc inside a ring, with friction: balls in bowls and drums, rotors in loose bearings.',
  doc: 'p and theta are the centre and the angle of the disc, centre and base those of the ring. The radius of the disc may be 0: a point.',
  space: 2,
  inputs: { p: 'point', theta: 'scalar', centre: 'point', base: 'scalar' },
  params: { radius, ring: { unit: 'm', min: 0, doc: 'Inner radius of the ring.' }, mu, e },
  where: { d: 'p - centre' },
  C: 'norm(d) <= ring - radius',
  friction: { slip: 'cross(normalize(d), ddt(d)) + ddt(radius * theta - ring * base)', coefficient: 'mu' },
  restitution: 'e',
});

const feature = { kind: 'vector', unit: 'm', doc: 'Place of the feature, in body axes.' } as const;
const normal = {
  kind: 'vector',
  unit: '1',
  doc: 'The normal from a to b in body axes, or 0 where this body does not carry it.',
} as const;
const still = {
  kind: 'vector',
  unit: '1',
  default: [0, 0],
  doc: 'The normal from a to b in world axes, or 0 where a body carries it.',
} as const;
const rounding = { unit: 'm', min: 0, doc: 'Radius about the feature.' } as const;
const beltDoc =
  'Velocity of the surface of b less that of a, beyond the motion of the bodies, in world axes: of a conveyor belt.';
const belt = { kind: 'vector', unit: 'm/s', doc: beltDoc } as const;

export const PlanarContact = defineConstraint({
  summary:
    'Keeps features of two bodies apart along a normal that one of them carries or none, with friction: the rows of collide.',
  doc: 'a and alpha are the centre and the angle of one body, b and beta those of the other. A collision detection of your own sets the parameters before each step.',
  space: 2,
  inputs: { a: 'point', alpha: 'scalar', b: 'point', beta: 'scalar' },
  params: {
    pa: feature,
    pb: feature,
    na: normal,
    nb: normal,
    n0: still,
    radiusA: rounding,
    radiusB: rounding,
    mu,
    e,
    belt: { ...belt, default: [0, 0] },
  },
  where: { n: 'n0 + rotate(alpha, na) + rotate(beta, nb)', d: 'b + rotate(beta, pb) - a - rotate(alpha, pa)' },
  C: 'dot(d, n) >= radiusA + radiusB',
  friction: { slip: 'dot(ddt(d) + belt, perp(n)) - ddt(radiusA * alpha + radiusB * beta)', coefficient: 'mu' },
  restitution: 'e',
});

const sphere = { e1: 'direction', e2: 'direction', e3: 'direction' } as const;
const plane = { origin: 'point', u: 'direction', w: 'direction', normal: 'direction' } as const;
// ω = ½ Σ e × ė over three directions at right angles
const spin = '(cross(e1, ddt(e1)) + cross(e2, ddt(e2)) + cross(e3, ddt(e3))) / 2';

export const PointPlaneContact = defineConstraint({
  summary: 'Keeps a point above a plane, with friction: corners of boxes, feet of tables and of robots.',
  doc: 'origin, u, w and normal (at right angles) belong to the body with the plane.',
  space: 3,
  inputs: { p: 'point', ...plane },
  params: { mu, e },
  where: { d: 'p - origin' },
  C: 'dot(d, normal) >= 0',
  friction: { slip: ['dot(d, u)', 'dot(d, w)'], coefficient: 'mu' },
  restitution: 'e',
});

export const SpherePlaneContact = defineConstraint({
  summary: 'Keeps a sphere above a plane, with friction: bowling and billiard balls, ends of capsules.',
  doc: 'p, the centre, and e1, e2, e3 (at right angles) belong to the sphere; origin, u, w and normal (at right angles) to the body with the plane.',
  space: 3,
  inputs: { p: 'point', ...sphere, ...plane },
  params: { radius, mu, e },
  where: {
    d: 'p - origin',
    arm: 'radius * normal',
    spin,
    turning: '(cross(u, ddt(u)) + cross(w, ddt(w)) + cross(normal, ddt(normal))) / 2',
    slip: 'ddt(d) - cross(spin, arm) - cross(turning, d - arm)',
  },
  C: 'dot(d, normal) >= radius',
  friction: { slip: ['dot(slip, u)', 'dot(slip, w)'], coefficient: 'mu' },
  restitution: 'e',
});

// Two directions at right angles to n and to each other (Duff et al. 2017).
const tangents = {
  side: 'n.z >= 0 ? 1 : -1',
  q: '1 / (side + n.z)',
  t1: '[1 - side * n.x^2 * q, -side * n.x * n.y * q, -side * n.x]',
  t2: '[-n.x * n.y * q, side - n.y^2 * q, -n.y]',
} as const;

export const SphereSphereContact = defineConstraint({
  summary: "Keeps two spheres apart, with friction: billiard balls, marbles, Newton's cradle.",
  doc: 'a and e1, e2, e3 (at right angles) belong to one sphere, b and f1, f2, f3 to the other. A radius may be 0: a point.',
  space: 3,
  inputs: { a: 'point', ...sphere, b: 'point', f1: 'direction', f2: 'direction', f3: 'direction' },
  params: { radiusA: radius, radiusB: radius, mu, e },
  where: {
    d: 'b - a',
    n: 'normalize(d)',
    spin,
    other: '(cross(f1, ddt(f1)) + cross(f2, ddt(f2)) + cross(f3, ddt(f3))) / 2',
    slip: 'ddt(d) - cross(radiusA * spin + radiusB * other, n)',
    ...tangents,
  },
  C: 'norm(d) >= radiusA + radiusB',
  friction: { slip: ['dot(slip, t1)', 'dot(slip, t2)'], coefficient: 'mu' },
  restitution: 'e',
});

export const PointSphereContact = defineConstraint({
  summary: 'Keeps a point outside a sphere, with friction: ropes over balls, dust on a globe.',
  doc: 'centre and e1, e2, e3 (at right angles) belong to the sphere.',
  space: 3,
  inputs: { p: 'point', centre: 'point', ...sphere },
  params: { radius, mu, e },
  where: { d: 'p - centre', n: 'normalize(d)', spin, slip: 'ddt(d) - cross(spin, d)', ...tangents },
  C: 'norm(d) >= radius',
  friction: { slip: ['dot(slip, t1)', 'dot(slip, t2)'], coefficient: 'mu' },
  restitution: 'e',
});

// A vector given in the axes e1, e2 and e1 × e2 of a body.
const turned = (v: string, e1: string, e2: string): string =>
  `(${v}.x * ${e1} + ${v}.y * ${e2} + ${v}.z * cross(${e1}, ${e2}))`;
// The angular velocity of a body with the axes e1 and e2.
const spinOf = (e1: string, e2: string): string =>
  `(cross(${e1}, ddt(${e1})) + dot(cross(${e1}, ${e2}), ddt(${e2})) * ${e1})`;
const round = { unit: 'm', min: 0, doc: 'Radius about the feature.' } as const;
const tangent = {
  kind: 'vector',
  unit: '1',
  doc: 'A tangent, at right angles to the normal and the other one.',
} as const;

export const SpatialContact = defineConstraint({
  summary: 'Keeps features of two bodies apart along a fixed normal, with friction: the rows of collide in space.',
  doc: 'a, e1 and e2 are the centre and the first two axes of one body, b, f1 and f2 those of the other. A collision detection of your own sets the parameters before each step; the features lie opposite each other.',
  space: 3,
  inputs: { a: 'point', e1: 'direction', e2: 'direction', b: 'point', f1: 'direction', f2: 'direction' },
  params: {
    pa: feature,
    pb: feature,
    radiusA: round,
    radiusB: round,
    n: { kind: 'vector', unit: '1', doc: 'The normal from a to b.' },
    u: tangent,
    w: tangent,
    mu,
    e,
    belt: { ...belt, default: [0, 0, 0] },
  },
  where: {
    d: `b + ${turned('pb', 'f1', 'f2')} - a - ${turned('pa', 'e1', 'e2')}`,
    slip: `ddt(d) - cross(radiusA * ${spinOf('e1', 'e2')} + radiusB * ${spinOf('f1', 'f2')}, n) + belt`,
  },
  C: 'dot(d, n) >= radiusA + radiusB',
  friction: { slip: ['dot(slip, u)', 'dot(slip, w)'], coefficient: 'mu' },
  restitution: 'e',
});
