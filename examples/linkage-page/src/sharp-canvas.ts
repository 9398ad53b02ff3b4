/** A canvas with one pixel of its own for each of the screen's, drawn on in CSS pixels. */
export class SharpCanvas {
  readonly context: CanvasRenderingContext2D;
  width = 0;
  height = 0;

  /** `onResize` is called whenever its size changes, and once at first. */
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
