import { bindingOf, type Constraint } from '../model/constraint.js';
import { restitutionOf, type Contact } from './pair.js';
import type { Shape } from './shape.js';

/** Part of a shape's size by which two may overlap on their way, and do not meet. */
const GRAZE = 1e-7;
/** Most looks at two shapes on their way. */
const MOST_LOOKS = 50;
/** Part of the way of a step up to which shapes end near enough for what kept them apart. */
const NEAR = 0.1;

/** Rows at the places that are nearest at the beginning of the step. */
const PRESENT = 0;
/** Rows at the places of a meeting that the velocities at the beginning foretell. */
const FORETOLD = 1;
/** Rows that do not act, since the shapes pass each other. */
const ABSENT = 2;
/** Rows at the places of a meeting that a step without them has led to. */
const FOUND = 3;

/**
 * Two shapes that are near each other, and the rows of their contact.
 *
 * A row holds a half-space for the whole step, which is more than the shape that it stands for. So
 * where the rows at the present places would act, the shapes are followed along the step: the rows
 * take places and normal from where they meet, and do not act if they pass each other. The step may
 * then go another way than that, by constraints, forces or other impacts: {@link review} follows the
 * shapes again once it has been taken.
 */
export abstract class SweptPair<S extends Shape = Shape> {
  readonly a: S;
  readonly b: S;
  abstract readonly constraints: readonly Constraint[];
  /** True if the shapes were near each other at the last search. */
  near = true;
  /** Distance within which the shapes touch, m. */
  protected readonly tiny: number;
  /** True where shapes that have met are apart again after the step. */
  readonly #rebounds: boolean;
  #rows: 0 | 1 | 2 | 3 = PRESENT;
  /** Distance at the beginning of the step, m. */
  #distance = 0;

  constructor(a: S, b: S) {
    this.a = a;
    this.b = b;
    this.tiny = GRAZE * Math.min(a.size, b.size);
    this.#rebounds = restitutionOf(a.surface, b.surface) > 0;
  }

  /** Appends the places that touch, or that have pushed in the last step. */
  abstract report(out: Contact[]): void;
  /** Finds the places that are nearest where the shapes are. Returns their distance, below 0 where they overlap. */
  protected abstract find(): number;
  /** The rate at which the shapes come nearer along the normal just found, at most. */
  protected abstract closing(): number;
  /** The least distance that the places just found have after the time `h`, to first order. */
  protected abstract ahead(h: number): number;
  /** Writes the places just found into the rows, which do not act if they are `absent`. */
  protected abstract write(absent: boolean): void;
  /**
   * Writes the places just found where the shapes meet at the time `t` after the beginning of the step,
   * to which it moves them. Levers and normal are taken at the meeting, and distances such that, with
   * the present rates, they are then what they were found to be.
   */
  protected abstract writeMeeting(t: number): void;

  /** Sets the rows for a step of `h`, s, from the present state. */
  update(h: number): void {
    this.#rows = PRESENT;
    this.#distance = this.find();
    const { tiny } = this;
    const ahead = h > 0 ? this.ahead(h) : Infinity;
    const acts = ahead < -tiny && this.#distance >= -tiny;
    // Shapes that turn may meet although their places do not, to first order.
    if (!acts && !(this.#distance > tiny && ahead < this.a.bend(h) + this.b.bend(h))) {
      this.write(false);
      return;
    }
    const t = this.#meeting(h);
    if (t > h || this.#distance <= tiny) {
      this.#take(t > h && acts ? ABSENT : PRESENT);
      return;
    }
    this.writeMeeting(t);
    this.#rows = FORETOLD;
  }

  /**
   * Compares the rows with the step of `h` that was taken with them. Where shapes have met without rows
   * that act, they get some; where rows have kept shapes from what they would not have met, they lose
   * them. If it is `late`, all shapes without rows get the rows of the beginning, which keep them apart
   * whatever the step does. Returns true if the step has to be taken again.
   */
  review(h: number, late: boolean): boolean {
    if (this.#rows === ABSENT) {
      this.#moveTo(0);
      this.find();
      const t = this.#meeting(h);
      if (late) this.#take(PRESENT);
      else if (t <= h) this.writeMeeting(t);
      else return false;
      this.#rows = FOUND;
      return true;
    }
    if (late || !this.isDoubtful) return false;
    const near = NEAR * h * this.way();
    // A row that acts ends near zero; others may have rounding as a multiplier.
    if (!this.constraints.some(({ C, lambda }) => lambda[0] > 0 && C[0] <= near)) return false;
    this.#moveTo(h);
    if (this.find() <= near) return false;
    this.#take(ABSENT);
    return true;
  }

  /** True where {@link review} has to look at the step. */
  get isDoubtful(): boolean {
    if (this.#rows === ABSENT) return true;
    if (this.#rows === FOUND || (this.#rows === FORETOLD && this.#rebounds)) return false;
    return this.#distance > this.tiny && this.#pushes();
  }

  /** The speed with which the shapes move against each other, m/s, at most. */
  protected abstract way(): number;

  /** Moves the shapes to where they meet within `h`. Returns the time, or infinity if they do not. */
  #meeting(h: number): number {
    const { tiny } = this;
    let distance = this.#distance;
    let t = 0;
    // Conservative advancement (Mirtich 1996): along a normal the distance shrinks by the closing rate at most.
    for (let look = 0; look < MOST_LOOKS && distance > -tiny / 2; look++) {
      const closing = this.closing();
      if (!(closing > 0)) return Infinity;
      t += (distance + tiny) / closing;
      if (!(t < h)) return Infinity;
      this.#moveTo(t);
      distance = this.find();
    }
    return t;
  }

  /** Sets rows of the places at the beginning of the step. */
  #take(rows: 0 | 2): void {
    this.#moveTo(0);
    this.find();
    this.write(rows === ABSENT);
    this.#rows = rows;
  }

  #moveTo(t: number): void {
    this.a.moveTo(t);
    this.b.moveTo(t);
  }

  #pushes(): boolean {
    return this.constraints.some((constraint) => {
      const { rows, row } = bindingOf(constraint);
      return rows.lambda[row]! > 0;
    });
  }
}
