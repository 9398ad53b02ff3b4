import type { ConstraintType } from '../../runtime/constraint-type.js';
import { programInputs, type Configuration } from './configuration.js';
import { entriesOf, levelsOf, QUANTITIES, type Quantity } from './evaluation.js';
import { runOnDoubles } from '../reference/doubles.js';
import type { Program } from '../reference/program.js';
import { levelWithinBlocks, type Scales } from './sensitivity.js';

/** Step of the differences. Two correct digits are enough; small, because the rim of a domain may be near. */
const STEP = 2 ** -13;
/** Relative size of the perturbations: far above the rounding of the second differences, 2^-53 over the step squared. */
const PERTURBATION = 2 ** -18;

/**
 * What rounding each operation of the formula, as it is written, does to each output: `Σ_k |∂f/∂δ_k|` where operation `k` is replaced by
 * `(1 + δ_k)` times itself. Inputs alone do not show it: `acos(1 − y)` is well-conditioned in `y`, but not in the rounding of `1 − y`
 * for small `y`, and any class that evaluates this formula suffers from that.
 *
 * Derivatives are differences of the formula on doubles, by the scheme of `referenceValues`.
 */
function operationScales(type: ConstraintType, program: Program, at: Configuration): Scales {
  const centre = outputsOf(type, program, at);
  const sums = {
    C: zeros(centre.C),
    Cdot: zeros(centre.Cdot),
    J: zeros(centre.J),
    Jdot: zeros(centre.Jdot),
    gamma: zeros(centre.gamma),
  };
  program.places.forEach((place, k) => {
    if (place.kind !== 'operation') return;
    const perturbed = outputsOf(type, program, at, k);
    for (const quantity of QUANTITIES)
      perturbed[quantity].forEach((value, e) => {
        const change = Math.abs(value - centre[quantity][e]!) / PERTURBATION;
        if (Number.isFinite(change)) sums[quantity][e]! += change;
      });
  });
  levelWithinBlocks(type, sums.J);
  levelWithinBlocks(type, sums.Jdot);
  return sums;
}

/** {@link operationScales} of the samples that ask for them, each computed once. */
export class OperationScales {
  readonly #type: ConstraintType;
  readonly #program: Program;
  readonly #known = new Map<number, Scales>();

  constructor(type: ConstraintType, program: Program) {
    this.#type = type;
    this.#program = program;
  }

  of({ index, at }: { readonly index: number; readonly at: Configuration }): Scales {
    let scales = this.#known.get(index);
    if (scales === undefined) this.#known.set(index, (scales = operationScales(this.#type, this.#program, at)));
    return scales;
  }
}

const zeros = (like: Float64Array): Float64Array => new Float64Array(like.length);

/** All quantities by differences of the formula, in the order of the kernels, with one operation perturbed. */
function outputsOf(
  type: ConstraintType,
  program: Program,
  at: Configuration,
  operation?: number,
): Record<Quantity, Float64Array> {
  const levels = levelsOf(type);
  const inputs = programInputs(at);
  const time = at.x.length + at.p.length;
  const motion = inputs.map((_, k) => (k < at.x.length ? at.v[k]! : k === time ? 1 : 0));
  /** The rows of the formula at its inputs moved by `α h` along one of them and by `β h` along the motion. */
  const rowsAt = (input: number, alpha: number, beta: number): number[] => {
    const moved = inputs.map((value, k) => value + STEP * ((k === input ? alpha : 0) + beta * motion[k]!));
    const values = runOnDoubles(program, moved, operation, 1 + PERTURBATION);
    return program.rows.map((row) => values[row]!);
  };
  const formula = rowsAt(-1, 0, 0);
  const forth = rowsAt(-1, 0, 1);
  const back = rowsAt(-1, 0, -1);
  const along = (input: number): Record<'plus' | 'minus' | 'bothPlus' | 'bothMinus', number[]> => ({
    plus: rowsAt(input, 1, 0),
    minus: rowsAt(input, -1, 0),
    bothPlus: rowsAt(input, 1, 1),
    bothMinus: rowsAt(input, -1, -1),
  });
  const steps = {
    position: levels.includes('position') ? at.x.map((_, i) => along(i)) : [],
    velocity: levels.includes('velocity') ? at.x.map((_, i) => along(time + 1 + i)) : [],
  };
  const entries = entriesOf(type, 'J');
  const select = (position: (row: number) => number, velocity: (row: number) => number): Float64Array =>
    Float64Array.from(levels, (level, r) => (level === 'velocity' ? velocity(r) : position(r)));
  const rate = (r: number): number => (forth[r]! - back[r]!) / (2 * STEP);
  return {
    C: select(
      (r) => formula[r]!,
      () => 0,
    ),
    Cdot: select(rate, (r) => formula[r]!),
    gamma: select((r) => (forth[r]! - 2 * formula[r]! + back[r]!) / STEP ** 2, rate),
    J: Float64Array.from(entries, ({ row, column }) => {
      const { plus, minus } = steps[levels[row]!][column!]!;
      return (plus[row]! - minus[row]!) / (2 * STEP);
    }),
    Jdot: Float64Array.from(entries, ({ row, column }) => {
      const { plus, minus, bothPlus, bothMinus } = steps[levels[row]!][column!]!;
      const single = plus[row]! + minus[row]! + forth[row]! + back[row]!;
      return (bothPlus[row]! + bothMinus[row]! + 2 * formula[row]! - single) / (2 * STEP ** 2);
    }),
  };
}
