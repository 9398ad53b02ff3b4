/// <reference lib="dom" preserve="true" />

/** A canvas with one pixel of its own per pixel of the screen. Drawing uses CSS pixels. */
export class SharpCanvas {
  readonly context: CanvasRenderingContext2D;
  /** Size, CSS pixels. */
  width = 0;
  height = 0;
  readonly #observer: ResizeObserver;
  #isOver = false;

  /** Wraps `canvas`. `onResize` is called whenever its size changes, and once soon. */
  constructor(canvas: HTMLCanvasElement, onResize: () => void) {
    const context = canvas.getContext('2d');
    if (context === null) throw new TypeError('The canvas has a context of another kind already.');
    this.context = context;
    const fit = (): void => {
      const { width, height } = canvas.getBoundingClientRect();
      const ratio = window.devicePixelRatio;
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.width = width;
      this.height = height;
    };
    const resize = (): void => {
      fit();
      onResize();
    };
    this.#observer = new ResizeObserver(resize);
    this.#observer.observe(canvas);
    // A window that is moved to another screen, or magnified, keeps its size in CSS pixels.
    const watchRatio = (): void => {
      const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
      query.addEventListener(
        'change',
        () => {
          if (this.#isOver) return;
          resize();
          watchRatio();
        },
        { once: true },
      );
    };
    watchRatio();
    fit();
  }

  /** Stops watching the canvas. */
  close(): void {
    this.#isOver = true;
    this.#observer.disconnect();
  }
}
