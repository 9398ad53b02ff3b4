import { describe, expect, it } from 'vitest';
import { AngleLimit, Brake, Coincident2D, Distance2D } from 'holonomic/library';
import {
  bdf2,
  collide,
  dormandPrince,
  gravity,
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

describe.each([
  ['rk4', rk4],
  ['velocityStep', velocityStep],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
  ['dormandPrince', dormandPrince],
] as const)('what rests within bounds by %s', (name, integrator) => {
  it('is at rest after evaluate, and in records: a bar that leans on a stop, beside its pin', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])], integrator: integrator() });
    const bar = world.addBody({ mass: 2, inertia: 0.06, position: [0.3, 0] });
    const pin = world.add(new Coincident2D({ a: bar.point([-0.3, 0]), b: world.ground.point([0, 0]) }));
    const stop = world.add(new AngleLimit({ theta: bar.angle, base: world.ground.scalar(0), low: 0, high: 0.2 }));
    const record = recorder(world, { of: [{ pin: () => pin.forceOn('a')[1], stop: () => stop.forceOn('theta')[0] }] });
    world.run({ until: 0.5, dt: 1 / 240 });
    world.evaluate();
    expect(pin.forceOn('a')[1]).toBeCloseTo(20, 8);
    expect(stop.forceOn('theta')[0]).toBeCloseTo(6, 8);
    expect(bar.angularAcceleration).toBeCloseTo(0, 6);
    expect(record.column('pin').at(-1)).toBeCloseTo(20, 8);
    expect(record.column('stop').at(-1)).toBeCloseTo(6, 8);
  });

  it('is so where a brake holds, and where a shape carries what hangs on it', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])], integrator: integrator() });
    const wheel = world.addBody({ mass: 1, inertia: 1, position: [5, 5] });
    const weight = world.addParticle({ mass: 0.3, position: [6, 5] });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: world.ground.point([5, 5]) }));
    const pin = world.add(new Coincident2D({ a: wheel.point([1, 0]), b: weight }));
    world.add(new Brake({ theta: wheel.angle, base: world.ground.scalar(0), torque: 5 }));
    const box = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5] });
    const bob = world.addParticle({ mass: 2, position: [0, 0.2] });
    const strut = world.add(new Coincident2D({ a: box.point([0, -0.3]), b: bob }));
    if (name !== 'dormandPrince')
      collide(world, {
        shapes: [
          { box: [40, 1], at: [0, -0.5] },
          { body: box, box: [1, 1] },
        ],
      });
    else world.add(new Coincident2D({ a: box.point([0, 0]), b: world.ground.point([0, 0.5]) }));
    world.run({ until: 0.5, dt: 1 / 240 });
    world.evaluate();
    expect(pin.forceOn('b')[1]).toBeCloseTo(3, 8);
    expect(wheel.angularAcceleration).toBeCloseTo(0, 6);
    expect(strut.forceOn('b')[1]).toBeCloseTo(20, 8);
    expect(box.acceleration[1]).toBeCloseTo(0, 6);
  });
});
