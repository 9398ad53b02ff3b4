import type { ConstraintType, RowLevel } from '../../runtime/model/constraint-type.js';
import { BranchCoverage } from '../reference/branch-coverage.js';
import { oneSidedChoices } from './one-sided-choices.js';
import { drawConfiguration, programInputs, type Configuration } from '../sampling/configuration.js';
import { checkDifferences, type Sample } from './difference-checks.js';
import { batchEvaluations, levelsOf, QUANTITIES, type Quantity } from '../sampling/evaluation.js';
import { checkVerifyOptions, type VerifyOptions } from './options.js';
import { seededRandom } from '../sampling/random.js';
import { checkReference } from './reference-checks.js';
import { FormulaOracle } from './formula-oracle.js';
import type { Program } from '../reference/program.js';
import { readFormula } from '../reference/read-formula.js';
import type { DifferenceCheck, QuantityReport, ReferenceCheck, ThirdOpinion, VerificationReport } from './report.js';
import { SingularPoints } from './singular-checks.js';
import { checkThirdOpinion } from './third-opinion.js';

/** A generated class: it carries the description and the kernels that are checked. */
export interface ConstraintClass {
  readonly type: ConstraintType;
}

const DEFAULT_SAMPLES = 100;
const DEFAULT_SEED = 1;
/** Draws per sample, on average, before the ranges are given up as outside the formula's domain. */
const DRAWS_PER_SAMPLE = 100;

/** {@link verifyType} for a generated class or its description. */
export function verify(target: ConstraintClass | ConstraintType, options?: VerifyOptions): VerificationReport {
  return verifyType('type' in target ? target.type : target, options);
}

/**
 * Checks that a class computes what its formula says, at random configurations: each of `Cdot J Jdot gamma` against extrapolated
 * differences of the class's own values, and `C Cdot J Jdot gamma` against a 64-digit evaluation of the formula's text, in units in the
 * last place. The text is read by a reader of its own, which shares nothing with the derivation but mathjs' parser.
 *
 * Never throws for a wrong class or formula: whatever could not be checked fails, and a warning says why. Throws a SpecError for options that
 * are none.
 */
export function verifyType(type: ConstraintType, options: VerifyOptions = {}): VerificationReport {
  return new Verification(type, options).of(type);
}

/**
 * A verification whose samples are drawn and whose 64-digit values are kept, for several classes of one formula: what a person tries in turn, or
 * faults put into an emitted class on purpose.
 */
export class Verification {
  readonly #wanted: number;
  readonly #seed: number;
  readonly #referenceSamples: number;
  readonly #warnings: string[] = [];
  readonly #oracle: FormulaOracle | undefined;
  readonly #singular: SingularPoints | undefined;
  readonly #configurations: readonly Configuration[];

  /** Throws a SpecError for options that are none. */
  constructor(type: ConstraintType, options: VerifyOptions = {}) {
    checkVerifyOptions(options);
    this.#wanted = options.samples ?? DEFAULT_SAMPLES;
    this.#seed = options.seed ?? DEFAULT_SEED;
    const program = readProgram(type, this.#warnings);
    this.#oracle = program && new FormulaOracle(type, program);
    this.#configurations = drawAll(type, program, this.#wanted, this.#seed, this.#warnings);
    this.#singular =
      program && this.#oracle && new SingularPoints(type, program, this.#oracle, this.#configurations, this.#seed);
    this.#referenceSamples = Math.min(
      options.referenceSamples ?? this.#configurations.length,
      this.#configurations.length,
    );
  }

  /** The report on a class of the formula that this verification was made for. */
  of(type: ConstraintType): VerificationReport {
    const oracle = this.#oracle;
    if (oracle === undefined || this.#configurations.length === 0) return this.#withoutSamples(type);
    const analytic = batchEvaluations(type, this.#configurations);
    const samples = this.#configurations.map((at, index): Sample => ({
      index,
      at,
      analytic: analytic[index]!,
      bounds: oracle.boundsAt({ index, at }),
      noise: oracle.noiseAt({ index, at }),
    }));
    const checked = samples.slice(0, this.#referenceSamples);
    const isChecked = checked.length > 0;

    const differences = checkDifferences(type, samples, oracle.bounds);
    const reference = isChecked ? checkReference(type, oracle, checked) : undefined;
    const thirdOpinion = isChecked ? checkThirdOpinion(type, oracle, checked) : undefined;
    const singular = this.#singular?.check(type);
    const quantities = assemble(levelsOf(type), differences, reference, thirdOpinion);
    return {
      ...this.#head(type),
      pass: samples.length === this.#wanted && QUANTITIES.every((q) => quantities[q].pass) && singular?.pass !== false,
      quantities,
      ...(singular && { singular }),
      warnings: [...this.#warnings, ...(this.#singular?.warnings ?? [])],
    };
  }

  /** Nothing was compared, so that nothing holds. */
  #withoutSamples(type: ConstraintType): VerificationReport {
    const none: QuantityReport = { pass: false, differences: [] };
    const quantities = { C: none, Cdot: none, J: none, Jdot: none, gamma: none };
    return { ...this.#head(type), pass: false, quantities, warnings: this.#warnings };
  }

  #head({ name, space, rows }: ConstraintType): Omit<VerificationReport, 'pass' | 'quantities' | 'warnings'> {
    const [samples, referenceSamples] = [this.#configurations.length, this.#referenceSamples];
    return { name, space, rows, samples, referenceSamples, seed: this.#seed };
  }
}

/** The formula of the class, unless it cannot be read or has another number of rows than the class. */
function readProgram(type: ConstraintType, warnings: string[]): Program | undefined {
  try {
    const program = readFormula(type);
    if (program.rows.length === type.rows) return program;
    warnings.push(`The formula has ${program.rows.length} rows, the class ${type.rows}.`);
  } catch (error) {
    warnings.push(`The formula could not be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return undefined;
}

/** Random configurations at which the formula, evaluated by the oracle and not by the class, is finite. */
function drawAll(
  type: ConstraintType,
  program: Program | undefined,
  wanted: number,
  seed: number,
  warnings: string[],
): readonly Configuration[] {
  if (program === undefined) return [];
  const random = seededRandom(seed);
  const coverage = new BranchCoverage(program);
  const drawn: Configuration[] = [];
  for (let draws = 0; drawn.length < wanted && draws < wanted * DRAWS_PER_SAMPLE; draws++) {
    const at = drawConfiguration(type, random);
    if (coverage.visit(programInputs(at)).isFinite) drawn.push(at);
  }
  if (drawn.length < wanted)
    warnings.push(
      `The formula was finite at only ${drawn.length} of ${wanted * DRAWS_PER_SAMPLE} random configurations: give ranges of its inputs and parameters in "sample" that lie inside its domain.`,
    );
  warnings.push(...oneSidedChoices(coverage));
  return drawn;
}

function assemble(
  levels: readonly RowLevel[],
  differences: Readonly<Record<Quantity, readonly DifferenceCheck[]>>,
  reference: Readonly<Record<Quantity, ReferenceCheck>> | undefined,
  thirdOpinion: ThirdOpinion | undefined,
): Readonly<Record<Quantity, QuantityReport>> {
  // In order of dependence (at velocity level `Cdot` is the formula's value): when a check fails whose partner failed before, the fault is the partner's.
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
