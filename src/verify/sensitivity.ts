import type { ConstraintType } from '../../runtime/constraint-type.js';
import type { Configuration } from './configuration.js';
import {
  entriesOf,
  QUANTITIES,
  totalSize,
  type Evaluation,
  type Quantity,
  type SingleEvaluator,
} from './evaluation.js';

/** For each entry of each quantity the size of what rounding acts on there: its *conditioned scale* `S`. */
export type Scales = Readonly<Record<Quantity, Float64Array>>;

/** A run of components that rounding is measured over together: one input, its rates, one parameter, or time. */
interface Block {
  readonly of: 'x' | 'v' | 'p' | 't';
  readonly first: number;
  readonly size: number;
}

/** Step of the differences below, relative to the block. One correct digit is enough here. */
const STEP = 2 ** -20;

/**
 * What half-ulp errors of its inputs do to each output, in units of the unit round-off (Higham, *Accuracy and Stability of Numerical
 * Algorithms*, §1.6), measured over blocks in the maximum norm:
 *
 *     S(f) = |f| + Σ_B max_{i∈B} |∂f/∂z_i| · max_{i∈B} |z_i|          B over inputs, their rates, parameters, time
 *     S(Cdot) += Σ_B S(J_B) · max |v_B|,   S(gamma) += Σ_B S(Jdot_B) · max |v_B|
 *
 * and for `J` and `Jdot` the largest `S` of a row's entries for one input. No algorithm on doubles can be expected to err by less than
 * about `S` units in general: inputs exact to the last bit already come out of any earlier computation with such errors. Block norms and
 * the last two terms account for `1 − d̂ₓ²` and `v·v − (d̂·v)²`, where well-conditioned results come from terms that cancel.
 *
 * The derivatives are differences of the class's own kernel. That does not let a class excuse its errors: an error `g` would be
 * tolerated only if its derivative were some 1e14 times `g`, which no smooth expression on doubles has.
 */
export function conditionedScales(
  type: ConstraintType,
  at: Configuration,
  centre: Evaluation,
  evaluator: SingleEvaluator,
): Scales {
  const scales = mapQuantities((quantity) => centre[quantity].map(Math.abs));
  const [plus, minus] = [evaluator.outputs(), evaluator.outputs()];
  evaluator.moveTo(at);
  for (const { of, first, size } of blocksOf(type)) {
    const values = evaluator[of];
    const reach = values.subarray(first, first + size).reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    if (reach === 0) continue;
    const slopes = mapQuantities((quantity) => new Float64Array(centre[quantity].length));
    for (let k = first; k < first + size; k++) {
      const value = values[k]!;
      evaluateBoth(evaluator, values, k, value + STEP * reach, plus);
      evaluateBoth(evaluator, values, k, value - STEP * reach, minus);
      values[k] = value;
      for (const quantity of QUANTITIES) {
        const slope = slopes[quantity];
        const [after, before] = [plus[quantity], minus[quantity]];
        for (let e = 0; e < slope.length; e++)
          slope[e] = Math.max(slope[e]!, Math.abs(after[e]! - before[e]!) / (2 * STEP));
      }
    }
    // The slopes are by z/reach already: a difference over 2 STEP, not over 2 STEP reach.
    for (const quantity of QUANTITIES)
      for (let e = 0; e < slopes[quantity].length; e++) scales[quantity][e]! += slopes[quantity][e]!;
  }
  levelWithinBlocks(type, scales.J);
  levelWithinBlocks(type, scales.Jdot);
  addAlongMotion(type, at, scales.J, scales.Cdot);
  addAlongMotion(type, at, scales.Jdot, scales.gamma);
  return scales;
}

function mapQuantities<T>(f: (quantity: Quantity) => T): Record<Quantity, T> {
  return { C: f('C'), Cdot: f('Cdot'), J: f('J'), Jdot: f('Jdot'), gamma: f('gamma') };
}

function blocksOf(type: ConstraintType): readonly Block[] {
  const along = (of: Block['of'], list: readonly { readonly size: number }[]): Block[] =>
    list.map(({ size }, i) => ({ of, first: totalSize(list.slice(0, i)), size }));
  return [
    ...along('x', type.inputs),
    ...along('v', type.inputs),
    ...along('p', type.params),
    { of: 't', first: 0, size: 1 },
  ];
}

function evaluateBoth(
  evaluator: SingleEvaluator,
  values: Float64Array,
  index: number,
  value: number,
  out: Evaluation,
): void {
  values[index] = value;
  evaluator.run(out);
  evaluator.runJdot(out);
}

/** Gives the entries of one row and input the largest scale among them; one that is not a number is no scale. */
export function levelWithinBlocks(type: ConstraintType, scales: Float64Array): void {
  let start = 0;
  for (const { size } of type.inputs) {
    for (let row = 0; row < type.rows; row++, start += size) {
      const known = scales.subarray(start, start + size).filter((scale) => !Number.isNaN(scale));
      if (known.length > 0) scales.fill(Math.max(...known), start, start + size);
    }
  }
}

/** `S(target) += Σ_B S(block) max |v_B|`: the terms that are added when a row is multiplied by the velocity. */
function addAlongMotion(type: ConstraintType, at: Configuration, rowScales: Float64Array, target: Float64Array): void {
  entriesOf(type, 'J').forEach(({ row, column }, e) => {
    const term = rowScales[e]! * Math.abs(at.v[column!]!);
    if (!Number.isNaN(term)) target[row]! += term;
  });
}
