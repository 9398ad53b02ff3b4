import fc from 'fast-check';
import { collidingRecipes, throwBodies, type CollidingRecipe } from './colliding-worlds.js';
import { live, recipes, type Recipe } from './random-worlds.js';

/** Energy that a world may gain from nowhere, relative to what it has. */
const GAIN = 0.015;
/** The same where it meets bounds, in steps of first order. */
const GAIN_IN_BOUNDS = 0.03;
/** The same of one that says that it is not right. */
const BOUNDED = 2;
/** Factor by which levers, gears and light bodies may exceed what a hand gives a rigid world. */
const LEVER = 1000;

const gainOf = ({ bounds }: Recipe): number => (bounds === 'none' ? GAIN : GAIN_IN_BOUNDS);

/** Says what is wrong with the motion of a random world; undefined if nothing is. */
export function complaintOf(recipe: Recipe): string | undefined {
  const { codes, thrown, gain, work, legal } = live(recipe);
  const { integrator, handle } = recipe;
  if (thrown !== undefined) {
    // The default, and what it falls back to, always go on. Others may end in an error of the runtime.
    return integrator === 'rk4' || integrator === 'velocityStep' ? `threw ${thrown}` : undefined;
  }
  if (!legal || integrator === 'semiImplicitEuler') return undefined;
  const most = handle === 'none' ? (codes.length > 0 ? BOUNDED : gainOf(recipe)) : BOUNDED + LEVER * work;
  const said = codes.length > 0 ? codes.join(', ') : 'nothing';
  return gain < most ? undefined : `gained ${gain.toPrecision(3)} of its energy, ${most} allowed, and said ${said}`;
}

/**
 * Energy that bodies may gain by meeting without a word, relative to what there is: 1 %; where they rebound in full
 * between steps that follow flights to second order; and of semiImplicitEuler(), which is as wrong as that in flight.
 */
const GAIN_BY_MEETING = 0.01;
const GAIN_BY_REBOUNDS = 0.02;
const GAIN_BY_EULER = 0.1;
/** Angle of a turn in a step, rad, above which the energy of joined bodies swings in steps of second order, and by how much. */
const FAST = 0.25;
const SWING = 0.025;
/** The same of rattle(), at any turn: a hundredth of what falls have, which are of up to five metres. */
const SWING_OF_RATTLE = 0.05;
/** Momentum from nowhere, relative to all of it. */
const KICK = 1e-6;

/** Says what is wrong with the motion of thrown bodies; undefined if nothing is. */
export function complaintOfThrown(recipe: CollidingRecipe): string | undefined {
  const { codes, thrown, gain, kick, turn } = throwBodies(recipe);
  const { integrator, e } = recipe;
  // The default, and what games step by, always go on. Others may end in an error of the runtime.
  if (thrown !== undefined)
    return integrator === 'rk4' || integrator === 'velocityStep' ? `threw ${thrown}` : undefined;
  // What is unstable kicks by the rounding of ever larger velocities.
  if (kick > KICK && gain < 1) return `gave itself ${kick.toPrecision(3)} of its momentum`;
  if (codes.length > 0) return undefined;
  const meeting = integrator === 'secondOrder' && turn > FAST ? SWING : GAIN_BY_MEETING;
  const reversed = e === 1 && integrator !== 'velocityStep' ? Math.max(meeting, GAIN_BY_REBOUNDS) : meeting;
  const swinging = integrator === 'rattle' ? Math.max(reversed, SWING_OF_RATTLE) : reversed;
  const most = integrator === 'semiImplicitEuler' ? GAIN_BY_EULER : swinging;
  return gain < most ? undefined : `gained ${gain.toPrecision(3)} of its energy, ${most} allowed, and said nothing`;
}

/** Lets `count` random worlds move for half a second each. Returns the simplest that goes wrong, in words. */
export const findFault = (count: number, seed: number): string | undefined =>
  simplestFault(recipes, complaintOf, count, seed);

/** The same of bodies that are thrown at each other, for a second. */
export const findFaultOfThrown = (count: number, seed: number): string | undefined =>
  simplestFault(collidingRecipes, complaintOfThrown, count, seed);

function simplestFault<R>(
  all: fc.Arbitrary<R>,
  complain: (recipe: R) => string | undefined,
  count: number,
  seed: number,
): string | undefined {
  const { failed, counterexample } = fc.check(
    fc.property(all, (recipe) => complain(recipe) === undefined),
    { numRuns: count, seed },
  );
  if (!failed) return undefined;
  const [recipe] = counterexample ?? [];
  return recipe ? `${JSON.stringify(recipe)}: ${complain(recipe)}` : 'fast-check ended without an example';
}
