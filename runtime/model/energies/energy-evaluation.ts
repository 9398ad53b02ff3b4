import { InputValues } from '../single-evaluation.js';
import { pairsOf, type EnergyType } from './energy-type.js';

/**
 * Workspace to evaluate one energy by itself. It holds the connectors' values, and the results in the
 * layout of the kernels with `count = 1`.
 */
export class EnergyEvaluation extends InputValues {
  readonly type: EnergyType;
  readonly V = new Float64Array(1);
  readonly g: Float64Array;
  readonly D = new Float64Array(1);
  /** `∂D/∂ẋ`; undefined without damping. */
  readonly d: Float64Array | undefined;

  constructor(type: EnergyType) {
    super(type);
    this.type = type;
    this.g = new Float64Array(this.width);
    this.d = type.dampingKernel && new Float64Array(this.width);
  }

  /** Evaluates `V` and `g`. */
  evaluate(t: number): void {
    const { type, offsets, x, p, V, g } = this;
    type.energyKernel(1, offsets, x, p, this.#time(t), V, g);
  }

  /** Evaluates `D` and `d`, if the type has damping. */
  evaluateDamping(t: number): void {
    const { type, offsets, x, v, p, D, d } = this;
    if (d) type.dampingKernel?.(1, offsets, x, v, p, this.#time(t), D, d);
  }

  /** Returns the blocks of the second derivatives, by pairs of inputs; see {@link HessianKernel}. */
  hessian(t: number): Float64Array {
    const { type, offsets, x, p } = this;
    const { inputs } = type;
    const H = new Float64Array(pairsOf(inputs).reduce((sum, [i, j]) => sum + inputs[i]!.size * inputs[j]!.size, 0));
    type.hessianKernel(1, offsets, x, p, this.#time(t), H);
    return H;
  }

  /** NaN where the type says that its kernels do not read the time; see `kernelTime`. */
  #time(t: number): number {
    return this.type.dependsOnTime ? t : NaN;
  }
}
