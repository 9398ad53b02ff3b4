import { defineConstraint } from 'holonomic';

const ratio = {
  unit: '1',
  doc: 'Turns of a in one turn of b; negative for wheels with outer teeth.',
} as const;
const offset = { unit: 'rad', default: 0, doc: 'Angle of a where that of b is zero.' } as const;

export const Gear = defineConstraint({
  summary: 'Turns one angle in proportion to another: gear wheels, belts and chains.',
  doc: 'The angles are measured from the ground. Where the axles move, use PlanetaryGear.',
  space: [2, 3],
  inputs: { a: 'scalar', b: 'scalar' },
  params: { ratio, offset },
  C: 'a == ratio * b + offset',
});

export const VaryingGear = defineConstraint({
  summary: 'Turns one angle by another at a ratio that a curve varies: noncircular gears, quick-return drives.',
  doc: 'The angles are measured from the ground. lead repeats with each turn of b. Equal ellipses of the eccentricity e that turn about foci have ratio -1, and lead(b) = 2 atan2(e sin b, 1 + e cos b).',
  space: [2, 3],
  inputs: { a: 'scalar', b: 'scalar' },
  params: {
    ratio: { ...ratio, default: -1, doc: 'Turns of a in one turn of b, on average; negative for outer teeth.' },
    lead: { kind: 'curve', periodic: '2 * pi', unit: 'rad', of: 'rad', doc: 'Lead of a over the uniform ratio.' },
  },
  C: 'a == ratio * b + lead(b)',
});

export const PlanetaryGear = defineConstraint({
  summary: 'Couples two wheels whose axles sit on a turning carrier: planetary gears, differentials.',
  doc: 'Seen from the carrier the wheels turn as if their axles stood still (Willis).',
  space: [2, 3],
  inputs: { a: 'scalar', b: 'scalar', carrier: 'scalar' },
  params: { ratio, offset },
  C: 'a - carrier == ratio * (b - carrier) + offset',
});

export const HingeGear = defineConstraint({
  summary: 'Turns one hinge in space in proportion to another, over any number of turns: bevel gears, drive shafts.',
  doc: 'Each hinge has a direction fixed in its turning body (a, b), and two directions of its housing, at right angles to the axis and to each other. Angles are measured from u to w. The rates are coupled, over any number of turns.',
  space: 3,
  inputs: { a: 'direction', ua: 'direction', wa: 'direction', b: 'direction', ub: 'direction', wb: 'direction' },
  params: { ratio },
  where: { angleA: 'atan2(dot(a, wa), dot(a, ua))', angleB: 'atan2(dot(b, wb), dot(b, ub))' },
  C: 'ddt(angleA) == ratio * ddt(angleB)',
});

export const RackAndPinion = defineConstraint({
  summary: 'Moves a rack along its rail as a pinion turns: steering gears, sliding gates, a cog railway.',
  doc: 'rack is a point of the rack; origin, axis (along the rail) and base (its angle) belong to the housing; theta is the angle of the pinion.',
  space: 2,
  inputs: { rack: 'point', origin: 'point', axis: 'direction', base: 'scalar', theta: 'scalar' },
  params: {
    radius: { unit: 'm', doc: 'Radius of the pinion; negative if the rack is on the other side.' },
    offset: { unit: 'm', default: 0, doc: 'Place of the rack at angle zero.' },
  },
  C: 'dot(rack - origin, axis) == radius * (theta - base) + offset',
});

export const CamFollower = defineConstraint({
  summary: 'Lifts a follower by a cam whose profile is given by points: valves, sewing machines, indexing drives.',
  doc: 'lift is a coordinate of the follower, and angle that of the cam. The follower stays on the cam, as in a groove. A curve of degree 5 keeps forces and their rates from jumping.',
  space: [2, 3],
  inputs: { lift: { kind: 'scalar', unit: 'm' }, angle: 'scalar' },
  params: {
    profile: { kind: 'curve', periodic: '2 * pi', unit: 'm', of: 'rad', doc: 'Lift over the angle of the cam.' },
  },
  C: 'lift == profile(angle)',
});

export const Pulley = defineConstraint({
  summary: 'Joins two points by a rope over two pulleys: lifts with counterweights, blocks and tackles.',
  doc: 'The pulleys are points, and a rope is not slack: the constraint pushes as well as pulls.',
  space: [2, 3],
  inputs: { a: 'point', pulleyA: 'point', b: 'point', pulleyB: 'point' },
  params: {
    ratio: { unit: '1', default: 1, doc: 'Parts of the rope on the side of b for one on the side of a.' },
    length: { unit: 'm', min: 0, doc: 'Length of the rope without the parts on the pulleys.' },
  },
  C: 'norm(a - pulleyA) + ratio * norm(b - pulleyB) == length',
});
