import { isLengthInput, leverOf, RowSizes } from '../equations/row-sizes.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { bindingOf } from '../model/constraint.js';
import { labelOfRow, type RowRange } from '../model/constraint-system.js';
import type { RowTable } from '../model/row-table.js';
import { INEQUALITY, kindsOfRows } from './violations.js';

/** The kind of rows that are not judged: of rates, contacts, drives and the time. */
const NONE = 0;
/** Part of the length of what a constraint joins, and angle in radians, by which its error may grow in a step. */
const LARGEST_GROWTH = 0.02;
/** A length by the size of the world below which points coincide but for errors. */
const SHORTEST = 1e-4;
/** Change of a row per length below which its gradient vanishes, as where curves touch, and measures nothing. */
const FLAT = 1e-6;
/** The length by which what has none is judged, by the size of the world. */
const USUAL = 0.1;

/**
 * Finds steps that stray from constraints. A step along the tangent at its beginning is off by half the
 * square of the angle that a direction turns by in it: by much where light rods of a taut rope swing to and
 * fro within a step. Feeding back such errors would take energy that nobody has. Not judged are contacts,
 * which are found anew for each step, and what handles and the time drive, whose jumps are no fault of a step.
 */
export class Straying {
  readonly #stepped: SteppedSystem;
  #rows: JudgedRows | undefined;

  constructor(stepped: SteppedSystem) {
    this.#stepped = stepped;
  }

  /** The label of the constraint that was found to have been left last. */
  get label(): string {
    return labelOfRow(this.#stepped.system.all, this.#rows?.strayed ?? 0);
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#rows = undefined;
  }

  /**
   * True where the error of an equation, or of an inequality that is violated, has grown since the last
   * evaluation, or has come out on the other side of 0, by more than a fiftieth of the length of what its
   * constraint joins: the distances of its points from each other, and from the centres of their bodies; in
   * directions by a fiftieth of a radian.
   * Evaluates all rows at the present state.
   */
  hasStrayed(): boolean {
    const { lastEvaluation, system, stores } = this.#stepped;
    const { all } = system;
    if (all.rows.count === 0) return false;
    const rows = (this.#rows ??= new JudgedRows(all, system.rowTable));
    rows.keepErrors();
    all.evaluate(stores);
    lastEvaluation.keep();
    return rows.haveStrayed();
  }
}

/**
 * The rows that are judged, laid out so that one loop judges them all: what the `i`-th row is compared with
 * begins in `points` at `pointsFrom[i]`, and in `entries` at `lengthsFrom[i]` and `othersFrom[i]`.
 */
class JudgedRows {
  /** The row found last to have strayed. */
  strayed = 0;
  readonly #range: RowRange;
  readonly #sizes: RowSizes;
  readonly #row: number[] = [];
  readonly #isInequality: boolean[] = [];
  /** The largest distance of a point of the row's constraint from the centre of the body that carries it, m. */
  readonly #lever: number[] = [];
  /** Slots of the points that the row's constraint joins, in the connector table. */
  readonly #pointsFrom = [0];
  readonly #points: number[] = [];
  /** Entries of the Jacobian, by lengths and then by other inputs: the index in `J`, and that of the input. */
  readonly #lengthsFrom = [0];
  readonly #othersFrom: number[] = [];
  readonly #entries: number[] = [];
  readonly #inputs: number[] = [];
  /** Coordinates of a point. */
  readonly #space: number;
  readonly #before: Float64Array;

  constructor(range: RowRange, table: RowTable) {
    const kinds = kindsOfRows(table);
    let space = 0;
    for (const { type, firstRow, constraints, driven, blocks, jacobianStart } of range.batches) {
      if (type.friction !== undefined || type.dependsOnTime === true) continue;
      const addEntries = (k: number, i: number, areLengths: boolean): void => {
        for (const { input, inputs, size, slots, stride, offset } of blocks) {
          if (isLengthInput(type.inputs[input]!) !== areLengths) continue;
          for (let c = 0; c < size; c++) {
            this.#entries.push(jacobianStart + k * stride + offset + i * size + c);
            this.#inputs.push(slots[k * inputs + input]! + c);
          }
        }
      };
      constraints.forEach((constraint, k) => {
        if (driven.includes(k)) return;
        for (let i = 0; i < type.rows; i++) {
          const r = firstRow + k * type.rows + i;
          if (kinds[r] === NONE || table.isRate[r] === 1) continue;
          this.#row.push(r);
          this.#isInequality.push(kinds[r] === INEQUALITY);
          this.#lever.push(Math.max(...bindingOf(constraint).connectors.map(leverOf)));
          for (const { input, inputs, size, slots } of blocks) {
            if (type.inputs[input]!.kind !== 'point') continue;
            this.#points.push(slots[k * inputs + input]!);
            space = size;
          }
          this.#pointsFrom.push(this.#points.length);
          addEntries(k, i, true);
          this.#othersFrom.push(this.#entries.length);
          addEntries(k, i, false);
          this.#lengthsFrom.push(this.#entries.length);
        }
      });
    }
    this.#range = range;
    this.#sizes = new RowSizes(range);
    this.#space = space;
    this.#before = new Float64Array(this.#row.length);
  }

  /** Keeps the errors of the last evaluation. */
  keepErrors(): void {
    const { C } = this.#range.rows;
    for (let i = 0; i < this.#row.length; i++) this.#before[i] = C[this.#row[i]!]!;
  }

  haveStrayed(): boolean {
    const { C } = this.#range.rows;
    for (let i = 0; i < this.#row.length; i++) {
      const grown = growth(this.#before[i]!, C[this.#row[i]!]!, this.#isInequality[i]!);
      if (grown <= 0) continue;
      const known = Math.max(this.#lever[i]!, this.#span(i));
      // What is small beside a length that is known need not be compared with the world.
      if (grown <= LARGEST_GROWTH * this.#size(i, known)) continue;
      const world = this.#sizes.length();
      const length = known > SHORTEST * world ? known : USUAL * world;
      const size = this.#size(i, length);
      if (size <= FLAT * length || grown <= LARGEST_GROWTH * size) continue;
      this.strayed = this.#row[i]!;
      return true;
    }
    return false;
  }

  /** The largest difference of coordinates of the points that the constraint of the `i`-th row joins, m. */
  #span(i: number): number {
    const { x } = this.#range.table;
    const points = this.#points;
    const first = this.#pointsFrom[i]!;
    const end = this.#pointsFrom[i + 1]!;
    let widest = 0;
    for (let c = 0; c < this.#space; c++) {
      let least = Infinity;
      let most = -Infinity;
      for (let p = first; p < end; p++) {
        const value = x[points[p]! + c]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      if (most - least > widest) widest = most - least;
    }
    return widest;
  }

  /** What the `i`-th row changes by, at most, where its points move by `length` and its directions turn by a radian. */
  #size(i: number, length: number): number {
    const { jacobian, table } = this.#range;
    const entries = this.#entries;
    const others = this.#othersFrom[i]!;
    const end = this.#lengthsFrom[i + 1]!;
    let size = 0;
    for (let e = this.#lengthsFrom[i]!; e < others; e++) size += Math.abs(jacobian[entries[e]!]!) * length;
    for (let e = others; e < end; e++)
      size += Math.abs(jacobian[entries[e]!]!) * Math.max(1, Math.abs(table.x[this.#inputs[e]!]!));
    return size;
  }
}

/** How far an error has come from where it was, or on the far side of 0. Inequalities have none above 0. */
function growth(before: number, after: number, isInequality: boolean): number {
  if (isInequality) return Math.min(before, 0) - after;
  return before >= 0 ? Math.max(after - before, -after) : Math.max(before - after, after);
}
