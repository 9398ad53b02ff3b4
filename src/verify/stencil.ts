import type { Evaluation, Quantity, SingleEvaluator } from '../sampling/evaluation.js';
import { STEPS, type StencilBounds, type StencilValues } from './extrapolated-difference.js';
import type { Bounds, FormulaBounds } from './formula-bounds.js';

/** Ratio of the steps of a stencil to those of the next finer one: they are nearly adjacent. */
const REFINEMENT = 2 ** -8;
/** Ratios of the steps of finer stencils: formulas may change within a millionth of a unit. */
export const REFINEMENTS: readonly number[] = [REFINEMENT, REFINEMENT ** 2];

/**
 * The kernel of a class at all points of a symmetric stencil around the present configuration of
 * the evaluator.
 */
export class KernelStencil {
  readonly #evaluator: SingleEvaluator;
  readonly #centre: Evaluation;
  readonly #plus: readonly Evaluation[];
  readonly #minus: readonly Evaluation[];
  readonly #bounds: FormulaBounds;
  #unit = 1;
  #moveBy: (h: number) => void = () => undefined;
  #known: Record<keyof StencilBounds, readonly Bounds[]> | undefined;
  #finer: KernelStencil | undefined;
  /** False where the finer stencil is that of another direction. */
  #isFinerCurrent = false;

  constructor(evaluator: SingleEvaluator, bounds: FormulaBounds) {
    this.#evaluator = evaluator;
    this.#bounds = bounds;
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

  /** Stencils in the same direction with ever smaller steps, evaluated when they are reached. */
  *finer(count = REFINEMENTS.length): Generator<KernelStencil, void, void> {
    if (count === 0) return;
    this.#finer ??= new KernelStencil(this.#evaluator, this.#bounds);
    if (!this.#isFinerCurrent) this.#finer.#evaluate(REFINEMENT * this.#unit, this.#moveBy);
    this.#isFinerCurrent = true;
    yield this.#finer;
    yield* this.#finer.finer(count - 1);
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

  /** Bounds on the rounding in these values, of the formula and of the points. */
  bounds(quantity: Exclude<Quantity, 'Jdot'>, e: number): StencilBounds {
    const at = (h: number): Bounds => {
      this.#moveBy(h);
      const { x, v, p, t } = this.#evaluator;
      return this.#bounds.beside({ x: [...x], v: [...v], p: [...p], t: t[0]! });
    };
    this.#known ??= {
      plus: STEPS.map((step) => at(this.#unit * step)),
      minus: STEPS.map((step) => at(-this.#unit * step)),
      centre: [at(0)],
    };
    const entry = (bounds: Bounds): number => bounds[quantity][e]!;
    const { centre, plus, minus } = this.#known;
    return { centre: entry(centre[0]!), plus: plus.map(entry), minus: minus.map(entry) };
  }

  #evaluate(unit: number, moveBy: (h: number) => void): void {
    this.#unit = unit;
    this.#moveBy = moveBy;
    this.#known = undefined;
    this.#isFinerCurrent = false;
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
