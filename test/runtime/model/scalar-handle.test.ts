import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/kinds/compile.js';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Connector,
  type Constraint,
  type Integrator,
} from '../../../runtime/index.js';

type Class = new (options: Readonly<Record<string, Connector>>) => Constraint<Readonly<Record<string, Connector>>>;

const compiled = (C: string, inputs: Readonly<Record<string, 'point' | 'scalar'>>, space: 2 | 3 = 2): Class =>
  compile('Driven', { summary: 'A driven constraint.', space, inputs, C }).Driven;

const INTEGRATORS = [rk4, semiImplicitEuler, dormandPrince, rattle, velocityStep] as const;

describe.each([2, 3] as const)('a winch in %iD', (space) => {
  const along = (y: number): number[] => (space === 2 ? [0, y] : [0, y, 0]);
  const inputs = { a: 'point', b: 'point', length: 'scalar' } as const;
  const Rod = compiled('norm(a - b) == length', inputs, space);
  const Rope = compiled('norm(a - b) <= length', inputs, space);
  const CASES = INTEGRATORS.flatMap((make) => [Rod, Rope].map((Class) => ({ make, name: make.name, Class })));

  it.each(CASES)('lifts at 1 m/s where it is moved from step to step: $name', ({ make, Class }) => {
    const world = new World({ space, integrator: make(), forces: [gravity(along(-9.81))] });
    const length = world.handle(5);
    const b = world.addParticle({ mass: 2, position: along(-5) });
    world.add(new Class({ a: world.ground.point(along(0)), b, length }));
    for (let k = 1; k <= 240; k++) {
      length.moveTo(5 - k / 240);
      world.step(1 / 240);
    }
    expect(length.value).toBe(4);
    expect(b.position[1]).toBeCloseTo(-4, 9);
    expect(b.velocity[1]).toBeCloseTo(1, 9);
    expect(world.warnings).toEqual([]);
  });

  it.each(CASES)('follows a function, and feels the tension: $name', ({ make, Class }) => {
    const world = new World({ space, integrator: make(), forces: [gravity(along(-9.81))] });
    const length = world.handle((t) => 5 - t ** 2 / 2);
    const b = world.addParticle({ mass: 2, position: along(-5) });
    const rope = world.add(new Class({ a: world.ground.point(along(0)), b, length }));
    for (let k = 0; k < 240; k++) world.step(1 / 240);
    expect(length.value).toBeCloseTo(4.5, 12);
    expect(length.rate).toBeCloseTo(-1, 9);
    // Integrators of first order are behind by half a step's acceleration.
    expect(b.position[1]).toBeCloseTo(-4.5, 2);
    world.evaluate();
    // Tension m (g + a); the handle feels it in the direction of the length. velocityStep() leaves a
    // stretch of the rope, whose feedback counts.
    expect(rope.forceOn('length')[0]).toBeCloseTo(2 * (9.81 + 1), make === velocityStep ? 0 : 4);
  });
});

describe('a scalar handle', () => {
  const turning = (integrator?: Integrator) => {
    const world = new World({ space: 2, ...(integrator && { integrator }) });
    const wheel = world.addBody({ mass: 1, inertia: 3, position: [0, 0] });
    return { world, wheel };
  };

  it('drives an angle with its acceleration: forceOn is the torque', () => {
    const { world, wheel } = turning();
    const crank = world.handle({ value: (t) => t ** 3, rate: (t) => 3 * t ** 2, acceleration: (t) => 6 * t });
    const Crank = compiled('theta == crank', { theta: 'scalar', crank: 'scalar' });
    const lock = world.add(new Crank({ theta: wheel.angle, crank }));
    for (let k = 0; k < 64; k++) world.step(1 / 64);
    world.evaluate();
    expect(wheel.angle.value).toBeCloseTo(1, 6);
    expect(wheel.angle.rate).toBeCloseTo(3, 6);
    expect(lock.forceOn('theta')[0]).toBeCloseTo(3 * 6, 4);
    expect(lock.forceOn('crank')[0]).toBeCloseTo(-3 * 6, 4);
  });

  it('stays where it is until moved, and moves at a constant rate during a step', () => {
    const { world } = turning();
    const handle = world.handle(0.3);
    expect([handle.value, handle.rate]).toEqual([0.3, 0]);
    const rates: number[] = [];
    world.addForce({ apply: () => rates.push(handle.rate) });
    handle.moveTo(0.8);
    world.step(0.25);
    expect(new Set(rates)).toEqual(new Set([2]));
    expect([handle.value, handle.rate]).toEqual([0.8, 0]);
  });

  it('is saved and restored, as JSON too', () => {
    const { world } = turning();
    const handle = world.handle(0.3);
    handle.moveTo(0.5);
    const saved = JSON.parse(JSON.stringify(world)) as never;
    world.step(0.5);
    handle.moveTo(7);
    world.step(0.5);
    world.restore(saved);
    expect(handle.value).toBe(0.3);
    world.step(0.5);
    expect(handle.value).toBe(0.5);
  });

  it('cannot be restored where the world had a point', () => {
    const [one, other] = [turning().world, turning().world];
    one.handle(0.3);
    other.handle([0, 0]);
    expect(() => {
      one.restore(other.snapshot());
    }).toThrow(expect.objectContaining({ code: 'E_SNAPSHOT' }));
  });

  it('is removed once nothing hangs on it', () => {
    const { world, wheel } = turning();
    const handle = world.handle(1);
    const Crank = compiled('theta == crank', { theta: 'scalar', crank: 'scalar' });
    const lock = world.add(new Crank({ theta: wheel.angle, crank: handle }));
    expect(() => {
      world.remove(handle);
    }).toThrow('still carries');
    world.remove(lock);
    world.remove(handle);
    expect(() => world.add(new Crank({ theta: wheel.angle, crank: handle }))).toThrow('was removed from the world');
  });

  it('refuses what is no number, and a motion that becomes one', () => {
    const { world } = turning();
    const handle = world.handle(1);
    expect(() => {
      handle.moveTo([1] as never);
    }).toThrow('Value of handle #1');
    const later = world.handle((t) => (t > 0.3 ? ([1, 2] as unknown as number) : 0));
    world.add(
      new (compiled('theta == crank', { theta: 'scalar', crank: 'scalar' }))({
        theta: world.addBody({ mass: 1, inertia: 1, position: [0, 0] }).angle,
        crank: later,
      }),
    );
    expect(() => {
      world.step(0.5);
    }).toThrow('Value of handle #2 at t = ');
  });

  it.each(INTEGRATORS)('whose motion has no value any more is named: %o', (make) => {
    for (const space of [2, 3] as const) {
      const world = new World({ space, integrator: make(), onWarning: () => undefined });
      const p = world.addParticle({ mass: 1, position: [1, 0, 0].slice(0, space) });
      const length = world.handle((t) => 0.5 + Math.sqrt(0.25 - t));
      world.add(new (compiled('norm(p) == length', { p: 'point', length: 'scalar' }, space))({ p, length }));
      expect(() => {
        world.run({ until: 1, dt: 1 / 240 });
      }).toThrow(/the motion of handle #1, its rate or its acceleration is infinite or NaN at t = 0\.2[45]/i);
      expect(Number.isFinite(p.position[0])).toBe(true);
    }
  });
});
