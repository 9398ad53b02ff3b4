import { describe, expect, it } from 'vitest';
import { dormandPrince, rk4, velocityStep } from '../../../runtime/index.js';
import { IS_FULL, someOf } from '../../support/scope.js';
import { Standing, unwatched, type Verdict } from './judge.js';
import { timesOf } from './problem.js';
import { allProblems } from './problems.js';
import { compute, solutionOf } from './solutions.js';

/** Largest error of a motion that is right, relative to its size. */
const RIGHT = 1e-3;
/** Error below which no motion is worth a word. Between the two a world may say something. */
const CERTAIN = 5e-5;
/** Steps a second. */
const RATES = [30, 45, 60, 90, 120, 150, 200, 240, 360, 480, 700, 1000];

const problems = allProblems().map((problem) => new Standing(problem));
const stepped = problems.filter(({ problem }) => !problem.advance);

/** A line for a failure: what was run, how far it was off and what the world said. */
const line = (name: string, rate: number, { error, said }: Verdict): string =>
  `${name} at 1/${rate} s: off by ${error.toExponential(1)}, ${said.length > 0 ? said.join(', ') : 'no word'}`;

const quick = stepped.filter(({ problem }) => IS_FULL || !problem.slow);

describe.each(stepped.map((standing) => [standing.problem.name, standing] as const))('%s', (name, standing) => {
  const rates = standing.problem.slow && !IS_FULL ? [60] : someOf(RATES, 2);

  it('is right by default, or the world tells; and none that is right tells', () => {
    const silent: string[] = [];
    const needless: string[] = [];
    for (const rate of rates) {
      const verdict = standing.judge(rk4(), 1 / rate);
      const { error, said } = verdict;
      if (!(error <= RIGHT) && said.length === 0) silent.push(line(name, rate, verdict));
      if (said.length === 0) continue;
      // What it would have come to without help.
      const alone = standing.judge(unwatched(), 1 / rate);
      if (alone.error < CERTAIN && alone.said.length === 0) needless.push(line(name, rate, verdict));
    }
    expect({ silent, needless }).toEqual({ silent: [], needless: [] });
  }, 300_000);

  it.skipIf(standing.problem.slow && !IS_FULL)('is right with dormandPrince() by default, without a word', () => {
    const verdict = standing.judge(dormandPrince(), undefined);
    expect(verdict.error).toBeLessThan(RIGHT);
    expect(verdict.said).toEqual([]);
  });
});

it('keeps the tolerance of dormandPrince() where masses differ by a million', () => {
  const light = problems.find(({ problem }) => problem.name === 'cart-pole, cart of a milligram')!;
  const tolerance = 1e-8;
  // The cart is thrown to and fro within a millisecond.
  expect(light.judge(dormandPrince({ rtol: tolerance, atol: tolerance }), undefined).error).toBeLessThan(
    20 * tolerance,
  );
});

it('finds bounces with dormandPrince() by default', () => {
  for (const standing of problems.filter(({ problem }) => problem.advance)) {
    for (const dt of [undefined, 1 / 60]) {
      const { error, said } = standing.judge(dormandPrince(), dt);
      expect(error).toBeLessThan(1e-9);
      expect(said).toEqual([]);
    }
  }
});

describe('velocityStep(), of first order', () => {
  const RESOLVED = 0.02;
  /** Steps a second of motions that a thousandth of a second does not resolve. */
  const SHORT: Readonly<Record<string, number>> = {
    'bead rotating hoop': 8000,
    'free body at 40 rad/s': 120_000,
    'cart-pole, cart of 10 g': 4000,
  };
  /** Motions that it is far off at 1/2000 s, without a word: it does not estimate its errors. */
  const BEYOND: ReadonlySet<string> = new Set([
    "Andrews' squeezing mechanism",
    'slider-crank at 73 rad/s',
    'cart-pole, cart of a milligram',
    'pendulum on a pivot shaken at 24 Hz',
    'taut chain, light links and a heavy bob',
    'spatial slider-crank',
  ]);
  const resolved = quick.filter(({ problem }) => !BEYOND.has(problem.name));
  it.each(someOf(resolved, 5).map((standing) => [standing.problem.name, standing] as const))(
    '%s: half the step, half the error',
    (name, standing) => {
      const rate = SHORT[name] ?? 1000;
      const [coarse, fine] = [rate, 2 * rate].map((steps) => standing.judge(velocityStep(), 1 / steps));
      expect(fine!.error, line(name, 2 * rate, fine!)).toBeLessThan(RESOLVED);
      const ratio = fine!.error / coarse!.error;
      expect(ratio, line(name, 2 * rate, fine!)).toBeLessThan(0.65);
      expect(fine!.said).toEqual([]);
    },
  );
});

describe('solutions', () => {
  it.each(someOf(quick, 4).map(({ problem }) => [problem.name, problem] as const))(
    'of %s are what the independent program computes',
    (_, problem) => {
      const stored = solutionOf(problem);
      const computed = compute(problem);
      expect(stored.length).toBe(timesOf(problem).length);
      computed.forEach((places, k) => {
        places.forEach((x, i) => {
          expect(Math.abs(x - stored[k]![i]!)).toBeLessThan(1e-7 * (1 + Math.abs(x)));
        });
      });
    },
    300_000,
  );
});
