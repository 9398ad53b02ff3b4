import type { Look } from '../../../src/canvas/picture.js';
import type { View } from '../../../src/painter/view.js';
import type { Point2 } from '../../../src/painter/plane.js';
import type { SurfaceContext, SurfaceSize } from './protocol.js';

/** The least and the most that a picture is magnified. */
const LEAST = 0.1;
const MOST = 50;

/**
 * What a visitor sees of a picture of space: the picture is moved and magnified as it is, as by a lens,
 * and the eye stays where the camera is. Lines are thicker under it.
 */
export class Lens {
  /** A place `p` of the picture is seen at `zoom p + shift`, CSS pixels. */
  #zoom = 1;
  #shift: Point2 = [0, 0];

  get isUsed(): boolean {
    return this.#zoom !== 1 || this.#shift[0] !== 0 || this.#shift[1] !== 0;
  }

  /** Moves what is seen at a place along, and magnifies it there. */
  look({ at, by = [0, 0], zoom = 1 }: Look): void {
    const next = Math.min(MOST, Math.max(LEAST, this.#zoom * zoom));
    const z = next / this.#zoom;
    this.#shift = [0, 1].map((k) => at[k]! + by[k]! - z * (at[k]! - this.#shift[k]!)) as unknown as Point2;
    this.#zoom = next;
  }

  /** A picture of another world shows the same, or all there is. */
  take({ zoom, shift }: { readonly zoom: number; readonly shift: Point2 } = { zoom: 1, shift: [0, 0] }): void {
    [this.#zoom, this.#shift] = [zoom, shift];
  }

  get setting(): { readonly zoom: number; readonly shift: Point2 } {
    return { zoom: this.#zoom, shift: this.#shift };
  }

  /** The map from the world to what is seen. */
  through(view: View): View {
    const [zoom, [x, y]] = [this.#zoom, this.#shift];
    return {
      ...view,
      scale: zoom * view.scale,
      place: (position, time) => {
        const [u, v] = view.place(position, time);
        return [zoom * u + x, zoom * v + y];
      },
      scaleAt: (position) => zoom * view.scaleAt(position),
      locate: ([u, v], near) => view.locate([(u - x) / zoom, (v - y) / zoom], near),
    };
  }

  /** Paints pictures through it from now on. */
  hold(context: SurfaceContext, { ratio }: SurfaceSize): void {
    const [zoom, [x, y]] = [this.#zoom, this.#shift];
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  }
}
