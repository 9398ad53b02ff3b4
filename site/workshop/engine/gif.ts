import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { FilmWriter } from './film-writer.js';

/** Colors of a frame: edges are smoothed, and forces shade what they act on. */
const COLORS = 128;

/** Writes the frames of a canvas as an animated GIF, each with a palette of its own. */
export function gifWriter(context: OffscreenCanvasRenderingContext2D, rate: number): FilmWriter {
  const encoder = GIFEncoder();
  const { width, height } = context.canvas;
  return {
    add: () => {
      const { data } = context.getImageData(0, 0, width, height);
      const palette = quantize(data, COLORS);
      encoder.writeFrame(applyPalette(data, palette), width, height, { palette, delay: 1000 / rate });
      return Promise.resolve();
    },
    finish: () => {
      encoder.finish();
      return Promise.resolve(new Blob([encoder.bytes()], { type: 'image/gif' }));
    },
  };
}
