import type { Point } from './proportions.js';

/** The part of the plane that is shown, m. */
const SHOWN = { left: -1.11, right: 1.11, bottom: -1.04, top: 0.53 } as const;

/** The map from the plane, y upwards, to the canvas, in CSS pixels. */
export class View {
  #scale = 1;
  #origin: Point = [0, 0];

  get scale(): number {
    return this.#scale;
  }

  /** Fits the shown part into a canvas of this size. */
  resize(width: number, height: number): void {
    const [w, h] = [SHOWN.right - SHOWN.left, SHOWN.top - SHOWN.bottom];
    this.#scale = Math.min(width / w, height / h);
    this.#origin = [
      width / 2 - (this.#scale * (SHOWN.left + SHOWN.right)) / 2,
      height / 2 + (this.#scale * (SHOWN.bottom + SHOWN.top)) / 2,
    ];
  }

  toScreen([x, y]: Point): Point {
    return [this.#origin[0] + this.#scale * x, this.#origin[1] - this.#scale * y];
  }

  toPlane([x, y]: Point): Point {
    return [(x - this.#origin[0]) / this.#scale, (this.#origin[1] - y) / this.#scale];
  }
}
