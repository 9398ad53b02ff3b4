import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Configuration } from '../sampling/configuration.js';
import { QUANTITIES, SingleEvaluator, type Evaluation, type Quantity } from '../sampling/evaluation.js';
import { excusedNoise, roundingNoise } from '../sampling/rounding-noise.js';

/** The rounding noise of a class at configurations: see {@link roundingNoise}. */
export class KernelNoise {
  readonly #evaluator: SingleEvaluator;
  readonly #outputs: Evaluation;
  readonly #found = new Map<Configuration, Float64Array>();

  constructor(type: ConstraintType) {
    this.#evaluator = new SingleEvaluator(type);
    this.#outputs = this.#evaluator.outputs();
  }

  /** The noise of entry `e` of a quantity, at most half of the digits of terms of a size. */
  of(at: Configuration, quantity: Quantity, e: number, size: number): number {
    let found = this.#found.get(at);
    if (found === undefined) this.#found.set(at, (found = this.#noiseAt(at)));
    const before = QUANTITIES.slice(0, QUANTITIES.indexOf(quantity));
    const first = before.reduce((sum, other) => sum + this.#outputs[other].length, 0);
    return excusedNoise(found[first + e]!, size);
  }

  #noiseAt({ x, v, p, t }: Configuration): Float64Array {
    const [rates, params, time] = [x.length, x.length + v.length, x.length + v.length + p.length];
    return roundingNoise([...x, ...v, ...p, t], (all) => {
      this.#evaluator.moveTo({
        x: all.slice(0, rates),
        v: all.slice(rates, params),
        p: all.slice(params, time),
        t: all[time]!,
      });
      this.#evaluator.run(this.#outputs);
      this.#evaluator.runJdot(this.#outputs);
      return Float64Array.from(QUANTITIES.flatMap((quantity) => [...this.#outputs[quantity]]));
    });
  }
}
