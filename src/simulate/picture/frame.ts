import { heightOf, widthOf, type Box, type Point2 } from './plane.js';

/** The picture's size, and the map from the world to it. */
export interface Frame {
  /** Size of the picture, px. */
  readonly width: number;
  readonly height: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** The part of the world that is seen. */
  readonly seen: Box;
  /** A point of the world in the picture, px; there `y` points down. */
  readonly place: (point: Point2) => Point2;
}

/** Room around the drawing, px: a title above, legend and scale below. */
export const MARGINS = { left: 40, right: 40, top: 92, bottom: 84 } as const;
const WIDTH = 1000;
/** Largest height of a drawing as a part of its width, and smallest. */
const TALLEST = 1.1;
const FLATTEST = 0.35;

export function createFrame(seen: Box): Frame {
  const room = WIDTH - MARGINS.left - MARGINS.right;
  const [w, h] = [Math.max(widthOf(seen), 1e-9), Math.max(heightOf(seen), 1e-9)];
  const scale = Math.min(room / w, (room * TALLEST) / h);
  const drawn = Math.max(h * scale, room * FLATTEST);
  const middle = [(seen.min[0] + seen.max[0]) / 2, (seen.min[1] + seen.max[1]) / 2] as const;
  return {
    width: WIDTH,
    height: Math.ceil(MARGINS.top + drawn + MARGINS.bottom),
    scale,
    seen,
    place: ([x, y]) => [
      MARGINS.left + room / 2 + (x - middle[0]) * scale,
      MARGINS.top + drawn / 2 - (y - middle[1]) * scale,
    ],
  };
}

/** The largest of 1, 2 or 5 times a power of ten that is not above `length`. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1);
}
