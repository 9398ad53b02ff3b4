import type { Surface, SurfaceContext, SurfaceSize } from './protocol.js';
import type { Theatre } from './theatre.js';

/** The canvas of the page, once it is there: its size, and whether the page is dark. */
export class Screen {
  size: SurfaceSize = { width: 600, height: 400, ratio: 1 };
  isDark = false;
  #canvas: Surface | undefined;
  #context: SurfaceContext | undefined;

  /** Draws on a canvas from now on. */
  use(canvas: Surface): void {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d') ?? undefined;
  }

  resize(size: SurfaceSize): void {
    this.size = size;
    if (this.#canvas === undefined) return;
    this.#canvas.width = Math.max(1, Math.round(size.width * size.ratio));
    this.#canvas.height = Math.max(1, Math.round(size.height * size.ratio));
  }

  draw(theatre: Theatre | undefined): void {
    if (this.#context) theatre?.draw(this.#context, this.isDark);
  }
}
