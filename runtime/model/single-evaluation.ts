import { writeConstantEntries } from './constant-entries.js';
import type { ConstraintType } from './constraint-type.js';
import { takeNearestTurn } from './nearest-turn.js';
import { parameterWidth, type Parametrized } from './parameters.js';

/**
 * Returns the time that the kernels of `type` get at time `t`. It is NaN where the type says that
 * they do not read it, so that a type that says so by mistake computes NaN.
 */
export function kernelTime({ dependsOnTime }: ConstraintType, t: number): number {
  return dependsOnTime === false ? NaN : t;
}

/** The values of the inputs and parameters of one constraint or energy, one after the other. */
export class InputValues {
  /** `Σ s` over the inputs. */
  readonly width: number;
  /** Index at which each input's components begin. */
  readonly offsets: Int32Array;
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  readonly p: Float64Array;

  constructor(type: Parametrized & Pick<ConstraintType, 'inputs'>) {
    this.offsets = new Int32Array(type.inputs.length);
    let width = 0;
    type.inputs.forEach((input, i) => {
      this.offsets[i] = width;
      width += input.size;
    });
    this.width = width;
    this.x = new Float64Array(width);
    this.v = new Float64Array(width);
    this.a = new Float64Array(width);
    this.p = new Float64Array(parameterWidth(type));
  }
}

/**
 * Workspace to evaluate one constraint of a type by itself. It holds the connectors' values, and the
 * kernel's results, in the layout of {@link ConstraintKernel} with `count = 1`.
 */
export class SingleEvaluation extends InputValues {
  readonly type: ConstraintType;
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  readonly gamma: Float64Array;
  readonly J: Float64Array;

  constructor(type: ConstraintType) {
    super(type);
    this.type = type;
    this.C = new Float64Array(type.rows);
    this.Cdot = new Float64Array(type.rows);
    this.gamma = new Float64Array(type.rows);
    this.J = new Float64Array(type.rows * this.width);
    writeConstantEntries(type, 1, this.J);
  }

  /** Evaluates `C`, to the nearest turn, `Cdot`, `J` and, at zero acceleration of the connectors, `gamma`. */
  evaluate(t: number): void {
    const { x, v, p, C, Cdot, J, gamma } = this;
    this.type.kernel(1, this.offsets, x, v, p, kernelTime(this.type, t), C, Cdot, J, gamma);
    takeNearestTurn(this.type, 1, C);
  }

  /** Index in `J` of row `r` of the block of input `i`. */
  blockRow(i: number, r: number): number {
    return this.type.rows * this.offsets[i]! + r * this.type.inputs[i]!.size;
  }
}

const evaluations = new WeakMap<ConstraintType, SingleEvaluation>();

/**
 * Returns the workspace of a type, shared by all its constraints. Its contents are valid until the
 * next use.
 */
export function singleEvaluation(type: ConstraintType): SingleEvaluation {
  let evaluation = evaluations.get(type);
  if (!evaluation) {
    evaluation = new SingleEvaluation(type);
    evaluations.set(type, evaluation);
  }
  return evaluation;
}
