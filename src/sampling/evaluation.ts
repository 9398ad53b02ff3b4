import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import type { ConstraintType, RowLevel } from '../../runtime/model/constraint-type.js';
import { kernelTime } from '../../runtime/model/single-evaluation.js';
import type { Configuration } from './configuration.js';

/**
 * The results of a class's kernels at one configuration. `J` and `Jdot` are in the kernels' own
 * order: see {@link entryOf}.
 */
export interface Evaluation {
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  readonly J: Float64Array;
  readonly gamma: Float64Array;
  readonly Jdot: Float64Array;
}

export const QUANTITIES = ['C', 'Cdot', 'J', 'Jdot', 'gamma'] as const;
export type Quantity = (typeof QUANTITIES)[number];

/**
 * An entry of a quantity: its row, and for `J` and `Jdot` the column among all components of the
 * inputs.
 */
export interface Entry {
  readonly row: number;
  readonly column?: number;
}

/** The level of each row. */
export const levelsOf = ({ rows, levels }: ConstraintType): readonly RowLevel[] =>
  levels ?? Array.from({ length: rows }, () => 'position');

export function totalSize(list: readonly { readonly size: number }[]): number {
  return list.reduce((sum, { size }) => sum + size, 0);
}

/** The entries of a quantity, in the order in which kernels write them. */
export function entriesOf(type: ConstraintType, quantity: Quantity): readonly Entry[] {
  const rows = Array.from({ length: type.rows }, (_, row) => row);
  if (quantity !== 'J' && quantity !== 'Jdot') return rows.map((row) => ({ row }));
  let offset = 0;
  return type.inputs.flatMap(({ size }) => {
    const first = offset;
    offset += size;
    return rows.flatMap((row) => Array.from({ length: size }, (_, c) => ({ row, column: first + c })));
  });
}

/** Runs the kernels of a class on one configuration, whose numbers may be changed between runs. */
export class SingleEvaluator {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly p: Float64Array;
  /** Time, in an array like the other inputs. */
  readonly t = new Float64Array(1);
  readonly #type: ConstraintType;
  readonly #slots: Int32Array;

  constructor(type: ConstraintType) {
    this.#type = type;
    this.#slots = Int32Array.from(type.inputs, (_, i) => totalSize(type.inputs.slice(0, i)));
    this.x = new Float64Array(totalSize(type.inputs));
    this.v = new Float64Array(this.x.length);
    this.p = new Float64Array(totalSize(type.params));
  }

  moveTo({ x, v, p, t }: Configuration): void {
    this.x.set(x);
    this.v.set(v);
    this.p.set(p);
    this.t[0] = t;
  }

  /** Allocates an evaluation for {@link run} to write to. */
  outputs(): Evaluation {
    return outputs(this.#type, 1);
  }

  /** Evaluates `C Cdot J gamma`. */
  run({ C, Cdot, J, gamma }: Evaluation): void {
    this.#type.kernel(1, this.#slots, this.x, this.v, this.p, this.t[0]!, C, Cdot, J, gamma);
  }

  /** Evaluates `Jdot`. */
  runJdot({ Jdot }: Evaluation): void {
    this.#type.jdotKernel?.(1, this.#slots, this.x, this.v, this.p, this.t[0]!, Jdot);
  }
}

/**
 * Runs both kernels on a batch of all configurations, as a simulation does. The inputs of one
 * constraint lie apart and in no order, with NaN in between, so that a kernel that mixes up its
 * strides gives wrong results. Time is common to a batch, so there is one run per configuration's
 * time, of which only that configuration's results are kept. `isAlone` runs each by itself, for a
 * kernel whose parameters are common to a batch.
 */
export function batchEvaluations(
  type: ConstraintType,
  all: readonly Configuration[],
  isAlone = false,
): readonly Evaluation[] {
  const width = totalSize(type.inputs);
  const parameterWidth = totalSize(type.params);
  const stride = width + type.inputs.length;
  const x = new Float64Array(all.length * stride).fill(NaN);
  const v = new Float64Array(all.length * stride).fill(NaN);
  const p = Float64Array.from(all.flatMap((at) => at.p));
  const slots = new Int32Array(all.length * type.inputs.length);

  all.forEach((at, k) => {
    let slot = (all.length - 1 - k) * stride;
    let end = width;
    for (let i = type.inputs.length - 1; i >= 0; i--) {
      const { size } = type.inputs[i]!;
      end -= size;
      slots[k * type.inputs.length + i] = slot;
      x.set(at.x.slice(end, end + size), slot);
      v.set(at.v.slice(end, end + size), slot);
      slot += size + 1;
    }
  });

  return all.map((at, k) => {
    // A batch of two, so that the configuration is not always the first.
    const first = isAlone ? k : Math.max(0, k - 1);
    const count = k - first + 1;
    const out = outputs(type, count);
    const ownSlots = slots.subarray(first * type.inputs.length, (k + 1) * type.inputs.length);
    const ownParameters = p.subarray(first * parameterWidth, (k + 1) * parameterWidth);
    const t = kernelTime(type, at.t);
    type.kernel(count, ownSlots, x, v, ownParameters, t, out.C, out.Cdot, out.J, out.gamma);
    type.jdotKernel?.(count, ownSlots, x, v, ownParameters, t, out.Jdot);
    const last = (values: Float64Array): Float64Array => values.slice((values.length / count) * (count - 1));
    return { C: last(out.C), Cdot: last(out.Cdot), J: last(out.J), gamma: last(out.gamma), Jdot: last(out.Jdot) };
  });
}

/**
 * Allocates the outputs of a batch as kernels expect them. `J` holds its constant entries, and is
 * otherwise zero like `Jdot`, since kernels do not write entries that are always zero. All other
 * outputs start as NaN, so that an entry that a kernel forgets is not taken for a zero. So does
 * `Jdot` if no kernel writes it.
 */
function outputs(type: ConstraintType, count: number): Evaluation {
  const { rows } = type;
  const width = totalSize(type.inputs);
  const make = (length: number): Float64Array => new Float64Array(length * count).fill(NaN);
  const J = new Float64Array(rows * width * count);
  writeConstantEntries(type, count, J);
  const Jdot = type.jdotKernel === undefined ? make(rows * width) : new Float64Array(J.length);
  return { C: make(rows), Cdot: make(rows), J, gamma: make(rows), Jdot };
}
