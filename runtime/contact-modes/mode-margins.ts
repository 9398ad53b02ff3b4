import { maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { Occurrence } from './mode-change.js';
import { frictionOf, HELD, largestOf, SLIP, tangentialSize, YIELDING, type RowModes } from './row-modes.js';

/** Multipliers up to this are rounding, relative to the largest. */
const ROUNDING = 1e-12;

/**
 * Functions of the state that are positive while the present modes last: `C` of an open contact, or
 * its rate where it was violated at the beginning of the step; `λ` of a closed one, `μ λ_N − |λ_T|`
 * where it sticks, the rate along the slip where it slips; `F − |λ|` of a row with a largest
 * multiplier, the rate where it yields. Two per contact, then one per row with a largest multiplier.
 */
export class ModeMargins {
  readonly #motion: EquationsOfMotion;
  readonly #modes: RowModes;
  readonly #values: Float64Array;
  /** Rates of the margins of open contacts at the last measurement; 0 for all others. */
  readonly rates: Float64Array;
  /** Contacts that were violated at the last {@link start}. They are open as long as they separate. */
  readonly #below: Uint8Array;
  /**
   * Rate against its direction at which a slip ends. It is positive if the slip was drift at the last
   * {@link start}: friction can be at its limit while other rows keep the contact from slipping.
   */
  readonly #creep: Float64Array;

  constructor(motion: EquationsOfMotion, modes: RowModes) {
    this.#motion = motion;
    this.#modes = modes;
    this.#values = new Float64Array(2 * modes.contacts.length + modes.limited.length);
    this.rates = this.#values.slice();
    this.#below = new Uint8Array(modes.contacts.length);
    this.#creep = new Float64Array(modes.contacts.length);
  }

  /**
   * Evaluates all margins at the beginning of a step. The array is used again. Rates up to `drift`
   * may be none.
   */
  start(drift: number): Float64Array {
    this.#below.fill(0);
    this.measure();
    const { C, Cdot } = this.#motion.system.all.rows;
    this.#modes.contacts.forEach((contact, k) => {
      this.#below[k] = Number(!contact.isRate && C[contact.row]! < 0);
      this.#creep[k] = this.#modes.along(contact, Cdot) <= drift ? drift : 0;
    });
    return this.measure();
  }

  /** Evaluates all margins at the present state. The array is used again. */
  measure(): Float64Array {
    const motion = this.#motion;
    const modes = this.#modes;
    const { mode, direction } = modes;
    if (modes.dependOnMultipliers) motion.evaluateAccelerations();
    else motion.system.all.evaluate(motion.stores);
    const { C, Cdot, lambda } = motion.system.all.rows;
    const none = ROUNDING * maxAbs(lambda);
    const values = this.#values;
    modes.contacts.forEach((contact, k) => {
      const { row, tangents, isRate } = contact;
      const isClosed = mode[row] === HELD;
      const parts = isRate || (C[row]! < 0 && this.#below[k] === 1);
      values[2 * k] = isClosed ? lambda[row]! + none : parts ? Cdot[row]! : C[row]!;
      this.rates[2 * k] = isClosed || isRate ? 0 : Cdot[row]!;
      values[2 * k + 1] = Infinity;
      if (!isClosed || tangents === 0) return;
      if (mode[row + 1] === HELD)
        values[2 * k + 1] = frictionOf(contact) * lambda[row]! - tangentialSize(row, tangents, lambda) + none;
      else if (mode[row + 1] === SLIP) values[2 * k + 1] = modes.along(contact, Cdot) + this.#creep[k]!;
    });
    modes.limited.forEach((limit, k) => {
      const { row } = limit;
      const yields = mode[row] === YIELDING;
      values[2 * modes.contacts.length + k] = yields
        ? Cdot[row]! * direction[row]!
        : largestOf(limit) - Math.abs(lambda[row]!) + none;
    });
    return values;
  }

  /** Returns the rows with margins that have `ended`. */
  occurrence(ended: (margin: number) => boolean): Occurrence {
    const { mode, contacts, limited } = this.#modes;
    const of = <T>(list: readonly T[], isIn: (one: T, k: number) => boolean): Set<T> => new Set(list.filter(isIn));
    return {
      closing: of(contacts, ({ row }, k) => mode[row] !== HELD && ended(2 * k)),
      landed: new Set(),
      released: of(contacts, ({ row }, k) => mode[row] === HELD && ended(2 * k)),
      slipping: of(contacts, ({ row }, k) => mode[row + 1] === HELD && ended(2 * k + 1)),
      stopping: of(contacts, ({ row }, k) => mode[row + 1] === SLIP && ended(2 * k + 1)),
      yielding: of(limited, ({ row }, k) => mode[row] === HELD && ended(2 * contacts.length + k)),
      caught: of(limited, ({ row }, k) => mode[row] === YIELDING && ended(2 * contacts.length + k)),
    };
  }
}
