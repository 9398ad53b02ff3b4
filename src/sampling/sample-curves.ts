import type { ParameterDescription } from '../../runtime/model/constraint-type.js';
import { curveHandle } from '../../runtime/curves/curve-table.js';
import { curve } from '../../runtime/curves/interpolate.js';
import { seededRandom, uniform, type Random } from './random.js';

/** Period of the curves that stand for one of any period or none: it divides nothing in formulas. */
const PERIOD = 7.3;
const POINTS = 6;
/** Number of curves for each period and range: kernels find every curve for ever. */
const CURVES = 4;

/**
 * Draws a curve that has a value everywhere, and returns its handle. Formulas hold for any function
 * that is smooth enough; its points lie within `range`.
 */
export function drawCurve(
  period: ParameterDescription['period'],
  [low, high]: readonly [number, number],
  random: Random,
): number {
  const length = typeof period === 'number' ? period : PERIOD;
  const own = seededRandom(1 + Math.floor(CURVES * random()));
  const points = Array.from({ length: POINTS }, (_, i): [number, number] => [
    ((i + uniform(own, -0.2, 0.2)) * length) / POINTS,
    uniform(own, low, high),
  ]);
  return curveHandle(curve({ points, periodic: length }));
}
