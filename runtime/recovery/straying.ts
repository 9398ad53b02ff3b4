import { copy } from '../base/vector.js';
import { RowSizes } from '../equations/row-sizes.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import { bindingOf } from '../model/constraint.js';
import { INEQUALITY, kindsOfRows } from './violations.js';

/** What is looked at in rows of rates, and of contacts. */
const NONE = 0;
/** Part of the size of its row by which the error of a constraint may grow in a step. */
const LARGEST_GROWTH = 2e-3;

/**
 * Finds steps that stray from constraints. A step along the tangent at its beginning is off by the square
 * of the angles that directions turn by in it: by much where light rods of a taut rope swing to and fro
 * within a step. Feeding back such errors would take energy that nobody has. Contacts, which are found
 * anew for each step, are not looked at.
 */
export class Straying {
  readonly #stepped: SteppedSystem;
  /** The quantity that is looked at in each row; see violations.ts. */
  #kinds: Uint8Array | undefined;
  #bodies: readonly RigidBody[] = [];
  #rowSizes: RowSizes | undefined;
  #sizes: Float64Array = new Float64Array(0);
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
   * evaluation, or has come out on the other side of 0, by more than two thousandths of the row's size.
   * Evaluates all rows at the present state.
   */
  hasStrayed(): boolean {
    const { system, stores } = this.#stepped;
    const { C } = system.all.rows;
    if (C.length === 0) return false;
    if (!this.#kinds) this.#prepare();
    copy(C, 0, this.#before, 0, C.length);
    system.all.evaluate(stores);
    if (!this.#someHasGrown()) return false;
    // Sizes take long to find, and are those of an earlier step.
    this.#sizes = this.#rowSizes!.find(this.#extent());
    return this.#someHasGrown();
  }

  #someHasGrown(): boolean {
    const { C } = this.#stepped.system.all.rows;
    const kinds = this.#kinds!;
    for (let r = 0; r < C.length; r++) {
      if (kinds[r] === NONE) continue;
      const grown = growth(this.#before[r]!, C[r]!, kinds[r] === INEQUALITY);
      if (grown > LARGEST_GROWTH * this.#sizes[r]!) return true;
    }
    return false;
  }

  /** The largest coordinate of a rigid body, m. */
  #extent(): number {
    let largest = 0;
    for (const { position } of this.#bodies) for (const x of position) largest = Math.max(largest, Math.abs(x));
    return largest;
  }

  #prepare(): void {
    const { all, rowTable } = this.#stepped.system;
    const kinds = kindsOfRows(rowTable);
    const bodies = new Set<RigidBody>();
    for (const { type, firstRow, constraints } of all.batches) {
      if (type.friction !== undefined) kinds.fill(NONE, firstRow, firstRow + constraints.length * type.rows);
      for (const { connectors } of constraints.map(bindingOf))
        for (const { owner } of connectors) if (owner instanceof RigidBody) bodies.add(owner);
    }
    for (let r = 0; r < kinds.length; r++) if (rowTable.isRate[r] === 1) kinds[r] = NONE;
    this.#kinds = kinds;
    this.#bodies = [...bodies];
    this.#rowSizes = new RowSizes(all);
    this.#sizes = new Float64Array(kinds.length);
    this.#before = new Float64Array(kinds.length);
  }
}

/** How far an error has come from where it was, or on the far side of 0. Inequalities have none above 0. */
function growth(before: number, after: number, isInequality: boolean): number {
  if (isInequality) return Math.min(before, 0) - after;
  return before >= 0 ? Math.max(after - before, -after) : Math.max(before - after, after);
}
