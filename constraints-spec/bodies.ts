import { defineBody } from 'holonomic';

export const Pendulum = defineBody({
  summary: 'A point mass on a massless arm that turns about the origin, one angle: clocks, swings, cranes.',
  space: 2,
  coordinates: { theta: { unit: 'rad' } },
  params: { length: { unit: 'm', min: 0 }, mass: { unit: 'kg', min: 0 } },
  points: { bob: { at: '[length * sin(theta), -length * cos(theta)]', mass: 'mass' } },
});

export const DoublePendulum = defineBody({
  summary: 'A pendulum that hangs on the bob of another, two angles from the vertical: chaos, arms of robots.',
  space: 2,
  coordinates: { theta1: { unit: 'rad' }, theta2: { unit: 'rad' } },
  params: {
    length1: { unit: 'm', min: 0 },
    length2: { unit: 'm', min: 0 },
    mass1: { unit: 'kg', min: 0 },
    mass2: { unit: 'kg', min: 0 },
  },
  where: {
    first: '[length1 * sin(theta1), -length1 * cos(theta1)]',
    second: '[length2 * sin(theta2), -length2 * cos(theta2)]',
  },
  points: { bob1: { at: 'first', mass: 'mass1' }, bob2: { at: 'first + second', mass: 'mass2' } },
});

export const Link = defineBody({
  summary:
    'A uniform rigid bar, free in the plane: joined end to end with Coincident2D it makes chains and linkages of any length.',
  space: 2,
  coordinates: { x: { unit: 'm' }, y: { unit: 'm' }, theta: { unit: 'rad' } },
  params: { length: { unit: 'm', min: 0 }, mass: { unit: 'kg', min: 0 } },
  where: { half: 'length / 2 * [cos(theta), sin(theta)]', centre: '[x, y]' },
  points: {
    middle: { at: 'centre', mass: 'mass' },
    tail: { at: 'centre - half' },
    tip: { at: 'centre + half' },
  },
  angles: { bar: { of: 'theta', inertia: 'mass * length^2 / 12' } },
  directions: { axis: { of: '[cos(theta), sin(theta)]' }, normal: { of: '[-sin(theta), cos(theta)]' } },
});

export const BeadOnParabola = defineBody({
  summary: 'A bead on a wire bent to a parabola: valleys, bowls, troughs.',
  space: 2,
  coordinates: { x: { unit: 'm' } },
  params: { curvature: { unit: '1/m', doc: 'Curvature at the vertex.' }, mass: { unit: 'kg', min: 0 } },
  points: { bead: { at: '[x, curvature / 2 * x^2]', mass: 'mass' } },
});

export const BeadOnCycloid = defineBody({
  summary: 'A bead on a wire bent to a cycloid, its cusps up: swings in the same time however wide (the tautochrone).',
  doc: 'phi is the angle by which the wheel that draws the curve has turned from the lowest point, which is the origin; at -pi and pi are the cusps, where the mass matrix is singular. PointOnCycloid holds any point on one half.',
  space: 2,
  coordinates: { phi: { unit: 'rad' } },
  params: { radius: { unit: 'm', min: 0, doc: 'Radius of the wheel.' }, mass: { unit: 'kg', min: 0 } },
  points: { bead: { at: 'radius * [phi + sin(phi), 1 - cos(phi)]', mass: 'mass' } },
});

export const BeadOnCurve = defineBody({
  summary: 'A bead on a wire through given points: roller coasters, marble runs, curtain rails.',
  doc: 's is measured along the straight lines between the points, as curve.path has it; where the path is not closed it ends in an error, unless the path goes on.',
  space: [2, 3],
  coordinates: { s: { unit: 'm' } },
  params: {
    path: { kind: 'path', unit: 'm', of: 'm', doc: 'The wire, as curve.path makes it.' },
    mass: { unit: 'kg', min: 0 },
  },
  points: { bead: { at: 'path(s)', mass: 'mass' } },
});

export const BeadOnHelix = defineBody({
  summary: 'A bead on a helical wire about the z axis: spiral slides, worm conveyors, coil springs.',
  space: 3,
  coordinates: { phi: { unit: 'rad' } },
  params: {
    radius: { unit: 'm', min: 0 },
    pitch: { unit: 'm', doc: 'Rise per turn.' },
    mass: { unit: 'kg', min: 0 },
  },
  points: { bead: { at: '[radius * cos(phi), radius * sin(phi), pitch / tau * phi]', mass: 'mass' } },
});

export const SliderCrank = defineBody({
  summary: 'Crank, connecting rod and piston as one body, one angle: engines, pumps, compressors.',
  space: 2,
  coordinates: { phi: { unit: 'rad' } },
  params: {
    crank: { unit: 'm', min: 0, doc: 'Radius of the crank.' },
    rod: { unit: 'm', min: 0, doc: 'Length of the connecting rod, longer than the crank.' },
    crankInertia: { unit: 'kg m²', min: 0, doc: 'Moment of inertia of crank and flywheel about the shaft.' },
    rodMass: { unit: 'kg', min: 0 },
    rodInertia: { unit: 'kg m²', min: 0, doc: 'Moment of inertia of the rod about its middle.' },
    pistonMass: { unit: 'kg', min: 0 },
  },
  where: {
    pin: 'crank * [cos(phi), sin(phi)]',
    psi: '-asin(crank / rod * sin(phi))',
    along: '[cos(psi), sin(psi)]',
  },
  points: {
    crankPin: { at: 'pin' },
    rodMiddle: { at: 'pin + rod / 2 * along', mass: 'rodMass' },
    piston: { at: 'pin + rod * along', mass: 'pistonMass' },
  },
  angles: {
    shaft: { of: 'phi', inertia: 'crankInertia' },
    rodAngle: { of: 'psi', inertia: 'rodInertia' },
  },
  sample: { crank: [0.5, 1], rod: [1.5, 3] },
});

export const Lever = defineBody({
  summary: 'A rigid arm on a fixed pivot at the origin, with two ends: seesaws, rockers, pedals.',
  space: 2,
  coordinates: { theta: { unit: 'rad' } },
  params: {
    left: { unit: 'm', min: 0, doc: 'Distance from the pivot to the left end.' },
    right: { unit: 'm', min: 0, doc: 'Distance from the pivot to the right end.' },
    inertia: { unit: 'kg m²', min: 0, doc: 'Moment of inertia about the pivot.' },
  },
  where: { along: '[cos(theta), sin(theta)]' },
  points: { leftEnd: { at: '-left * along' }, rightEnd: { at: 'right * along' } },
  angles: { arm: { of: 'theta', inertia: 'inertia' } },
});

export const SprungPendulum = defineBody({
  summary: 'A mass on a spring that swings, angle and length: shock absorbers, bungees, elastic pendulums.',
  space: 2,
  coordinates: { theta: { unit: 'rad' }, r: { unit: 'm', min: 0 } },
  params: {
    stiffness: { unit: 'N/m', min: 0 },
    restLength: { unit: 'm', min: 0 },
    mass: { unit: 'kg', min: 0 },
  },
  points: { bob: { at: '[r * sin(theta), -r * cos(theta)]', mass: 'mass' } },
  energy: 'stiffness / 2 * (r - restLength)^2',
  sample: { r: [0.5, 2] },
});
