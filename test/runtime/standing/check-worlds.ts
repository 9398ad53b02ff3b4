import fc from 'fast-check';
import { expect } from 'vitest';
import { live, recipes } from './random-worlds.js';

/** Energy that a world may gain from nowhere, relative to what it has. */
const ONE_PERCENT = 0.01;
/** The same of one that says that it is not right. */
const BOUNDED = 2;
/** Factor by which levers, gears and light bodies may exceed what a hand gives a rigid world. */
const LEVER = 100;

/** Lets `count` random worlds move for half a second each. */
export function checkWorlds(count: number, seed: number): void {
  fc.assert(
    fc.property(recipes, (recipe) => {
      const { codes, thrown, gain, work, legal } = live(recipe);
      // The default, and what it falls back to, always go on. Others may end in an error of the runtime.
      if (recipe.integrator === 'rk4' || recipe.integrator === 'velocityStep') expect(thrown).toBeUndefined();
      if (thrown !== undefined || !legal || recipe.integrator === 'semiImplicitEuler' || recipe.integrator === 'rattle')
        return;
      const told = codes.length > 0;
      if (recipe.handle === 'none') expect(gain).toBeLessThan(told ? BOUNDED : 1.5 * ONE_PERCENT);
      else expect(gain).toBeLessThan(BOUNDED + LEVER * work);
    }),
    { numRuns: count, seed },
  );
}
