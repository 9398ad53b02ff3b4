import fc from 'fast-check';
import { Distance2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { gravity, World, type Particle } from '../../../runtime/index.js';
import { inFull, IS_FULL } from '../../support/scope.js';
import { live, recipes, SI, type Recipe, type Units } from './random-worlds.js';

/** Powers of two near a million, by which numbers are scaled without rounding. */
const [LARGE, SMALL] = [2 ** 20, 2 ** -20];
const UNITS: Record<string, Units> = {
  'large lengths': { ...SI, length: LARGE },
  'small lengths': { ...SI, length: SMALL },
  'long times': { ...SI, time: LARGE },
  'short times': { ...SI, time: SMALL },
  'large masses': { ...SI, mass: LARGE },
  'small masses': { ...SI, mass: SMALL },
};

/** What the user of a world hears, and whether it could be assembled. */
function told(recipe: Recipe, units: Units): string {
  const { codes, thrown, legal } = live(recipe, units);
  return [...new Set(codes)]
    .sort()
    .concat(thrown ?? 'goes on', legal ? 'assembled' : 'not assembled')
    .join(', ');
}

/*
 * The tolerance of dormandPrince() is absolute. What jumps by half a metre in a step, or joins masses that differ
 * by 1e4, is no motion that rounding leaves alone.
 */
const steady = recipes.filter(
  ({ integrator, handle, lightness, heaviness }) =>
    integrator !== 'dormandPrince' && handle === 'none' && lightness <= 1 && heaviness <= 2,
);

inFull(
  'random worlds say the same in all units',
  () => {
    const heard = new Set<string>();
    const different: string[] = [];
    const all = fc.sample(steady, { numRuns: IS_FULL ? 60 : 30, seed: 3 });
    for (const recipe of all) {
      const usual = told(recipe, SI);
      heard.add(usual);
      for (const [name, units] of Object.entries(UNITS))
        if (told(recipe, units) !== usual) different.push(`${name}: ${JSON.stringify(recipe)}`);
    }
    // Rounding decides some: another order of pivots, or solutions within bounds to 1e-12 m/s.
    expect(different.length, different.join('\n')).toBeLessThan(0.02 * all.length * Object.keys(UNITS).length);
    expect(heard.size).toBeGreaterThan(2);
  },
  120_000,
);

const { Jumping } = compile('Jumping', {
  summary: 'Lifts a point at once.',
  space: 2,
  inputs: { p: 'point' },
  params: { height: { default: 1, unit: 'm' }, at: { default: 0.1, unit: 's' } },
  C: 'p.y == (t < at ? 0 : height)',
});

/** The warnings of twelve steps of a bob, in units of a length and of a time. */
function bobSays(metre: number, second: number, constrain: (world: World<2>, bob: Particle) => void): string[] {
  const world = new World({
    space: 2,
    forces: [gravity([0, (-10 * metre) / second ** 2])],
    onWarning: () => undefined,
  });
  constrain(world, world.addParticle({ mass: 1, position: [metre, 0] }));
  for (let k = 0; k < 12; k++) world.step(second / 60);
  return world.warnings.map(({ code }) => code);
}

describe.each([
  [1, 1],
  [1e-6, 1],
  [1e6, 1],
  [1, 1e-6],
  [1, 1e6],
  [1e-6, 1e-6],
  [1e6, 1e-6],
  [1e6, 1e6],
  [1e-6, 1e6], // prettier-ignore
])('lengths of %f m and times of %f s', (metre, second) => {
  const rods = (a: number, b: number) => (world: World<2>, bob: Particle) => {
    for (const length of [a, b])
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: length * metre }));
  };

  it('let rods of one length agree, and report others', () => {
    expect(bobSays(metre, second, rods(1, 1))).toEqual([]);
    expect(bobSays(metre, second, rods(1, 1 + 1e-15))).toEqual([]);
    expect(bobSays(metre, second, rods(1, 1.001))).toContain('W_CONTRADICTION');
  });

  it('show a rod that starts too long', () => {
    expect(bobSays(metre, second, rods(1.002, 1.002))).toEqual(['W_ILLEGAL_START']);
    expect(bobSays(metre, second, rods(1.0001, 1.0001))).toEqual([]);
  });

  it('show what jumps', () => {
    const jump = (height: number) => (world: World<2>, bob: Particle) =>
      void world.add(new Jumping({ p: bob, height: height * metre, at: 0.1 * second }));
    expect(bobSays(metre, second, jump(1))).toContain('W_JUMP');
    expect(bobSays(metre, second, jump(0))).toEqual([]);
  });
});

it.each([1, 1e-6, 1e6])('steps meant in milliseconds are told of, in lengths of %f m', (metre) => {
  const said = (g: number): string[] => {
    const world = new World({ space: 2, forces: [gravity([0, -g * metre])], onWarning: () => undefined });
    world.addParticle({ mass: 1, position: [metre, metre], velocity: [metre, 0] });
    world.step(16);
    return world.warnings.map(({ code }) => code);
  };
  expect(said(10)).toContain('W_MILLISECONDS');
  expect(said(0)).toEqual([]);
});
