import { describe, expect, it } from 'vitest';
import { gravity, World } from '../../../runtime/index.js';
import { LinearMotor2D, PointOnLine2D, Pulley2D, Skate } from 'holonomic/library';
import { compile } from '../../../src/toolkit.js';

const G = 9.81;
const falling = { space: 2, forces: [gravity([0, -G])] } as const;
const closeTo = (actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void => {
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value)).toBeLessThan(tolerance);
  });
};

describe('motion under constraints of rates', () => {
  it('a skate whose edge turns steadily moves on a cycloid down an incline, and no work is done', () => {
    const { TurningSkate } = compile('TurningSkate', {
      summary: 'A skate that turns at a constant rate.',
      space: 2,
      inputs: { p: 'point' },
      params: { rate: { unit: 'rad/s' } },
      C: 'cross(rotate(rate * t, [1, 0]), ddt(p))',
    });
    // Along the edge v̇ = g cos ωt (Neimark and Fufaev, Dynamics of Nonholonomic Systems).
    const [g, omega] = [3, 2];
    const world = new World({ space: 2, forces: [gravity([g, 0])] });
    const skate = world.addParticle({ mass: 2, position: [0, 0] });
    world.add(new TurningSkate({ p: skate, rate: omega }));
    const before = world.energy().total;
    world.run({
      until: 5,
      dt: 1 / 500,
      onStep: ({ time }) => {
        const s = Math.sin(2 * omega * time);
        const x = (g / (4 * omega ** 2)) * (1 - Math.cos(2 * omega * time));
        closeTo(skate.position, [x, (g / (2 * omega)) * (time - s / (2 * omega))], 1e-7);
      },
    });
    expect(Math.abs(world.energy().total - before)).toBeLessThan(1e-7);
    expect(world.residual().position).toBe(0);
    expect(world.residual().velocity).toBeLessThan(1e-9);
  });

  it('a fixed edge is an incline', () => {
    const world = new World(falling);
    const p = world.addParticle({ mass: 1, position: [0, 0] });
    const edge = [Math.cos(-0.5), Math.sin(-0.5)];
    const skate = world.add(new Skate({ p, edge: world.ground.direction(edge) }));
    world.run({ until: 1, dt: 1 / 100 });
    const way = (G * Math.sin(0.5)) / 2;
    closeTo(p.position, [way * edge[0]!, way * edge[1]!], 1e-12);
    expect(Math.abs(skate.lambda[0])).toBeCloseTo(G * Math.cos(0.5), 12);
  });

  it('the multiplier of a motor is the force that it needs', () => {
    const world = new World(falling);
    const car = world.addParticle({ mass: 3, position: [0, 0], velocity: [0, 2] });
    const motor = world.add(
      new LinearMotor2D({
        p: car,
        origin: world.ground.point([0, 0]),
        axis: world.ground.direction([0, 1]),
        speed: 2,
      }),
    );
    world.run({ until: 1, dt: 1 / 50 });
    closeTo(car.position, [0, 2], 1e-12);
    expect(motor.lambda[0]).toBeCloseTo(3 * G, 10);
    expect(motor.forceOn('p')[1]).toBeCloseTo(3 * G, 10);
  });

  it('feedback acts on the rate alone: the error decays as e^(−kd t), and ks and ki have nothing to act on', () => {
    const decay = (feedback: { ks: number; kd: number; ki: number }): number => {
      const world = new World({ space: 2, feedback });
      const p = world.addParticle({ mass: 1, position: [0.3, 0.4], velocity: [5, 0] });
      const rail = { origin: world.ground.point([0, 0]) };
      world.add(new LinearMotor2D({ p, ...rail, axis: world.ground.direction([1, 0]), speed: 2 }));
      world.run({ until: 1, dt: 1 / 200 });
      return p.velocity[0] - 2;
    };
    expect(decay({ ks: 0, kd: 2, ki: 0 })).toBeCloseTo(3 * Math.exp(-2), 9);
    expect(decay({ ks: 50, kd: 2, ki: 30 })).toBeCloseTo(3 * Math.exp(-2), 9);
  });

  it('the default feedback brings a motor to its speed', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [5, 0] });
    const along = world.ground.direction([1, 0]);
    world.add(new LinearMotor2D({ p, origin: world.ground.point([0, 0]), axis: along, speed: 2 }));
    world.run({ until: 1, dt: 1 / 100 });
    expect(p.velocity[0]).toBeCloseTo(2, 12);
  });

  it('a point that keeps its speed, an equation nonlinear in the rates, turns downward as Gauss says', () => {
    const { Cruise } = compile('Cruise', {
      summary: 'Keeps the speed of a point.',
      space: 2,
      inputs: { p: 'point' },
      params: { speed: { unit: 'm/s', min: 0 } },
      C: 'norm(ddt(p)) == speed',
    });
    const world = new World({ ...falling, feedback: false });
    const p = world.addParticle({ mass: 2, position: [0, 0], velocity: [4, 0] });
    world.add(new Cruise({ p, speed: 4 }));
    world.run({ until: 1, dt: 1 / 500 });
    // θ̇ = −(g/v) cos θ: v sech(g t/v), −v tanh(g t/v)
    closeTo(p.velocity, [4 / Math.cosh(G / 4), -4 * Math.tanh(G / 4)], 1e-9);
  });

  it('rows of both levels act side by side', () => {
    const world = new World(falling);
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    const origin = world.ground.point([0, 1]);
    world.add(new PointOnLine2D({ p, origin, normal: world.ground.direction([0, 1]) }));
    world.add(new LinearMotor2D({ p, origin, axis: world.ground.direction([1, 0]), speed: 3 }));
    expect(world.degreesOfFreedom()).toBe(0);
    expect(world.residual()).toEqual({ position: 0, velocity: 3 });
  });
});

describe('a rope over two pulleys', () => {
  it('is the machine of Atwood', () => {
    const world = new World(falling);
    const [a, b] = [
      world.addParticle({ mass: 3, position: [0, -1] }),
      world.addParticle({ mass: 1, position: [2, -4] }),
    ];
    const [pulleyA, pulleyB] = [world.ground.point([0, 0]), world.ground.point([2, 0])];
    const rope = world.add(new Pulley2D({ a, pulleyA, b, pulleyB, ratio: 2, length: 9 }));
    world.run({ until: 0.5, dt: 1 / 100 });
    // a falls by 2 s where b rises by s: (3 · 4 + 1) s̈ = (2 · 3 − 1) g
    const s = ((5 / 13) * G * 0.5 ** 2) / 2;
    closeTo(a.position, [0, -1 - 2 * s], 1e-10);
    closeTo(b.position, [2, -4 + s], 1e-10);
    // Tension: 3 g − 3 · 2 s̈, and the multiplier pulls a back.
    expect(rope.forceOn('a')[1]).toBeCloseTo(3 * (G - (10 / 13) * G), 8);
    expect(rope.forceOn('b')[1]).toBeCloseTo(2 * 3 * (G - (10 / 13) * G), 8);
  });
});
