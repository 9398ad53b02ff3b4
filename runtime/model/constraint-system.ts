import { TakenEnergy } from '../base/taken-energy.js';
import { Batch } from './batch.js';
import type { BodyStore } from './body-store.js';
import type { Connector } from './connector.js';
import { ConnectorTable } from './connector-table.js';
import { bindingOf, type Constraint } from './constraint.js';
import { inputWidth, jacobianSize } from './constraint-binding.js';
import { ConstraintRows } from './constraint-rows.js';
import type { ConstraintType } from './constraint-type.js';
import type { DependentRows } from './products/dependent-rows.js';
import type { EvaluatedConstraints } from './faulty-rows.js';
import { RowTable } from './row-table.js';
import { checkSingularPoints } from './singular-point.js';
import { clear, copy, maxAbs } from '../base/vector.js';

/** Number of rows below which all is laid out anew, in a few milliseconds, with the bits of a world built at once. */
const FEWEST_ROWS = 256;
/** Part of the rows that may be vacant. Solvers take them along. */
const MOST_VACANT = 0.1;

function connectorsOf(parts: readonly (readonly Constraint[])[]): Set<Connector> {
  const connectors = new Set<Connector>();
  for (const part of parts)
    for (const constraint of part) for (const connector of bindingOf(constraint).connectors) connectors.add(connector);
  return connectors;
}

function byType(constraints: readonly Constraint[]): Map<ConstraintType, Constraint[]> {
  const types = new Map<ConstraintType, Constraint[]>();
  for (const constraint of constraints) {
    const ofType = types.get(constraint.type);
    if (ofType) ofType.push(constraint);
    else types.set(constraint.type, [constraint]);
  }
  return types;
}

/**
 * Consecutive rows of a {@link ConstraintSystem} as a matrix `J` over the connectors, block-sparse,
 * with one {@link Batch} per type. Everything is built on two operations, `J y` and `Jᵀ z`. With the
 * stores' `B`, the Jacobian with respect to the velocities is `J B`.
 */
export class RowRange implements EvaluatedConstraints {
  readonly system: ConstraintSystem;
  readonly table: ConnectorTable;
  readonly rows: ConstraintRows;
  readonly batches: readonly Batch[];
  /** Blocks of all batches of the system, one after the other. */
  readonly jacobian: Float64Array;
  /** True where a type throws at singular points. */
  readonly #throws: boolean;
  /** Rates of connectors, 0 for those that no body carries. */
  readonly #carried: Float64Array;

  constructor(system: ConstraintSystem, rows: ConstraintRows, batches: readonly Batch[], jacobian: Float64Array) {
    this.system = system;
    this.table = system.table;
    this.rows = rows;
    this.batches = batches;
    this.jacobian = jacobian;
    this.#throws = batches.some(({ type }) => type.singularPoints !== undefined);
    this.#carried = new Float64Array(system.table.v.length);
  }

  /** Time of the evaluation, s. */
  get time(): number {
    return this.system.time;
  }

  /**
   * Evaluates connector values, then `C`, `Cdot`, `J` and `gamma` of the rows, at the present state and
   * {@link time}. Throws E_SINGULAR_POINT.
   */
  evaluate(stores: readonly BodyStore[]): void {
    this.system.evaluation++;
    this.table.refresh(stores);
    for (const batch of this.batches) batch.evaluate(this.table, this.system.time, this.rows.gamma);
    if (this.#throws) checkSingularPoints(this, this.system.step);
  }

  /**
   * Finds `Cdot` at the velocities `v`, at the coordinates of the last evaluation and the present
   * {@link time}; and `C` and `J` where they depend on either. `gamma` is then that of other
   * velocities.
   */
  updateRates(stores: readonly BodyStore[], v: Float64Array): void {
    if (!this.table.refreshRates(stores, v)) {
      this.evaluate(stores);
      return;
    }
    this.system.evaluation++;
    for (const batch of this.batches) batch.updateRates(this.table, this.system.time, this.rows.Cdot);
  }

  /** `out = J y`. */
  multiply(y: Float64Array, out: Float64Array): void {
    clear(out);
    for (const batch of this.batches) batch.addProduct(1, y, out);
  }

  /**
   * `out = J v` with the rates `v` of what bodies carry at the last evaluation: what is left of
   * `Cdot` is the rate of handles, and of formulas in the time.
   */
  multiplyRates(out: Float64Array): void {
    const { v, bodySlots } = this.table;
    copy(v, 0, this.#carried, 0, bodySlots);
    this.multiply(this.#carried, out);
  }

  /** `out = −gamma − feedback − J y`. */
  setResidual(feedback: Float64Array, y: Float64Array, out: Float64Array): void {
    const { gamma } = this.rows;
    for (const batch of this.batches) batch.setResidual(gamma, feedback, y, out);
  }

  /** `f = Jᵀ z`. */
  multiplyTranspose(z: Float64Array, f: Float64Array): void {
    clear(f);
    for (const batch of this.batches) batch.addTransposeProduct(z, f);
  }

  /** `out += weight Jᵀ z` over the inputs, as in {@link ConstraintSystem.impulses}, unless that is empty. */
  addInputProduct(weight: number, z: Float64Array, out: Float64Array): void {
    if (out.length === 0) return;
    for (const batch of this.batches) batch.addInputProduct(weight, z, out);
  }

  /** Counts impulses `z` per row, which have changed velocities within a step by `W Bᵀ Jᵀ z`. */
  addImpulses(z: Float64Array): void {
    this.addInputProduct(1, z, this.system.impulses);
  }

  /** `x += w Jᵀ z`, entry by entry, all but `z` over the connectors. */
  addWeightedTransposeProduct(z: Float64Array, w: Float64Array, x: Float64Array): void {
    for (const batch of this.batches) batch.addWeightedTransposeProduct(z, w, x);
  }
}

/**
 * The constraints of a world: rows of plain constraints first, then of constraints with bounds or a
 * compliance, then of stiff forces.
 */
export class ConstraintSystem {
  readonly table: ConnectorTable;
  /** Time of evaluations, s. */
  time = 0;
  /** All rows. */
  all: RowRange;
  /** The rows of plain constraints, which integrators at acceleration level take; {@link all} if there are no others. */
  plain: RowRange;
  /**
   * Impulses of the present or last step on the inputs of all constraints; empty where they are not
   * counted.
   */
  impulses = new Float64Array(0);
  /** Energy that equations have taken out of the motion so far. */
  readonly taken = new TakenEnergy();
  /** Rate that contacts may leave, m/s, where exactness is dear; relative to the motion if undefined. */
  contactTolerance: number | undefined;
  /** True to count impulses where all constraints are plain, too: it takes a tenth of a step of rods. */
  countsImpulses = false;
  /** Number of evaluations of rows, or of their rates. */
  evaluation = 0;
  /** True where all rows are plain, and computed from the state of bodies and parameters alone. */
  isSteady = false;
  /** True once the world has what integrators that stop at events refuse, so that no advice names them. */
  refusesEvents = false;
  /** Number that changes when bodies or constraints are added or removed. */
  structure = 0;
  /** Number of the current step, from 1; 0 outside steps. */
  step = 0;
  /**
   * Rows of constraints that were removed since rows were laid out, and that nothing has taken the place
   * of. Everything in them is zero, and `A` has the row of an identity there.
   */
  readonly vacant: number[] = [];
  /** What has come into such rows since somebody last asked: nothing, constraints as they were before, or others. */
  newcomers: 'none' | 'returned' | 'others' = 'none';
  /** True where a formula of a constraint or a body has no value for some states; see {@link rebuild}. */
  isPartial = false;
  #dependent: readonly DependentRows[] = [];
  #rowTable: RowTable | undefined;

  constructor(table = new ConnectorTable()) {
    this.table = table;
    this.all = this.plain = new RowRange(this, new ConstraintRows(0), [], new Float64Array(0));
  }

  /** What each row is; made when first needed in a structure. */
  get rowTable(): RowTable {
    return (this.#rowTable ??= new RowTable(this.all.rows.count, this.all.batches));
  }

  /** True where all constraints are plain, and no force is stiff. */
  get isPlain(): boolean {
    return this.plain === this.all;
  }

  /**
   * Lays out connectors, rows and parameters anew, with the rows of `stiff` last. Costs
   * O(constraints + bodies).
   */
  rebuild(stores: readonly BodyStore[], constraints: readonly Constraint[], stiff: readonly Constraint[] = []): void {
    const plain: Constraint[] = [];
    const others: Constraint[] = [];
    for (const constraint of constraints) (bindingOf(constraint).isPlain ? plain : others).push(constraint);
    this.table.rebuild(stores, connectorsOf([plain, others, stiff]));

    const plainTypes = byType(plain);
    const types = [...plainTypes, ...byType(others), ...byType(stiff)];
    let count = 0;
    let entries = 0;
    let inputs = 0;
    for (const [type, { length }] of types) {
      count += length * type.rows;
      entries += length * jacobianSize(type);
      inputs += length * inputWidth(type);
    }
    const rows = new ConstraintRows(count);
    const jacobian = new Float64Array(entries);
    const counts = this.countsImpulses || plain.length < constraints.length + stiff.length;
    const impulses = new Float64Array(counts ? inputs : 0);
    let firstRow = 0;
    let jacobianStart = 0;
    let inputStart = 0;
    const batches = types.map(([type, ofType]) => {
      const { length } = ofType;
      const batch = new Batch(type, ofType, this.table, rows, firstRow, jacobian, jacobianStart, impulses, inputStart);
      firstRow += length * type.rows;
      jacobianStart += length * jacobianSize(type);
      inputStart += length * inputWidth(type);
      return batch;
    });
    const plainRows = new ConstraintRows(batches[plainTypes.size]?.firstRow ?? count, rows);
    const plainBatches = batches.slice(0, plainTypes.size);
    this.isPartial = [...batches, ...stores].some(({ type }) => type?.partial === true);
    this.impulses = impulses;
    this.all = new RowRange(this, rows, batches, jacobian);
    this.plain = plainRows.count === count ? this.all : new RowRange(this, plainRows, plainBatches, jacobian);
    this.vacant.length = 0;
    this.newcomers = 'none';
    this.#rowTable = undefined;
    this.#dependent = batches.flatMap(({ dependent }) => dependent ?? []);
    this.isSteady = this.isPlain && this.table.isComputed && batches.every(({ isSteady }) => isSteady);
  }

  /**
   * Leaves the rows from `row` of `rows` on vacant, of a constraint that has just been taken out of them,
   * without a change to any other. Returns false, with nothing changed, where all must be laid out anew.
   */
  vacate(type: ConstraintType, rows: ConstraintRows, row: number, inputStart: number): boolean {
    const { count } = this.all.rows;
    if (!this.isPlain || rows !== this.all.rows || count < FEWEST_ROWS) return false;
    if (this.vacant.length + type.rows > MOST_VACANT * count) return false;
    const batch = this.#batchOf(type);
    const place = batch ? (row - batch.firstRow) / type.rows : -1;
    if (!batch?.canVacate(place)) return false;
    batch.vacate(place);
    rows.clear(row, type.rows);
    if (this.impulses.length > 0) this.impulses.fill(0, inputStart, inputStart + inputWidth(type));
    for (let r = row; r < row + type.rows; r++) this.vacant.push(r);
    this.structure++;
    return true;
  }

  /** Gives a constraint the vacant rows of one of its type with the same inputs. Returns false if there is none. */
  occupy(constraint: Constraint): boolean {
    const binding = bindingOf(constraint);
    if (this.vacant.length === 0 || !binding.isPlain) return false;
    const batch = this.#batchOf(binding.type);
    const place = batch?.vacancyFor(binding) ?? -1;
    if (!batch || place < 0) return false;
    const isSame = batch.occupy(place, constraint, this.all.rows, this.impulses);
    if (!isSame) this.newcomers = 'others';
    else if (this.newcomers === 'none') this.newcomers = 'returned';
    this.vacant.splice(this.vacant.indexOf(binding.row), binding.type.rows);
    this.structure++;
    return true;
  }

  #batchOf(type: ConstraintType): Batch | undefined {
    return this.all.batches.find((batch) => batch.type === type);
  }

  /** Has rows of vector equations chosen at the next evaluation, and kept until the end of a step. */
  chooseRows(isWithinStep: boolean): void {
    for (const dependent of this.#dependent) dependent.choose(isWithinStep);
  }
}

/**
 * `max_r Σ |J_rc| |y_c|`, the size of the terms of `J y`. `sums` is a workspace, one entry per row.
 */
export function magnitudeOfProduct(
  { rows: { count: size }, batches }: RowRange,
  y: Float64Array,
  sums: Float64Array = new Float64Array(size),
): number {
  sums.fill(0);
  for (const { blocks } of batches) {
    for (const { count, rows, inputs, input, size, stride, offset, firstRow, slots, J } of blocks) {
      for (let k = 0; k < count; k++) {
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < size; c++) {
            const entry = J[k * stride + offset + r * size + c]! * y[slots[k * inputs + input]! + c]!;
            sums[firstRow + k * rows + r]! += Math.abs(entry);
          }
        }
      }
    }
  }
  return maxAbs(sums);
}

/** The label of the constraint that a row belongs to. */
export function labelOfRow({ batches }: RowRange, row: number): string {
  for (const { constraints, firstRow, type } of batches) {
    const constraint = constraints[Math.floor((row - firstRow) / type.rows)];
    if (row >= firstRow && constraint) return bindingOf(constraint).label;
  }
  return 'no constraint';
}
