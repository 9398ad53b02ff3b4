import type { Point } from './proportions.js';

/** The last places of a point. */
export class Trace {
  readonly #places: Point[] = [];
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  push(place: Point): void {
    this.#places.push(place);
    if (this.#places.length > this.#length) this.#places.shift();
  }

  /** From the oldest to the newest. */
  get places(): readonly Point[] {
    return this.#places;
  }
}
