import { describe, expect, it } from 'vitest';
import { rattle, semiImplicitEuler, velocityStep, World, type WorldWarning } from '../../../runtime/index.js';
import { IS_FULL } from '../../support/scope.js';
import { Standing } from './judge.js';
import { linkages } from './linkages.js';
import { allProblems } from './problems.js';

/*
 * What steps of first and of second order get wrong is told. Errors are those of the solutions in other coordinates,
 * relative to the size of the motion.
 */

/** A motion with a larger error is wrong: the world tells. */
const WRONG = 0.1;
/**
 * One with a smaller error is as right as steps of first order get, or as those of second: no word. That of rattle() is
 * seen by its energy.
 */
const RIGHT = 0.025;
const RIGHT_OF_SECOND = 0.02;
const RIGHT_OF_RATTLE = 0.01;
const RATES = [60, 240];

/**
 * Motions that are wrong without a word, and why: equations take no energy, or something that drives
 * supplies it again; or all happens in a step or two.
 */
const UNSEEN: Readonly<Record<string, string>> = {
  'bead rotating hoop': 'driven, and errors grow by themselves where it is unstable',
  "Andrews' squeezing mechanism": 'lasts two steps of 1/60 s',
  'cart-pole, cart of a milligram': 'the cart comes past within a step',
  'cart-pole, cart of 10 g': 'the same',
  'taut chain, light links and a heavy bob': 'lasts fifteen steps of 1/60 s',
  'two four-bars through dead centres': 'errors grow by themselves at dead centres',
  'governor with stiff springs and dampers': 'stiff forces are damped where they are taken implicitly',
};

const standings = [...allProblems(), ...linkages()]
  .filter(({ advance, slow }) => !advance && (IS_FULL || !slow))
  .map((problem) => new Standing(problem));

describe.each([
  ['velocityStep', velocityStep(), RIGHT],
  ['semiImplicitEuler', semiImplicitEuler(), RIGHT],
  ['velocityStep of order 2', velocityStep({ order: 2 }), RIGHT_OF_SECOND],
  ['rattle', rattle(), RIGHT_OF_RATTLE],
] as const)('%s', (_, integrator, right) => {
  it.each(standings.map((standing) => [standing.problem.name, standing] as const))('%s', (name, standing) => {
    for (const rate of RATES) {
      const { error, said } = standing.judge(integrator, 1 / rate);
      const line = `at 1/${rate} s: off by ${error.toExponential(1)}, ${said.join(', ')}`;
      if (!(error <= WRONG) && UNSEEN[name] === undefined) expect(said.length, line).toBeGreaterThan(0);
      if (error < right) expect(said, line).toEqual([]);
    }
  });
});

describe('W_ACCURACY of velocityStep()', () => {
  const told = new Map<string, number>();
  for (const standing of standings)
    for (const rate of RATES)
      if (standing.judge(velocityStep(), 1 / rate).said.includes('W_ACCURACY'))
        told.set(standing.problem.name, (told.get(standing.problem.name) ?? 0) + 1);

  it.each([
    ['rod of two masses at 46 rad/s', 2],
    ["Oldham's coupling at 20 rad/s", 2],
    ["Hoeken's linkage at 12 rad/s", 2],
    ['slider-crank at 73 rad/s', 2],
    ['pendulum on a pivot shaken at 24 Hz', 2],
    ['pendulum of two rods thrown fast', 2],
    ['pendulum a01', 1],
    ["Bennett's mechanism", 0],
    ['disc that rolls on a floor', 0],
    ['heavy top at 150 rad/s', 0],
  ])('is given about %s in %i of two', (name, times) => {
    expect(told.get(name) ?? 0).toBe(times);
  });
});

describe.each([
  ['velocityStep', velocityStep],
  ['semiImplicitEuler', semiImplicitEuler],
  ['velocityStep of order 2', () => velocityStep({ order: 2 })],
  ['rattle', rattle],
])('without constraints, %s', (_, integrator) => {
  /** What is said of a mass on a spring whose force gives no stiffness, in steps of 0.01 s. */
  const said = (stiffness: number): readonly WorldWarning[] => {
    const world = new World({ space: 2, integrator: integrator() });
    const mass = world.addParticle({ mass: 1, position: [1, 0] });
    world.addForce({
      apply: () => {
        mass.applyForce(Array.from(mass.position, (x) => -stiffness * x));
      },
    });
    for (let n = 0; n < 60; n++) world.step(1 / 100);
    return world.warnings;
  };

  it.each([4.1e4, 4.5e4, 1e5, 1e6, 1e7])(
    'tells of a force of %f N/m that is too stiff for the steps, and names it',
    (k) => {
      const [first] = said(k);
      expect(first?.code).toBe('W_ACCURACY');
      expect(first?.message).toMatch(/too long for force #1, which changes the motion at a rate of/);
      expect(first?.message).not.toMatch(/velocityStep/);
    },
  );

  it('tells of one that they do not follow', () => {
    expect(said(5e3).map(({ code }) => code)).toEqual(['W_ACCURACY']);
  });

  it('says nothing of one that they follow', () => {
    expect(said(10)).toEqual([]);
    expect(said(0)).toEqual([]);
  });
});
