import { bindingOf, type Constraint } from '../model/constraint.js';
import { restitutionOf, type Contact } from './pair.js';
import type { Shape } from './shape.js';

/** Part of a shape's size by which two may overlap on their way, and do not meet. */
const GRAZE = 1e-7;
/** Most looks at two shapes on their way. */
const MOST_LOOKS = 50;
/** Part of the way of a step up to which shapes end near enough for what kept them apart. */
const NEAR = 0.1;

const NOTHING = new Float64Array(0);

/** Rows at the places that are nearest at the beginning of the step. */
const PRESENT = 0;
/** Rows at the places of a meeting that the velocities at the beginning foretell. */
const FORETOLD = 1;
/** Rows that do not act, since the shapes pass each other. */
const ABSENT = 2;
/** Rows at the places of a meeting that a step without them has led to. */
const FOUND = 3;
/** Rows that do not act, since a one-way shape lets the other pass. */
const PASSING = 4;

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
  /** The contacts. */
  abstract readonly constraints: readonly Constraint[];
  /** Brakes that resist to rolling and to turning about the normal. */
  abstract readonly brakes: readonly Constraint[];
  /** What the pair hands on from step to step beside its multipliers. */
  readonly memory: Float64Array = NOTHING;
  /** True if the shapes were near each other at the last search. */
  near = true;
  /** Distance within which the shapes touch, m. */
  protected readonly tiny: number;
  /** True where shapes that have met are apart again after the step. */
  readonly #rebounds: boolean;
  /** True where one of the shapes stops others from one side only. */
  protected readonly isOneWay: boolean;
  #rows: 0 | 1 | 2 | 3 | 4 = PRESENT;
  /** Distance at the beginning of the step, m. */
  #distance = 0;
  /** The time within the step at which shapes that do not meet are nearest, s. */
  #nearest = 0;

  constructor(a: S, b: S) {
    this.a = a;
    this.b = b;
    this.tiny = GRAZE * Math.min(a.size, b.size);
    this.isOneWay = a.surface.oneWay !== undefined || b.surface.oneWay !== undefined;
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
  /** True unless a shape that stops others from one side only lets the other pass along the normal just found. */
  protected abstract stops(): boolean;

  /** All constraints of the pair. */
  get all(): readonly Constraint[] {
    return this.brakes.length > 0 ? [...this.constraints, ...this.brakes] : this.constraints;
  }

  /** The sum of the normal forces of the last step, N. */
  protected get push(): number {
    let sum = 0;
    for (const constraint of this.constraints) {
      const { rows, row } = bindingOf(constraint);
      sum += Math.max(0, rows.lambda[row]!);
    }
    return sum;
  }

  /** How deep the shapes, as they are shown, overlap, m: 0 where they do not, or a one-way shape lets the other pass. */
  get overlap(): number {
    return this.#rows === PASSING ? 0 : Math.max(0, -this.find());
  }

  /** True where one of them only reports what it meets; the pair has no rows then. */
  get isSensor(): boolean {
    return this.a.surface.isSensor || this.b.surface.isSensor;
  }

  /** True if the shapes have pushed each other in the last step. */
  get pushes(): boolean {
    for (const constraint of this.constraints) {
      const { rows, row, impulses, inputStart, type } = bindingOf(constraint);
      if (rows.lambda[row]! > 0) return true;
      // The first input of contacts is a point of the first shape.
      for (let i = inputStart; i < inputStart + type.inputs[0]!.size; i++) if (impulses[i] !== 0) return true;
    }
    return false;
  }

  /** True if the shapes overlap after a step of `h`, or have met in it without having overlapped before. */
  meets(h: number): boolean {
    this.a.retrace(h);
    this.b.retrace(h);
    this.#moveTo(0);
    this.#distance = this.find();
    if (this.#distance > 0) return this.#meeting(h) <= h;
    this.#moveTo(h);
    return this.find() <= 0;
  }

  /** Sets the rows for a step of `h`, s, from the present state. */
  update(h: number): void {
    const { tiny, isOneWay } = this;
    this.#rows = PRESENT;
    const held = isOneWay && this.pushes;
    this.#distance = this.find();
    if (isOneWay && !(this.#distance > tiny) && !this.#holds(held)) {
      this.#pass();
      return;
    }
    const ahead = h > 0 ? this.ahead(h) : Infinity;
    const acts = ahead < -tiny && this.#distance >= -tiny;
    const lets = isOneWay && !this.stops();
    // Shapes that turn may meet although their places do not, to first order.
    if (!acts && !(this.#distance > tiny && ahead < this.a.bend(h) + this.b.bend(h))) {
      this.write(lets);
      if (lets) this.#rows = PASSING;
      return;
    }
    const t = this.#meeting(h);
    if (isOneWay && !(t <= h ? this.stops() : !lets)) {
      this.#pass();
      return;
    }
    if (this.#distance <= tiny || (t > h && !acts)) {
      this.#take(t > h && acts ? ABSENT : PRESENT);
      return;
    }
    if (t > h) {
      this.#moveTo(this.#nearest);
      this.find();
      this.writeMeeting(this.#nearest);
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
      const t = late ? 0 : this.#meeting(h);
      if (t > h || (this.isOneWay && !this.stops())) return false;
      if (late) this.#take(PRESENT);
      else this.writeMeeting(t);
      this.#rows = FOUND;
      return true;
    }
    if (late || !this.isDoubtful) return false;
    const near = NEAR * h * this.way();
    this.#moveTo(h);
    if (this.find() <= near) return false;
    // A row that acts ends near zero; others may have rounding as a multiplier.
    if (!this.constraints.some(({ C, lambda }) => lambda[0] > 0 && C[0] <= near)) return false;
    this.#take(ABSENT);
    return true;
  }

  /** True where {@link review} has to look at the step. */
  get isDoubtful(): boolean {
    if (this.#rows === ABSENT) return true;
    if (this.#rows === FOUND || this.#rows === PASSING || (this.#rows === FORETOLD && this.#rebounds)) return false;
    return this.#distance > this.tiny && this.#acts;
  }

  /** True where a one-way shape holds the other, which it touches and has `held` before or just reached. */
  #holds(held: boolean): boolean {
    return this.stops() && (held || this.#distance > -Math.min(this.a.margin, this.b.margin));
  }

  /** Sets rows that do not act, whatever the step does. */
  #pass(): void {
    this.#moveTo(0);
    this.find();
    this.write(true);
    this.#rows = PASSING;
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
      this.#nearest = Math.min(t, h);
      if (!(closing > 0)) return Infinity;
      t += (distance + tiny) / closing;
      if (!(t < h)) {
        this.#nearest = h;
        return Infinity;
      }
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

  get #acts(): boolean {
    for (const constraint of this.constraints) {
      const { rows, row } = bindingOf(constraint);
      if (rows.lambda[row]! > 0) return true;
    }
    return false;
  }
}
