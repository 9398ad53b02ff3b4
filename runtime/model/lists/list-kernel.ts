import { writeConstantEntries } from '../constant-entries.js';
import type { ConstraintKernel } from '../constraint-type.js';
import type { ListPart, Reduction } from './list-type.js';

/**
 * A part of a class over lists of known lengths, which reads its inputs and parameters from the
 * workspace: the components of all inputs, then the reductions.
 */
export interface PlacedPart {
  readonly part: ListPart;
  /** Number of terms; 1 for the outer part. */
  readonly terms: number;
  /** Place in the workspace of each read of each term. */
  readonly slots: Int32Array;
  /** Place among the parameters of each of the part's, or `−1 − value` of a constant ≥ 0. */
  readonly params: readonly number[];
}

/** A reduction, and the place of its first row in the workspace. */
export interface PlacedReduction extends PlacedPart {
  readonly part: Reduction;
  readonly result: number;
}

/** Everything that the kernel of a class over lists of known lengths is made of. */
export interface ListLayout {
  /** Sizes of the inputs, in their order. */
  readonly sizes: Int32Array;
  readonly parameterWidth: number;
  readonly sums: readonly PlacedReduction[];
  readonly outer: PlacedPart;
}

/** Room for the parameters of a part, in the order in which its kernel reads them. */
function parametersOf({ params }: PlacedPart): (p: Float64Array, first: number) => Float64Array {
  const own = Float64Array.from(params, (place) => -1 - place);
  return (p, first) => {
    for (let i = 0; i < params.length; i++) if (params[i]! >= 0) own[i] = p[first + params[i]!]!;
    return own;
  };
}

/** A part whose kernel writes every term by itself, as a batch. */
class Terms {
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  readonly gamma: Float64Array;
  readonly #placed: PlacedPart;
  readonly #parameters: (p: Float64Array, first: number) => Float64Array;
  readonly #J: Float64Array;
  /** Offset and size of the block of `J` of each read. */
  readonly #blocks: readonly { readonly offset: number; readonly size: number }[];
  /** Entries of `J` of one term. */
  readonly #stride: number;

  constructor(placed: PlacedPart) {
    const { part, terms } = placed;
    const { rows, reads } = part;
    let stride = 0;
    this.#blocks = reads.map(({ size }) => {
      const offset = stride;
      stride += rows * size;
      return { offset, size };
    });
    this.#placed = placed;
    this.#parameters = parametersOf(placed);
    this.#stride = stride;
    this.C = new Float64Array(terms * rows);
    this.Cdot = new Float64Array(terms * rows);
    this.gamma = new Float64Array(terms * rows);
    this.#J = new Float64Array(terms * stride);
    const inputs = reads.map(({ size }, i) => ({ name: String(i), kind: 'scalar' as const, size }));
    writeConstantEntries({ ...part, inputs }, terms, this.#J);
  }

  run(x: Float64Array, v: Float64Array, p: Float64Array, first: number, t: number): void {
    const { part, terms, slots } = this.#placed;
    part.kernel(terms, slots, x, v, this.#parameters(p, first), t, this.C, this.Cdot, this.#J, this.gamma);
  }

  /** `out += weight ∂row` of one term. */
  spread(term: number, row: number, weight: number, out: Float64Array): void {
    const { slots } = this.#placed;
    const blocks = this.#blocks;
    for (let i = 0; i < blocks.length; i++) {
      const { offset, size } = blocks[i]!;
      const place = slots[term * blocks.length + i]!;
      const entry = term * this.#stride + offset + row * size;
      for (let c = 0; c < size; c++) out[place + c]! += weight * this.#J[entry + c]!;
    }
  }
}

/** A reduction at work. */
interface RunningReduction {
  /** Writes `S` and `Ṡ` into the workspace. */
  run(x: Float64Array, v: Float64Array, p: Float64Array, first: number, t: number): void;
  /**
   * `out += Σ_r w_r ∂S_r` with the weights `w` at the reduction's own places, and returns
   * `Σ_r w_r bias_r`.
   */
  spread(out: Float64Array): number;
}

/** `S = Σ f`, summed up by its kernel. */
function summation(placed: PlacedReduction): RunningReduction {
  const { part, terms, slots, result } = placed;
  const { rows, kernel } = part;
  const parameters = parametersOf(placed);
  const [C, Cdot, gamma] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)] as const;
  const J = new Float64Array(rows * result);
  return {
    run(x, v, p, first, t) {
      C.fill(0);
      Cdot.fill(0);
      gamma.fill(0);
      J.fill(0);
      kernel(terms, slots, x, v, parameters(p, first), t, C, Cdot, J, gamma);
      for (let r = 0; r < rows; r++) {
        x[result + r] = C[r]!;
        v[result + r] = Cdot[r]!;
      }
    },
    spread(out) {
      let bias = 0;
      for (let r = 0; r < rows; r++) {
        const weight = out[result + r]!;
        if (weight === 0) continue;
        bias += weight * gamma[r]!;
        addColumn(out, weight, J, r, rows, result);
      }
      return bias;
    },
  };
}

/** The least or the largest of the terms: of several that are equal, the first. */
function selection(placed: PlacedReduction): RunningReduction {
  const { part, terms, result } = placed;
  const sign = part.take === 'min' ? 1 : -1;
  const all = new Terms(placed);
  let best = 0;
  return {
    run(x, v, p, first, t) {
      all.run(x, v, p, first, t);
      best = 0;
      for (let term = 1; term < terms; term++) if (sign * all.C[term]! < sign * all.C[best]!) best = term;
      x[result] = all.C[best]!;
      v[result] = all.Cdot[best]!;
    },
    spread(out) {
      const weight = out[result]!;
      if (weight === 0) return 0;
      all.spread(best, 0, weight, out);
      return weight * all.gamma[best]!;
    },
  };
}

/** Inputs of one size that follow one another: their number, the first, and its place. */
interface Stretch {
  readonly size: number;
  readonly first: number;
  readonly place: number;
  count: number;
}

function stretchesOf(sizes: Int32Array): Stretch[] {
  const stretches: Stretch[] = [];
  let place = 0;
  sizes.forEach((size, first) => {
    const last = stretches.at(-1);
    if (last?.size === size) last.count++;
    else stretches.push({ size, first, place, count: 1 });
    place += size;
  });
  return stretches;
}

/** Copies the components of inputs, which begin at `slots[from]`, one behind the other. */
function gather(
  { size, count, place }: Stretch,
  slots: Int32Array,
  from: number,
  y: Float64Array,
  x: Float64Array,
): void {
  let to = place;
  if (size === 2) {
    for (let i = from; i < from + count; i++, to += 2) {
      const slot = slots[i]!;
      x[to] = y[slot]!;
      x[to + 1] = y[slot + 1]!;
    }
  } else if (size === 3) {
    for (let i = from; i < from + count; i++, to += 3) {
      const slot = slots[i]!;
      x[to] = y[slot]!;
      x[to + 1] = y[slot + 1]!;
      x[to + 2] = y[slot + 2]!;
    }
  } else for (let i = from; i < from + count; i++) x[to++] = y[slots[i]!]!;
}

/** Writes row `r` of `J`, input by input, at `block`. */
function writeRow(
  { size, count, place }: Stretch,
  rows: number,
  r: number,
  block: number,
  row: Float64Array,
  J: Float64Array,
): void {
  let from = place;
  for (let i = 0; i < count; i++) {
    const entry = block + rows * from + r * size;
    for (let c = 0; c < size; c++) J[entry + c] = row[from++]!;
  }
}

/** `out += weight column`, with a column of a matrix of `rows` columns. */
function addColumn(
  out: Float64Array,
  weight: number,
  J: Float64Array,
  column: number,
  rows: number,
  count: number,
): void {
  if (rows === 1) for (let i = 0; i < count; i++) out[i]! += weight * J[i]!;
  else for (let i = 0, entry = column; i < count; i++, entry += rows) out[i]! += weight * J[entry]!;
}

function copy(from: Float64Array, to: Float64Array, at: number, count: number): void {
  for (let i = 0; i < count; i++) to[at + i] = from[i]!;
}

/**
 * Makes the kernel of a class over lists of known lengths. Forward, the reductions `S` follow one
 * after the other, with their rates; they are then scalars with a motion of their own to the outer
 * part, which gives `C`, `Cdot` and the weights `∂C/∂S`. Backward, the weights go through the terms
 * of the reductions to the inputs: `J = ∂F/∂x + Σ ∂F/∂S Σ_i ∂f_i/∂x`. Their biases add to `gamma`
 * as accelerations of connectors do: `gamma = gamma_F + Σ ∂F/∂S Σ_i gamma_i`.
 *
 * It costs O(terms), and allocates nothing after it was made.
 */
export function listKernel({ sizes, parameterWidth, sums, outer }: ListLayout): ConstraintKernel {
  const width = sizes.reduce((sum, size) => sum + size, 0);
  const total = width + sums.reduce((sum, { part }) => sum + part.rows, 0);
  const inputs = sizes.length;
  const stretches = stretchesOf(sizes);
  const running = sums.map((placed) => (placed.part.take === 'sum' ? summation(placed) : selection(placed)));
  const last = new Terms(outer);
  const { rows } = outer.part;
  const x = new Float64Array(total);
  const v = new Float64Array(total);
  const weights = new Float64Array(total);
  return (count, slots, values, rates, p, t, C, Cdot, J, gamma) => {
    for (let k = 0; k < count; k++) {
      for (const stretch of stretches) {
        gather(stretch, slots, k * inputs + stretch.first, values, x);
        gather(stretch, slots, k * inputs + stretch.first, rates, v);
      }
      const first = k * parameterWidth;
      for (const sum of running) sum.run(x, v, p, first, t);
      last.run(x, v, p, first, t);
      for (let r = 0; r < rows; r++) {
        weights.fill(0);
        last.spread(0, r, 1, weights);
        let bias = last.gamma[r]!;
        for (let s = running.length - 1; s >= 0; s--) bias += running[s]!.spread(weights);
        C[k * rows + r] = last.C[r]!;
        Cdot[k * rows + r] = last.Cdot[r]!;
        gamma[k * rows + r] = bias;
        const block = k * rows * width;
        if (rows === 1) copy(weights, J, block, width);
        else for (const stretch of stretches) writeRow(stretch, rows, r, block, weights, J);
      }
    }
  };
}
