import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawConfiguration, type Configuration } from '../../src/sampling/configuration.js';
import { batchEvaluations, QUANTITIES } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { readFormula } from '../../src/reference/read-formula.js';
import { configurationAt, singularPlaces } from '../../src/verify/singular-places.js';
import { policyAt } from '../../src/verify/singular-policy.js';

/**
 * Number of ordinary configurations from which singular ones are searched: far more than
 * verification takes.
 */
const SAMPLES = 40;

/** Compares a class with another at many singular points of their formula. */
export class SingularOutputs {
  readonly #configurations: readonly Configuration[];
  readonly #own: readonly number[];

  constructor(type: ConstraintType) {
    const random = seededRandom(17);
    const program = readFormula(type);
    const samples = Array.from({ length: SAMPLES }, () => drawConfiguration(type, random));
    this.#configurations = singularPlaces(type, program)
      .flatMap((place) => samples.flatMap((sample) => configurationAt(type, program, place, sample, random) ?? []))
      // Outside of the formula's domain nothing is promised.
      .filter((at) => policyAt(type, program, at) !== undefined);
    this.#own = this.#outputsOf(type);
  }

  differ(type: ConstraintType): boolean {
    const outputs = this.#outputsOf(type);
    return this.#own.some((value, k) => !(Math.abs(value - outputs[k]!) <= 1e-9 * Math.max(1, Math.abs(value))));
  }

  #outputsOf(type: ConstraintType): readonly number[] {
    return batchEvaluations(type, this.#configurations).flatMap((own) => QUANTITIES.flatMap((q) => [...own[q]]));
  }
}
