import { hypot } from '../base/powers.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { RowKind } from '../model/row-table.js';

/** Mode of a row that has no multiplier. */
export const OPEN = 0;
/** Mode of a row that holds as an equation. */
export const HELD = 1;
/** Mode of a row of friction against a slip: the multiplier of the normal determines its own. */
export const SLIP = 2;
/** Mode of a row whose multiplier is at its largest size. */
export const YIELDING = 3;

/** An inequality, and the rows of friction that follow it. */
export interface Contact {
  readonly binding: ConstraintBinding;
  readonly row: number;
  /** True for an inequality of rates. */
  readonly isRate: boolean;
  /** Number of rows of friction. */
  readonly tangents: 0 | 1 | 2;
}

/** A row with a largest multiplier. */
export interface LimitedRow {
  readonly binding: ConstraintBinding;
  readonly row: number;
}

/**
 * Modes of all rows of a system between two events, and directions: the direction of the slip in rows
 * of friction, and the sign of the rate in rows that yield.
 */
export class RowModes {
  readonly contacts: readonly Contact[];
  readonly limited: readonly LimitedRow[];
  mode: Uint8Array;
  direction: Float64Array;
  /** The modes of the last step, if the present ones apply after the event at its end. */
  #otherMode: Uint8Array;
  #otherDirection: Float64Array;
  #showsOther = false;

  constructor(system: ConstraintSystem) {
    const { kind, isRate, isSoft } = system.rowTable;
    const bindings = system.all.batches.flatMap(({ constraints }) => constraints.map(bindingOf));
    const contacts: Contact[] = [];
    const limited: LimitedRow[] = [];
    this.mode = new Uint8Array(kind.length).fill(HELD);
    for (const binding of bindings) {
      const { type } = binding;
      for (let row = binding.row; row < binding.row + type.rows; row++) {
        const isOpen = kind[row] === RowKind.inequality || kind[row] === RowKind.friction;
        if (isOpen || isSoft[row] === 1) this.mode[row] = OPEN;
        if (isSoft[row] === 1) continue;
        if (kind[row] === RowKind.inequality) {
          const tangents = type.friction === undefined ? 0 : ((type.rows - 1) as 1 | 2);
          contacts.push({ binding, row, isRate: isRate[row] === 1, tangents });
        } else if (kind[row] === RowKind.limited) limited.push({ binding, row });
      }
    }
    this.contacts = contacts;
    this.limited = limited;
    this.direction = new Float64Array(kind.length);
    this.#otherMode = this.mode.slice();
    this.#otherDirection = this.direction.slice();
  }

  /** Opens all contacts, and forgets which rows were held or slipped. */
  forget(): void {
    for (const contact of this.contacts) {
      this.mode[contact.row] = OPEN;
      this.setFriction(contact, OPEN);
    }
    for (const { row } of this.limited) this.mode[row] = HELD;
  }

  /** Keeps the present modes as the modes of the last step. */
  keep(): void {
    this.#otherMode.set(this.mode);
    this.#otherDirection.set(this.direction);
  }

  /** Makes the modes of the last step the present ones, or those after it. */
  show(ofStep: boolean): void {
    if (ofStep === this.#showsOther) return;
    this.#showsOther = ofStep;
    [this.mode, this.#otherMode] = [this.#otherMode, this.mode];
    [this.direction, this.#otherDirection] = [this.#otherDirection, this.direction];
  }

  /** True if multipliers decide which modes follow. */
  get dependOnMultipliers(): boolean {
    const { mode } = this;
    return this.contacts.some(({ row }) => mode[row] === HELD) || this.limited.some(({ row }) => mode[row] === HELD);
  }

  /** `Σ x_T d` over the rows of friction of a contact. */
  along({ row, tangents }: Contact, x: Float64Array): number {
    let sum = 0;
    for (let i = row + 1; i <= row + tangents; i++) sum += x[i]! * this.direction[i]!;
    return sum;
  }

  /** Sets the mode of a contact's rows of friction. */
  setFriction({ row, tangents }: Contact, mode: number): void {
    for (let i = row + 1; i <= row + tangents; i++) this.mode[i] = mode;
  }

  /** Sets the direction of a slip to the direction of `sign x_T`, unless that is zero. */
  turn({ row, tangents }: Contact, x: Float64Array, sign: number): void {
    const size = tangentialSize(row, tangents, x);
    if (!(size > 0)) return;
    for (let i = row + 1; i <= row + tangents; i++) this.direction[i] = (sign * x[i]!) / size;
  }
}

/** `|x_T|` of the rows of friction behind the row `row`. */
export function tangentialSize(row: number, tangents: number, x: Float64Array): number {
  if (tangents === 0) return 0;
  return tangents === 1 ? Math.abs(x[row + 1]!) : hypot(x[row + 1]!, x[row + 2]!);
}

/** The coefficient of friction of a contact. */
export const frictionOf = ({ binding }: Contact): number => binding.coefficient(binding.type.friction);

/** The largest multiplier of a limited row. */
export const largestOf = ({ binding }: LimitedRow): number => binding.coefficient(binding.type.maxForce);
