import { bindingOf, type Constraint } from '../model/constraint.js';
import type { Batch } from '../model/batch.js';
import type { EnergyType } from '../model/energies/energy-type.js';
import { evaluationOf, type Energy } from '../model/energies/energy.js';
import { ConstraintCurvature, entriesOfHessian } from '../equations/second-derivatives.js';
import { parameterWidth } from '../model/parameters.js';
import { kernelTime } from '../model/single-evaluation.js';
import type { StiffConstraint } from '../model/stiff-row.js';
import { Elements } from './elements.js';
import type { Places } from './places.js';
import { projectSemidefinite } from './semidefinite.js';
import type { PlacedRows } from './saddle-point.js';

/** All energies of one class. */
export class EnergyTerms {
  readonly elements: Elements;
  readonly energies: readonly Energy[];
  readonly #type: EnergyType;
  readonly #p: Float64Array;
  readonly #V: Float64Array;
  readonly #g: Float64Array;
  readonly #blocks: Float64Array;
  readonly #entryOf: Int32Array;
  readonly #rates: Float64Array;
  readonly #slope: Float64Array;

  constructor(type: EnergyType, energies: readonly Energy[], places: Places) {
    const count = energies.length;
    this.#type = type;
    this.energies = energies;
    this.elements = new Elements(
      energies.map(({ actsOn }) => actsOn),
      type.inputs.map(({ size }) => size),
      places,
    );
    const { width } = this.elements;
    this.#entryOf = entriesOfHessian(type);
    this.#p = new Float64Array(count * parameterWidth(type));
    this.#V = new Float64Array(count);
    this.#g = new Float64Array(count * width);
    this.#blocks = new Float64Array(count * (1 + this.#entryOf.reduce((most, entry) => Math.max(most, entry), -1)));
    this.#rates = new Float64Array(type.dampingKernel ? count * width : 0);
    this.#slope = new Float64Array(type.dampingKernel ? count * width : 0);
  }

  /** Reads the parameters, which may have been set since the last stage. */
  readParameters(): void {
    const size = this.energies.length > 0 ? this.#p.length / this.energies.length : 0;
    this.energies.forEach((energy, k) => {
      this.#p.set(evaluationOf(energy).p, k * size);
    });
  }

  #time(t: number): number {
    return this.#type.dependsOnTime ? t : NaN;
  }

  /** Adds gradients at the places' values, and of damping for rates by displacements from `rest` in the time `k`. Returns the energy. */
  evaluate(places: Places, t: number, rates: Float64Array): number {
    const { elements } = this;
    elements.gather(places.x);
    const { count, slots, x } = elements;
    this.#type.energyKernel(count, slots, x, this.#p, this.#time(t), this.#V, this.#g);
    elements.scatter(1, this.#g, places.g, places.sizes);
    let sum = 0;
    for (const energy of this.#V) sum += energy;
    if (!this.#type.dampingKernel) return sum;
    elements.gatherTo(rates, this.#rates);
    this.#dampingAt(this.#rates, t, this.#slope);
    elements.scatter(1, this.#slope, places.g, places.sizes);
    elements.scatter(1, this.#slope, places.damping);
    return sum;
  }

  #dampingAt(v: Float64Array, t: number, out: Float64Array): void {
    const { count, slots, x } = this.elements;
    this.#type.dampingKernel?.(count, slots, x, v, this.#p, this.#time(t), this.#V, out);
  }

  /** Finds the Hessians at the last evaluation, those of damping over the time `k` included; semidefinite where `projected`. */
  linearize(t: number, k: number, projected: boolean): void {
    const { count, slots, x, H, width } = this.elements;
    const entryOf = this.#entryOf;
    this.#type.hessianKernel(count, slots, x, this.#p, this.#time(t), this.#blocks);
    const blocks = this.#blocks;
    const stride = blocks.length / count;
    const square = width * width;
    for (let at = 0, block = 0; at < H.length; at += square, block += stride)
      for (let i = 0; i < square; i++) H[at + i] = blocks[block + entryOf[i]!]!;
    if (this.#type.dampingKernel) {
      // ∂²D/∂ẋ² of a quadratic form, column by column.
      const unit = new Float64Array(this.#rates.length);
      const rest = new Float64Array(unit.length);
      const column = new Float64Array(unit.length);
      this.#dampingAt(unit, t, rest);
      for (let j = 0; j < width; j++) {
        for (let at = j; at < unit.length; at += width) unit[at] = 1;
        this.#dampingAt(unit, t, column);
        for (let at = j; at < unit.length; at += width) unit[at] = 0;
        for (let e = 0; e < count; e++)
          for (let i = 0; i < width; i++)
            H[(e * width + i) * width + j]! += (column[e * width + i]! - rest[e * width + i]!) / k;
      }
    }
    if (projected) projectSemidefinite(H, this.elements.sizes);
  }
}

/** All constraints of one batch, or the stiff rows of forces of one. */
export class ConstraintTerms implements PlacedRows {
  readonly elements: Elements;
  readonly rows: number;
  readonly first: number;
  values: Float64Array;
  readonly #batch: Batch;
  readonly #constraints: readonly Constraint[];
  readonly #curvature: ConstraintCurvature;
  readonly #J: Float64Array;
  readonly #weighted: Float64Array;

  constructor(batch: Batch, places: Places) {
    const { type, constraints, firstRow } = batch;
    this.#batch = batch;
    this.#constraints = constraints;
    this.rows = type.rows;
    this.first = firstRow;
    this.elements = new Elements(
      constraints.map((constraint) => bindingOf(constraint).connectors),
      type.inputs.map(({ size }) => size),
      places,
    );
    const { count, width, start } = this.elements;
    this.values = new Float64Array(type.rows * start[count]!);
    this.#curvature = new ConstraintCurvature(type, count);
    this.#J = new Float64Array(count * type.rows * width);
    this.#weighted = new Float64Array(count * width);
  }

  /** Reads `J`, and adds the gradient of `−Σ λ C` at the last evaluation of the rows; `lambda` is over all rows. */
  evaluate(places: Places, lambda: Float64Array): void {
    const { elements, rows, first } = this;
    const { width, count } = elements;
    const J = this.#J;
    elements.gather(places.x);
    let column = 0;
    for (const { stride, offset, size, J: blocks } of this.#batch.blocks) {
      for (let k = 0; k < count; k++)
        for (let r = 0; r < rows; r++)
          for (let c = 0; c < size; c++)
            J[(k * rows + r) * width + column + c] = blocks[k * stride + offset + r * size + c]!;
      column += size;
    }
    const g = this.#weighted.fill(0);
    for (let k = 0; k < count; k++)
      for (let r = 0; r < rows; r++) {
        const force = lambda[first + k * rows + r]!;
        if (force !== 0) for (let c = 0; c < width; c++) g[k * width + c]! += force * J[(k * rows + r) * width + c]!;
      }
    elements.scatter(-1, g, places.g, places.sizes);
  }

  /** Writes the rows over the unknowns, zeros in those that are left out. */
  writeRows(isLeftOut: Uint8Array): void {
    const { elements, rows, first } = this;
    const J = this.#J;
    let to = 0;
    for (let k = 0; k < elements.count; k++) {
      const own = elements.start[k + 1]! - elements.start[k]!;
      for (let r = k * rows; r < (k + 1) * rows; r++, to += own) {
        if (isLeftOut[first + r] === 1) this.values.fill(0, to, to + own);
        else elements.multiplyRow(k, J, r * elements.width, this.values, to);
      }
    }
  }

  /** Finds the second derivatives of `−Σ λ C` of rows at position level. */
  linearize(t: number, lambda: Float64Array, isRate: Uint8Array, projected: boolean): void {
    const { elements, rows, first } = this;
    const { H, slots, x, count } = elements;
    const weights = Float64Array.from({ length: count * rows }, (_, i) =>
      isRate[first + i] === 1 ? 0 : -lambda[first + i]!,
    );
    if (weights.every((weight) => weight === 0)) {
      H.fill(0);
      return;
    }
    const { values, offset, parameterWidth: size } = bindingOf(this.#constraints[0]!);
    this.#curvature.write(
      slots,
      x,
      values.subarray(offset, offset + count * size),
      kernelTime(this.#batch.type, t),
      weights,
      H,
    );
    if (projected) projectSemidefinite(H, elements.sizes);
  }
}

/** The stiff rows of forces, `f − κ x` along their slopes: their Hessians alone, as the forces are applied. */
export class StiffTerms {
  readonly elements: Elements;
  readonly #constraints: readonly StiffConstraint[];

  constructor(constraints: readonly StiffConstraint[], places: Places) {
    this.#constraints = constraints;
    this.elements = new Elements(
      constraints.map((constraint) => constraint.row.connectors),
      constraints[0]!.row.connectors.map(({ size }) => size),
      places,
    );
  }

  linearize(k: number): void {
    const { H, width } = this.elements;
    this.#constraints.forEach(({ row: { slopes, stiffness, damping } }, e) => {
      const kappa = stiffness + damping / k;
      for (let i = 0; i < width; i++)
        for (let j = 0; j < width; j++) H[(e * width + i) * width + j] = kappa * slopes[i]! * slopes[j]!;
    });
  }
}
