import { describe, expect, it, test } from 'vitest';
import { compile } from 'holonomic/toolkit';
import { defineBody } from '../../../src/index.js';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type HolonomicRuntimeError,
  type Integrator,
} from '../../../runtime/index.js';
import { someOf } from '../../support/scope.js';

const INTEGRATORS: readonly (() => Integrator)[] = [semiImplicitEuler, rk4, dormandPrince, rattle, velocityStep];
const DT = 1 / 240;

interface Case {
  readonly name: string;
  readonly space: 2 | 3;
  readonly C: string;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** The last coordinate x, or the last time, at which the formula has a value. */
  readonly boundary: { readonly x: number } | { readonly t: number };
}

const CASES: readonly Case[] = [
  {
    name: 'a bead on the upper half of a circle',
    space: 2,
    C: 'p.y == sqrt(1 - p.x^2)',
    position: [0.6, 0.8],
    velocity: [0, 0],
    boundary: { x: 1 },
  },
  {
    name: 'a bead on the upper half of a sphere',
    space: 3,
    C: 'p.y == sqrt(1 - p.x^2 - p.z^2)',
    position: [0.6, 0.8, 0],
    velocity: [0, 0, 0],
    boundary: { x: 1 },
  },
  {
    name: 'a wire that ends smoothly',
    space: 2,
    C: 'p.y == (1 - p.x)^2.5 / 10',
    position: [0, 0.1],
    velocity: [1, -0.25],
    boundary: { x: 1 },
  },
  {
    name: 'a floor that ends',
    space: 2,
    C: 'p.y >= sqrt(1 - p.x) - 1',
    position: [0, 0],
    velocity: [1, 0],
    boundary: { x: 1 },
  },
  {
    name: 'a floor far below that ends',
    space: 2,
    C: 'p.y >= log(1 - p.x) - 100',
    position: [0, 0],
    velocity: [1, 0],
    boundary: { x: 1 },
  },
  {
    name: 'a speed by a root',
    space: 2,
    C: 'ddt(p.x) == sqrt(0.3 - p.x) + 0.1',
    position: [0, 0],
    velocity: [Math.sqrt(0.3) + 0.1, 0],
    boundary: { x: 0.3 },
  },
  {
    name: 'a least speed by a root',
    space: 2,
    C: 'ddt(p.x) >= sqrt(0.3 - p.x) + 0.1',
    position: [0, 0],
    velocity: [1, 0],
    boundary: { x: 0.3 },
  },
  {
    name: 'a bead on an arc cosine',
    space: 2,
    C: 'p.y == acos(p.x / 2) - 3',
    position: [1.2, Math.acos(0.6) - 3],
    velocity: [0, 0],
    boundary: { x: 2 },
  },
  {
    name: 'a bead on an arc of a versine',
    space: 2,
    C: 'p.y == -acos(1 - p.x)',
    position: [0.5, -Math.acos(0.5)],
    velocity: [0, 0],
    boundary: { x: 2 },
  },
  {
    name: 'a floor of an arc sine that ends',
    space: 3,
    C: 'p.y >= -asin(p.x) - 2 + p.z',
    position: [0, -2, 0],
    velocity: [1, 0, 0],
    boundary: { x: 1 },
  },
  {
    name: 'a root of the time',
    space: 2,
    C: 'p.x == sqrt(1 - t)',
    position: [1, 0],
    velocity: [-0.5, 0],
    boundary: { t: 1 },
  },
];

interface End {
  readonly world: World;
  readonly x: number;
  readonly last: string;
  readonly error: HolonomicRuntimeError | undefined;
}

/** Runs to the end, and writes down the state before the step that failed. */
function run({ space, C, position, velocity }: Case, integrator: Integrator, compliance?: number): End {
  const { Bead } = compile('Bead', { summary: 'Guides a point.', space, inputs: { p: 'point' }, C });
  const down = [0, -9.81, 0].slice(0, space);
  const world = new World({ space, forces: [gravity(down)], integrator, onWarning: () => undefined });
  const p = world.addParticle({ mass: 1, position, velocity });
  const bead = world.add(new Bead({ p }, compliance === undefined ? {} : { compliance }));
  const state = (): string => [world.time, ...p.position, ...p.velocity, ...bead.lambda].join(' ');
  let last = state();
  try {
    while (world.time < 3) {
      last = state();
      world.step(DT);
      expect(Number.isFinite(bead.C[0] + bead.Cdot[0]), `${C} at ${world.time}`).toBe(true);
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    expect(state()).toBe(last);
    return { world, x: p.position[0], last, error: error as HolonomicRuntimeError };
  }
  return { world, x: p.position[0], last, error: undefined };
}

describe.each(someOf(CASES, 5))('$name', (one) => {
  const check = ({ world, x, error }: End, isSoft = false): void => {
    expect(error?.code).toBe('E_STATE_NOT_FINITE');
    expect(error!.message).toContain(`Bead #1 (${one.C})`);
    expect(error!.message).not.toMatch(/NaN,|\(C\): ,/);
    // The state is the last good one: it can be saved, brought back and measured.
    world.restore(structuredClone(world.snapshot()));
    // The rate of a root of the time is infinite at its end; stiff springs give what steps cannot follow.
    const mayGrow = isSoft || 't' in one.boundary;
    expect(world.energy().total).toBeLessThan(mayGrow ? Infinity : 10);
    world.evaluate();
    expect(world.constraints[0]!.C[0]).not.toBeNaN();
    if ('t' in one.boundary) expect(Math.abs(world.time - one.boundary.t)).toBeLessThan(1.5 * DT);
    else {
      expect(x).toBeLessThanOrEqual(one.boundary.x);
      // Springs throw it to either end.
      expect(isSoft ? Math.abs(x) : x).toBeGreaterThan(one.boundary.x - 0.06);
    }
    // No warning of the step that failed, or with a hole.
    for (const { message } of world.warnings) expect(message).not.toMatch(/: ,|NaN/);
    expect(world.warnings.map(({ code }) => code)).not.toContain('W_OUT_OF_REACH');
  };

  it.each(INTEGRATORS)('ends %o in the error that names it', (integrator) => {
    check(run(one, integrator()));
  });

  it.each([rk4, dormandPrince, velocityStep])('ends %o, soft, in the same error', (integrator) => {
    check(run(one, integrator(), 1e-5), true);
  });
});

test('steps of an adaptive integrator of its own end close to the boundary', () => {
  const { Bead } = compile('Bead', {
    summary: 'Limits a speed.',
    space: 2,
    inputs: { p: 'point' },
    C: 'ddt(p.x) >= sqrt(0.3 - p.x) - 9',
  });
  const world = new World({ space: 2, integrator: dormandPrince() });
  const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
  world.add(new Bead({ p }));
  expect(() => world.run({ until: 3 })).toThrow(/the domain of a formula|has no value/);
  expect(world.time).toBeGreaterThan(0.2999);
  expect(p.position[0]).toBeLessThanOrEqual(0.3);
});

test('a motion that turns back before the boundary goes on', () => {
  const { Bead } = compile('Bead', {
    summary: 'Guides a point.',
    space: 2,
    inputs: { p: 'point' },
    C: 'p.y == 1 - sqrt(1 - p.x^2)',
  });
  for (const integrator of INTEGRATORS) {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: integrator(),
      onWarning: () => undefined,
    });
    const p = world.addParticle({ mass: 1, position: [0.8, 0.4] });
    world.add(new Bead({ p }));
    for (let i = 0; i < 480; i++) world.step(DT);
    expect(world.warnings.map(({ code }) => code)).toEqual([]);
    expect(Math.abs(p.position[0])).toBeLessThan(0.81);
  }
});

test("a body's formula that leaves its domain is named with the body and its coordinates", () => {
  const spec = defineBody({
    summary: 'A bead on a half circle, by its horizontal coordinate.',
    space: 2,
    coordinates: { s: {} },
    params: { mass: {} },
    points: { bead: { at: '[s, sqrt(1 - s^2)]', mass: 'mass' } },
  });
  const { HalfCircle } = compile('HalfCircle', spec);
  for (const integrator of INTEGRATORS) {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: integrator(),
      onWarning: () => undefined,
    });
    const body = world.addBody(new HalfCircle!({ mass: 1 }, { s: 0.6 }));
    let error: HolonomicRuntimeError | undefined;
    try {
      for (let i = 0; i < 720; i++) world.step(DT);
    } catch (thrown) {
      error = thrown as HolonomicRuntimeError;
    }
    expect(error?.message).toMatch(/HalfCircle #1 \(\[s, sqrt\(1 - s\^2\)\]\), with s = /);
    expect(error?.code).toBe('E_STATE_NOT_FINITE');
    expect(Number.isFinite(world.energy().total)).toBe(true);
    expect(body).toBeDefined();
  }
});

test('a type says that its formula has no value somewhere, and only then', () => {
  const partial = (C: string): boolean => {
    const scalar = C.includes('theta') ? { theta: 'scalar' as const } : {};
    const { One } = compile('One', { summary: 'Holds.', space: 2, inputs: { p: 'point', ...scalar }, C });
    return One.type.partial === true;
  };
  for (const C of [
    'sqrt(p.x) == 1',
    'log(p.x) == 1',
    'acos(p.x) == theta',
    'p.x^2.5 == 1',
    'acosh(p.x) == 2',
    'ddt(p.x) == sqrt(p.y)',
    'p.y >= sqrt(1 - t)',
    'asec(p.x) == 1',
  ])
    expect(partial(C), C).toBe(true);
  for (const C of [
    'norm(p) == 1',
    'sqrt(1 + p.x^2) == p.y',
    'log(1 + exp(p.x)) == p.y',
    'atan2(p.y, p.x) == theta',
    'cbrt(p.x) == p.y',
    'p.x^3 == p.y',
    '1 / (2 + sin(theta)) == p.x',
  ])
    expect(partial(C), C).toBe(false);
});
