import { DARK, LIGHT } from '../../../src/painter/colors.js';
import type { Backdrop } from '../../../src/canvas/backdrop.js';
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
  const solids = await solidsOf(theatre, theatre.backdrop !== undefined);
  // The page may draw as soon as anything is waited for.
  const { size } = theatre;
  theatre.size = { ...size, ratio: SHARPNESS };
  const context = stageOf(theatre);
  try {
    paint(theatre, context, isDark, solids);
  } finally {
    solids?.backdrop.close();
    theatre.size = size;
  }
  return context.canvas.convertToBlob({ type: 'image/png' });
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
  const solids = await solidsOf(theatre, shown.backdrop !== undefined);
  const writer =
    format === 'gif' ? (await gif()).gifWriter(context, RATE) : await (await webm()).webmWriter(context, RATE);
  const begin = theatre.world.time;
  const frames = Math.round(seconds * RATE);
  const { dt } = theatre.scene;
  for (let frame = 0; frame < frames; frame++) {
    const until = begin + (frame * speed) / RATE;
    while (theatre.world.time + dt / 2 < until) theatre.step();
    paint(theatre, context, isDark, solids);
    await writer.add(frame);
    tell((frame + 1) / frames);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  solids?.backdrop.close();
  return writer.finish();
}

/** What shows a scene as solids on a canvas of its own. */
interface Solids {
  readonly backdrop: Backdrop;
  readonly canvas: OffscreenCanvas;
}

/** Shows a scene as solids once more, where the page does: for a file. */
async function solidsOf({ world, options, size }: Theatre, areShown: boolean): Promise<Solids | undefined> {
  if (!areShown) return undefined;
  const { threeBackdrop } = await import('../../../src/three/backdrop.js');
  const canvas = new OffscreenCanvas(Math.round(size.width), Math.round(size.height));
  const backdrop = threeBackdrop(canvas);
  backdrop.show(world, options);
  return { backdrop, canvas };
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
function paint(theatre: Theatre, context: OffscreenCanvasRenderingContext2D, isDark: boolean, solids?: Solids): void {
  theatre.draw(context, isDark, solids?.backdrop);
  context.globalCompositeOperation = 'destination-over';
  if (solids) context.drawImage(solids.canvas, 0, 0, theatre.size.width, theatre.size.height);
  context.fillStyle = (isDark ? DARK : LIGHT).paper;
  context.fillRect(0, 0, theatre.size.width, theatre.size.height);
  context.globalCompositeOperation = 'source-over';
}
