import type { Evaluation, Quantity, SingleEvaluator } from './evaluation.js';
import { STEPS, type StencilValues } from './extrapolated-difference.js';

/** The kernel of a class at all points of a symmetric stencil around the configuration that the evaluator stands at. */
export class KernelStencil {
  readonly #evaluator: SingleEvaluator;
  readonly #centre: Evaluation;
  readonly #plus: readonly Evaluation[];
  readonly #minus: readonly Evaluation[];
  #unit = 1;

  constructor(evaluator: SingleEvaluator) {
    this.#evaluator = evaluator;
    this.#centre = evaluator.outputs();
    this.#plus = STEPS.map(() => evaluator.outputs());
    this.#minus = STEPS.map(() => evaluator.outputs());
  }

  /** Steps along one number of the configuration. */
  along(of: 'x' | 'v' | 't', index: number, unit: number): void {
    const values = this.#evaluator[of];
    const centre = values[index]!;
    this.#evaluate(unit, (h) => (values[index] = centre + h));
  }

  /** Steps along `x + v h`, `t + h`. */
  alongMotion(unit: number): void {
    const { x, v, t } = this.#evaluator;
    const [x0, t0] = [x.slice(), t[0]!];
    this.#evaluate(unit, (h) => {
      for (let k = 0; k < x.length; k++) x[k] = x0[k]! + v[k]! * h;
      t[0] = t0 + h;
    });
  }

  /** Entry `e` of a quantity of the kernel at the points of the last stencil. */
  values(quantity: Exclude<Quantity, 'Jdot'>, e: number): StencilValues {
    const entry = (evaluation: Evaluation): number => evaluation[quantity][e]!;
    return {
      unit: this.#unit,
      centre: entry(this.#centre),
      plus: this.#plus.map(entry),
      minus: this.#minus.map(entry),
    };
  }

  #evaluate(unit: number, moveBy: (h: number) => void): void {
    this.#unit = unit;
    STEPS.forEach((step, k) => {
      moveBy(unit * step);
      this.#evaluator.run(this.#plus[k]!);
      moveBy(-unit * step);
      this.#evaluator.run(this.#minus[k]!);
    });
    moveBy(0);
    this.#evaluator.run(this.#centre);
  }
}
