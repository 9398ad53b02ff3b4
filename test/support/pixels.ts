import type { Locator } from 'playwright-core';

/** Pixels of a colour on a canvas: how many, and the box around them, CSS pixels. */
export interface Ink {
  readonly count: number;
  /** Left, top, right, bottom; all 0 if there are none. */
  readonly box: readonly [number, number, number, number];
  readonly width: number;
  readonly height: number;
}

/** Finds pixels of a colour such as '#5b6b79' on a canvas, also where a worker draws it. */
export const inkOf = (canvas: Locator, color: string, tolerance = 24): Promise<Ink> =>
  canvas.evaluate(
    (element, [rgb, most]) => {
      const { document } = globalThis as unknown as { document: { createElement: (name: string) => never } };
      const { width, height } = (element as unknown as { getBoundingClientRect: () => Ink }).getBoundingClientRect();
      const copy = document.createElement('canvas') as { width: number; height: number; getContext: (of: string) => { drawImage: (...args: unknown[]) => void; getImageData: (...args: number[]) => { data: Uint8ClampedArray } } }; // prettier-ignore
      [copy.width, copy.height] = [Math.round(width), Math.round(height)];
      const context = copy.getContext('2d');
      context.drawImage(element, 0, 0, copy.width, copy.height);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let [count, left, top, right, bottom] = [0, Infinity, Infinity, -Infinity, -Infinity];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]! < 200 || rgb.some((part, k) => Math.abs(data[i + k]! - part) > most)) continue;
        const [x, y] = [(i / 4) % copy.width, Math.floor(i / 4 / copy.width)];
        count++;
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
      }
      const box = count > 0 ? ([left, top, right, bottom] as const) : ([0, 0, 0, 0] as const);
      return { count, box, width: copy.width, height: copy.height };
    },
    [[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)), tolerance] as const,
  );
