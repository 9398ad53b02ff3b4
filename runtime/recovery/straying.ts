import { copy, norm } from '../base/vector.js';
import { isLengthInput, RowSizes } from '../equations/row-sizes.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { Batch } from '../model/batch.js';
import { BodyPoint } from '../model/bodies/body-connectors.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
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
  /** The kind of each row; see violations.ts. */
  #kinds: Uint8Array | undefined;
  /** The largest distance of a point of each row's constraint from the centre of the body that carries it, m. */
  #levers = new Float64Array(0);
  #sizes: RowSizes | undefined;
  #before = new Float64Array(0);

  constructor(stepped: SteppedSystem) {
    this.#stepped = stepped;
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#kinds = undefined;
  }

  /**
   * True where the error of an equation, or of an inequality that is violated, has grown since the last
   * evaluation, or has come out on the other side of 0, by more than a fiftieth of the length of what its
   * constraint joins: the distances of its points from each other, and from the centres of their bodies; in
   * directions by a fiftieth of a radian.
   * Evaluates all rows at the present state.
   */
  hasStrayed(): boolean {
    const { system, stores } = this.#stepped;
    const { all } = system;
    const { C } = all.rows;
    if (C.length === 0) return false;
    const kinds = this.#kinds ?? this.#prepare();
    copy(C, 0, this.#before, 0, C.length);
    all.evaluate(stores);
    const world = this.#sizes!.length();
    for (const batch of all.batches) {
      const { firstRow, type, constraints } = batch;
      for (let k = 0; k < constraints.length; k++) {
        for (let i = 0; i < type.rows; i++) {
          const r = firstRow + k * type.rows + i;
          if (kinds[r] === NONE) continue;
          const grown = growth(this.#before[r]!, C[r]!, kinds[r] === INEQUALITY);
          if (grown <= 0) continue;
          const known = Math.max(this.#levers[r]!, spanOf(batch, k, all.table.x));
          const length = known > SHORTEST * world ? known : USUAL * world;
          const size = sizeOf(batch, k, i, length, all.table.x);
          if (size > FLAT * length && grown > LARGEST_GROWTH * size) return true;
        }
      }
    }
    return false;
  }

  #prepare(): Uint8Array {
    const { all, rowTable } = this.#stepped.system;
    const kinds = kindsOfRows(rowTable);
    const levers = new Float64Array(kinds.length);
    for (const { type, firstRow, constraints, driven } of all.batches) {
      if (type.friction !== undefined || type.dependsOnTime === true)
        kinds.fill(NONE, firstRow, firstRow + constraints.length * type.rows);
      for (const k of driven) kinds.fill(NONE, firstRow + k * type.rows, firstRow + (k + 1) * type.rows);
      constraints.forEach((constraint, k) => {
        const first = firstRow + k * type.rows;
        levers.fill(leverOf(bindingOf(constraint)), first, first + type.rows);
      });
    }
    for (let r = 0; r < kinds.length; r++) if (rowTable.isRate[r] === 1) kinds[r] = NONE;
    this.#levers = levers;
    this.#sizes = new RowSizes(all);
    this.#before = new Float64Array(kinds.length);
    this.#kinds = kinds;
    return kinds;
  }
}

/** The largest distance of a constraint's points from the centres of the rigid bodies that carry them, m. */
function leverOf({ connectors }: ConstraintBinding): number {
  let longest = 0;
  for (const connector of connectors)
    if (connector instanceof BodyPoint && connector.owner instanceof RigidBody)
      longest = Math.max(longest, norm(connector.local));
  return longest;
}

/** The largest difference of coordinates of the points that the `k`-th constraint of a batch joins, m. */
function spanOf({ type, blocks }: Batch, k: number, x: Float64Array): number {
  let widest = 0;
  for (let c = 0; c < 3; c++) {
    let least = Infinity;
    let most = -Infinity;
    for (const { inputs, input, size, slots } of blocks) {
      if (type.inputs[input]!.kind !== 'point' || c >= size) continue;
      const value = x[slots[k * inputs + input]! + c]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > widest) widest = most - least;
  }
  return widest;
}

/**
 * What the `i`-th row of a batch's `k`-th constraint changes by, at most, where its points move by `length` and
 * its directions turn by a radian.
 */
function sizeOf({ type, blocks }: Batch, k: number, i: number, length: number, x: Float64Array): number {
  let size = 0;
  for (const { J, inputs, input, size: width, offset, slots, stride } of blocks) {
    const isLength = isLengthInput(type.inputs[input]!);
    const at = k * stride + offset + i * width;
    const slot = slots[k * inputs + input]!;
    for (let c = 0; c < width; c++)
      size += Math.abs(J[at + c]!) * (isLength ? length : Math.max(1, Math.abs(x[slot + c]!)));
  }
  return size;
}

/** How far an error has come from where it was, or on the far side of 0. Inequalities have none above 0. */
function growth(before: number, after: number, isInequality: boolean): number {
  if (isInequality) return Math.min(before, 0) - after;
  return before >= 0 ? Math.max(after - before, -after) : Math.max(before - after, after);
}
