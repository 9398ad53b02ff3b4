import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { Coincident2D, Distance2D, PointOnCircleDistance } from '../fixtures/index.js';
import { HandWrittenPendulum } from '../fixtures/bodies/pendulum.js';
import { chain, G } from '../fixtures/scenes.js';
import { thrown } from '../fixtures/thrown.js';

describe('values of a constraint', () => {
  it('are those of the present state, however it was changed', () => {
    const { world, particles, rods } = chain([0]);
    const rod = rods[0]!;
    const bob = particles[0]!;
    expect(rod.C[0]).toBe(0);
    bob.position[1] = -1.25;
    expect(rod.C[0]).toBeCloseTo(0.25, 15);
    bob.velocity[1] = -3;
    expect(rod.Cdot[0]).toBeCloseTo(3, 15);
    rod.params.length = 1.125;
    expect(rod.C[0]).toBeCloseTo(0.125, 15);
    world.step(1 / 240);
    expect(rod.C[0]).toBeCloseTo(Math.hypot(...bob.position) - 1.125, 15);
    expect(world.residual().position).toBe(Math.abs(rod.C[0]));
    expect(world.residual().velocity).toBe(Math.abs(rod.Cdot[0]));
  });

  it('are those of its connectors before it is added and after it is removed', () => {
    const world = new World({ space: 2 });
    const bob = world.addParticle({ mass: 1, position: [3, 4] });
    const rod = new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 });
    expect([...rod.C]).toEqual([4]);
    expect([...rod.lambda]).toEqual([0]);
    world.add(rod);
    world.step(1 / 240);
    expect(rod.lambda[0]).not.toBe(0);
    world.remove(rod);
    expect([...rod.lambda]).toEqual([0]);
    bob.position.set([0, 2]);
    expect([...rod.C]).toEqual([1]);
  });
});

describe('parameters', () => {
  it('change what the next step does', () => {
    const { world, particles, rods } = chain([0], { feedback: { hertz: 5 } });
    world.step(1 / 240);
    rods[0]!.params.length = 2;
    expect(rods[0]!.params.length).toBe(2);
    world.run({ until: 2 });
    expect(particles[0]!.position[1]).toBeCloseTo(-2, 6);
  });

  it('decay an error at the rate of the feedback: 1 Hz, critically damped', () => {
    const world = new World({ space: 2, feedback: { hertz: 1 } });
    const bob = world.addParticle({ mass: 1, position: [2, 0] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    world.run({ until: 0.3, dt: 1 / 1000 });
    const alpha = 2 * Math.PI;
    expect(rod.C[0]).toBeCloseTo((1 + 0.3 * alpha) * Math.exp(-0.3 * alpha), 9);
  });

  it.each([
    ['no damping', { hertz: 1, dampingRatio: 0 }, Math.cos(0.3 * 2 * Math.PI)],
    ['a gain', { ks: 9, kd: 0 }, Math.cos(0.9)],
    // C̈ + 6 Ċ + 11 C + 6 ∫C = 0 has the roots −1, −2, −3. At the start C = 1, Ċ = 0, C̈ = −11.
    ['integral feedback', { ks: 11, kd: 6, ki: 6 }, -2.5 * Math.exp(-0.3) + 8 * Math.exp(-0.6) - 4.5 * Math.exp(-0.9)],
  ])('decay as told with %s', (_, feedback, expected) => {
    const world = new World({ space: 2, feedback });
    const bob = world.addParticle({ mass: 1, position: [2, 0] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    world.run({ until: 0.3, dt: 1 / 1000 });
    expect(rod.C[0]).toBeCloseTo(expected, 8);
  });

  it('are kept when other constraints come and go', () => {
    const { world, rods } = chain([0.1, 0.2, 0.3]);
    rods[2]!.params.length = 1.5;
    world.step(1 / 240);
    rods[1]!.params.length = 1.25;
    world.remove(rods[0]!);
    world.step(1 / 240);
    expect(rods.map((rod) => rod.params.length)).toEqual([1, 1.25, 1.5]);
  });

  it('have defaults, and vectors are read as copies', () => {
    const world = new World({ space: 2 });
    const point = world.addParticle({ mass: 1, position: [1, 1] });
    const ring = new PointOnCircleDistance({ p: point, radius: 1 });
    expect(ring.params.centre).toEqual(new Float64Array([0, 0]));
    ring.params.centre = [1, 0];
    expect(ring.params.centre).toEqual(new Float64Array([1, 0]));
    (ring.params.centre as Float64Array)[0] = 9;
    expect(ring.params.centre).toEqual(new Float64Array([1, 0]));
    expect(ring.C[0]).toBe(0);
  });

  it.each([
    [-1, "Parameter 'length' of Distance2D #1 is -1 m. It must be at least 0 m."],
    [NaN, "Parameter 'length' of Distance2D #1 is not finite: NaN. Give a finite number."],
    ['2', "Parameter 'length' of Distance2D #1 is '2'. Give a number."],
    [[2], "Parameter 'length' of Distance2D #1 is [2]. Give a number."],
  ])('refuse %o and keep their value', (value, message) => {
    const { rods } = chain([0]);
    expect(() => {
      rods[0]!.params.length = value as number;
    }).toThrow(message);
    expect(rods[0]!.params.length).toBe(1);
  });

  it('refuse names they do not have, and name the nearest', () => {
    const { world, rods } = chain([0]);
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 }));
    const { params, coordinates, rates } = pendulum;
    for (const [object, given, hint] of [
      [rods[0]!.params, { lenght: 2 }, "Did you mean 'length'?"],
      [rods[0]!.params, { colour: 2 }, 'Known: length.'],
      [params, { mas: 2 }, "Did you mean 'mass'?"],
      [coordinates, { thet: 2 }, "Did you mean 'theta'?"],
      [rates, { thet: 2 }, "Did you mean 'theta'?"],
    ] as const) {
      const before = { ...object };
      const message = `There is no '${Object.keys(given)[0]!}' to set. ${hint}`;
      expect(thrown(() => Object.assign(object, given))).toMatchObject({ code: 'E_OPTION_UNKNOWN', message });
      expect({ ...object }).toEqual(before);
    }
  });
});

describe('forceOn', () => {
  it('is the load on the support of a pendulum, and its opposite on the bob', () => {
    const { world, rods, particles } = chain([0.4]);
    particles[0]!.velocity.set([2 * Math.cos(0.4), 2 * Math.sin(0.4)]);
    world.evaluate();
    const tension = G * Math.cos(0.4) + 4;
    const onBob = rods[0]!.forceOn('b');
    const onSupport = rods[0]!.forceOn('a');
    expect(onBob[0]).toBeCloseTo(-tension * Math.sin(0.4), 11);
    expect(onBob[1]).toBeCloseTo(tension * Math.cos(0.4), 11);
    expect(onSupport[0]).toBe(-onBob[0]);
    expect(onSupport[1]).toBe(-onBob[1]);
  });

  it('sums the rows of a constraint', () => {
    const world = new World({ space: 2 });
    const a = world.addParticle({ mass: 1, position: [0, 0] });
    const b = world.addParticle({ mass: 3, position: [0, 0] });
    const joint = world.add(new Coincident2D({ a, b }));
    world.addForce({
      apply: () => {
        a.applyForce([8, -4]);
      },
    });
    world.evaluate();
    expect([...joint.forceOn('b')].map((f) => Math.round(f * 1e12) / 1e12)).toEqual([6, -3]);
    expect([...world.accelerations].map((f) => Math.round(f * 1e12) / 1e12)).toEqual([2, -1, 2, -1]);
  });

  it('knows its inputs', () => {
    const { rods } = chain([0]);
    expect(() => rods[0]!.forceOn('B' as 'b')).toThrow("Distance2D #1 has no input 'B'. Did you mean 'b'?");
  });
});

describe('labels', () => {
  it('count per type from 1, and give way to names', () => {
    const { rods, particles, world } = chain([0, 0]);
    const ring = world.add(new PointOnCircleDistance({ p: particles[0]!, radius: 1 }));
    expect([...rods, ring].map(({ label }) => label)).toEqual([
      'Distance2D #1',
      'Distance2D #2',
      'PointOnCircleDistance #1',
    ]);
    ring.name = 'outer ring';
    expect(ring.label).toBe("PointOnCircleDistance 'outer ring'");
    expect(new PointOnCircleDistance({ p: particles[0]!, radius: 1 }).label).toBe('PointOnCircleDistance');
  });
});
