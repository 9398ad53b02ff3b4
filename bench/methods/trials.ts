import fc from 'fast-check';
import { ComplementaritySolver } from '../../runtime/complementarity/complementarity-solver.js';
import { emptyComplementarityReport } from '../../runtime/complementarity/report.js';
import type { ComplementarityProblem } from '../../runtime/complementarity/problem.js';
import { dormandPrince, rk4, velocityStep, type Integrator, type World } from '../../runtime/index.js';
import { RetakenSteps } from '../../runtime/recovery/retaken-steps.js';
import { painleveRod } from '../../test/runtime/fixtures/contact/painleve.js';
import { chainScene, netScene } from '../../test/runtime/fixtures/contact/ropes.js';
import {
  cardHouse,
  COLD_SCENES,
  pinchedCapsule,
  radians,
  rollingTest,
  slidingBox,
  tower,
  type ContactScene,
} from '../../test/runtime/fixtures/contact/scenes.js';
import { bin, hitWall, spatialRagdoll } from '../../test/runtime/fixtures/contact/spatial-worlds.js';
import { run, type RunOptions } from '../../test/runtime/fixtures/contact/stepping.js';
import { randomContact } from '../../test/runtime/fixtures/random-contact.js';
import { JUMPING, ROPE_BESIDE_ROD, SPECK } from '../../test/runtime/standing/bounded-recipes.js';
import { collidingRecipes } from '../../test/runtime/standing/colliding-worlds.js';
import { complaintOf, complaintOfThrown } from '../../test/runtime/standing/check-worlds.js';
import { Standing } from '../../test/runtime/standing/judge.js';
import { allProblems } from '../../test/runtime/standing/problems.js';
import { recipes } from '../../test/runtime/standing/random-worlds.js';

/** How a trial went. */
export interface Outcome {
  /** What is wrong; nothing if it went well. */
  readonly fault?: string;
  /** A size of error where there is one: the trial is worse where it grows. */
  readonly error?: number;
  /** Factorizations, sweeps and steps taken again in its course. */
  readonly work: number;
  /** CPU time, ms. */
  readonly time: number;
}

type Verdict = Pick<Outcome, 'fault' | 'error'>;
type Trial = () => Verdict;

const WORLDS = 32;
const CONTACTS = 12;
/** Largest error of a motion without a word, relative to its size. */
const RIGHT = 1e-3;

let work = 0;
/** Counts factorizations and sweeps of all solvers, and steps that are taken again. */
function countWork(): void {
  const [solver, retaken] = [ComplementaritySolver.prototype, RetakenSteps.prototype];
  const solve = Reflect.get(solver, 'solve');
  solver.solve = function (problem, report) {
    solve.call(this, problem, report);
    work += report.factorizations + (report.factorizations > 0 ? 0 : report.iterations / 10);
  };
  const takeAgain = Reflect.get(retaken, 'takeAgain');
  retaken.takeAgain = function (dt) {
    work += 10;
    takeAgain.call(this, dt);
  };
}

const unless = (isRight: boolean, fault: string): Verdict => (isRight ? {} : { fault });

function solved(problem: ComplementarityProblem): Verdict {
  const report = emptyComplementarityReport();
  new ComplementaritySolver().solve(problem, report);
  return unless(report.converged, `fails by ${report.residual.toExponential(1)} m/s`);
}

function stepped(
  scene: Pick<ContactScene, 'bodies' | 'rows'> & RunOptions,
  steps: number,
  more: RunOptions = {},
): Verdict {
  const { converged, residuals } = run(scene.bodies, scene.rows, steps, {
    ...(scene.g && { g: scene.g }),
    ...(scene.h !== undefined && { h: scene.h }),
    ...more,
  });
  return unless(converged, `fails by ${Math.max(...residuals).toExponential(1)} m/s`);
}

const SCENES: Readonly<Record<string, Trial>> = {
  'tower of 10': () => stepped(tower(10, { theta: radians(10) }), 40),
  'rolling balls': () => stepped(rollingTest(1e-3), 60),
  'box stops': () => stepped(slidingBox(0.5, 2), 144),
  'box spins': () => stepped(slidingBox(0.5, 2, 10), 192),
  'pinched capsule': () =>
    stepped(pinchedCapsule(), 60, { start: ({ multipliers }) => (multipliers[0] = multipliers[3] = 15 / 240) }),
  'card house, µ 0.6': () => stepped(cardHouse(3, 0.6), 40),
  'card house, µ 0.1': () => stepped(cardHouse(3, 0.1), 40),
  'chain of rods': () => stepped(chainScene(40, 'rod'), 160),
  'chain of ropes': () => stepped(chainScene(40, 'rope'), 240),
  'net of ropes': () => stepped(netScene(10), 160),
  'gravity flips': () =>
    stepped(tower(10, { mu: 0 }), 60, { g: (step) => [0, 0, step >= 20 && step < 40 ? 9.81 : -9.81] }),
};

/** Steps a world of contacts, which must not end with warnings. */
function piled(
  make: (options: { onWarning: (warning: { code: string }) => void }) => { world: World },
  steps: number,
): Verdict {
  const codes = new Set<string>();
  const { world } = make({ onWarning: ({ code }) => codes.add(code) });
  for (let k = 0; k < steps; k++) world.step(1 / 60);
  return unless(codes.size === 0, [...codes].join(', '));
}

const PILES: Readonly<Record<string, Trial>> = {
  'spheres into a bin': () => piled((options) => bin(60, options), 25),
  'hit wall of 28 cubes': () => piled((options) => hitWall(7, options), 40),
  'ragdoll falls': () => piled((options) => spatialRagdoll(options), 60),
};

function bounced(seed: number): Verdict {
  const { world } = randomContact(seed, dormandPrince());
  world.run({ until: 1 });
  return { error: Math.max(0, world.residual().position) };
}

function standing(one: Standing, integrator: Integrator, dt: number | undefined): Verdict {
  const { error, said } = one.judge(integrator, dt);
  return {
    error,
    ...(error > RIGHT && said.length === 0 ? { fault: `off by ${error.toExponential(1)}, no word` } : {}),
  };
}

function* allTrials(): Generator<readonly [string, Trial]> {
  for (const [name, make] of COLD_SCENES) yield [name, () => stepped(make(), 1)];
  for (let angle = 35; angle <= 84; angle += 7)
    for (const mu of [0.5, 1, 1.4, 2, 3])
      yield [`Painlevé, ${angle}°, µ ${mu}`, () => solved(painleveRod(radians(angle), mu))];
  yield* Object.entries(SCENES);
  yield* Object.entries(PILES);
  for (let seed = 1; seed <= CONTACTS; seed++) yield [`bounces ${seed}`, () => bounced(seed)];
  const thrown = fc.sample(collidingRecipes, { numRuns: WORLDS, seed: 1 });
  for (const [k, recipe] of thrown.entries()) yield [`thrown ${k + 1}`, () => faulty(complaintOfThrown(recipe))];
  const random = fc.sample(recipes, { numRuns: WORLDS, seed: 1 });
  for (const [k, recipe] of random.entries()) yield [`random ${k + 1}`, () => faulty(complaintOf(recipe))];
  const known = [ROPE_BESIDE_ROD, SPECK, ...JUMPING];
  for (const [k, recipe] of known.entries()) yield [`known world ${k + 1}`, () => faulty(complaintOf(recipe))];
  for (const problem of allProblems()) {
    if (problem.slow) continue;
    const one = new Standing(problem);
    if (problem.advance) yield [`${problem.name}, dormandPrince`, () => standing(one, dormandPrince(), undefined)];
    else {
      yield [`${problem.name}, rk4 1/60`, () => standing(one, rk4(), 1 / 60)];
      yield [`${problem.name}, rk4 1/240`, () => standing(one, rk4(), 1 / 240)];
      yield [`${problem.name}, velocityStep`, () => ({ error: one.judge(velocityStep(), 1 / 240).error })];
      yield [`${problem.name}, dormandPrince`, () => standing(one, dormandPrince(), undefined)];
    }
  }
}

const faulty = (fault: string | undefined): Verdict => (fault === undefined ? {} : { fault });

/** Runs all trials. */
export function runTrials(): Readonly<Record<string, Outcome>> {
  countWork();
  const outcomes: Record<string, Outcome> = {};
  for (const [name, trial] of allTrials()) {
    work = 0;
    const start = process.cpuUsage();
    let verdict: Verdict;
    try {
      verdict = trial();
    } catch (error) {
      verdict = { fault: `throws ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}` };
    }
    const { user, system } = process.cpuUsage(start);
    outcomes[name] = { ...verdict, work, time: (user + system) / 1000 };
  }
  return outcomes;
}
