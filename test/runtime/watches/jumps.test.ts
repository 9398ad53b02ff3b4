import { describe, expect, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import { Distance2D } from '../../../generated/index.js';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Constraint,
  type Integrator,
} from '../../../runtime/index.js';

const INTEGRATORS: readonly (readonly [string, () => Integrator])[] = [
  ['rk4', rk4],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
  ['velocityStep', velocityStep],
  ['dormandPrince', dormandPrince],
];

/** A particle on what `C` says of the point `p`, with the codes and the times of the warnings of 2 s. */
function run(C: string, integrator: Integrator, y = 0, rate = 0, dt = 0.01): readonly (readonly [string, number])[] {
  const Driven = Object.values(compile('Driven', { summary: 'For a test.', space: 2, inputs: { p: 'point' }, C }))[0];
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position: [0, y], velocity: [0, rate] });
  world.add(new (Driven as unknown as new (options: object) => Constraint)({ p }));
  while (world.time < 2 - dt / 2) world.step(dt);
  return world.warnings.map(({ code, time }) => [code, time]);
}

describe.each(INTEGRATORS)('%s warns of a formula that jumps in time', (_, integrator) => {
  test.each([
    ['p.y == floor(2 * t)', 0.5],
    ['p.y == (t < 0.705 ? 0 : 0.3)', 0.705],
    ['p.y == sign(sin(4 * t)) * sin(4 * t) + mod(t, 0.8)', 0.8],
    ['p.y >= (t < 0.705 ? 0 : 0.3)', 0.705],
  ])('%s', (C, time) => {
    const found = run(C, integrator()).filter(([code]) => code === 'W_JUMP');
    expect(found).toHaveLength(1);
    expect(found[0]![1]).toBeCloseTo(time, 6);
  });
});

describe.each(INTEGRATORS.filter(([name]) => name !== 'dormandPrince'))(
  '%s warns of a pole that a step goes past',
  (_, integrator) => {
    test.each([
      ['p.y == tan(2 * t)', 0, 2, Math.PI / 4],
      ['p.y == 1 / (1 - t)', 1, 1, 1],
    ] as const)('%s', (C, y, rate, time) => {
      const found = run(C, integrator(), y, rate).filter(([code]) => code === 'W_JUMP');
      expect(found).toHaveLength(1);
      expect(found[0]![1]).toBeCloseTo(time, 6);
    });
  },
);

describe('nothing is told', () => {
  test.each(INTEGRATORS)('of motions that are fast, by %s', (_, integrator) => {
    // More than half a turn per step, of which the ends alone say nothing.
    for (const C of [
      'p.y == 0.01 * sin(320 * t)',
      'p.y == 0.01 * sin(314.1592653589793 * t)',
      'p.y == abs(sin(3 * t))',
    ])
      expect(run(C, integrator(), 0, 0).map(([code]) => code)).not.toContain('W_JUMP');
  });

  test('of a rope that is paid out at once, which throws nothing', () => {
    const C = '-p.y <= (t < 0.5 ? 0.3 : 1)';
    expect(run(C, velocityStep(), -0.3).map(([code]) => code)).toEqual([]);
  });

  test('of an angle that turns past its cut', () => {
    const spec = {
      summary: 'Turns a point.',
      space: 2,
      inputs: { p: 'point' },
      C: ['atan2(p.y, p.x) == 3 * t', 'norm(p) == 1'],
    } as const;
    const { Turn } = compile('Turn', spec);
    const world = new World({ space: 2, integrator: rk4(), onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 3] });
    world.add(new (Turn as unknown as new (options: object) => Constraint)({ p }));
    for (let k = 0; k < 300; k++) world.step(0.01);
    expect(world.warnings).toEqual([]);
  });
});

test.each(INTEGRATORS)('%s warns of the motion of a handle that jumps, by its name', (_, integrator) => {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: integrator(), onWarning: () => 0 });
  const handle = world.handle((t: number) => [t < 0.495 ? 0 : 0.2, 0]);
  const p = world.addParticle({ mass: 1, position: [0, -1] });
  world.add(new Distance2D({ a: handle, b: p, length: 1 }));
  while (world.time < 0.49) world.step(0.01);
  expect(world.warnings).toEqual([]);
  while (world.time < 1) world.step(0.01);
  const [warning, ...others] = world.warnings.filter(({ code }) => code === 'W_JUMP');
  expect(others).toEqual([]);
  expect(warning?.time).toBeCloseTo(0.495, 6);
  expect(warning?.message).toMatch(/^The motion of handle #1 jumps/);
});

test('a jump in one of the rows of a vector is found, whatever the others do', () => {
  for (const C of ['p == [floor(2 * t), sin(t)]', 'p == [sin(t), floor(2 * t)]'])
    expect(run(C, velocityStep()).map(([code]) => code)).toContain('W_JUMP');
  // In the first step, nothing is known of usual changes.
  for (const C of ['p == [(t < 0.005 ? 0 : 1), sin(t)]', 'p == [sin(t), (t < 0.005 ? 0 : 1)]'])
    expect(run(C, velocityStep()).map(([code]) => code)).toContain('W_JUMP');
});

describe('a run of dormandPrince() up to 2.25 s', () => {
  /** A free particle whose `x` follows `C`, run to each of the times, with the times at which W_JUMP is told. */
  function runTo(C: string, rate: number, ...times: readonly number[]): { x: number; told: readonly number[] } {
    const Driven = Object.values(compile('Driven', { summary: 'For a test.', space: 2, inputs: { p: 'point' }, C }))[0];
    const world = new World({ space: 2, integrator: dormandPrince(), onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [rate, 0] });
    world.add(new (Driven as unknown as new (options: object) => Constraint)({ p }));
    for (const until of times) world.run({ until });
    return { x: p.position[0], told: world.warnings.filter(({ code }) => code === 'W_JUMP').map(({ time }) => time) };
  }

  test.each([
    // Two jumps in one step, which cancel.
    ['ddt(p.x) == (mod(t, 1) < 0.5 ? 1 : -1)', 1, 0.5],
    ['ddt(p.x) == (t < 0.7 ? 1 : -1)', 1, 0.7],
    ['ddt(p.x) == floor(t)', 0, 1],
    ['p.x == floor(2 * t) / 10', 0, 0.5],
    // A kink, at which the velocity jumps.
    ['p.x == abs(t - 0.7) - 0.7', -1, 0.7],
  ])('warns of %s', (C, rate, time) => {
    const { told } = runTo(C, rate, 2.25);
    expect(told).toHaveLength(1);
    expect(told[0]).toBeCloseTo(time, 6);
  });

  test('warns of a jump at the end of a step that another follows without an interruption', () => {
    const { Driven } = compile('Driven', {
      summary: 'For a test.',
      space: 2,
      inputs: { p: 'point' },
      C: 'ddt(p.x) == (t < 0.75 ? 1 : -1)',
    });
    const world = new World({ space: 2, integrator: dormandPrince(), onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
    world.add(new (Driven as unknown as new (options: object) => Constraint)({ p }));
    world.run({ until: 2, dt: 0.25 });
    expect(world.warnings.map(({ code }) => code)).toEqual(['W_JUMP']);
    expect(world.warnings[0]!.message).toContain('no longer held');
    expect(world.warnings[0]?.time).toBeCloseTo(0.75, 6);
  });

  test.each([
    ['ddt(p.x) == (t < 0.7 ? 1 : -1)', 1, -0.85],
    ['p.x == (t < 0.7 ? -t : t - 1.4)', -1, 0.85],
  ])('follows %s where it is told to end at the jump, without a warning', (C, rate, x) => {
    const { x: reached, told } = runTo(C, rate, 0.7, 2.25);
    expect(told).toEqual([]);
    expect(reached).toBeCloseTo(x, 6);
  });

  test.each([
    ['ddt(p.x) == sin(20 * t)', 0],
    ['ddt(p.x) == smoothstep(1, 1.01, t)', 0],
    ['ddt(p.x) == abs(sin(3 * t))', 0],
    ['ddt(p.x) == 0 * t', 0],
    ['p.x == sin(20 * t) / 20', 1],
  ])('says nothing of %s', (C, rate) => {
    expect(runTo(C, rate, 2.25).told).toEqual([]);
  });
});
