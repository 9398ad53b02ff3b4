import { defineEnergy } from 'holonomic';

const pair = { a: 'point', b: 'point' } as const;

export const Attraction = defineEnergy({
  summary: 'The gravity between two points: planets, moons, stars.',
  space: [2, 3],
  inputs: pair,
  params: {
    massA: { unit: 'kg', min: 0, doc: 'Mass at a.' },
    massB: { unit: 'kg', min: 0, doc: 'Mass at b.' },
    G: { unit: 'N m^2/kg^2', default: 6.6743e-11, doc: 'Constant of gravitation.' },
  },
  V: '-G * massA * massB / norm(b - a)',
});

export const Coulomb = defineEnergy({
  summary: 'The force between two charges: like ones repel, unlike ones attract each other.',
  space: [2, 3],
  inputs: pair,
  params: {
    chargeA: { unit: 'C', doc: 'Charge at a.' },
    chargeB: { unit: 'C', doc: 'Charge at b.' },
    k: { unit: 'N m^2/C^2', default: 8.9875517862e9, doc: 'Constant of Coulomb, 1 / (4 pi epsilon0).' },
  },
  V: 'k * chargeA * chargeB / norm(b - a)',
});

export const MagneticDipoles = defineEnergy({
  summary: 'The force and the torques between two small magnets: compasses, magnetic pendulums, levitation.',
  doc: 'm and n are the directions from the south to the north pole. It holds at distances large against the magnets.',
  space: [2, 3],
  inputs: { ...pair, m: 'direction', n: 'direction' },
  params: {
    momentA: { unit: 'A m^2', doc: 'Moment of the magnet at a.' },
    momentB: { unit: 'A m^2', doc: 'Moment of the magnet at b.' },
    k: { unit: 'N/A^2', default: 1e-7, doc: 'mu0 / (4 pi).' },
  },
  where: { d: 'b - a', r: 'norm(d)', u: 'd / r' },
  V: 'k * momentA * momentB * (dot(m, n) - 3 * dot(m, u) * dot(n, u)) / r^3',
});

export const LennardJones = defineEnergy({
  summary: 'Two atoms that attract each other from afar and repel from near: gases, crystals, granules that stick.',
  doc: 'The rest distance is 2^(1/6) distance (Lennard-Jones 1931).',
  space: [2, 3],
  inputs: pair,
  params: {
    depth: { unit: 'J', min: 0, doc: 'Energy that parts them.' },
    distance: { unit: 'm', min: 0, doc: 'Distance at which the energy is zero.' },
  },
  where: { d: 'b - a', s: '(distance^2 / dot(d, d))^3' },
  V: '4 * depth * (s^2 - s)',
});

export const Float = defineEnergy({
  summary: 'The buoyancy of a ball in still water: floats, buoys, bubbles, boats made of several.',
  doc: 'surface is any point of the water level and up its normal. The damping grows with the depth to which the ball is under water.',
  space: [2, 3],
  inputs: { p: 'point', surface: 'point', up: 'direction' },
  params: {
    radius: { unit: 'm', min: 0, doc: 'Radius of the ball.' },
    density: { unit: 'kg/m^3', min: 0, default: 1000, doc: 'Density of the water.' },
    gravity: { unit: 'm/s^2', default: 9.81, doc: 'Acceleration of gravity.' },
    drag: { unit: 'N s/m', min: 0, default: 0, doc: 'Force per speed of the ball under water.' },
  },
  where: {
    d: 'p - surface',
    depth: 'radius - dot(d, up)',
    wet: 'clamp(depth, 0, 2 * radius)',
    below: 'max(depth - 2 * radius, 0)',
  },
  V: 'density * gravity * pi * (radius * wet^3 / 3 - wet^4 / 12 + 4 / 3 * radius^3 * below)',
  damping: 'drag * wet / (4 * radius) * dot(ddt(d), ddt(d))',
  sample: { radius: [0.5, 1.5] },
});
