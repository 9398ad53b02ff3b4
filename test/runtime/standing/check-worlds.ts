import fc from 'fast-check';
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
function complaintOf(recipe: Recipe): string | undefined {
  const { codes, thrown, gain, work, legal } = live(recipe);
  const { integrator, handle } = recipe;
  if (thrown !== undefined) {
    // The default, and what it falls back to, always go on. Others may end in an error of the runtime.
    return integrator === 'rk4' || integrator === 'velocityStep' ? `threw ${thrown}` : undefined;
  }
  if (!legal || integrator === 'semiImplicitEuler' || integrator === 'rattle') return undefined;
  const most = handle === 'none' ? (codes.length > 0 ? BOUNDED : gainOf(recipe)) : BOUNDED + LEVER * work;
  const said = codes.length > 0 ? codes.join(', ') : 'nothing';
  return gain < most ? undefined : `gained ${gain.toPrecision(3)} of its energy, ${most} allowed, and said ${said}`;
}

/** Lets `count` random worlds move for half a second each. Returns the simplest that goes wrong, in words. */
export function findFault(count: number, seed: number): string | undefined {
  const { failed, counterexample } = fc.check(
    fc.property(recipes, (recipe) => complaintOf(recipe) === undefined),
    { numRuns: count, seed },
  );
  if (!failed) return undefined;
  const [recipe] = counterexample ?? [];
  return recipe ? `${JSON.stringify(recipe)}: ${complaintOf(recipe)}` : 'fast-check ended without an example';
}
