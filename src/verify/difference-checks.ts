import type { ConstraintType } from '../../runtime/constraint-type.js';
import { inputUnits, unitOf, type Configuration } from './configuration.js';
import { entriesOf, levelsOf, type Evaluation, type Quantity, type SingleEvaluator } from './evaluation.js';
import { firstDerivative, secondDerivative, type DifferenceEstimate } from './extrapolated-difference.js';
import { placeOf } from './place.js';
import type { DifferenceCheck } from './report.js';
import type { Scales } from './sensitivity.js';
import { KernelStencil } from './stencil.js';
import { Tally } from './tally.js';

/** What the checks of one sample start from. */
export interface Sample {
  readonly index: number;
  readonly at: Configuration;
  /** What the class computed there as part of a batch. */
  readonly analytic: Evaluation;
  readonly scales: Scales;
}

/**
 * Every quantity against differences, along single components, along time, and along the motion of zero acceleration
 * `x(τ) = x + v τ`, `t(τ) = t + τ`:
 *
 *     J = ∂C/∂x      Cdot = dC/dτ = J v + ∂C/∂t      gamma = d²C/dτ² = dCdot/dτ      Jdot = dJ/dτ = ∂Cdot/∂x
 *
 * and of rows at velocity level, whose `Cdot` is the formula's own value `φ(x, v, t)`:
 *
 *     J = ∂φ/∂v      gamma = dφ/dτ      Jdot = dJ/dτ
 */
export function checkDifferences(
  type: ConstraintType,
  samples: readonly Sample[],
  evaluator: SingleEvaluator,
): Readonly<Record<Quantity, readonly DifferenceCheck[]>> {
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
  const stencil = new KernelStencil(evaluator);
  const levels = levelsOf(type);
  const atPosition = (row: number): boolean => levels[row] === 'position';

  for (const { index, at, analytic, scales } of samples) {
    /** Compares entry `e` of the tally's quantity with a difference of entry `s` of another. */
    const compare = (tally: Tally, e: number, difference: DifferenceEstimate, of: Quantity, s: number): void => {
      const { quantity } = tally.method;
      tally.add({
        sample: index,
        at,
        entry: (quantity === 'J' || quantity === 'Jdot' ? matrixEntries : rowEntries)[e]!,
        analytic: analytic[quantity][e]!,
        difference,
        scale: scales[quantity][e]!,
        sourceScale: scales[of][s]!,
      });
    };
    const first = (of: 'C' | 'Cdot' | 'J', s: number): DifferenceEstimate =>
      firstDerivative(stencil.values(of, s), scales[of][s]!);

    evaluator.moveTo(at);
    stencil.alongMotion(motionUnit);
    matrixEntries.forEach((_, e) => {
      compare(tallies.JdotMotion, e, first('J', e), 'J', e);
    });
    rowEntries.forEach((_, r) => {
      compare(tallies.gammaCdot, r, first('Cdot', r), 'Cdot', r);
      if (!atPosition(r)) return;
      compare(tallies.CdotMotion, r, first('C', r), 'C', r);
      compare(tallies.gammaMotion, r, secondDerivative(stencil.values('C', r), scales.C[r]!), 'C', r);
    });

    stencil.along('t', 0, timeUnit);
    rowEntries.forEach((_, r) => {
      if (!atPosition(r)) return;
      const rate = first('C', r);
      const value = matrixEntries.reduce(
        (sum, { row, column }, e) => (row === r ? sum + analytic.J[e]! * at.v[column!]! : sum),
        rate.value,
      );
      compare(tallies.CdotProduct, r, { value, estimate: rate.estimate }, 'C', r);
    });

    for (let i = 0; i < at.x.length; i++) {
      stencil.along('x', i, units[i]!);
      matrixEntries.forEach(({ row, column }, e) => {
        if (column !== i || !atPosition(row)) return;
        compare(tallies.J, e, first('C', row), 'C', row);
        compare(tallies.JdotCdot, e, first('Cdot', row), 'Cdot', row);
      });
      if (!levels.includes('velocity')) continue;
      stencil.along('v', i, 1);
      matrixEntries.forEach(({ row, column }, e) => {
        if (column === i && !atPosition(row)) compare(tallies.JRates, e, first('Cdot', row), 'Cdot', row);
      });
    }
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
