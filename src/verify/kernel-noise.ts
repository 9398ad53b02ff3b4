import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { Configuration } from '../sampling/configuration.js';
import { QUANTITIES, SingleEvaluator, type Evaluation, type Quantity } from '../sampling/evaluation.js';
import { seededRandom } from '../sampling/random.js';

/** Number of neighbours of a configuration, and their distance in units of its last places. */
const NEIGHBOURS = 12;
const ULPS = 16;
const SEED = 0x707;
/** Multiple of the largest change among neighbours that an error may be. */
const SAFETY = 2;
/** Largest noise that excuses an error, relative to the terms: half of the digits. */
const LARGEST = 2 ** -26;

/**
 * The rounding noise of a class: how much its numbers change with the last places of its inputs
 * (stochastic arithmetic: J. Vignes, *Mathematics and Computers in Simulation* 35 (1993) 233). A
 * class that computes in another order than its formula may round more, as a unit vector does that
 * is formed of a small difference. A wrong sign or a missing term is no noise: it is there at all
 * neighbours alike.
 */
export class KernelNoise {
  readonly #evaluator: SingleEvaluator;
  readonly #centre: Evaluation;
  readonly #beside: Evaluation;
  readonly #found = new Map<Configuration, Readonly<Record<Quantity, Float64Array>>>();

  constructor(type: ConstraintType) {
    this.#evaluator = new SingleEvaluator(type);
    this.#centre = this.#evaluator.outputs();
    this.#beside = this.#evaluator.outputs();
  }

  /** The noise of entry `e` of a quantity, at most half of the digits of terms of a size. */
  of(at: Configuration, quantity: Quantity, e: number, size: number): number {
    let found = this.#found.get(at);
    if (found === undefined) this.#found.set(at, (found = this.#spread(at)));
    const noise = SAFETY * found[quantity][e]!;
    return noise <= LARGEST * size ? noise : 0;
  }

  /** The largest changes of all numbers among neighbours. */
  #spread(at: Configuration): Readonly<Record<Quantity, Float64Array>> {
    const random = seededRandom(SEED);
    const [centre, beside] = [this.#centre, this.#beside];
    const largest = {
      C: centre.C.map(() => 0),
      Cdot: centre.Cdot.map(() => 0),
      J: centre.J.map(() => 0),
      Jdot: centre.Jdot.map(() => 0),
      gamma: centre.gamma.map(() => 0),
    };
    const moved = (x: number): number => x * (1 + 2 ** -52 * Math.round(ULPS * (2 * random() - 1)));
    this.#run(at, centre);
    for (let k = 0; k < NEIGHBOURS; k++) {
      const { x, v, p, t } = at;
      this.#run({ x: x.map(moved), v: v.map(moved), p: p.map(moved), t: moved(t) }, beside);
      for (const quantity of QUANTITIES)
        largest[quantity].forEach((change, e, all) => {
          all[e] = Math.max(change, Math.abs(beside[quantity][e]! - centre[quantity][e]!));
        });
    }
    return largest;
  }

  #run(at: Configuration, into: Evaluation): void {
    this.#evaluator.moveTo(at);
    this.#evaluator.run(into);
    this.#evaluator.runJdot(into);
  }
}
