/// <reference lib="dom" preserve="true" />
import { DARK, LIGHT, type Colors } from '../painter/colors.js';

/** A canvas with one pixel of its own per pixel of the screen. Drawing uses CSS pixels. */
export class SharpCanvas {
  readonly context: CanvasRenderingContext2D;
  /** Size, CSS pixels. */
  width = 0;
  height = 0;
  readonly #canvas: HTMLCanvasElement;
  readonly #onChange: () => void;
  readonly #dark = window.matchMedia('(prefers-color-scheme: dark)');
  readonly #observer: ResizeObserver;
  #isOver = false;

  /** Wraps `canvas`. `onChange` is called whenever its size or what the user prefers changes, and once soon. */
  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    const context = canvas.getContext('2d');
    if (context === null) throw new TypeError('The canvas has a context of another kind already.');
    this.context = context;
    this.#canvas = canvas;
    this.#onChange = onChange;
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
      onChange();
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
    this.#dark.addEventListener('change', onChange);
    fit();
  }

  /**
   * The colours for the paper below. It is dark where the colour scheme of the canvas, or else of the page's `<meta>`, can be
   * dark; if it can be both, as the user prefers.
   */
  get colors(): Colors {
    const { colorScheme } = getComputedStyle(this.#canvas);
    const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
    const schemes = colorScheme === 'normal' ? (meta?.content ?? '') : colorScheme;
    return schemes.includes('dark') && (this.#dark.matches || !schemes.includes('light')) ? DARK : LIGHT;
  }

  /** Stops watching the canvas. */
  close(): void {
    this.#isOver = true;
    this.#observer.disconnect();
    this.#dark.removeEventListener('change', this.#onChange);
  }
}
