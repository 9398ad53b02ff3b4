import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { named, programInputs, type Configuration } from '../sampling/configuration.js';
import type { FormulaOracle } from './formula-oracle.js';
import { batchEvaluations, levelsOf, QUANTITIES, type Evaluation } from '../sampling/evaluation.js';
import { seededRandom } from '../sampling/random.js';
import type { ReferenceValues } from '../reference/derivatives.js';
import type { Program } from '../reference/program.js';
import { AngleCuts } from './angle-cuts.js';
import type { SingularCheck } from './report.js';
import { entryOf } from './reference-checks.js';
import { nearWarnings, rowsOnDoubles, singularCases, singularCheck, type SingularCase } from './singular-cases.js';
import type { Bounds } from './formula-bounds.js';
import { singularPlaces } from './singular-places.js';
import {
  contradicted,
  isNear,
  policyAt,
  POLICY_ROUNDING,
  ROUNDING,
  roundingScale,
  type RowPolicy,
} from './singular-policy.js';

/**
 * Step of the one-sided differences that detect a kink, and the difference of slopes that counts as
 * one.
 */
const STEP = 2 ** -20;
const KINK = 1e-3;

/**
 * Tests whether the formula has no value, or different slopes to either side, along some component
 * of its inputs.
 */
function hasKink(type: ConstraintType, program: Program, at: Configuration): boolean {
  const rowsAt = (component: number, step: number): number[] => {
    const x = at.x.map((value, k) => (k === component ? value + step : value));
    return rowsOnDoubles(program, { ...at, x });
  };
  const centre = rowsAt(-1, 0);
  return at.x.some((_, component) => {
    const [forth, back] = [rowsAt(component, STEP), rowsAt(component, -STEP)];
    return centre.some(
      (value, r) => levelsOf(type)[r] === 'position' && !(Math.abs(forth[r]! - 2 * value + back[r]!) <= KINK * STEP),
    );
  });
}

/** A configuration at a singular point of a constraint's formula. */
interface ConstraintCase extends SingularCase<readonly RowPolicy[]> {
  /** The formula at 64 digits next to the singular point. */
  readonly limits: () => ReferenceValues;
  /** Bounds on the formula's own rounding there, as far as they are known. */
  readonly bounds: Bounds;
  readonly hasKink: boolean;
}

/**
 * The singular points of a formula at which classes of it are evaluated. They do not depend on the
 * class under test, so that several classes of one formula share them.
 */
export class SingularPoints {
  readonly warnings: readonly string[];
  readonly #known: number;
  readonly #cases: readonly ConstraintCase[];
  readonly #cuts: AngleCuts;

  constructor(
    type: ConstraintType,
    program: Program,
    oracle: FormulaOracle,
    samples: readonly Configuration[],
    seed: number,
  ) {
    this.#cuts = new AngleCuts(type, program, samples, seed);
    const places = singularPlaces(type, program);
    this.#known = places.length;
    this.warnings = nearWarnings(program, places, samples);
    const found = singularCases(type, program, places, samples, seededRandom(seed), (at) =>
      policyAt(type, program, at),
    );
    this.#cases = found.map((one) => {
      let limits: ReferenceValues | undefined;
      return {
        ...one,
        limits: () => (limits ??= oracle.valuesAt({ index: Infinity, at: one.near })),
        bounds: oracle.bounds.at(one.at),
        hasKink: hasKink(type, program, one.at),
      };
    });
  }

  /**
   * Evaluates a class at the singular points. A class that throws there must have a value that is
   * not finite, wherever the formula has a kink. For any other class every quantity must be finite.
   * `C` must be the formula's own value, if it has one, except for rows at velocity level. All
   * quantities must be those of the policy, where it determines them (see {@link policyAt}), and
   * not only rounding leads to the point. At the cuts of angles see {@link AngleCuts}.
   */
  check(type: ConstraintType): SingularCheck | undefined {
    const evaluations = batchEvaluations(
      type,
      this.#cases.map(({ at }) => at),
    );
    const own = singularCheck(
      this.#known,
      this.#cases,
      ({ policy, isRounded }) => (isRounded ? 0 : policy.filter((row) => row.isDetermined).length),
      (one, k) => faultOf(type, one, evaluations[k]!),
      (at) => named(type, at),
    );
    return bothOf(own, this.#cuts.check(type));
  }
}

/** Two checks as one. */
function bothOf(a: SingularCheck | undefined, b: SingularCheck | undefined): SingularCheck | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    pass: a.pass && b.pass,
    known: a.known + b.known,
    evaluated: a.evaluated + b.evaluated,
    compared: a.compared + b.compared,
    faults: [...a.faults, ...b.faults],
  };
}

function faultOf(
  type: ConstraintType,
  { place, at, rows, policy, limits, bounds, hasKink, isRounded }: ConstraintCase,
  own: Evaluation,
): string | undefined {
  const infinite = QUANTITIES.filter((quantity) => !own[quantity].every(Number.isFinite));
  if (type.singularPoints !== undefined)
    return infinite.length === 0 && hasKink ? 'finite, though it is to throw' : undefined;
  if (infinite.length > 0) return `${infinite.join(', ')} not finite`;
  const scale = roundingScale(programInputs(at));
  const differs = (value: number, r: number): boolean => !isNear(ROUNDING * scale, bounds.C[r]!)(own.C[r]!, value);
  // The signs of zeros decide what the angle of `atan2(0, 0)` is, and depend on the order of sums.
  const hasValue = place.operation !== 'atan2';
  // A value computed from an infinity, such as exp(−1/0), may equally be that of the policy.
  const isWrong = rows.some(
    (value, r) =>
      hasValue &&
      levelsOf(type)[r] === 'position' &&
      Number.isFinite(value) &&
      differs(value, r) &&
      differs(policy[r]!.expected.C[0]!, r),
  );
  if (isWrong) return 'C is not the value of the formula';
  if (isRounded) return undefined;
  const wrong = contradicted(type, policy, own, POLICY_ROUNDING * scale, bounds, (quantity, row, column) => {
    return entryOf(limits(), quantity, row, column).toNumber();
  });
  const faults = hasValue ? wrong : wrong.filter((quantity) => quantity !== 'C');
  return faults.length === 0 ? undefined : `${faults.join(', ')} not what the policy for singular points says`;
}
