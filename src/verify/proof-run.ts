import { BranchCoverage } from '../reference/branch-coverage.js';
import type { Program } from '../reference/program.js';
import { seededRandom, type Random } from '../sampling/random.js';
import { checkVerifyOptions, type VerifyOptions } from './options.js';
import type { QuantityReport, SingularCheck, VerificationReport } from './report.js';

/**
 * Draws per sample, on average, after which the ranges are found to lie outside the formulas'
 * domain.
 */
const DRAWS_PER_SAMPLE = 100;

/** The formulas of a class, and the means to evaluate them. */
interface Subject<Formulas, At> {
  /** Reads the formulas. Throws if they cannot be read, or are not those of the class. */
  readonly read: () => Formulas;
  readonly programOf: (formulas: Formulas) => Program;
  readonly draw: (random: Random) => At;
  /** The inputs of the program at a configuration. */
  readonly inputsOf: (at: At) => readonly number[];
  /** Tests whether a derivative overflows at a configuration; none does if left out. */
  readonly overflows?: (formulas: Formulas, at: At) => boolean;
}

/** The findings at singular points that a report adds. */
interface SingularOutcome {
  readonly check: SingularCheck | undefined;
  readonly warnings: readonly string[];
}

/**
 * The part of a proof that is common to all kinds: formulas read from their text, random
 * configurations at which they are finite, and the report. The oracle evaluates the formulas, not
 * the class. Throws a SpecError for invalid options. Any other fault becomes a warning, and a proof
 * that fails.
 */
export class ProofRun<Formulas, At> {
  readonly formulas: Formulas | undefined;
  readonly configurations: readonly At[];
  readonly seed: number;
  readonly referenceSamples: number;
  readonly #wanted: number;
  /** The warnings so far; the report adds those at singular points. */
  readonly warnings: string[] = [];

  constructor(options: VerifyOptions, subject: Subject<Formulas, At>) {
    checkVerifyOptions(options);
    const { samples = 100, seed = 1, referenceSamples = Infinity } = options;
    this.#wanted = samples;
    this.seed = seed;
    this.formulas = this.#read(subject);
    this.configurations = this.formulas === undefined ? [] : this.#draw(subject, this.formulas);
    this.referenceSamples = Math.min(referenceSamples, this.configurations.length);
  }

  #read({ read }: Subject<Formulas, At>): Formulas | undefined {
    try {
      return read();
    } catch (error) {
      this.warnings.push(`The formulas could not be read: ${error instanceof Error ? error.message : String(error)}.`);
      return undefined;
    }
  }

  #draw({ draw, inputsOf, programOf, overflows }: Subject<Formulas, At>, formulas: Formulas): At[] {
    const random = seededRandom(this.seed);
    const coverage = new BranchCoverage(programOf(formulas));
    const drawn: At[] = [];
    const most = this.#wanted * DRAWS_PER_SAMPLE;
    for (let draws = 0; drawn.length < this.#wanted && draws < most; draws++) {
      const at = draw(random);
      if (coverage.visit(inputsOf(at)).isFinite && overflows?.(formulas, at) !== true) drawn.push(at);
    }
    if (drawn.length < this.#wanted)
      this.warnings.push(
        `The formulas were finite at only ${drawn.length} of ${most} random configurations: give ranges in "sample" that lie inside their domain.`,
      );
    this.warnings.push(...oneSidedChoices(coverage));
    return drawn;
  }

  report<Names extends string>(
    head: Pick<VerificationReport, 'name' | 'space' | 'rows'>,
    quantities: Readonly<Record<Names, QuantityReport>>,
    singular?: SingularOutcome,
  ): VerificationReport<Names> {
    const samples = this.configurations.length;
    const all: readonly QuantityReport[] = Object.values(quantities);
    return {
      ...head,
      samples,
      referenceSamples: this.referenceSamples,
      seed: this.seed,
      pass: samples === this.#wanted && all.every(({ pass }) => pass) && singular?.check?.pass !== false,
      quantities,
      ...(singular?.check && { singular: singular.check }),
      warnings: [...this.warnings, ...(singular?.warnings ?? [])],
    };
  }
}

/** The report on a quantity of which nothing was compared. It fails. */
export const NOTHING_COMPARED: QuantityReport = { pass: false, differences: [] };

/** A warning for choices of a formula that went only one way at all samples. */
const oneSidedChoices = ({ oneSided, choices }: BranchCoverage): readonly string[] =>
  oneSided === 0
    ? []
    : [
        `${oneSided} of ${choices} choices in the formula went only one way at all samples: give ranges in "sample" that reach both.`,
      ];
