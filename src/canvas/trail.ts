import type { PointConnector } from '../../runtime/index.js';
import type { PaintedTrace } from '../painter/traces.js';

/** A point whose path is drawn. */
export interface TrailOptions {
  readonly point: PointConnector;
  /** Time, s, after which the path is no longer drawn; 3 if left out. */
  readonly fade?: number;
  readonly color?: string;
}

/** The latest positions of a point. */
export class Trail {
  readonly #point: PointConnector;
  readonly #fade: number;
  readonly #color: string | undefined;
  #path: number[][] = [];
  #times: number[] = [];

  constructor({ point, fade = 3, color }: TrailOptions) {
    this.#point = point;
    this.#fade = fade;
    this.#color = color;
  }

  /** Notes where the point is. */
  note(time: number): void {
    // A world that was restored is at an earlier time.
    if (time < (this.#times.at(-1) ?? -Infinity)) [this.#path, this.#times] = [[], []];
    if (time === this.#times.at(-1)) return;
    this.#path.push(Array.from(this.#point.position));
    this.#times.push(time);
    const old = this.#times.findIndex((then) => then >= time - this.#fade);
    this.#path.splice(0, old);
    this.#times.splice(0, old);
  }

  painted(color: string): PaintedTrace {
    return { path: this.#path, times: this.#times, color: this.#color ?? color };
  }
}
