import { defineEnergy } from 'holonomic';

const restLength = { unit: 'm', min: 0, doc: 'Length at which the spring exerts no force.' } as const;
const damping = { unit: 'N s/m', min: 0, default: 0, doc: 'Damping along the spring.' } as const;
const turned = {
  stiffness: { unit: 'N m/rad', min: 0, doc: 'Torque per angle.' },
  damping: { unit: 'N m s/rad', min: 0, default: 0, doc: 'Torque per rate of the angle.' },
  restAngle: { unit: 'rad', default: 0, doc: 'Angle at which the spring exerts no torque.' },
} as const;

export const Spring = defineEnergy({
  summary: 'A spring with a damper between two points: suspensions, bungees, nets.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { stiffness: { unit: 'N/m', min: 0, doc: 'Force per length.' }, restLength, damping },
  where: { r: 'norm(b - a)' },
  V: 'stiffness / 2 * (r - restLength)^2',
  damping: 'damping / 2 * ddt(r)^2',
});

export const DuffingSpring = defineEnergy({
  summary: 'A spring that grows stiffer, or softer, the further it is stretched or compressed: rubber, leaf springs.',
  doc: 'The force is stiffness * s + hardening * s^3 at the stretch s (Duffing 1918).',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: {
    stiffness: { unit: 'N/m', doc: 'Force per stretch at the rest length; negative for two rest lengths beside it.' },
    hardening: { unit: 'N/m^3', doc: 'Force per cube of the stretch; negative for a spring that softens.' },
    restLength,
    damping,
  },
  where: { r: 'norm(b - a)', s: 'r - restLength' },
  V: 'stiffness / 2 * s^2 + hardening / 4 * s^4',
  damping: 'damping / 2 * ddt(r)^2',
});

export const ConstantForceSpring = defineEnergy({
  summary:
    'Pulls two points together with the same force at every length: tape measures, balancers, a weight on a rope.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { force: { unit: 'N', doc: 'Force of the pull; negative to push.' } },
  V: 'force * norm(b - a)',
});

export const WormlikeChain = defineEnergy({
  summary: 'A thread that coils up by heat, and stiffens as it is pulled straight: DNA, polymers.',
  doc: 'The interpolation of Marko and Siggia (1995), for ends nearer than the length of the thread.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: {
    thermalEnergy: { unit: 'J', min: 0, doc: 'Boltzmann constant times temperature.' },
    persistence: { unit: 'm', min: 0, doc: 'Length over which the thread keeps its direction.' },
    length: { unit: 'm', min: 0, doc: 'Length of the thread.' },
  },
  where: { x: 'norm(b - a) / length' },
  V: 'thermalEnergy * length / persistence * (1 / (4 * (1 - x)) - x / 4 + x^2 / 2)',
  sample: { a: [-0.3, 0.3], b: [-0.3, 0.3], length: [1, 2], persistence: [0.5, 2] },
});

export const Dashpot = defineEnergy({
  summary: 'Resists the change of the distance of two points, without a spring: shock absorbers, door closers.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  params: { friction: { unit: 'N s/m', min: 0, doc: 'Force per rate of the distance.' } },
  damping: 'friction / 2 * ddt(norm(b - a))^2',
});

export const TorsionSpring = defineEnergy({
  summary: 'A spring with a damper between two angles, over any number of turns: clock springs, compliant joints.',
  space: [2, 3],
  inputs: { a: 'scalar', b: 'scalar' },
  params: turned,
  V: 'stiffness / 2 * (b - a - restAngle)^2',
  damping: 'damping / 2 * ddt(b - a)^2',
});

export const HingeSpring = defineEnergy({
  summary: 'A spring with a damper in a hinge in space: doors that close, knees, landing gears.',
  doc: 'side is fixed in the turning body; u and w in the other, at right angles to the axis and to each other. The angle is measured from u to w. The torque changes its sign half a turn from the rest angle; hingeAngle and TorsionSpring count turns.',
  space: 3,
  inputs: { side: 'direction', u: 'direction', w: 'direction' },
  params: turned,
  where: {
    c: 'dot(side, u)',
    s: 'dot(side, w)',
    angle: 'atan2(s * cos(restAngle) - c * sin(restAngle), c * cos(restAngle) + s * sin(restAngle))',
  },
  V: 'stiffness / 2 * angle^2',
  damping: 'damping / 2 * ddt(angle)^2',
});
