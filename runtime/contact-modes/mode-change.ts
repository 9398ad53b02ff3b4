import { greatestOf, maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { ContactProblem } from './contact-problem.js';
import type { HeldMotion } from './held-motion.js';
import { Impact, type ImpactLaw } from './impact.js';
import {
  frictionOf,
  HELD,
  largestOf,
  OPEN,
  SLIP,
  tangentialSize,
  YIELDING,
  type Contact,
  type LimitedRow,
  type RowModes,
} from './row-modes.js';

/** Forces and accelerations up to this count as zero, relative to the largest. */
const NOTHING = 1e-12;
/** A resting contact whose friction exceeds this fraction of its limit begins to slip. */
const LIMIT = 1 - 1e-9;
/** Rate given to a slip in the problem of accelerations, relative to these, so that it does not stop at once. */
const GOES_ON = 1e5;
/** A slip whose rate falls below this fraction of the trial rate has stopped. */
const JAMMED = 1e-3;
/** Change of rates that starts an impact without collision, relative to the fastest slip. */
const PUSH = 1e-6;

/** The rows whose modes end at an event. */
export interface Occurrence {
  /** Contacts that meet. */
  readonly closing: Set<Contact>;
  /** Contacts that separate by less than rounding and return. They are held. */
  readonly landed: Set<Contact>;
  /** Contacts whose force has ended. */
  readonly released: Set<Contact>;
  /** Contacts whose friction has reached its limit, and contacts whose slip has ended. */
  readonly slipping: Set<Contact>;
  readonly stopping: Set<Contact>;
  /** Rows whose multiplier has reached its largest size, and rows whose rate has become zero. */
  readonly yielding: Set<LimitedRow>;
  readonly caught: Set<LimitedRow>;
}

/** Changes modes at events, and velocities at impacts. */
export class ModeChange {
  /** Number of impacts so far. */
  impacts = 0;
  readonly #motion: EquationsOfMotion;
  readonly #modes: RowModes;
  readonly #held: HeldMotion;
  readonly #problem: ContactProblem;
  readonly #impact: Impact;
  /** Contacts that slip; other touching contacts are at rest. */
  readonly #sliding = new Set<Contact>();
  /** Accelerations against each row without multipliers, in the last problem. */
  readonly #pushes: Float64Array;
  /** Rate that counts as rest after an impact; NaN without one. */
  #settled = NaN;

  constructor(motion: EquationsOfMotion, modes: RowModes, held: HeldMotion, law: ImpactLaw) {
    this.#motion = motion;
    this.#modes = modes;
    this.#held = held;
    this.#problem = new ContactProblem(motion, modes, held.equations);
    this.#pushes = new Float64Array(this.#problem.b.length);
    this.#impact = new Impact(motion, held, this.#problem, law);
  }

  /**
   * Finds the next modes at the present state for the contacts that touch; if some of them meet, first
   * the velocities after the impact. Rates of held rows up to `drift` count as zero. A contact that
   * separates and returns within the time `shortest` is held.
   */
  apply(touching: readonly Contact[], found: Occurrence, drift: number, shortest: number): void {
    const { Cdot } = this.#motion.system.all.rows;
    this.#held.evaluate();
    this.#settled = NaN;
    if (found.closing.size > 0) this.#meet(touching, 0);
    for (let jams = 0; ; jams++) {
      this.#findSlips(touching, found, drift);
      const isIn = (contact: Contact): boolean => this.#stays(contact, found, drift);
      let candidates = touching.filter(isIn);
      let holds = found.landed.size > 0;
      for (;;) {
        this.#solve(candidates, found, drift);
        const { u } = this.#problem;
        const back = touching.filter(
          (contact) =>
            !candidates.includes(contact) &&
            (!found.released.has(contact) || !Number.isNaN(this.#settled)) &&
            2 * Cdot[contact.row]! <= -u[contact.row]! * shortest,
        );
        if (back.length === 0) break;
        holds = true;
        candidates = [...candidates, ...back];
      }
      if (jams > 0 || !candidates.some((contact) => this.#isJammed(contact))) {
        this.#setModes(candidates, found, drift);
        if (holds || !Number.isNaN(this.#settled)) this.#held.stop();
        return;
      }
      const fastest = greatestOf(candidates.map(({ row, tangents }) => tangentialSize(row, tangents, Cdot)));
      this.#meet(touching, (PUSH * fastest) / maxAbs(this.#pushes));
    }
  }

  /** True for a contact that touches and does not separate at once. */
  #stays(contact: Contact, { released, closing, landed }: Occurrence, drift: number): boolean {
    if (landed.has(contact)) return true;
    const rate = this.#motion.system.all.rows.Cdot[contact.row]!;
    if (!Number.isNaN(this.#settled)) return rate <= this.#settled;
    if (released.has(contact)) return false;
    return closing.has(contact) || rate <= drift;
  }

  /**
   * Changes velocities by an impact of the contacts that touch. With a positive `span`, the accelerations
   * over that time push them: an impact without a collision.
   */
  #meet(touching: readonly Contact[], span: number): void {
    const pushes = span > 0 ? this.#pushes.map((push) => span * push) : undefined;
    this.#settled = this.#impact.apply(touching, pushes);
    this.impacts++;
  }

  /** Finds the contacts that slip, with their directions. */
  #findSlips(touching: readonly Contact[], { slipping, stopping }: Occurrence, drift: number): void {
    const { Cdot, lambda } = this.#motion.system.all.rows;
    const modes = this.#modes;
    this.#sliding.clear();
    for (const contact of touching) {
      const { row, tangents } = contact;
      if (tangents === 0) continue;
      const after = !Number.isNaN(this.#settled);
      if (slipping.has(contact) && !after) {
        modes.turn(contact, lambda, -1);
        this.#sliding.add(contact);
        continue;
      }
      const goesOn = !after && modes.mode[row] === HELD && modes.mode[row + 1] === SLIP && !stopping.has(contact);
      const moves = tangentialSize(row, tangents, Cdot) > (after ? this.#settled : drift);
      if (moves) modes.turn(contact, Cdot, 1);
      if (moves || goesOn) this.#sliding.add(contact);
    }
  }

  /** Solves for the accelerations of contacts that stay closed or open. */
  #solve(candidates: readonly Contact[], found: Occurrence, drift: number): void {
    const motion = this.#motion;
    const { direction, limited } = this.#modes;
    const problem = this.#problem;
    motion.evaluateForces();
    problem.begin(candidates);
    this.#pushes.set(this.#held.rightHandSide(motion.accelerations, false));
    problem.b.set(this.#pushes);
    const size = maxAbs(problem.b);
    for (const limit of limited) {
      const largest = largestOf(limit);
      const sign = this.#rateOf(limit, found, drift);
      problem.lower[limit.row] = sign === 0 ? -largest : -sign * largest;
      problem.upper[limit.row] = sign === 0 ? largest : -sign * largest;
    }
    for (const contact of candidates) {
      if (!this.#sliding.has(contact)) continue;
      const { row, tangents } = contact;
      for (let i = row + 1; i <= row + tangents; i++) problem.b[i]! -= GOES_ON * size * direction[i]!;
    }
    problem.solve();
  }

  /** The sign of the rate of a row with a largest multiplier; 0 where it is at rest. */
  #rateOf(limit: LimitedRow, { yielding, caught }: Occurrence, drift: number): number {
    const { Cdot, lambda } = this.#motion.system.all.rows;
    const { row } = limit;
    const after = !Number.isNaN(this.#settled);
    if (yielding.has(limit) && !after) return -Math.sign(lambda[row]!);
    const wasStill = this.#modes.mode[row] === HELD || caught.has(limit);
    const rest = after ? this.#settled : wasStill ? drift : 0;
    return Math.abs(Cdot[row]!) <= rest ? 0 : Math.sign(Cdot[row]!);
  }

  /** True if no acceleration continues the slip: its friction would have to be less. */
  #isJammed(contact: Contact): boolean {
    const { u, b } = this.#problem;
    return this.#sliding.has(contact) && this.#modes.along(contact, u) < JAMMED * maxAbs(b);
  }

  /** Sets the modes of all rows from the solution. */
  #setModes(candidates: readonly Contact[], found: Occurrence, drift: number): void {
    const modes = this.#modes;
    const { lambda, u, b } = this.#problem;
    const none = NOTHING * maxAbs(lambda);
    const { contacts, limited, mode, direction } = modes;
    for (const contact of contacts) {
      mode[contact.row] = OPEN;
      modes.setFriction(contact, OPEN);
    }
    for (const contact of candidates) {
      const { row, tangents } = contact;
      if (!(lambda[row]! > none || u[row]! <= NOTHING * maxAbs(b))) continue;
      mode[row] = HELD;
      const limit = frictionOf(contact) * lambda[row]!;
      if (frictionOf(contact) === 0) continue;
      const slips = this.#sliding.has(contact) || tangentialSize(row, tangents, lambda) > LIMIT * limit + none;
      modes.setFriction(contact, slips ? SLIP : HELD);
      if (slips && !this.#sliding.has(contact)) modes.turn(contact, lambda, -1);
    }
    for (const limit of limited) {
      const { row } = limit;
      const sign = this.#rateOf(limit, found, drift);
      const isHeld = sign === 0 && Math.abs(lambda[row]!) <= LIMIT * largestOf(limit);
      if (!isHeld) direction[row] = sign === 0 ? -Math.sign(lambda[row]!) : sign;
      mode[row] = isHeld ? HELD : YIELDING;
    }
  }
}
