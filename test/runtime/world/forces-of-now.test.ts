import { describe, expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import {
  bdf2,
  dormandPrince,
  rattle,
  recorder,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  xpbd,
  type Integrator,
} from '../../../runtime/index.js';

const INTEGRATORS: readonly (readonly [string, () => Integrator])[] = [
  ['rk4', rk4],
  ['velocityStep', velocityStep],
  ['velocityStep of second order', () => velocityStep({ order: 2 })],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
  ['dormandPrince', dormandPrince],
  ['bdf2', bdf2],
  ['xpbd', xpbd],
];

describe.each(INTEGRATORS)('a bob on a circle by %s', (_, integrator) => {
  it('is held after evaluate, and in records, by the force of where it is and how fast', () => {
    const world = new World({ space: 2, integrator: integrator() });
    const bob = world.addParticle({ mass: 2, position: [1, 0], velocity: [0, 3] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    const record = recorder(world, { of: [{ pull: () => rod.lambda[0] }] });
    world.run({ until: 0.5, dt: 1 / 60 });
    world.evaluate();
    // C̈ = 0 of C = |x| − 1: what is across the rod of v², by its length.
    const [[x, y], [vx, vy]] = [bob.position, bob.velocity];
    const expected = (2 * (x * vy - y * vx) ** 2) / Math.hypot(x, y) ** 3;
    expect(Math.hypot(...rod.forceOn('b')) / expected).toBeCloseTo(1, 12);
    expect(Math.hypot(...bob.acceleration) / (expected / 2)).toBeCloseTo(1, 12);
    expect(Math.abs(record.column('pull').at(-1)!) / expected).toBeCloseTo(1, 12);
  });
});
