import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { inputUnits, unitOf, type Configuration } from '../sampling/configuration.js';
import { entriesOf, levelsOf, SingleEvaluator, type Evaluation, type Quantity } from '../sampling/evaluation.js';
import {
  evenly,
  firstDerivative,
  secondDerivative,
  stencilNoise,
  type DifferenceEstimate,
  type StencilBounds,
  type StencilValues,
} from './extrapolated-difference.js';
import type { Bounds, FormulaBounds } from './formula-bounds.js';
import { placeOf } from './place.js';
import type { DifferenceCheck } from './report.js';
import { KernelStencil } from './stencil.js';
import { Tally, type Found } from './tally.js';
import { sizeOfTerms } from './tolerance.js';
import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';

/** One sample, with the data that its checks start from. */
export interface Sample {
  readonly index: number;
  readonly at: Configuration;
  /** The results of the class there, computed as part of a batch. */
  readonly analytic: Evaluation;
  /** Bounds on the formula's own rounding. */
  readonly bounds: Bounds;
  /** The same bounds for rounded inputs, as those of differences are. */
  readonly noise: Bounds;
  /** The rounding noise of the class in an entry of a quantity. */
  readonly ownNoise: (quantity: Quantity, e: number) => number;
}

/**
 * Compares every quantity with differences: along single components, along time, and along the
 * motion of zero acceleration `x(τ) = x + v τ`, `t(τ) = t + τ`:
 *
 *     J = ∂C/∂x                          Cdot = dC/dτ = J v + ∂C/∂t
 *     gamma = d²C/dτ² = dCdot/dτ         Jdot = dJ/dτ = ∂Cdot/∂x
 *
 * For rows at velocity level, whose `Cdot` is the formula's own value `φ(x, v, t)`:
 *
 *     J = ∂φ/∂v      gamma = dφ/dτ      Jdot = dJ/dτ
 *
 * Pauses after each sample.
 */
export function* checkDifferences(
  type: ConstraintType,
  samples: readonly Sample[],
  formula: FormulaBounds,
): Generator<void, Readonly<Record<Quantity, readonly DifferenceCheck[]>>, void> {
  const tallies = {
    J: new Tally({ quantity: 'J', name: 'differences of C along each component', level: 'position' }),
    JRates: new Tally({
      quantity: 'J',
      name: 'differences of Cdot along each rate',
      from: 'Cdot',
      level: 'velocity',
    }),
    CdotMotion: new Tally({ quantity: 'Cdot', name: 'differences of C along the motion', level: 'position' }),
    CdotProduct: new Tally({ quantity: 'Cdot', name: 'J v + ∂C/∂t', from: 'J', mayBeEqual: true, level: 'position' }),
    gammaMotion: new Tally({ quantity: 'gamma', name: 'second differences of C along the motion', level: 'position' }),
    gammaCdot: new Tally({ quantity: 'gamma', name: 'differences of Cdot along the motion', from: 'Cdot' }),
    JdotMotion: new Tally({ quantity: 'Jdot', name: 'differences of J along the motion', from: 'J' }),
    JdotCdot: new Tally({
      quantity: 'Jdot',
      name: 'differences of Cdot along each component',
      from: 'Cdot',
      level: 'position',
    }),
  };
  const units = inputUnits(type);
  const timeUnit = unitOf(type, 't');
  const motionUnit = Math.min(1, timeUnit, ...units);
  const matrixEntries = entriesOf(type, 'J');
  const rowEntries = entriesOf(type, 'C');
  const evaluator = new SingleEvaluator(type);
  const stencil = new KernelStencil(evaluator, formula);
  const levels = levelsOf(type);
  const atPosition = (row: number): boolean => levels[row] === 'position';

  for (const { index, at, analytic, bounds, noise, ownNoise } of samples) {
    /**
     * Compares entry `e` of the tally's quantity with a difference of entry `s` of another, given
     * bounds on the rounding of that.
     */
    const compare = (
      tally: Tally,
      e: number,
      of: 'C' | 'Cdot' | 'J',
      s: number,
      find: (values: StencilValues, roundings: readonly number[]) => DifferenceEstimate,
    ): void => {
      const { quantity } = tally.method;
      const bound = noise[of][s]!;
      const foundBy = (steps: KernelStencil): Found => {
        const values = steps.values(of, s);
        const by = (rounding: StencilBounds): DifferenceEstimate => find(values, stencilNoise(values, rounding));
        return {
          difference: by(evenly(bound)),
          closer: () => by(raised(steps.bounds(of, s), ownNoise(of, s))),
        };
      };
      const finer = function* (): Generator<Found, void, void> {
        for (const steps of stencil.finer()) yield foundBy(steps);
      };
      const { difference, closer } = foundBy(stencil);
      tally.add(
        {
          sample: index,
          at,
          entry: (quantity === 'J' || quantity === 'Jdot' ? matrixEntries : rowEntries)[e]!,
          analytic: analytic[quantity][e]!,
          difference,
          bound: bounds[quantity][e]!,
          sourceSize: sizeOfTerms(analytic[of][s]!, bound),
          noise: () => ownNoise(quantity, e),
          finer: { [Symbol.iterator]: finer },
        },
        closer,
      );
    };
    const compareFirst = (tally: Tally, e: number, of: 'C' | 'Cdot' | 'J', s: number): void => {
      compare(tally, e, of, s, firstDerivative);
    };

    evaluator.moveTo(at);
    stencil.alongMotion(motionUnit);
    matrixEntries.forEach((_, e) => {
      compareFirst(tallies.JdotMotion, e, 'J', e);
    });
    rowEntries.forEach((_, r) => {
      compareFirst(tallies.gammaCdot, r, 'Cdot', r);
      if (!atPosition(r)) return;
      compareFirst(tallies.CdotMotion, r, 'C', r);
      compare(tallies.gammaMotion, r, 'C', r, secondDerivative);
    });

    stencil.along('t', 0, timeUnit);
    rowEntries.forEach((_, r) => {
      if (!atPosition(r)) return;
      const terms = matrixEntries.flatMap(({ row, column }, e) =>
        row === r ? [{ value: analytic.J[e]! * at.v[column!]!, bound: bounds.J[e]! * Math.abs(at.v[column!]!) }] : [],
      );
      compare(tallies.CdotProduct, r, 'C', r, (values, roundings) => {
        const rate = firstDerivative(values, roundings);
        const rounding = (term: (typeof terms)[number]): number => sizeOfTerms(term.value, term.bound) * UNIT_ROUNDOFF;
        return {
          ...rate,
          value: terms.reduce((sum, { value }) => sum + value, rate.value),
          estimate: terms.reduce((sum, term) => sum + rounding(term), rate.estimate),
        };
      });
    });

    for (let i = 0; i < at.x.length; i++) {
      stencil.along('x', i, units[i]!);
      matrixEntries.forEach(({ row, column }, e) => {
        if (column !== i || !atPosition(row)) return;
        compareFirst(tallies.J, e, 'C', row);
        compareFirst(tallies.JdotCdot, e, 'Cdot', row);
      });
      if (!levels.includes('velocity')) continue;
      stencil.along('v', i, 1);
      matrixEntries.forEach(({ row, column }, e) => {
        if (column === i && !atPosition(row)) compareFirst(tallies.JRates, e, 'Cdot', row);
      });
    }
    yield;
  }

  const results: Record<Quantity, DifferenceCheck[]> = { C: [], Cdot: [], J: [], Jdot: [], gamma: [] };
  for (const tally of Object.values(tallies)) {
    const { quantity, level } = tally.method;
    if (level !== undefined && !levels.includes(level)) continue;
    results[quantity].push(
      tally.result(({ at, sample, entry, analytic, difference }) =>
        placeOf(type, at, sample, entry, analytic, difference.value),
      ),
    );
  }
  return results;
}

/** Bounds of a stencil that are nowhere below the noise of the class. */
const raised = ({ centre, plus, minus }: StencilBounds, noise: number): StencilBounds => ({
  centre: Math.max(centre, noise),
  plus: plus.map((bound) => Math.max(bound, noise)),
  minus: minus.map((bound) => Math.max(bound, noise)),
});
