import {
  addInputProduct,
  addProduct,
  addRowMultiples,
  addTransposeProduct,
  addWeightedTransposeProduct,
  type InputBlocks,
} from './products/block-products.js';
import {
  addPairProduct,
  addPairTransposeProduct,
  addWeightedPairTransposeProduct,
  isPair,
} from './products/pair-products.js';
import { writeConstantEntries } from './constant-entries.js';
import type { ConnectorTable } from './connector-table.js';
import type { Constraint } from './constraint.js';
import { bindingOf } from './constraint.js';
import { inputWidth, jacobianSize, type ConstraintBinding } from './constraint-binding.js';
import type { ConstraintRows } from './constraint-rows.js';
import type { ConstraintType } from './constraint-type.js';
import { takeNearestTurn } from './nearest-turn.js';
import { parameterWidth } from './parameters.js';
import { DependentRows } from './products/dependent-rows.js';
import { kernelTime } from './single-evaluation.js';
import { Vacancies } from './products/vacancies.js';
import { areFinite, clear } from '../base/vector.js';

/** Constraints that follow one another in a batch: their part of its arrays. */
interface Run {
  readonly count: number;
  readonly slots: Int32Array;
  readonly params: Float64Array;
  readonly C: Float64Array;
  readonly Cdot: Float64Array;
  readonly J: Float64Array;
  readonly gamma: Float64Array;
}

/**
 * All constraints of one type in a world. They have contiguous rows, one dense block of `J` per
 * constraint and input, and share one call of the kernel.
 */
export class Batch {
  readonly type: ConstraintType;
  readonly constraints: readonly Constraint[];
  readonly firstRow: number;
  /** Index at which the batch's part of the system's `J` begins. */
  readonly jacobianStart: number;
  /** Index at which the batch's part of what is kept per input begins. */
  readonly inputStart: number;

  readonly #slots: Int32Array;
  /** Parameters of all constraints. */
  readonly params: Float64Array;
  readonly #C: Float64Array;
  readonly #Cdot: Float64Array;
  readonly #gamma: Float64Array;
  readonly #J: Float64Array;
  readonly #inputBlocks: readonly InputBlocks[];
  /** The first of two inputs that one pass can handle together, if any. */
  readonly #pair: InputBlocks | undefined;
  /** True where a connector of the batch has an acceleration of its own. */
  readonly #accelerated: boolean;
  /** True where `Cdot = J ẋ`, with a `J` that depends on values alone. */
  readonly #isTimeless: boolean;
  /** Constraints that follow one another and have connectors with a prescribed motion. */
  readonly #driven: Run[] = [];
  /** Takes out dependent rows, where the type can have them. */
  readonly dependent: DependentRows | undefined;
  /** Places of constraints with connectors whose motion is prescribed, ascending. */
  readonly driven: readonly number[];
  readonly #vacancies: Vacancies;

  /**
   * Moves rows and parameters of `constraints` into `rows` from `firstRow` on. The blocks of `J` go
   * to `jacobian` from `jacobianStart` on, and their constant entries are written at once. The
   * connectors' slots in `table` must be set. Impulses on inputs move into `impulses` from
   * `inputStart` on.
   */
  constructor(
    type: ConstraintType,
    constraints: readonly Constraint[],
    table: ConnectorTable,
    rows: ConstraintRows,
    firstRow: number,
    jacobian: Float64Array,
    jacobianStart: number,
    impulses: Float64Array,
    inputStart: number,
  ) {
    const count = constraints.length;
    const inputs = type.inputs.length;
    const end = firstRow + count * type.rows;
    const places = [...constraints];
    this.type = type;
    this.constraints = places;
    this.firstRow = firstRow;
    this.jacobianStart = jacobianStart;
    this.inputStart = inputStart;

    this.#slots = new Int32Array(count * inputs);
    this.params = new Float64Array(count * parameterWidth(type));
    this.#C = rows.C.subarray(firstRow, end);
    this.#Cdot = rows.Cdot.subarray(firstRow, end);
    this.#gamma = rows.gamma.subarray(firstRow, end);
    let accelerated = false;
    const driven: number[] = [];
    const width = parameterWidth(type);
    for (let k = 0; k < count; k++) {
      const binding = bindingOf(constraints[k]!);
      const at = inputStart + k * inputWidth(type);
      binding.moveTo(rows, firstRow + k * type.rows, this.params, k * width, impulses, at);
      for (let i = 0; i < inputs; i++) {
        const connector = binding.connectors[i]!;
        this.#slots[k * inputs + i] = connector.slot;
        if (connector.accelerates) accelerated = true;
      }
      if (binding.connectors.some((connector) => table.isDriven(connector))) driven.push(k);
    }
    this.driven = driven;
    this.#accelerated = accelerated;
    this.#isTimeless = type.dependsOnTime === false && (type.levels ?? []).every((level) => level === 'position');

    const stride = jacobianSize(type);
    this.#J = jacobian.subarray(jacobianStart, jacobianStart + count * stride);
    writeConstantEntries(type, count, this.#J);
    this.#vacancies = new Vacancies(type, places, this.#slots, this.params, this.#J);
    for (let i = 0; this.#isTimeless && i < driven.length; i++) {
      const first = driven[i]!;
      while (driven[i + 1] === driven[i]! + 1) i++;
      this.#driven.push(this.#run(first, driven[i]! + 1));
    }
    let offset = 0;
    this.#inputBlocks = type.inputs.map(({ size }, input) => {
      const blocks = {
        count,
        rows: type.rows,
        inputs,
        input,
        size,
        stride,
        offset,
        firstRow,
        slots: this.#slots,
        J: this.#J,
      };
      offset += type.rows * size;
      return blocks;
    });
    this.#pair = isPair(this.#inputBlocks) ? this.#inputBlocks[0] : undefined;
    if (type.vectorEquations && type.maxForce === undefined) {
      // Each row of a soft constraint is a spring of its own.
      const hard = Int32Array.from(constraints.keys()).filter((k) => !bindingOf(constraints[k]!).softness);
      this.dependent = new DependentRows(type, this.#inputBlocks, hard, this.#C, this.#Cdot, this.#gamma);
    }
  }

  /** True where rows depend on nothing but the state of bodies and parameters. */
  get isSteady(): boolean {
    return this.#isTimeless && !this.dependent && this.driven.length === 0;
  }

  /**
   * True where a constraint can be taken out of its place, which is then one of {@link ConstraintSystem.vacant}:
   * unless that is one of the last, or its rows depend on more than the state of bodies.
   */
  canVacate(place: number): boolean {
    return this.#isTimeless && !this.dependent && !this.driven.includes(place) && this.#vacancies.canVacate;
  }

  vacate(place: number): void {
    this.#vacancies.vacate(place);
  }

  /** Finds the place that a constraint with the same inputs was taken out of; −1 if there is none. */
  vacancyFor({ connectors }: ConstraintBinding): number {
    return this.#vacancies.placeFor(connectors);
  }

  /**
   * Puts a constraint into the vacant `place`, with rows of `rows` and impulses of `impulses`. Returns
   * true if it has the parameters of the one that was there.
   */
  occupy(place: number, constraint: Constraint, rows: ConstraintRows, impulses: Float64Array): boolean {
    const { type } = this;
    const at = this.inputStart + place * inputWidth(type);
    const row = this.firstRow + place * type.rows;
    bindingOf(constraint).moveTo(rows, row, this.params, place * parameterWidth(type), impulses, at);
    return this.#vacancies.occupy(place, constraint);
  }

  /** The constraints from `first` on and before `end`. */
  #run(first: number, end: number): Run {
    const { type } = this;
    const part = <A extends Int32Array | Float64Array>(array: A, size: number): A =>
      array.subarray(first * size, end * size) as A;
    return {
      count: end - first,
      slots: part(this.#slots, type.inputs.length),
      params: part(this.params, parameterWidth(type)),
      C: part(this.#C, type.rows),
      Cdot: part(this.#Cdot, type.rows),
      J: part(this.#J, jacobianSize(type)),
      gamma: part(this.#gamma, type.rows),
    };
  }

  /** Evaluates `C`, `Cdot`, `J` and `gamma` at the values in `table` and the time `t`. */
  evaluate(table: ConnectorTable, t: number, gamma: Float64Array): void {
    const { type } = this;
    const count = this.constraints.length;
    const slots = this.#slots;
    const p = this.params;
    const { x, v } = table;
    this.dependent?.restore();
    type.kernel(count, slots, x, v, p, kernelTime(type, t), this.#C, this.#Cdot, this.#J, this.#gamma);
    takeNearestTurn(type, count, this.#C);
    this.dependent?.drop(table);
    this.#vacancies.clear(this.#C, this.#Cdot, this.#gamma);
    // C̈ = J ẍ + … is linear in the connectors' accelerations, which kernels do not know.
    if (this.#accelerated) this.addProduct(1, table.a, gamma);
  }

  /**
   * Finds `Cdot` at rates and prescribed motions that have changed since the last evaluation, and `J`
   * where that changes with them.
   */
  updateRates(table: ConnectorTable, t: number, Cdot: Float64Array): void {
    const { type } = this;
    const { x, v } = table;
    const time = kernelTime(type, t);
    if (this.#isTimeless) {
      clear(this.#Cdot);
      this.addProduct(1, v, Cdot);
      if (this.#driven.length > 0) this.dependent?.restore();
      for (const run of this.#driven) {
        type.kernel(run.count, run.slots, x, v, run.params, time, run.C, run.Cdot, run.J, run.gamma);
        takeNearestTurn(type, run.count, run.C);
      }
      if (this.#driven.length > 0) this.dependent?.drop(table);
      return;
    }
    const count = this.constraints.length;
    this.dependent?.restore();
    type.kernel(count, this.#slots, x, v, this.params, time, this.#C, this.#Cdot, this.#J, this.#gamma);
    takeNearestTurn(type, count, this.#C);
    this.dependent?.drop(table);
  }

  /** `out += scale J y`. */
  addProduct(scale: number, y: Float64Array, out: Float64Array): void {
    if (this.#pair) addPairProduct(this.#pair, scale, y, out);
    else for (const blocks of this.#inputBlocks) addProduct(blocks, scale, y, out);
  }

  /** `out = −gamma − feedback − J y` in the batch's rows. */
  setResidual(gamma: Float64Array, feedback: Float64Array, y: Float64Array, out: Float64Array): void {
    const end = this.firstRow + this.constraints.length * this.type.rows;
    for (let i = this.firstRow; i < end; i++) out[i] = -gamma[i]! - feedback[i]!;
    this.addProduct(-1, y, out);
  }

  /** `f += Jᵀ z`. */
  addTransposeProduct(z: Float64Array, f: Float64Array): void {
    if (this.#pair) addPairTransposeProduct(this.#pair, z, f);
    else for (const blocks of this.#inputBlocks) addTransposeProduct(blocks, z, f);
  }

  /** `x += w Jᵀ z`, entry by entry, all but `z` over the connectors. */
  addWeightedTransposeProduct(z: Float64Array, w: Float64Array, x: Float64Array): void {
    if (this.#pair) addWeightedPairTransposeProduct(this.#pair, z, w, x);
    else for (const blocks of this.#inputBlocks) addWeightedTransposeProduct(blocks, z, w, x);
  }

  /** `out += weight Jᵀ z`, with the entries of each constraint apart. */
  addInputProduct(weight: number, z: Float64Array, out: Float64Array): void {
    const first = this.#inputBlocks[0];
    if (first && this.type.rows === 1) addRowMultiples(first, weight, z, out, this.inputStart);
    else for (const blocks of this.#inputBlocks) addInputProduct(blocks, weight, z, out, this.inputStart);
  }

  /** Blocks of `J`, per input, for the assembly of matrices. */
  get blocks(): readonly InputBlocks[] {
    return this.#inputBlocks;
  }

  /** True if all of `C`, `Cdot`, `J` and `gamma` is finite. */
  isFinite(): boolean {
    return areFinite(this.#C) && areFinite(this.#Cdot) && areFinite(this.#gamma) && areFinite(this.#J);
  }
}

/** True where something prescribes values or rates in a batch. */
export const isDriven = ({ type, driven }: Batch): boolean =>
  driven.length > 0 || type.dependsOnTime === true || type.levels?.includes('velocity') === true;
