import type { BodyType } from '../../../runtime/model/bodies/body-type.js';
import { BodyReference } from '../../reference/body-values.js';
import { readBody } from '../../reference/read-body.js';
import { TaylorBody } from '../../reference/taylor/body.js';
import { UNIT_ROUNDOFF } from '../../reference/taylor/jet-table.js';
import { inheritFaults, quantityReport } from '../quantity-reports.js';
import type { Place, VerificationReport } from '../report.js';
import { ReferenceTally } from '../reference-tally.js';
import { sizeOfTerms } from '../tolerance.js';
import type { VerifyOptions } from '../options.js';
import { NOTHING_COMPARED, ProofRun } from '../proof-run.js';
import { prove, type ProofSteps } from '../proof-steps.js';
import type { BodyProgram } from '../../reference/read-body.js';
import {
  bodyProgramInputs,
  drawBodyConfiguration,
  namedBodyConfiguration,
  rateWidth,
  type BodyConfiguration,
} from '../../sampling/body-configuration.js';
import { BodyDifferences, type BodySample } from './body-differences.js';
import { bodyQuantityNames, BodyEvaluator, type BodyEvaluation } from '../../sampling/body-evaluation.js';
import { checkSingularBody } from './body-singular.js';

/**
 * Checks that a body computes what its formulas say, at random configurations. Connectors, mass
 * matrix and forces are compared with extrapolated differences and with Lagrange's equations of the
 * body's own energies. All quantities are compared with a 64-digit evaluation of the formulas'
 * text, in units in the last place. At singular points of the formulas it is compared with the
 * stated policy.
 *
 * Throws a SpecError for invalid options. Never throws for a wrong class or formula: a quantity
 * that could not be checked fails, and a warning says why.
 */
export function verifyBodyType(type: BodyType, options: VerifyOptions = {}): VerificationReport<string> {
  return prove(proofOfBodyType(type, options), options);
}

type BodyRun = ProofRun<BodyProgram, BodyConfiguration>;

/** {@link verifyBodyType} in steps. */
export function proofOfBodyType(type: BodyType, options: VerifyOptions = {}): ProofSteps<VerificationReport<string>> {
  const run: BodyRun = new ProofRun(options, {
    read: () => readBody(type),
    programOf: ({ program }) => program,
    draw: (random) => drawBodyConfiguration(type, random),
    inputsOf: bodyProgramInputs,
  });
  return { steps: run.configurations.length + run.referenceSamples, run: stepsOf(type, run) };
}

function* stepsOf(type: BodyType, run: BodyRun): Generator<void, VerificationReport<string>, void> {
  const { formulas: body, configurations, seed } = run;
  const head = { name: type.name, space: type.space, rows: rateWidth(type) };
  const names = bodyQuantityNames(type);
  if (body === undefined || configurations.length === 0)
    return run.report(head, Object.fromEntries(names.map((name) => [name, NOTHING_COMPARED])));
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
  for (const sample of samples) {
    differences.add(sample);
    yield;
  }
  const checks = differences.results(({ sample, at, entry, analytic, difference }) =>
    place(type, sample, at as BodyConfiguration, entry.row, analytic, difference.value),
  );
  const reference = new BodyReference(body);
  const tallies = new Map<string, ReferenceTally>();
  const values = [...type.connectors.map(({ name }) => name), 'V'];
  for (const { index, at, analytic, bounds } of samples.slice(0, run.referenceSamples)) {
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
    yield;
  }
  const quantities = Object.fromEntries(
    names.map((name) => [name, quantityReport(checks.get(name), tallies.get(name)?.result())]),
  );
  inheritFaults(quantities);
  const singular = checkSingularBody(type, body, reference, boundsAt, evaluator, configurations, seed);
  return run.report(head, quantities, singular);
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
