import { hasWebGL, type Backdrop } from '../../../src/canvas/backdrop.js';
import { fetching } from './fetching.js';
import type { Surface, SurfaceContext, SurfaceSize } from './protocol.js';
import type { Theatre } from './theatre.js';

/** What shows scenes in three dimensions is fetched for the first one in space. */
const solids = fetching('shows solids', 'with the next scene', () => import('../../../src/three/backdrop.js'));

/** The canvas of the page, once it is there, and that of solids behind it: their size, and whether the page is dark. */
export class Screen {
  size: SurfaceSize = { width: 600, height: 400, ratio: 1 };
  isDark = false;
  #canvas: Surface | undefined;
  #context: SurfaceContext | undefined;
  /** The canvas of solids, where the browser may have WebGL. */
  #depth: OffscreenCanvas | undefined;
  #backdrop: Backdrop | undefined;
  /** The theatre whose world is behind, the one for which it was fetched, and the one that was drawn last. */
  #behind: Theatre | undefined;
  #asking: Theatre | undefined;
  #last: Theatre | undefined;

  /** Draws on a canvas from now on, and solids on one behind it. */
  use(canvas: Surface, depth?: OffscreenCanvas): void {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d') ?? undefined;
    this.#backdrop?.close();
    this.#backdrop = undefined;
    this.#behind = undefined;
    this.#depth = depth;
    depth?.addEventListener('webglcontextlost', () => {
      if (this.#depth !== depth) return;
      this.#depth = undefined;
      this.#backdrop = undefined;
      this.draw(this.#last);
    });
  }

  resize(size: SurfaceSize): void {
    this.size = size;
    if (this.#canvas === undefined) return;
    this.#canvas.width = Math.max(1, Math.round(size.width * size.ratio));
    this.#canvas.height = Math.max(1, Math.round(size.height * size.ratio));
  }

  draw(theatre: Theatre | undefined): void {
    this.#last = theatre;
    if (this.#context === undefined || theatre === undefined) return;
    theatre.backdrop = this.#backdropOf(theatre);
    theatre.draw(this.#context, this.isDark, theatre.backdrop);
  }

  /** What shows a scene in space, once it is there. */
  #backdropOf(theatre: Theatre): Backdrop | undefined {
    if (theatre.world.space === 2 || this.#depth === undefined) return undefined;
    if (this.#backdrop === undefined) {
      if (this.#asking !== theatre) void this.#fetch(this.#depth);
      this.#asking = theatre;
      return undefined;
    }
    if (this.#behind !== theatre) this.#backdrop.show(theatre.world, theatre.options);
    this.#behind = theatre;
    return this.#backdrop;
  }

  /** Fetches what shows solids. The painter's perspective remains without WebGL, and without a connection. */
  async #fetch(depth: OffscreenCanvas): Promise<void> {
    const found = await solids().catch(() => undefined);
    if (found === undefined || this.#depth !== depth || this.#backdrop !== undefined) return;
    if (hasWebGL(new OffscreenCanvas(1, 1))) this.#backdrop = found.threeBackdrop(depth);
    else this.#depth = undefined;
    this.draw(this.#last);
  }
}
