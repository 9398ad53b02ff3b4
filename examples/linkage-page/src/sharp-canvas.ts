/** A canvas with one pixel of its own per pixel of the screen. Drawing uses CSS pixels. */
export class SharpCanvas {
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;

  /** Wraps `canvas`. `onResize` is called once at first, and whenever its size changes. */
  constructor(canvas: HTMLCanvasElement, onResize: (width: number, height: number) => void = () => undefined) {
    this.context = canvas.getContext('2d')!;
    const fit = (): void => {
      const { width, height } = canvas.getBoundingClientRect();
      const ratio = window.devicePixelRatio;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.width = width;
      this.height = height;
      onResize(width, height);
    };
    new ResizeObserver(fit).observe(canvas);
    // A window that is moved to another screen, or magnified, keeps its size in CSS pixels.
    const watchRatio = (): void =>
      window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
        'change',
        () => {
          fit();
          watchRatio();
        },
        { once: true },
      );
    watchRatio();
    fit();
  }
}
