import { HolonomicRuntimeError } from '../base/errors.js';
import { findSignChange } from '../base/root.js';
import { showTime } from '../base/text.js';
import { leastOf, maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { RowRange } from '../model/constraint-system.js';
import { describeFaulty, FAULTY_HINT } from '../model/faulty-rows.js';
import { HeldMotion } from './held-motion.js';
import type { ImpactLaw } from './impact.js';
import { ModeChange, type Occurrence } from './mode-change.js';
import { ModeMargins } from './mode-margins.js';
import { HELD, RowModes, type Contact } from './row-modes.js';

/** Points within a step, its end included, at which margins are measured. */
const PLACES = 4;
/** Errors of held rows up to this multiple of the integrator's tolerances are drift. */
const DRIFT = 10;
/** Contacts up to this value touch at an event of another contact, in the unit of `C`. */
const TOUCHING = 1e-12;
/** Least time between two events, relative to the time. */
const RESOLUTION = 16 * Number.EPSILON;
/** Largest number of events without progress in time. */
const MOST_REPEATS = 100;

/** Tolerances of the integrator. */
export interface Tolerances {
  readonly rtol: number;
  readonly atol: number;
}

/** Rate of held rows up to which it is drift, at the velocities `v`. */
export const driftOfRates = ({ rtol, atol }: Tolerances, v: Float64Array): number => DRIFT * (atol + rtol * maxAbs(v));

/** A part of a step in which an open contact approaches and separates again. */
interface Dip {
  readonly from: number;
  readonly to: number;
  /** Value and rate at its beginning, and rate at its end. */
  readonly before: number;
  readonly rate: number;
  readonly nextRate: number;
}

/** Sets the world to the time `t` in the last step. */
export type ShowAt = (t: number) => void;

/**
 * Inequalities, friction and largest forces between events: which rows are held, and how that changes
 * when a contact closes or releases, friction reaches its limit, or a slip ends. The integrator takes
 * steps with constant modes, finds the first event in each, and ends the step there.
 */
export class EventDrivenRows {
  readonly #motion: EquationsOfMotion;
  readonly #modes: RowModes;
  readonly #held: HeldMotion;
  readonly #change: ModeChange;
  readonly #margins: ModeMargins;
  #tolerances: Tolerances = { rtol: 0, atol: 0 };
  #found: Occurrence | undefined;
  #lastChange = -Infinity;
  #repeats = 0;

  constructor(motion: EquationsOfMotion, law: ImpactLaw) {
    this.#motion = motion;
    this.#modes = new RowModes(motion.system);
    this.#held = new HeldMotion(motion, this.#modes);
    this.#change = new ModeChange(motion, this.#modes, this.#held, law);
    this.#margins = new ModeMargins(motion, this.#modes);
    motion.held = this.#held;
  }

  /** Number of impacts so far. */
  get impacts(): number {
    return this.#change.impacts;
  }

  /** Finds the modes at the present state. Contacts that meet there have their impact. */
  begin(tolerances: Tolerances): void {
    this.#begin(tolerances, false);
  }

  /** Finds the modes at the present state without impacts: contacts that meet there are still open. */
  look(tolerances: Tolerances): void {
    const { state, system } = this.#motion;
    const before = state.v.slice();
    const impulses = system.impulses.slice();
    this.#begin(tolerances, true);
    state.v.set(before);
    system.impulses.set(impulses);
  }

  #begin(tolerances: Tolerances, looks: boolean): void {
    this.#modes.show(false);
    this.#tolerances = tolerances;
    this.#held.evaluate();
    const { C, Cdot } = this.#motion.system.all.rows;
    const near = DRIFT * (tolerances.atol + tolerances.rtol);
    const drift = this.#drift();
    const found = nothingFound();
    const touching = this.#modes.contacts.filter((contact) => {
      const { row, isRate } = contact;
      const [value, rate] = [C[row]!, Cdot[row]!];
      if (isRate || value <= TOUCHING) {
        if (rate < -drift) found.closing.add(contact);
        return !looks || rate >= -drift;
      }
      return value <= near && Math.abs(rate) <= drift;
    });
    if (looks) found.closing.clear();
    this.#modes.forget();
    this.#change.apply(touching, found, drift, this.#shortest());
    this.#modes.keep();
    this.#motion.evaluateAccelerations();
  }

  #drift(): number {
    return driftOfRates(this.#tolerances, this.#motion.state.v);
  }

  /** A contact that separates and returns within this time is held, s. */
  #shortest(): number {
    return Math.max(this.#tolerances.atol, 4 * RESOLUTION * Math.abs(this.#motion.system.time));
  }

  /**
   * Returns the time of the first event in a step, or Infinity. The world is left at that time, or
   * at the end. Throws E_STATE_NOT_FINITE where a row has no value before that.
   */
  find(showAt: ShowAt, start: number, end: number): number {
    const margins = this.#margins;
    const resolution = RESOLUTION * Math.max(Math.abs(start), Math.abs(end));
    let from = start;
    showAt(start);
    let values = margins.start(this.#drift()).slice();
    let rates = margins.rates.slice();
    for (let place = 1; place <= PLACES;) {
      const last = place === PLACES ? end : start + (place / PLACES) * (end - start);
      const to = this.#lastValued(showAt, from, last, resolution);
      const next = margins.measure().slice();
      const nextRates = margins.rates.slice();
      const times = next.map((value, i) => {
        if (value < 0) return this.#locate(showAt, i, from, to, values[i]!, value, resolution);
        return rates[i]! < 0 && nextRates[i]! > 0 && value < Infinity
          ? this.#locateDip(showAt, i, { from, to, before: values[i]!, rate: rates[i]!, nextRate: nextRates[i]! })
          : Infinity;
      });
      const time = leastOf(times);
      if (time < Infinity) {
        showAt(time);
        this.#found = margins.occurrence((margin) => times[margin]! <= time + resolution);
        return time;
      }
      values = next;
      rates = nextRates;
      from = to;
      if (to === last) place++;
    }
    return Infinity;
  }

  /**
   * Returns `to`, or on halving the way there the first time at which all margins have values. The
   * world is left at that time. Throws E_STATE_NOT_FINITE if there is none.
   */
  #lastValued(showAt: ShowAt, from: number, to: number, resolution: number): number {
    for (let t = to; ; t = from + (t - from) / 2) {
      showAt(t);
      if (!this.#margins.measure().some(Number.isNaN)) return t;
      if (!(t - from > resolution)) throw withoutValue(this.#motion.system.all);
    }
  }

  /** Finds where margin `i` becomes negative between `from` and `to`, where it is `after`. */
  #locate(
    showAt: ShowAt,
    i: number,
    from: number,
    to: number,
    before: number,
    after: number,
    resolution: number,
  ): number {
    const valueAt = (t: number): number => {
      showAt(t);
      return this.#margins.measure()[i]!;
    };
    let [left, value] = [from, before];
    // The margin begins at zero: find where it is positive, if anywhere.
    for (let span = (to - from) / 2; !(value > 0); span /= 2) {
      if (!(span > resolution)) return from;
      left = from + span;
      value = valueAt(left);
    }
    const tolerance = 2 * Number.EPSILON * Math.max(Math.abs(left), Math.abs(to));
    return findSignChange(valueAt, left, to, value, after, tolerance);
  }

  /** Finds where the margin `i` of an open contact becomes negative on its way to its least value. */
  #locateDip(showAt: ShowAt, i: number, { from, to, before, rate, nextRate }: Dip): number {
    const tolerance = 2 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to));
    const rateAt = (t: number): number => {
      showAt(t);
      this.#margins.measure();
      return this.#margins.rates[i]!;
    };
    const bottom = findSignChange(rateAt, from, to, rate, nextRate, tolerance);
    showAt(bottom);
    const least = this.#margins.measure()[i]!;
    return least < 0 && before > 0 ? this.#locate(showAt, i, from, bottom, before, least, 0) : Infinity;
  }

  /** Changes modes and velocities at the event that was found, which is the present state. */
  change(): void {
    const { time } = this.#motion.system;
    const found = this.#found ?? nothingFound();
    this.#checkProgress(time, found);
    this.#modes.keep();
    this.#held.evaluate();
    const { C, Cdot } = this.#motion.system.all.rows;
    const drift = this.#drift();
    // A contact that separates and returns at once: its flight is below the rounding of C.
    for (const contact of found.closing) {
      if (!contact.isRate && Math.abs(C[contact.row]!) <= TOUCHING && Cdot[contact.row]! > 0) {
        found.closing.delete(contact);
        found.landed.add(contact);
      }
    }
    const touching = this.#modes.contacts.filter((contact) => {
      const { row, isRate } = contact;
      if (found.closing.has(contact) || found.landed.has(contact) || this.#modes.mode[row] === HELD) return true;
      if (!isRate && Math.abs(C[row]!) > TOUCHING) return false;
      if (Cdot[row]! < -drift) found.closing.add(contact);
      return true;
    });
    this.#change.apply(touching, found, drift, this.#shortest());
    // Multipliers are those after the event.
    this.#motion.evaluateAccelerations();
  }

  /** Makes the modes of the last step the present ones, or those at its end. */
  show(ofStep: boolean): void {
    this.#modes.show(ofStep);
  }

  /** Ends a step without an event: its modes stay. */
  stay(): void {
    this.#modes.keep();
  }

  /**
   * Throws E_PAINLEVE if no step is short enough because of the slip of a contact: at the last evaluation
   * its normal force was growing without bound.
   */
  checkSlips(): void {
    const contact = this.#held.findParadox();
    if (!contact) return;
    throw new HolonomicRuntimeError(
      'E_PAINLEVE',
      `At t = ${showTime(this.#motion.system.time)} the force of ${contact.binding.label}, which slips, grows beyond ` +
        'bounds: from here on no finite force goes along with the slip, as friction turns the body into the surface ' +
        "(Painlevé's paradox).",
      'Use velocityStep(), whose impulses pass through such places, or a smaller coefficient of friction.',
    );
  }

  #checkProgress(time: number, found: Occurrence): void {
    const resolution = RESOLUTION * Math.abs(time);
    this.#repeats = time - this.#lastChange <= resolution ? this.#repeats + 1 : 0;
    this.#lastChange = time;
    if (this.#repeats <= MOST_REPEATS) return;
    const contact: Contact | undefined = [...found.closing, ...found.released, ...found.slipping, ...found.stopping][0];
    throw new HolonomicRuntimeError(
      'E_EVENTS_TOO_CLOSE',
      `At t = ${showTime(time)} ${contact?.binding.label ?? 'a row with a largest force'} opens, closes, slips or sticks again and again without progress in time.`,
      'Use velocityStep(), which takes all of that in one step, or change coefficients that stand at a limit.',
    );
  }
}

/** The error for a row that has no value. */
function withoutValue(rows: RowRange): HolonomicRuntimeError {
  const cause = describeFaulty(rows) ?? 'a multiplier is not finite';
  return new HolonomicRuntimeError('E_STATE_NOT_FINITE', `An inequality has no value: ${cause}.`, FAULTY_HINT);
}

function nothingFound(): Occurrence {
  return {
    closing: new Set(),
    landed: new Set(),
    released: new Set(),
    slipping: new Set(),
    stopping: new Set(),
    yielding: new Set(),
    caught: new Set(),
  };
}
