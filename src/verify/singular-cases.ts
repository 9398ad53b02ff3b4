import { programInputs, type Configuration, type NamedConfiguration } from '../sampling/configuration.js';
import type { Random } from '../sampling/random.js';
import { exact } from '../reference/big.js';
import { ReferenceMachine } from '../reference/machine.js';
import { runOnDoubles } from '../reference/run-on-doubles.js';
import type { Program } from '../reference/program.js';
import type { SingularCheck } from './report.js';
import { configurationAt, type Operands, type SingularPlace } from './singular-places.js';

/** Size of the vanishing quantity below which a sample is near a singular point. */
const NEAR = 1e-3;

/**
 * Number of samples from which configurations at a singular point are sought, and of configurations
 * kept.
 */
const TRIED_SAMPLES = 8;
const CASES_PER_PLACE = 3;

/**
 * Distance from a singular point at which limits are taken: far more than the steps of differences
 * at 64 digits, and negligible on doubles.
 */
const NEARBY = 2 ** -40;
/** Number of places around a configuration that are tried for a value, and their distance. */
const NEIGHBOURS = 8;
const STEP = 2 ** -20;

/** A configuration at a singular point, with what a policy says there. */
export interface SingularCase<Policy> {
  readonly place: SingularPlace;
  readonly at: Configuration;
  readonly policy: Policy;
  /** A configuration next to the singular point. */
  readonly near: Configuration;
  /** The rows of the formulas on doubles. */
  readonly rows: readonly number[];
  /**
   * True if only rounding leads the formula to the singular point, as it may make the cosine of two
   * parallel vectors 1. A class may then be right beside it.
   */
  readonly isRounded: boolean;
}

/**
 * Finds configurations at each of the singular places of formulas. None is kept where `policyAt` is
 * undefined.
 */
export function singularCases<Policy>(
  operands: Operands,
  program: Program,
  places: readonly SingularPlace[],
  samples: readonly Configuration[],
  random: Random,
  policyAt: (at: Configuration) => Policy | undefined,
): readonly SingularCase<Policy>[] {
  return places.flatMap((place) => {
    const cases: SingularCase<Policy>[] = [];
    for (const sample of samples.slice(0, TRIED_SAMPLES)) {
      const at = configurationAt(operands, program, place, sample, random);
      const policy = at && policyAt(at);
      if (at === undefined || policy === undefined || cases.length === CASES_PER_PLACE) continue;
      const near = { ...at, x: at.x.map((value) => value + NEARBY * (random() - 0.5)) };
      if (!hasValuesNear(program, at, random)) continue;
      cases.push({
        place,
        at,
        policy,
        near,
        rows: rowsOnDoubles(program, at),
        isRounded: isRounded(program, place, at),
      });
    }
    return cases;
  });
}

/**
 * The report on singular points. `reasonOf` says why the class is wrong in a case, `comparedIn` how
 * many rows were compared in it.
 */
export function singularCheck<Case extends SingularCase<unknown>>(
  known: number,
  cases: readonly Case[],
  comparedIn: (one: Case) => number,
  reasonOf: (one: Case, index: number) => string | undefined,
  nameOf: (at: Configuration) => NamedConfiguration,
): SingularCheck | undefined {
  if (known === 0) return undefined;
  const faults = cases.flatMap((one, index) => {
    const reason = reasonOf(one, index);
    return reason === undefined ? [] : [{ operation: one.place.operation, reason, configuration: nameOf(one.at) }];
  });
  return {
    pass: faults.length === 0,
    known,
    evaluated: new Set(cases.map(({ place }) => place)).size,
    compared: cases.reduce((sum, one) => sum + comparedIn(one), 0),
    faults,
  };
}

/** Names samples near places where errors grow. */
export function nearWarnings(
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

/** The rows of formulas on doubles. */
export function rowsOnDoubles(program: Program, at: Configuration): number[] {
  const values = runOnDoubles(program, programInputs(at));
  return program.rows.map((row) => values[row]!);
}

/**
 * Tests whether the formula has a value anywhere around a configuration. If not, that lies outside
 * of its domain.
 */
function hasValuesNear(program: Program, at: Configuration, random: Random): boolean {
  return Array.from({ length: NEIGHBOURS }).some(() =>
    rowsOnDoubles(program, { ...at, x: at.x.map((value) => value + STEP * (random() - 0.5)) }).every(Number.isFinite),
  );
}

/**
 * Tests whether an operand of a singular operation is not what 64 digits give, with constants as
 * doubles, or would not be if a class multiplied by a reciprocal where the formula divides.
 */
function isRounded(program: Program, { from }: SingularPlace, at: Configuration): boolean {
  const inputs = programInputs(at);
  const values = runOnDoubles(program, inputs);
  const places = program.places.map((place, k) =>
    place.kind === 'constant' ? { ...place, text: exact(values[k]!).toString() } : place,
  );
  const precise = new ReferenceMachine({ ...program, places, rows: from }).moveTo(inputs.map(exact));
  return from.some((k, i) => {
    const node = program.places[k]!;
    const divisor = node.kind === 'operation' && node.name === 'divide' ? values[node.args[1]!]! : 1;
    return (
      !exact(values[k]!).eq(precise[i]!) ||
      !exact(1 / divisor)
        .times(exact(divisor))
        .eq(1)
    );
  });
}
