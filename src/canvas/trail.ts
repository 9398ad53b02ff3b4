import type { PointConnector } from '../../runtime/index.js';
import { noted, pathNow, type Observer, type PaintedTrace } from '../painter/traces.js';
import type { Grip } from './covers.js';

/** A point whose path is drawn. */
export interface TrailOptions {
  readonly point: PointConnector;
  /** Time, s, after which the path is no longer drawn; 3 if left out. */
  readonly fade?: number;
  readonly color?: string;
  /** The body from which the path is seen; the ground if left out. */
  readonly about?: Observer;
}

/** The latest positions of a point. */
export class Trail {
  readonly #point: Grip;
  readonly #fade: number;
  readonly #color: string | undefined;
  readonly #about: Observer | undefined;
  #path: number[][] = [];
  #times: number[] = [];

  /** `before` is one of the same point in another world: this one goes on with it. */
  constructor(
    { point, fade = 3, color, about }: Omit<TrailOptions, 'point'> & { readonly point: Grip },
    before?: Trail,
  ) {
    if (before !== undefined) [this.#path, this.#times] = [before.#path, before.#times];
    this.#point = point;
    this.#fade = fade;
    this.#color = color;
    this.#about = about;
  }

  /** Notes where the point is. */
  note(time: number): void {
    // A world that was restored is at an earlier time.
    if (time < (this.#times.at(-1) ?? -Infinity)) [this.#path, this.#times] = [[], []];
    if (time === this.#times.at(-1)) return;
    this.#path.push(noted(this.#point.position, this.#about));
    this.#times.push(time);
    const old = this.#times.findIndex((then) => then >= time - this.#fade);
    this.#path.splice(0, old);
    this.#times.splice(0, old);
  }

  painted(color: string): PaintedTrace {
    return { path: pathNow(this.#path, this.#about), times: this.#times, color: this.#color ?? color };
  }
}
