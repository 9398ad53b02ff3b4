import type { ConstraintType } from '../model/constraint-type.js';
import { pairsOf, type EnergyType } from '../model/energies/energy-type.js';
import { inputWidth, jacobianSize } from '../model/constraint-binding.js';
import { kernelTime } from '../model/single-evaluation.js';

/** Workspace for the second derivatives of constraints of one type. */
export class ConstraintCurvature {
  readonly #type: ConstraintType;
  readonly #count: number;
  readonly #v: Float64Array;
  readonly #single: Float64Array;
  readonly #rest: Float64Array;
  readonly #form: Float64Array;
  readonly #C: Float64Array;
  readonly #J: Float64Array;
  readonly #gamma: Float64Array;

  constructor(type: ConstraintType, count: number) {
    const width = inputWidth(type);
    this.#type = type;
    this.#count = count;
    this.#v = new Float64Array(count * width);
    this.#single = new Float64Array(count * width);
    this.#rest = new Float64Array(count);
    this.#form = new Float64Array(count);
    this.#C = new Float64Array(2 * count * type.rows);
    this.#J = new Float64Array(count * jacobianSize(type));
    this.#gamma = new Float64Array(count * type.rows);
  }

  /**
   * Writes the second derivatives of `Σ_r weights[k·rows + r] C_r` of each constraint `k`, row-major and
   * symmetric, to `H[k·width² …]`. Its inputs are at `x[slots[k·inputs + i] …]`, which lie one after the other
   * from `k·width` on. They are found from `gamma`, which at position level is the quadratic form `ẋᵀ ∇²C ẋ` of the
   * rates `ẋ`, and terms of lower order:
   *
   *     ∂²C/∂x_i∂x_j = (gamma(e_i + e_j) − gamma(e_i) − gamma(e_j) + gamma(0)) / 2
   */
  write(
    slots: Int32Array,
    x: Float64Array,
    p: Float64Array,
    t: number,
    weights: ArrayLike<number>,
    H: Float64Array,
  ): void {
    const type = this.#type;
    const count = this.#count;
    const v = this.#v.fill(0);
    const [rest, form, single, C] = [this.#rest, this.#form, this.#single, this.#C];
    const width = v.length / count;
    const Cdot = C.subarray(C.length / 2);
    const time = kernelTime(type, t);
    const evaluate = (out: Float64Array): void => {
      type.kernel(count, slots, x, v, p, time, C, Cdot, this.#J, this.#gamma);
      for (let k = 0; k < count; k++) {
        out[k] = 0;
        for (let r = k * type.rows; r < (k + 1) * type.rows; r++)
          if (weights[r] !== 0) out[k]! += weights[r]! * this.#gamma[r]!;
      }
    };
    const setAll = (i: number, value: number): void => {
      for (let k = i; k < v.length; k += width) v[k] = value;
    };
    evaluate(rest);
    for (let i = 0; i < width; i++) {
      setAll(i, -1);
      evaluate(form);
      const own = single.subarray(i * count, (i + 1) * count);
      setAll(i, 1);
      evaluate(own);
      for (let k = 0; k < count; k++) H[k * width * width + i * width + i] = (own[k]! + form[k]!) / 2 - rest[k]!;
      for (let j = 0; j < i; j++) {
        setAll(j, 1);
        evaluate(form);
        for (let k = 0; k < count; k++) {
          const entry = (form[k]! - own[k]! - single[j * count + k]! + rest[k]!) / 2;
          H[k * width * width + i * width + j] = H[k * width * width + j * width + i] = entry;
        }
        setAll(j, 0);
      }
      setAll(i, 0);
    }
  }
}

/**
 * Returns, for each entry of the full Hessian of an energy, row-major over the components of its inputs, the
 * index of that entry among the blocks that its kernel writes.
 */
export function entriesOfHessian({ inputs }: EnergyType): Int32Array {
  const width = inputs.reduce((sum, { size }) => sum + size, 0);
  const whole = new Int32Array(width * width);
  const offsets = inputs.map((_, i) => inputs.slice(0, i).reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const [i, j] of pairsOf(inputs)) {
    for (let r = 0; r < inputs[i]!.size; r++) {
      for (let c = 0; c < inputs[j]!.size; c++, at++) {
        const [row, column] = [offsets[i]! + r, offsets[j]! + c];
        whole[row * width + column] = whole[column * width + row] = at;
      }
    }
  }
  return whole;
}
