import type { ConstraintType, RowLevel } from '../../runtime/model/constraint-type.js';
import { drawConfiguration, programInputs, type Configuration } from '../sampling/configuration.js';
import { withJdot } from './derived-jdot.js';
import { checkDifferences, type Sample } from './difference-checks.js';
import { batchEvaluations, levelsOf, type Quantity } from '../sampling/evaluation.js';
import type { VerifyOptions } from './options.js';
import { NOTHING_COMPARED, ProofRun } from './proof-run.js';
import { prove, type ProofSteps } from './proof-steps.js';
import { checkReference } from './reference-checks.js';
import { FormulaOracle } from './formula-oracle.js';
import { KernelNoise } from './kernel-noise.js';
import type { Program } from '../reference/program.js';
import { readFormula } from '../reference/read-formula.js';
import type { DifferenceCheck, QuantityReport, ReferenceCheck, ThirdOpinion, VerificationReport } from './report.js';
import { SingularPoints } from './singular-checks.js';
import { checkThirdOpinion } from './third-opinion.js';
import { sizeOfTerms } from './tolerance.js';

/**
 * Checks that a class computes what its formula says, at random configurations. Each of
 * `Cdot J Jdot gamma` is compared with extrapolated differences of the class's own values.
 * `C Cdot J Jdot gamma` are compared with a 64-digit evaluation of the formula's text, in units in
 * the last place. A separate reader reads the text; it shares nothing with the derivation but
 * mathjs' parser. For a class that was emitted without `Jdot`, the one that its formula gives is
 * checked.
 *
 * Never throws for a wrong class or formula: a quantity that could not be checked fails, and a
 * warning says why. Throws a SpecError for invalid options.
 */
export function verifyType(type: ConstraintType, options: VerifyOptions = {}): VerificationReport {
  return prove(proofOfType(type, options), options);
}

/** {@link verifyType} in steps. */
export const proofOfType = (type: ConstraintType, options: VerifyOptions = {}): ProofSteps<VerificationReport> =>
  new Verification(type, options).proof(type);

/**
 * A verification whose samples are drawn and whose 64-digit values are kept, for several classes of
 * one formula: those that a person tries in turn, or copies of an emitted class with faults put
 * into them on purpose.
 */
export class Verification {
  readonly #run: ProofRun<{ readonly program: Program; readonly oracle: FormulaOracle }, Configuration>;
  readonly #oracle: FormulaOracle | undefined;
  readonly #singular: SingularPoints | undefined;
  #derived: ConstraintType | undefined;

  /** Creates a verification. Throws a SpecError for invalid options. */
  constructor(type: ConstraintType, options: VerifyOptions = {}) {
    const run = new ProofRun(options, {
      read: () => {
        const program = readProgram(type);
        return { program, oracle: new FormulaOracle(type, program) };
      },
      programOf: ({ program }) => program,
      draw: (random) => drawConfiguration(type, random),
      inputsOf: programInputs,
      overflows: ({ oracle }, at) => oracle.bounds.overflows(at),
    });
    const { formulas, configurations, seed } = run;
    const { program, oracle } = formulas ?? {};
    this.#run = run;
    this.#oracle = oracle;
    this.#singular = program && oracle && new SingularPoints(type, program, oracle, configurations, seed);
  }

  /** The report on a class of the formula that this verification was made for. */
  of(emitted: ConstraintType): VerificationReport {
    return prove(this.proof(emitted));
  }

  /** {@link of} in steps. */
  proof(emitted: ConstraintType): ProofSteps<VerificationReport> {
    const { configurations, referenceSamples } = this.#run;
    const opinions = this.#oracle?.byMathjs === undefined ? 1 : 2;
    return { steps: configurations.length + opinions * referenceSamples, run: this.#steps(emitted) };
  }

  *#steps(emitted: ConstraintType): Generator<void, VerificationReport, void> {
    const { configurations, referenceSamples } = this.#run;
    const oracle = this.#oracle;
    if (oracle === undefined || configurations.length === 0) return this.#run.report(headOf(emitted), NOTHING);
    const type = this.#withJdot(emitted);
    const analytic = batchEvaluations(type, configurations);
    const noise = new KernelNoise(type);
    const samples = configurations.map((at, index): Sample => {
      const bounds = oracle.boundsAt({ index, at });
      return {
        index,
        at,
        analytic: analytic[index]!,
        bounds,
        noise: oracle.noiseAt({ index, at }),
        ownNoise: (quantity, e) =>
          noise.of(at, quantity, e, sizeOfTerms(analytic[index]![quantity][e]!, bounds[quantity][e]!)),
      };
    });
    const checked = samples.slice(0, referenceSamples);
    const isChecked = checked.length > 0;
    const differences = yield* checkDifferences(type, samples, oracle.bounds);
    const reference = isChecked ? yield* checkReference(type, oracle, checked) : undefined;
    const thirdOpinion = isChecked ? yield* checkThirdOpinion(type, oracle, checked) : undefined;
    const quantities = assemble(levelsOf(type), differences, reference, thirdOpinion);
    const singular = this.#singular && { check: this.#singular.check(type), warnings: this.#singular.warnings };
    return this.#run.report(headOf(type), quantities, singular);
  }

  /** The class with a `Jdot`. That of the formula is derived once. */
  #withJdot(type: ConstraintType): ConstraintType {
    if (type.jdotKernel !== undefined) return type;
    this.#derived ??= withJdot(type, this.#run.warnings);
    return { ...type, ...(this.#derived.jdotKernel && { jdotKernel: this.#derived.jdotKernel }) };
  }
}

const headOf = ({ name, space, rows }: ConstraintType): Pick<VerificationReport, 'name' | 'space' | 'rows'> => ({
  name,
  ...(space !== undefined && { space }),
  rows,
});

const NOTHING: Readonly<Record<Quantity, QuantityReport>> = {
  C: NOTHING_COMPARED,
  Cdot: NOTHING_COMPARED,
  J: NOTHING_COMPARED,
  Jdot: NOTHING_COMPARED,
  gamma: NOTHING_COMPARED,
};

/**
 * Reads the formula of a class. Throws if it cannot be read, or has another number of rows than the
 * class.
 */
function readProgram(type: ConstraintType): Program {
  const program = readFormula(type);
  if (program.rows.length !== type.rows)
    throw new Error(`the formula has ${program.rows.length} rows, the class ${type.rows}`);
  return program;
}

function assemble(
  levels: readonly RowLevel[],
  differences: Readonly<Record<Quantity, readonly DifferenceCheck[]>>,
  reference: Readonly<Record<Quantity, ReferenceCheck>> | undefined,
  thirdOpinion: ThirdOpinion | undefined,
): Readonly<Record<Quantity, QuantityReport>> {
  // In order of dependence (at velocity level `Cdot` is the formula's value). If a check fails
  // whose source failed before, the fault is the source's.
  const failed = new Set<string>();
  const report = (quantity: Quantity): QuantityReport => {
    const checks = differences[quantity].map((check): DifferenceCheck =>
      check.from !== undefined && failed.has(check.from) ? { ...check, inherited: true } : check,
    );
    const own = reference?.[quantity];
    const third = quantity === 'J' ? thirdOpinion : undefined;
    const pass =
      checks.every((check) => check.pass || check.inherited === true) && own?.pass !== false && third?.pass !== false;
    if (!pass) failed.add(quantity);
    return { pass, differences: checks, ...(own && { reference: own }), ...(third && { thirdOpinion: third }) };
  };
  const C = report('C');
  const early = levels.includes('position') ? undefined : report('Cdot');
  const J = report('J');
  const Cdot = early ?? report('Cdot');
  const gamma = report('gamma');
  const Jdot = report('Jdot');
  return { C, Cdot, J, Jdot, gamma };
}
