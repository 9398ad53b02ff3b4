import { defineConstraint } from 'holonomic';

const radius = { unit: 'm', min: 0, doc: 'Radius.' } as const;

export const RollingWheel = defineConstraint({
  summary: 'Rolls a wheel along a straight track without slipping: carts, rollers, a coin on its edge.',
  doc: 'p is the centre of the wheel and theta its angle; origin, axis (along the track, the wheel on its left) and base (its angle) belong to the track.',
  space: 2,
  inputs: { p: 'point', theta: 'scalar', origin: 'point', axis: 'direction', base: 'scalar' },
  params: { radius },
  where: { d: 'p - origin' },
  C: ['dot(d, perp(axis)) == radius', 'ddt(dot(d, axis) + radius * (theta - base))'],
});

export const CogWheel = defineConstraint({
  summary: 'Rolls a wheel along a straight track with teeth: the angle determines the place, and nothing drifts.',
  doc: 'p is the centre of the wheel and theta its angle; origin, axis (along the track, the wheel on its left) and base (its angle) belong to the track.',
  space: 2,
  inputs: { p: 'point', theta: 'scalar', origin: 'point', axis: 'direction', base: 'scalar' },
  params: { radius, offset: { unit: 'm', default: 0, doc: 'Place along the track at angle zero.' } },
  where: { d: 'p - origin' },
  C: ['dot(d, perp(axis)) == radius', 'dot(d, axis) + radius * (theta - base) == offset'],
});

export const Skate = defineConstraint({
  summary:
    'Lets a point move only along an edge fixed in its body: skates, knife edges, wheels of a car seen from above.',
  doc: 'p and edge belong to the body; the ice is at rest.',
  space: 2,
  inputs: { p: 'point', edge: 'direction' },
  C: 'cross(edge, ddt(p))',
});

export const RollingSphere = defineConstraint({
  summary: 'Rolls a sphere on a plane of a body without slipping: billiard balls, a ball on a turntable.',
  doc: 'p, the centre, and e1, e2, e3 (at right angles) belong to the sphere; origin, u, w and normal (at right angles) to the body it rolls on.',
  space: 3,
  inputs: {
    p: 'point',
    e1: 'direction',
    e2: 'direction',
    e3: 'direction',
    origin: 'point',
    u: 'direction',
    w: 'direction',
    normal: 'direction',
  },
  params: { radius },
  where: {
    d: 'p - origin',
    arm: 'radius * normal',
    // ω = ½ Σ e × ė over three directions at right angles
    spin: '(cross(e1, ddt(e1)) + cross(e2, ddt(e2)) + cross(e3, ddt(e3))) / 2',
    turning: '(cross(u, ddt(u)) + cross(w, ddt(w)) + cross(normal, ddt(normal))) / 2',
    // Velocity of the sphere at the contact relative to the plane there.
    slip: 'ddt(d) - cross(spin, arm) - cross(turning, d - arm)',
  },
  C: ['dot(d, normal) == radius', 'dot(slip, u)', 'dot(slip, w)'],
});

export const RollingDisc = defineConstraint({
  summary:
    'Rolls the edge of a thin disc on a plane of a body without slipping, upright or leaning: coins, hoops, wheels.',
  doc: 'p, the centre, axis (the axle) and e1, e2 (at right angles to it and to each other) belong to the disc; origin, u, w and normal (at right angles) to the body it rolls on. Singular where the disc lies flat.',
  space: 3,
  inputs: {
    p: 'point',
    axis: 'direction',
    e1: 'direction',
    e2: 'direction',
    origin: 'point',
    u: 'direction',
    w: 'direction',
    normal: 'direction',
  },
  params: { radius },
  where: {
    d: 'p - origin',
    across: 'cross(axis, normal)',
    lean: 'norm(across)',
    // From the centre to the lowest point of the edge.
    arm: 'radius / lean * cross(axis, across)',
    spin: '(cross(axis, ddt(axis)) + cross(e1, ddt(e1)) + cross(e2, ddt(e2))) / 2',
    turning: '(cross(u, ddt(u)) + cross(w, ddt(w)) + cross(normal, ddt(normal))) / 2',
    // Velocity of the edge at the contact relative to the plane there.
    slip: 'ddt(d) + cross(spin, arm) - cross(turning, d + arm)',
  },
  C: ['dot(d, normal) == radius * lean', 'dot(slip, u)', 'dot(slip, w)'],
});
