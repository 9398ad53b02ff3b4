import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import { BodyReference } from '../../reference/body-values.js';
import { readBody, type BodyProgram } from '../../reference/read-body.js';
import { TaylorBody } from '../../reference/taylor/body.js';
import { UNIT_ROUNDOFF } from '../../reference/taylor/jet-table.js';
import { BranchCoverage } from '../../reference/branch-coverage.js';
import { oneSidedChoices } from '../one-sided-choices.js';
import { seededRandom } from '../../sampling/random.js';
import type { DifferenceCheck, Place, QuantityReport, ReferenceCheck, VerificationReport } from '../report.js';
import { ReferenceTally } from '../reference-tally.js';
import { sizeOfTerms } from '../tolerance.js';
import { checkVerifyOptions, type VerifyOptions } from '../options.js';
import {
  drawBodyConfiguration,
  namedBodyConfiguration,
  rateWidth,
  type BodyConfiguration,
} from '../../sampling/body-configuration.js';
import { BodyDifferences, type BodySample } from './body-differences.js';
import { bodyQuantityNames, BodyEvaluator, type BodyEvaluation } from '../../sampling/body-evaluation.js';
import { checkSingularBody } from './body-singular.js';

const DRAWS_PER_SAMPLE = 100;

/**
 * Checks that a body computes what its formulas say, at random configurations: connectors, mass matrix and forces against extrapolated
 * differences and against Lagrange's equations of its own energies, and all of it against a 64-digit evaluation of the formulas' text, in units
 * in the last place. At singular points of the
 * formulas it is compared with the stated policy.
 *
 * Throws a SpecError for options that are none. Never throws for a wrong class or formula: whatever could not be checked fails, and a warning says why.
 */
export function verifyBodyType(type: BodyType, options: VerifyOptions = {}): VerificationReport<string> {
  checkVerifyOptions(options);
  const { samples: wanted = 100, seed = 1 } = options;
  const warnings: string[] = [];
  const body = readProgram(type, warnings);
  const configurations = drawAll(type, body, wanted, seed, warnings);
  const referenceSamples = Math.min(options.referenceSamples ?? configurations.length, configurations.length);
  const head = {
    name: type.name,
    space: type.space,
    rows: rateWidth(type),
    samples: configurations.length,
    referenceSamples,
    seed,
  };
  const names = bodyQuantityNames(type);
  if (body === undefined || configurations.length === 0) {
    const none: QuantityReport = { pass: false, differences: [] };
    return { ...head, pass: false, quantities: Object.fromEntries(names.map((name) => [name, none])), warnings };
  }
  const evaluator = new BodyEvaluator(type);
  const taylor = new TaylorBody(body);
  const boundsAt = (at: BodyConfiguration, rounding = 0): BodyEvaluation =>
    Object.fromEntries(
      [...taylor.at(at, rounding)].map(([name, entries]) => [name, Float64Array.from(entries, ({ error }) => error)]),
    );
  const samples = configurations.map((at, index): BodySample => ({
    index,
    at,
    analytic: evaluator.at(at),
    bounds: boundsAt(at),
    noise: boundsAt(at, UNIT_ROUNDOFF),
  }));
  const differences = new BodyDifferences(
    type,
    (at) => evaluator.at(at),
    (at) => boundsAt(at, UNIT_ROUNDOFF),
  );
  for (const sample of samples) differences.add(sample);
  const checks = differences.results(({ sample, at, entry, analytic, difference }) =>
    place(type, sample, at as BodyConfiguration, entry.row, analytic, difference.value),
  );
  const reference = new BodyReference(body);
  const tallies = new Map<string, ReferenceTally>();
  const values = [...type.connectors.map(({ name }) => name), 'V'];
  for (const { index, at, analytic, bounds } of samples.slice(0, referenceSamples)) {
    const terms = Math.max(
      ...values.flatMap((name) => [...analytic[name]!].map((value, e) => sizeOfTerms(value, bounds[name]![e]!))),
    );
    for (const [name, values] of reference.at(at)) {
      let tally = tallies.get(name);
      if (tally === undefined) tallies.set(name, (tally = new ReferenceTally()));
      const size = Math.max(...values.map((value) => Math.abs(value.toNumber())));
      for (const [entry, value] of values.entries()) {
        const computed = analytic[name]![entry]!;
        tally.add({
          entry,
          computed,
          reference: value,
          bound: bounds[name]![entry]!,
          terms,
          size,
          place: () => place(type, index, at, entry, computed, value.toNumber()),
        });
      }
    }
  }
  const quantities = Object.fromEntries(
    names.map((name) => [name, report(checks.get(name), tallies.get(name)?.result())]),
  );
  inheritFaults(quantities);
  const singular = checkSingularBody(type, body, reference, boundsAt, evaluator, configurations, seed);
  warnings.push(...singular.warnings);
  return {
    ...head,
    pass:
      configurations.length === wanted &&
      Object.values(quantities).every((quantity) => quantity.pass) &&
      singular.check?.pass !== false,
    quantities,
    ...(singular.check && { singular: singular.check }),
    warnings,
  };
}

function readProgram(type: BodyType, warnings: string[]): BodyProgram | undefined {
  try {
    return readBody(type);
  } catch (error) {
    warnings.push(`The formulas could not be read: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
}

/** Random configurations at which the formulas, evaluated by the oracle and not by the class, are finite. */
function drawAll(
  type: BodyType,
  body: BodyProgram | undefined,
  wanted: number,
  seed: number,
  warnings: string[],
): BodyConfiguration[] {
  if (body === undefined) return [];
  const random = seededRandom(seed);
  const coverage = new BranchCoverage(body.program);
  const drawn: BodyConfiguration[] = [];
  for (let draws = 0; drawn.length < wanted && draws < wanted * DRAWS_PER_SAMPLE; draws++) {
    const at = drawBodyConfiguration(type, random);
    const moving = [...at.x, ...at.local];
    if (coverage.visit([...moving, ...at.p, at.t, ...moving.map(() => 0)]).isFinite) drawn.push(at);
  }
  if (drawn.length < wanted)
    warnings.push(
      `The formulas were finite at only ${drawn.length} of ${wanted * DRAWS_PER_SAMPLE} random configurations: give ranges of the coordinates and parameters in "sample" that lie inside their domain.`,
    );
  warnings.push(...oneSidedChoices(coverage));
  return drawn;
}

function report(differences: readonly DifferenceCheck[] = [], reference?: ReferenceCheck): QuantityReport {
  const pass = differences.every((check) => check.pass) && reference?.pass !== false;
  return { pass, differences, ...(reference && { reference }) };
}

/** Fails a quantity that nothing was compared with, and marks checks whose partner failed by itself. */
function inheritFaults(quantities: Record<string, QuantityReport>): void {
  const faulty = new Set(
    Object.entries(quantities).flatMap(([name, { reference }]) => (reference?.pass === false ? [name] : [])),
  );
  for (const [name, quantity] of Object.entries(quantities)) {
    const differences = quantity.differences.map((check): DifferenceCheck =>
      check.from !== undefined && check.from !== name && faulty.has(check.from) ? { ...check, inherited: true } : check,
    );
    const pass =
      differences.every((check) => check.pass || check.inherited === true) && quantity.reference?.pass !== false;
    quantities[name] = { ...quantity, differences, pass };
  }
}

function place(
  type: BodyType,
  sample: number,
  at: BodyConfiguration,
  row: number,
  analytic: number,
  numeric: number,
): Place {
  return { sample, row, analytic, numeric, configuration: namedBodyConfiguration(type, at) };
}
