import type { BodyType } from '../../../runtime/bodies/body-type.js';
import { BranchCoverage } from '../branches.js';
import { seededRandom } from '../random.js';
import type { DifferenceCheck, Place, QuantityReport, ReferenceCheck, VerificationReport } from '../report.js';
import { WorstUlps } from '../ulp-tally.js';
import { checkVerifyOptions, type VerifyOptions } from '../options.js';
import {
  drawBodyConfiguration,
  namedBodyConfiguration,
  rateWidth,
  type BodyConfiguration,
} from './body-configuration.js';
import { BodyDifferences, type BodySample } from './body-differences.js';
import { BodyEvaluator, bodyScales } from './body-evaluation.js';
import { BodyReference, readBody, type BodyProgram } from './body-reference.js';
import { checkSingularBody } from './body-singular.js';

const DRAWS_PER_SAMPLE = 100;

/**
 * Checks that a body computes what its formulas say, at random configurations: connectors, mass matrix and forces against extrapolated
 * differences and against Lagrange's equations of its own energies, and all of it against a 64-digit evaluation of the formulas' text, in units
 * in the last place; of a body with an orientation, whose velocities are no derivatives of coordinates, the connectors' values. At singular points of the
 * formulas it is compared with the stated policy.
 *
 * Throws a SpecError for options that are none. Never throws for a wrong class or formula: whatever could not be checked fails, and a warning says why.
 */
export function verifyBodyType(type: BodyType, options: VerifyOptions = {}): VerificationReport<string> {
  checkVerifyOptions(options);
  const { samples: wanted = 100, seed = 1 } = options;
  const warnings: string[] = [];
  const body = readProgram(type, warnings);
  const evaluator = new BodyEvaluator(type);
  const samples = drawAll(type, body, wanted, seed, warnings).map((at, index): BodySample => ({
    index,
    at,
    analytic: evaluator.at(at),
    scales: bodyScales(evaluator, at),
  }));
  const referenceSamples = Math.min(options.referenceSamples ?? samples.length, samples.length);
  const differences = new BodyDifferences(type, evaluator);
  for (const sample of samples) differences.add(sample);
  const checks = differences.results(({ sample, at, entry, analytic, difference }) =>
    place(type, sample, at as BodyConfiguration, entry.row, analytic, difference.value),
  );
  const reference = body && new BodyReference(type, body);
  const tallies = new Map<string, WorstUlps>();
  for (const { index, at, analytic, scales } of samples.slice(0, referenceSamples))
    for (const [name, values] of reference?.at(at) ?? []) {
      let tally = tallies.get(name);
      if (tally === undefined) tallies.set(name, (tally = new WorstUlps()));
      const computed = analytic[name]!;
      for (const [entry, value] of values.entries()) {
        const number = value.toNumber();
        if (Number.isFinite(number))
          tally.add(computed[entry]!, value, scales[name]!, () =>
            place(type, index, at, entry, computed[entry]!, number),
          );
      }
    }
  const quantities = Object.fromEntries(
    Object.keys(samples[0]?.analytic ?? {}).map((name) => [
      name,
      report(checks.get(name), tallies.get(name)?.result()),
    ]),
  );
  inheritFaults(quantities);
  const configurations = samples.map(({ at }) => at);
  const singular = body && reference && checkSingularBody(type, body, reference, evaluator, configurations, seed);
  warnings.push(...(singular?.warnings ?? []));
  const pass = body !== undefined && wanted > 0 && samples.length === wanted;
  return {
    name: type.name,
    space: type.space,
    rows: rateWidth(type),
    samples: samples.length,
    referenceSamples,
    seed,
    pass: pass && Object.values(quantities).every((quantity) => quantity.pass) && singular?.check?.pass !== false,
    quantities,
    ...(singular?.check && { singular: singular.check }),
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
    if (coverage.visit([...at.x, ...at.local, ...at.p, at.t, ...[...at.x, ...at.local].map(() => 0)])) drawn.push(at);
  }
  if (drawn.length < wanted)
    warnings.push(
      `The formulas were finite at only ${drawn.length} of ${wanted * DRAWS_PER_SAMPLE} random configurations: give ranges of the coordinates and parameters in "sample" that lie inside their domain.`,
    );
  warnings.push(...coverage.warnings());
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
