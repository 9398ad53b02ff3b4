import type { Point2 } from '../painter/plane.js';
import type { Look } from './picture.js';

/** Angle by which the eye goes round, rad/CSS pixel. */
const TURN = 0.008;

/** The angles by which the eye goes round as a pointer that holds the picture moves, CSS pixels. */
export const turnOf = ([x, y]: Point2): Point2 => [-TURN * x, TURN * y];

type Place = readonly [x: number, y: number];

/** Fingers, or a mouse, that take hold of the paper: one moves it, two move it and zoom. */
export class Fingers {
  readonly #places = new Map<number, Place>();

  get count(): number {
    return this.#places.size;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  press(id: number, place: Place): void {
    if (this.#places.size < 2) this.#places.set(id, place);
  }

  release(id: number): void {
    this.#places.delete(id);
  }

  clear(): void {
    this.#places.clear();
  }

  /** What a move of one of them makes of the picture. */
  move(id: number, place: Place): Look | undefined {
    const before = this.#places.get(id);
    if (before === undefined) return undefined;
    const [other] = [...this.#places].filter(([one]) => one !== id).map(([, at]) => at);
    this.#places.set(id, place);
    if (other === undefined) return { at: before, by: [place[0] - before[0], place[1] - before[1]] };
    const span = (at: Place): number => Math.hypot(at[0] - other[0], at[1] - other[1]);
    const [at, to] = [middle(before, other), middle(place, other)];
    return { at, by: [to[0] - at[0], to[1] - at[1]], zoom: Math.max(1, span(place)) / Math.max(1, span(before)) };
  }
}

const middle = (a: Place, b: Place): [number, number] => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
