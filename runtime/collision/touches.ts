import type { Carrier } from './shape.js';
import type { PlanarShapeOptions } from './planar-shapes.js';
import type { SpatialShapeOptions } from './spatial-shapes.js';
import { describePlainly, labelled } from '../base/printing.js';
import type { SweptPair } from './swept-pair.js';

/** Two shapes that touch. */
export interface Touch {
  /** The objects whose shapes touch; null is the ground. */
  readonly a: Carrier | null;
  readonly b: Carrier | null;
  /** The shapes, the objects that were given to {@link collide}. */
  readonly shapes: readonly [PlanarShapeOptions | SpatialShapeOptions, PlanarShapeOptions | SpatialShapeOptions];
  /** True where one of them is a sensor. */
  readonly sensor: boolean;
}

const REPORT: Partial<Touch> = {};
describePlainly(REPORT, ({ a, b, sensor }) => labelled({ a: a ?? 'ground', b: b ?? 'ground', sensor }));

/** Returns the touch of a pair, which consoles and JSON then show with the labels of what touches. */
const touchOf = ({ a, b }: SweptPair): Touch =>
  Object.assign(
    Object.create(REPORT) as Partial<Touch>,
    {
      a: a.carrier,
      b: b.carrier,
      shapes: [a.surface.source, b.surface.source],
      sensor: a.surface.isSensor || b.surface.isSensor,
    } as unknown as Touch,
  );

interface Noted {
  readonly touch: Touch;
  /** Number of the last step in which it was there. */
  step: number;
}

/** Which shapes touch, and which began and ceased to in the last step; in the order of their keys. */
export class Touches {
  began: readonly Touch[] = [];
  ended: readonly Touch[] = [];
  readonly #present = new Map<number, Noted>();
  readonly #began: number[] = [];
  #step = 0;

  get present(): readonly Touch[] {
    return this.#touchesOf([...this.keys]);
  }

  /** The keys of the pairs that touch. What was removed touches nothing, and ends to do so in the next step. */
  get keys(): Float64Array {
    const there = [...this.#present].filter(([, { touch }]) => !touch.a?.removed && !touch.b?.removed);
    return Float64Array.from(there, ([key]) => key).sort();
  }

  /** Begins to note what touches in a step. */
  begin(): void {
    this.#step++;
    this.#began.length = 0;
  }

  /** Notes that a pair touches in the step. */
  note(key: number, pair: SweptPair): void {
    const noted = this.#present.get(key);
    if (noted) noted.step = this.#step;
    else {
      this.#present.set(key, { touch: touchOf(pair), step: this.#step });
      this.#began.push(key);
    }
  }

  /** Ends the step: what was not noted has ended. */
  end(): void {
    const over: number[] = [];
    for (const [key, { step }] of this.#present) if (step !== this.#step) over.push(key);
    this.began = this.#listed(this.#began, this.began);
    this.ended = this.#listed(over, this.ended);
    for (const key of over) this.#present.delete(key);
  }

  /** Sets what touches to the pairs of a snapshot. */
  load(keys: Float64Array, pairs: readonly SweptPair[]): void {
    this.#present.clear();
    this.began = this.ended = [];
    pairs.forEach((pair, i) => this.#present.set(keys[i]!, { touch: touchOf(pair), step: this.#step }));
  }

  /** The touches of `keys`; the list `before` where it and they are empty. */
  #listed(keys: number[], before: readonly Touch[]): readonly Touch[] {
    if (keys.length + before.length === 0) return before;
    return this.#touchesOf(keys.sort((p, q) => p - q));
  }

  #touchesOf(keys: readonly number[]): readonly Touch[] {
    return keys.flatMap((key) => this.#present.get(key)?.touch ?? []);
  }
}
