import { DARK, LIGHT } from '../../../src/painter/colors.js';
import { savingWith } from './fetching.js';
import type { FilmQuestion } from './protocol.js';
import type { Theatre } from './theatre.js';

const gif = savingWith('writes GIFs', () => import('./gif.js'));
const webm = savingWith('writes videos', () => import('./webm.js'));

/** Frames per second. Delays in a GIF are whole hundredths of a second. */
const RATE = 25;
/** Pixels of a picture per CSS pixel. */
const SHARPNESS = 2;

/** Draws a scene as it is shown now, as a PNG file. */
export async function pngOf(theatre: Theatre, isDark: boolean): Promise<Blob> {
  const { size } = theatre;
  theatre.size = { ...size, ratio: SHARPNESS };
  try {
    const context = stageOf(theatre);
    paint(theatre, context, isDark);
    return await context.canvas.convertToBlob({ type: 'image/png' });
  } finally {
    theatre.size = size;
  }
}

/**
 * Films how a scene goes on from where it is, as fast as it is shown. The one that is shown is left
 * alone: its state is given to another. Tells which part is done, and lets others work between frames.
 */
export async function filmOf(
  shown: Theatre,
  { format, seconds, width }: FilmQuestion,
  speed: number,
  isDark: boolean,
  tell: (done: number) => void,
): Promise<Blob> {
  const theatre = shown.goingOn();
  // Codecs want even numbers of pixels.
  const even = (x: number): number => 2 * Math.max(1, Math.round(x / 2));
  theatre.size = { ...shown.size, ratio: even(width) / shown.size.width };
  const context = stageOf(theatre, even);
  const writer =
    format === 'gif' ? (await gif()).gifWriter(context, RATE) : await (await webm()).webmWriter(context, RATE);
  const begin = theatre.world.time;
  const frames = Math.round(seconds * RATE);
  const { dt } = theatre.scene;
  for (let frame = 0; frame < frames; frame++) {
    const until = begin + (frame * speed) / RATE;
    while (theatre.world.time + dt / 2 < until) theatre.step();
    paint(theatre, context, isDark);
    await writer.add(frame);
    tell((frame + 1) / frames);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return writer.finish();
}

/** A canvas for pictures of a scene. */
function stageOf({ size }: Theatre, whole = Math.round): OffscreenCanvasRenderingContext2D {
  const { width, height, ratio } = size;
  const context = new OffscreenCanvas(whole(width * ratio), whole(height * ratio)).getContext('2d', {
    willReadFrequently: true,
  });
  if (context === null) throw new Error('This browser gives no canvas to draw on.');
  return context;
}

/** Draws a scene on paper, which pages have and files must bring. */
function paint(theatre: Theatre, context: OffscreenCanvasRenderingContext2D, isDark: boolean): void {
  theatre.draw(context, isDark);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = (isDark ? DARK : LIGHT).paper;
  context.fillRect(0, 0, theatre.size.width, theatre.size.height);
  context.globalCompositeOperation = 'source-over';
}
