import type { ConstraintType } from '../../runtime/constraint-type.js';
import { named, programInputs, type Configuration } from './configuration.js';
import type { FormulaOracle } from './formula-oracle.js';
import { batchEvaluations, levelsOf, QUANTITIES, type Evaluation } from './evaluation.js';
import { seededRandom, type Random } from './random.js';
import type { ReferenceValues } from './reference/derivatives.js';
import { runOnDoubles, type Program } from './reference/program.js';
import type { SingularCheck } from './report.js';
import { entryOf } from './reference-checks.js';
import { configurationAt, singularPlaces, type SingularPlace } from './singular-places.js';
import { contradicted, policyAt } from './singular-policy.js';

/** A sample is near a singular point where what vanishes there is smaller than this. */
const NEAR = 1e-3;
/** What rounding may do to the value at a singular point, relative to the numbers that go into it. */
const ROUNDING = 1e-12;
/** The same for derivatives, which have more terms. A wrong guard is off by the terms themselves. */
const POLICY_ROUNDING = 1e-9;

/** Samples that configurations at a singular point are looked for from, and how many of those are kept. */
const TRIED_SAMPLES = 8;
const CASES_PER_PLACE = 3;

/** How far beside a singular point limits are taken: far more than the steps of differences at 64 digits, and nothing on doubles. */
const NEARBY = 2 ** -40;
/** Places around a configuration that are tried for a value. */
const NEIGHBOURS = 8;

/** Step by which one-sided differences tell a kink, and the difference of slopes that does. */
const STEP = 2 ** -20;
const KINK = 1e-3;

/** Whether the formula has no value, or another slope to one side than to the other, along some component of its inputs. */
function hasKink(type: ConstraintType, program: Program, at: Configuration): boolean {
  const rowsAt = (component: number, step: number): number[] => {
    const x = at.x.map((value, k) => (k === component ? value + step : value));
    const values = runOnDoubles(program, programInputs({ ...at, x }));
    return program.rows.map((row) => values[row]!);
  };
  const centre = rowsAt(-1, 0);
  return at.x.some((_, component) => {
    const [forth, back] = [rowsAt(component, STEP), rowsAt(component, -STEP)];
    return centre.some(
      (value, r) => levelsOf(type)[r] === 'position' && !(Math.abs(forth[r]! - 2 * value + back[r]!) <= KINK * STEP),
    );
  });
}

/** A configuration at a singular point, and what the formula and the policy say there. */
interface SingularCase {
  readonly place: SingularPlace;
  readonly at: Configuration;
  /** `C` by the formula on doubles, by rows. */
  readonly C: readonly number[];
  readonly policy: NonNullable<ReturnType<typeof policyAt>>;
  /** The formula at 64 digits right beside the singular point. */
  readonly limits: () => ReferenceValues;
  readonly hasKink: boolean;
}

/**
 * The singular points of a formula at which classes of it are evaluated. It asks nothing of a class under test, so that several classes of one
 * formula share it.
 */
export class SingularPoints {
  readonly warnings: readonly string[];
  readonly #known: number;
  readonly #cases: readonly SingularCase[];

  constructor(
    type: ConstraintType,
    program: Program,
    oracle: FormulaOracle,
    samples: readonly Configuration[],
    seed: number,
  ) {
    const places = singularPlaces(type, program);
    const random = seededRandom(seed);
    this.#known = places.length;
    this.warnings = nearWarnings(program, places, samples);
    this.#cases = places.flatMap((place) => {
      const cases: SingularCase[] = [];
      for (const sample of samples.slice(0, TRIED_SAMPLES)) {
        const at = configurationAt(type, program, place, sample, random);
        const policy = at && policyAt(type, program, at);
        if (at === undefined || policy === undefined || cases.length === CASES_PER_PLACE) continue;
        const near = { ...at, x: at.x.map((value) => value + NEARBY * (random() - 0.5)) };
        if (!place.isOpen && !hasValuesNear(program, at, random)) continue;
        const values = runOnDoubles(program, programInputs(at));
        let limits: ReferenceValues | undefined;
        cases.push({
          place,
          at,
          C: program.rows.map((row) => values[row]!),
          policy,
          limits: () => (limits ??= oracle.valuesAt({ index: Infinity, at: near })),
          hasKink: hasKink(type, program, at),
        });
      }
      return cases;
    });
  }

  /**
   * Evaluates a class at the singular points. One that throws there has to have something that is not finite, wherever the formula has a kink. Of
   * all others every quantity has to be finite, `C` (of a row at velocity level, nothing) the formula's own value, where it has one, and all
   * quantities what the policy says, where that is determined: see {@link policyAt}.
   */
  check(type: ConstraintType): SingularCheck | undefined {
    if (this.#known === 0) return undefined;
    const evaluations = batchEvaluations(
      type,
      this.#cases.map(({ at }) => at),
    );
    const faults = this.#cases.flatMap((one, k) => {
      const reason = faultOf(type, one, evaluations[k]!);
      return reason === undefined
        ? []
        : [{ operation: one.place.operation, reason, configuration: named(type, one.at) }];
    });
    return {
      pass: faults.length === 0,
      known: this.#known,
      evaluated: new Set(this.#cases.map(({ place }) => place)).size,
      compared: this.#cases.reduce((sum, { policy }) => sum + policy.filter((row) => row.isDetermined).length, 0),
      faults,
    };
  }
}

function faultOf(
  type: ConstraintType,
  { at, C, policy, limits, hasKink }: SingularCase,
  own: Evaluation,
): string | undefined {
  const infinite = QUANTITIES.filter((quantity) => !own[quantity].every(Number.isFinite));
  if (type.singularPoints !== undefined)
    return infinite.length === 0 && hasKink ? 'finite, though it is to throw' : undefined;
  if (infinite.length > 0) return `${infinite.join(', ')} not finite`;
  const scale = Math.max(1, ...programInputs(at).map(Math.abs)) ** 2;
  const differs = (value: number, r: number): boolean =>
    Math.abs(value - own.C[r]!) > ROUNDING * Math.max(scale, Math.abs(value));
  // A value that comes of something infinite, exp(−1/0), may as well be that of the policy.
  const isWrong = C.some(
    (value, r) =>
      levelsOf(type)[r] === 'position' &&
      Number.isFinite(value) &&
      differs(value, r) &&
      differs(policy[r]!.expected.C[0]!, r),
  );
  if (isWrong) return 'C is not the value of the formula';
  const wrong = contradicted(type, policy, own, POLICY_ROUNDING * scale, (quantity, row, column) => {
    return entryOf(limits(), quantity, row, column).toNumber();
  });
  return wrong.length === 0 ? undefined : `${wrong.join(', ')} not what the policy for singular points says`;
}

/** Names samples near places where errors grow. */
function nearWarnings(
  program: Program,
  places: readonly SingularPlace[],
  samples: readonly Configuration[],
): readonly string[] {
  const near = samples.flatMap((at, index) => {
    const values = runOnDoubles(program, programInputs(at));
    return places
      .filter((place) => !place.isKink && place.distance(values) < NEAR)
      .map(({ operation }) => `sample ${index} (${operation})`);
  });
  if (near.length === 0) return [];
  return [
    `Near singular points of the formula, where errors grow: ${near.slice(0, 5).join(', ')}${near.length > 5 ? ', …' : ''}.`,
  ];
}

/** Whether the formula has a value anywhere around a configuration: if not, that lies outside of its domain. */
function hasValuesNear(program: Program, at: Configuration, random: Random): boolean {
  return Array.from({ length: NEIGHBOURS }).some(() => {
    const inputs = programInputs({ ...at, x: at.x.map((value) => value + STEP * (random() - 0.5)) });
    const values = runOnDoubles(program, inputs);
    return program.rows.every((row) => Number.isFinite(values[row]!));
  });
}
