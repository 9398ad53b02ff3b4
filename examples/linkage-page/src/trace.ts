import type { Point } from './proportions.js';

/** The last positions of a point. */
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

  /** Positions from the oldest to the newest. */
  get places(): readonly Point[] {
    return this.#places;
  }
}
