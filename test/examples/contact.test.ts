import { assemble } from 'holonomic/runtime';
import { describe, expect, it } from 'vitest';
import { bowlingBall, slip } from '../../examples/contact/bowling.js';
import { capstan, limit } from '../../examples/contact/capstan.js';
import { cardHouse, fastest as fastestCard } from '../../examples/contact/card-house.js';
import { cradle } from '../../examples/contact/cradle.js';
import { geneva, wheelAngle } from '../../examples/contact/geneva.js';
import { fastest, pyramid } from '../../examples/contact/pyramid.js';
import { ragdoll } from '../../examples/contact/ragdoll.js';
import { legAt, strandbeest } from '../../examples/contact/strandbeest.js';

describe("Newton's cradle", () => {
  it.each([1, 2, 3])('lets as many balls leave as were lifted: %i', (lifted) => {
    const angle = 0.3;
    const { world, balls } = cradle(5, lifted, angle);
    const before = world.energy().total;
    world.run({ until: 0.65, dt: 1 / 4000 });
    // The speed at the bottom, less what the swing since has taken.
    const speeds = balls.map(({ velocity }) => velocity[0]);
    const fastest = 2 * Math.sqrt(9.81) * Math.sin(angle / 2);
    for (const [i, speed] of speeds.entries()) {
      if (i < 5 - lifted) expect(Math.abs(speed)).toBeLessThan(0.03 * fastest);
      else expect(speed / fastest).toBeGreaterThan(0.85);
    }
    expect(Math.abs(world.energy().total - before)).toBeLessThan(0.01 * lifted);
  });
});

describe('a bowling ball', () => {
  it('slides for 2/7 v / (μ g), and rolls with 5/7 v from then on', () => {
    const [speed, friction, h] = [8, 0.3, 1 / 240];
    const { world, ball } = bowlingBall(speed, friction);
    while (slip(ball) > 1e-9) world.step(h);
    expect(Math.abs(world.time - (2 * speed) / (7 * friction * 9.81))).toBeLessThan(h);
    expect(Math.abs(ball.velocity[0] - (5 / 7) * speed)).toBeLessThan(1e-12);
    world.step(h);
    expect(Math.abs(slip(ball))).toBeLessThan(1e-12);
  });
});

describe('a rope over 64 pins', () => {
  it.each([
    [Math.PI / 2, 0.3],
    [2, 0.6],
  ])('of %f rad in all holds up to the closed form: friction %f', (angle, friction) => {
    for (const [part, holds] of [
      [1 - 1e-6, true],
      [1 + 1e-6, false],
    ] as const) {
      const { world, knots } = capstan(angle, friction, part * limit(angle, friction));
      world.step(1e-3);
      const speed = Math.max(...knots.map(({ velocity }) => Math.hypot(...velocity)));
      if (holds) expect(speed).toBeLessThan(1e-11);
      else expect(speed).toBeGreaterThan(1e-10);
    }
  });
});

describe('a Geneva drive', () => {
  it('stands for three quarters of a turn, and follows the closed form in between', () => {
    const { world, driver, wheel } = geneva(2 * Math.PI);
    const steps = 800;
    let still = 0;
    for (let k = 0; k < steps; k++) {
      world.step(1 / steps);
      if (Math.abs(wheel.angularVelocity) < 1e-6) still++;
      expect(Math.abs(wheel.orientation - wheelAngle(driver.orientation))).toBeLessThan(5e-3);
    }
    expect(Math.abs(still / steps - 0.75)).toBeLessThan(0.01);
    expect(world.warnings).toEqual([]);
  });
});

describe('a ragdoll', () => {
  it('lands, and comes to rest in one piece', () => {
    const { world, bodies, joints } = ragdoll(1.5);
    world.run({ until: 1.5, dt: 1 / 120 });
    expect(world.warnings).toEqual([]);
    expect(fastest(bodies)).toBeLessThan(1e-6);
    for (const { C } of joints) expect(Math.hypot(...C)).toBeLessThan(1e-9);
    const heights = bodies.map(({ position }) => position[1]);
    expect(Math.min(...heights)).toBeGreaterThan(0.04);
    expect(Math.max(...heights)).toBeLessThan(0.5);
  });
});

describe('a pyramid of boxes', () => {
  it('stands', () => {
    const { world, boxes } = pyramid(6);
    world.run({ until: 0.1, dt: 1 / 60 });
    expect(fastest(boxes)).toBeLessThan(1e-12);
    expect(world.warnings).toEqual([]);
  });
});

describe('a Strandbeest', () => {
  it('walks as far as its lowest feet move back against it, and lets none sink', () => {
    const pairs = 3;
    /** Places of all feet against the chassis at an angle of the crank. */
    const feetAt = (angle: number): readonly (readonly [number, number])[] =>
      Array.from({ length: pairs }, (_, i) => angle + (2 * Math.PI * i) / pairs).flatMap((phase) => {
        const [[x, y], [mirrored, z]] = [legAt(phase).at(-1)!, legAt(Math.PI - phase).at(-1)!];
        return [[x, y] as const, [-mirrored, z] as const];
      });
    const parts = 1200;
    let expected = 0;
    for (let k = 0; k < parts; k++) {
      const [before, after] = [k, k + 1].map((n) => feetAt((-2 * Math.PI * n) / parts));
      const lowest = before!.reduce((best, foot, i) => (foot[1] < before![best]![1] ? i : best), 0);
      expected += before![lowest]![0] - after![lowest]![0];
    }

    const codes: string[] = [];
    const { world, chassis, feet } = strandbeest(-4, pairs, ({ code }) => codes.push(code));
    assemble(world, { velocitiesOnly: true });
    const turn = Math.PI / 2;
    let sunk = 0;
    world.run({
      until: turn,
      dt: 1 / 240,
      onStep: () => {
        sunk = Math.min(sunk, ...feet.map(({ position }) => position[1]));
      },
    });
    expect(Math.abs(chassis.position[0] / expected - 1)).toBeLessThan(0.04);
    expect(sunk).toBeGreaterThan(-1e-4);
    expect(codes).toEqual([]);
  });
});

describe('a house of cards', () => {
  it('stands, and slides apart where friction is too small', () => {
    const { world, cards } = cardHouse(2, 0.6);
    world.run({ until: 0.1, dt: 1 / 240 });
    expect(fastestCard(cards)).toBeLessThan(1e-12);
    expect(world.warnings).toEqual([]);
    // A thin card that leans by 0.48 rad needs μ = tan(0.48) / 2 = 0.26.
    const tent = cardHouse(1, 0.2);
    tent.world.run({ until: 0.05, dt: 1 / 240 });
    expect(fastestCard(tent.cards)).toBeGreaterThan(0.01);
  });
});
