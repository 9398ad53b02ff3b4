import type { EnergyType } from '../../../runtime/model/energies/energy-type.js';
import { exact } from '../../reference/big.js';
import { energyReference } from '../../reference/energy-values.js';
import { ReferenceMachine } from '../../reference/machine.js';
import type { Program } from '../../reference/program.js';
import { readFormula } from '../../reference/read-formula.js';
import { TaylorEnergy } from '../../reference/taylor/energy.js';
import { UNIT_ROUNDOFF } from '../../reference/taylor/jet-table.js';
import { drawConfiguration, programInputs, type Configuration } from '../../sampling/configuration.js';
import { EnergyEvaluator, energyQuantityNames, type EnergyValues } from '../../sampling/energy-evaluation.js';
import { totalSize } from '../../sampling/evaluation.js';
import { excusedNoise, roundingNoise } from '../../sampling/rounding-noise.js';
import { formulasOf } from '../../spec/energy-spec.js';
import type { VerifyOptions } from '../options.js';
import { placeOf } from '../place.js';
import { NOTHING_COMPARED, ProofRun } from '../proof-run.js';
import { prove, type ProofSteps } from '../proof-steps.js';
import { ReferenceTally } from '../reference-tally.js';
import { inheritFaults, quantityReport } from '../quantity-reports.js';
import type { VerificationReport } from '../report.js';
import { sizeOfTerms } from '../tolerance.js';
import { energyEntries, EnergyDifferences, type EnergySample } from './energy-differences.js';

type EnergyReport = VerificationReport<string>;

/**
 * Checks that an energy computes what its formulas say, at random configurations: `g`, `H` and `d`
 * against extrapolated differences of the class's own `V`, `g` and `D`; all quantities against a
 * 64-digit evaluation of the formulas' text, in units in the last place; and `H` for symmetry to the
 * bit.
 *
 * Throws a SpecError for invalid options. Never throws for a wrong class or formula: a quantity that
 * could not be checked fails, and a warning says why.
 */
export function verifyEnergyType(type: EnergyType, options: VerifyOptions = {}): EnergyReport {
  return prove(proofOfEnergyType(type, options), options);
}

/** {@link verifyEnergyType} in steps. */
export function proofOfEnergyType(type: EnergyType, options: VerifyOptions = {}): ProofSteps<EnergyReport> {
  const owner = { inputs: type.inputs, params: type.params, formula: formulasOf(type.formula) };
  const run = new ProofRun<Program, Configuration>(options, {
    read: () => {
      const program = readFormula(owner);
      if (program.rows.length !== owner.formula.C.length) throw new Error('a formula is no scalar');
      return program;
    },
    programOf: (program) => program,
    draw: (random) => drawConfiguration(owner, random),
    inputsOf: programInputs,
  });
  return { steps: run.configurations.length + run.referenceSamples, run: stepsOf(type, run) };
}

function* stepsOf(type: EnergyType, run: ProofRun<Program, Configuration>): Generator<void, EnergyReport, void> {
  const { formulas: program, configurations } = run;
  const head = { name: type.name, ...(type.space !== undefined && { space: type.space }), rows: 1 };
  const names = energyQuantityNames(type);
  if (program === undefined || configurations.length === 0)
    return run.report(head, Object.fromEntries(names.map((name) => [name, NOTHING_COMPARED])));
  const evaluator = new EnergyEvaluator(type);
  const taylor = new TaylorEnergy(program, type.inputs);
  const boundsAt = (at: Configuration, rounding = 0): EnergyValues =>
    Object.fromEntries(
      [...taylor.at(at, rounding)].map(([name, entries]) => [name, Float64Array.from(entries, ({ error }) => error)]),
    );
  const differences = new EnergyDifferences(
    type,
    (at) => evaluator.at(at),
    (at) => boundsAt(at, UNIT_ROUNDOFF),
  );
  const samples: EnergySample[] = [];
  for (const [index, at] of configurations.entries()) {
    const analytic = evaluator.at(at);
    const bounds = boundsAt(at);
    const noise = noiseOf(type, evaluator, at);
    const sample: EnergySample = {
      index,
      at,
      analytic,
      bounds,
      noise: boundsAt(at, UNIT_ROUNDOFF),
      ownNoise: (name, e) => excusedNoise(noise()[name]![e]!, sizeOfTerms(analytic[name]![e]!, bounds[name]![e]!)),
    };
    samples.push(sample);
    differences.add(sample);
    yield;
  }
  const checks = differences.results(({ sample, at, entry, analytic, difference }) =>
    placeOf(type, at, sample, entry, analytic, difference.value),
  );
  const machine = new ReferenceMachine(program);
  const tallies = new Map(names.map((name) => [name, new ReferenceTally()]));
  for (const { index, at, analytic, bounds, ownNoise } of samples.slice(0, run.referenceSamples)) {
    const { x, v, p, t } = at;
    const reference = energyReference(machine, type.inputs, {
      x: x.map(exact),
      v: v.map(exact),
      p: p.map(exact),
      t: exact(t),
    });
    for (const [name, values] of reference) {
      const source = name === 'D' || name === 'd' ? 'D' : 'V';
      const terms = sizeOfTerms(analytic[source]![0]!, bounds[source]![0]!);
      const size = Math.max(...values.map((value) => Math.abs(value.toNumber())));
      const entries = energyEntries(type, name, values.length);
      for (const [e, value] of values.entries())
        tallies.get(name)!.add({
          entry: e,
          computed: analytic[name]![e]!,
          reference: value,
          bound: bounds[name]![e]!,
          noise: () => ownNoise(name, e),
          terms,
          size,
          place: () => placeOf(type, at, index, entries[e]!, analytic[name]![e]!, value.toNumber()),
        });
    }
    yield;
  }
  const isChecked = run.referenceSamples > 0;
  const quantities = Object.fromEntries(
    names.map((name) => [name, quantityReport(checks.get(name), isChecked ? tallies.get(name)!.result() : undefined)]),
  );
  inheritFaults(quantities);
  return run.report(head, quantities);
}

/** The rounding noise of a class at a configuration, by quantities, found when it is asked for. */
function noiseOf(type: EnergyType, evaluator: EnergyEvaluator, at: Configuration): () => EnergyValues {
  let found: EnergyValues | undefined;
  return () => {
    if (found) return found;
    const { x, v, p, t } = at;
    const names = energyQuantityNames(type);
    const own = evaluator.at(at);
    const [width, params] = [totalSize(type.inputs), totalSize(type.params)];
    const noise = roundingNoise([...x, ...v, ...p, t], (all) => {
      const beside = evaluator.at({
        x: all.slice(0, width),
        v: all.slice(width, 2 * width),
        p: all.slice(2 * width, 2 * width + params),
        t: all[2 * width + params]!,
      });
      return Float64Array.from(names.flatMap((name) => [...beside[name]!]));
    });
    let end = 0;
    return (found = Object.fromEntries(names.map((name) => [name, noise.slice(end, (end += own[name]!.length))])));
  };
}
