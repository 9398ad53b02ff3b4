import type * as Gifenc from 'gifenc';
import { checkOptions, FUNCTION, POSITIVE, wholeFrom, type OptionRule } from '../diagnostics/arguments.js';
import { LIGHT } from '../painter/colors.js';
import { paintFloor } from '../painter/space/floor.js';
import { paintGrid } from '../painter/grid.js';
import { paintShapes, placesIn, roomAround } from '../painter/paint-world.js';
import { centredOn, grow, heightOf, widthOf, type Box } from '../painter/plane.js';
import { joined, type Room } from '../painter/room.js';
import { placesOf, type Shape } from '../painter/shape.js';
import { Sketch, type PictureOptions } from '../painter/sketch.js';
import { noted, pathNow, type PaintedTrace } from '../painter/traces.js';
import { lensOf, movedLens, viewThrough, wayOf } from '../painter/space/lens.js';
import { planarView, turned, viewportOf, type Position, type View } from '../painter/view.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { checkIsScene, type BuiltScene, type Scene } from '../simulate/scene.js';
import { simulateScene, type SimulateOptions } from '../simulate/simulate.js';
import { speedOf } from '../simulate/speed.js';
import type { Breath } from './breath.js';
import { periodOf } from './period.js';
import { RasterPainter } from './raster-painter.js';

/** Options of {@link sceneGIF}. */
export interface SceneGIFOptions extends Pick<SimulateOptions, 'until' | 'dt' | 'onProgress'> {
  /** Width, px; 640 if left out. */
  readonly width?: number;
  /** Frames a second; 25 if left out. The form has hundredths of a second. */
  readonly fps?: number;
  /** Time of the world per time of the film; as in {@link sceneGLB}. */
  readonly speed?: number;
}

const OPTIONS: Readonly<Record<keyof SceneGIFOptions, OptionRule>> = {
  until: POSITIVE,
  dt: POSITIVE,
  onProgress: FUNCTION,
  width: wholeFrom(32, 4096),
  fps: { is: (x) => typeof x === 'number' && x >= 1 && x <= 50, expected: 'a number from 1 to 50' },
  speed: POSITIVE,
};

const MARGIN = 12;
/** Room around what moves, as a part of its size; least and largest height by width. */
const ROOM = 0.06;
const FLATTEST = 0.3;
const TALLEST = 1.2;
/** Frames whose colours make the palette, and its size: one more is for what stays as it was. */
const SAMPLED = 8;
const COLORS = 255;

interface Frame {
  readonly time: number;
  readonly shapes: readonly Shape[];
  readonly paths: readonly PaintedTrace[];
  /** Where the picture sees the point that it follows; the origin if there is none. */
  readonly middle: Position;
}

/** Frames of a scene, to be fed by `simulateScene`. */
export class SceneStrip {
  readonly #options: Pick<SceneGIFOptions, 'width' | 'fps'>;
  readonly #speed: number;
  readonly #delay: number;
  readonly #frames: Frame[] = [];
  readonly #paths: { readonly path: number[][]; readonly times: number[] }[] = [];
  #start = 0;
  #room: Room | undefined;
  #sketch: Sketch | undefined;
  #picture: PictureOptions = {};
  #space: 2 | 3 = 2;

  constructor(scene: Pick<Scene, 'until'>, options: Pick<SceneGIFOptions, 'until' | 'width' | 'fps' | 'speed'>) {
    const end = options.until ?? scene.until;
    this.#options = options;
    this.#speed = options.speed ?? speedOf({ ...(end !== undefined && { until: end }) });
    this.#delay = Math.max(2, Math.round(100 / (options.fps ?? 25))) / 100;
  }

  /** Looks at the scene as it is now: at its traces always, at all of it where a frame is due. */
  note({ world, traces = [], drivers, picture }: BuiltScene): void {
    if (this.#sketch === undefined) {
      this.#picture = { ...picture, driven: drivenConnectors(drivers) };
      this.#sketch = new Sketch(world, this.#picture);
      this.#start = world.time;
      this.#space = world.space;
    }
    traces.forEach(({ point, about }, k) => {
      const { path, times } = (this.#paths[k] ??= { path: [], times: [] });
      path.push(noted(point.position, about));
      times.push(world.time);
    });
    const due = this.#frames.length * this.#delay * this.#speed;
    if (world.time - this.#start < due - 1e-9) return;
    if (this.#picture.forces === true) world.evaluate();
    const paths = traces.map(({ fade = Infinity, about }, k): PaintedTrace => {
      const { path, times } = this.#paths[k]!;
      const first = times.findIndex((time) => time >= world.time - fade);
      const color = LIGHT.traces[k % LIGHT.traces.length]!;
      return { path: pathNow(path.slice(first), about).map((p) => Array.from(p)), times: times.slice(first), color };
    });
    const shapes = this.#sketch.shapes(paths.map(({ path }) => path)).map(kept);
    const { follow } = this.#picture;
    const middle = follow === undefined ? [0, 0, 0] : this.#still(follow.position, world.time);
    if (this.#space === 2) {
      const now = this.#aboutMiddle(roomAround(world, shapes, this.#picture), middle);
      this.#room = this.#room === undefined ? now : joined(this.#room, now);
    }
    this.#frames.push({ time: world.time, shapes, paths, middle });
  }

  /** The film; where the motion begins anew, it ends. */
  async file(breathe?: Breath): Promise<Uint8Array<ArrayBuffer>> {
    // In Node all is in the default export; in bundlers the module has it.
    const loaded = (await import('gifenc')) as typeof Gifenc & { readonly default: typeof Gifenc };
    const gifenc = 'GIFEncoder' in loaded ? loaded : (loaded as { readonly default: typeof Gifenc }).default;
    const count = periodOf(this.#frames.map(({ shapes }) => shapes.filter(moves).flatMap(placesOf).flatMap((p) => Array.from(p)))); // prettier-ignore
    const wires = this.#stillWires();
    const frames = this.#frames.slice(0, count);
    const { width, height, viewOf } = this.#view();
    const paint = (frame: Frame): Uint8ClampedArray => {
      const painter = new RasterPainter(width, height);
      const view = viewOf(frame);
      painter.polygon([[0, 0], [width, 0], [width, height], [0, height]], { fill: LIGHT.paper }); // prettier-ignore
      if (this.#space === 2) paintGrid(painter, view, LIGHT);
      else paintFloor(painter, placesIn(frame.shapes, []), view, LIGHT);
      const shapes =
        wires === undefined ? frame.shapes : [...frame.shapes.filter((shape) => !isStillWire(shape)), ...wires];
      paintShapes(painter, shapes, frame.paths, view, LIGHT, 1);
      return painter.pixels;
    };
    const every = Math.ceil(frames.length / SAMPLED);
    const sampled = frames.filter((_, k) => k % every === 0);
    // Pictures are painted for their colours, and all of them for the film: what is done of both.
    const painted = async (k: number): Promise<void> => breathe?.(k / (sampled.length + frames.length));
    const colors = new Uint8ClampedArray(sampled.length * 4 * width * height);
    for (const [k, frame] of sampled.entries()) {
      await painted(k);
      colors.set(paint(frame), k * 4 * width * height);
    }
    await painted(sampled.length);
    const palette = gifenc.quantize(colors, COLORS);
    const same = palette.length;
    palette.push([0, 0, 0]);
    const encoder = gifenc.GIFEncoder();
    let before: Uint8Array | undefined;
    for (const [k, frame] of frames.entries()) {
      await painted(sampled.length + k);
      const pixels = paint(frame);
      await painted(sampled.length + k + 1 / 3);
      const index = gifenc.applyPalette(pixels, palette.slice(0, same));
      const changed = index.map((color, k) => (before?.[k] === color ? same : color));
      await painted(sampled.length + k + 2 / 3);
      const delay = Math.round(1000 * this.#delay);
      const rest = before === undefined ? { palette, repeat: 0 } : { transparent: true, transparentIndex: same };
      encoder.writeFrame(changed, width, height, { delay, dispose: 1, ...rest });
      before = index;
    }
    encoder.finish();
    return encoder.bytes();
  }

  /**
   * Wires that do not change with time, as long as all of the run needs them: they would grow with what is around
   * them. Undefined where a frame says how long they are.
   */
  #stillWires(): Shape[] | undefined {
    if (this.#picture.frame !== undefined) return undefined;
    const places = this.#frames.flatMap(({ shapes, paths }) => placesIn(shapes, paths));
    return this.#sketch!.shapes([places]).filter(isStillWire);
  }

  /** The size of the pictures, and the view of each. */
  #view(): { readonly width: number; readonly height: number; readonly viewOf: (frame: Frame) => View } {
    const { width = 640 } = this.#options;
    const { frame: shown, follow, followAlong } = this.#picture;
    const heightFor = (aspect: number): number => {
      const inner = (width - 2 * MARGIN) * Math.min(TALLEST, Math.max(FLATTEST, aspect));
      return 2 * Math.ceil((inner + 2 * MARGIN) / 2);
    };
    if (this.#space === 2) {
      const room = this.#room!;
      const all: Box = { min: [room.min[0]!, room.min[1]!], max: [room.max[0]!, room.max[1]!] };
      const box: Box = shown
        ? { min: [shown[0], shown[1]], max: [shown[2], shown[3]] }
        : grow(all, ROOM * Math.max(widthOf(all), heightOf(all), 1e-6));
      const height = heightFor(heightOf(box) / widthOf(box));
      const viewport = viewportOf(width, height, MARGIN);
      const viewOf = ({ middle, time }: Frame): View =>
        planarView(follow ? centredOn(box, middle, followAlong) : box, viewport, this.#picture, time);
      return { width, height, viewOf };
    }
    const height = heightFor(0.75);
    const viewport = viewportOf(width, height, MARGIN);
    const start = this.#frames[0]!.middle;
    const places = this.#frames.flatMap((frame) => {
      const way = wayOf(start, frame.middle, followAlong);
      return this.#placesOf(frame).map((place) => place.map((x, k) => x - way[k]!));
    });
    const lens = lensOf(places, viewport, this.#picture, 0);
    const viewOf = ({ middle, time }: Frame): View =>
      viewThrough(movedLens(lens, start, middle, followAlong), viewport, this.#picture, time);
    return { width, height, viewOf };
  }

  /** A position as a picture sees it that may turn. */
  #still(position: Position, time: number): number[] {
    const { rotating = 0 } = this.#picture;
    return rotating === 0 ? Array.from(position) : turned(position, -rotating * time);
  }

  /** All places of a frame, as its picture sees them; without paths where these are left behind. */
  #placesOf({ shapes, paths, time }: Frame): number[][] {
    const shown = this.#picture.follow === undefined ? paths : [];
    return [
      ...placesIn(shapes, []).map((place) => this.#still(place, time)),
      ...shown.flatMap(({ path, times }) => path.map((place, k) => this.#still(place, times[k]!))),
    ];
  }

  /** The part of the plane that a picture has to show, seen from the point that it follows, which is in the middle. */
  #aboutMiddle({ min, max }: Room, middle: Position): Room {
    const { follow, followAlong } = this.#picture;
    if (follow === undefined) return { min, max };
    const isFollowed = (k: number): boolean => followAlong === undefined || followAlong === 'xy'[k];
    const half = min.map((low, k) => Math.max(middle[k]! - low, max[k]! - middle[k]!));
    const end = (sign: number, room: readonly number[]): number[] =>
      room.map((x, k) => (isFollowed(k) ? sign * half[k]! : x));
    return { min: end(-1, min), max: end(1, max) };
  }
}

const isStillWire = (shape: Shape): boolean => shape.kind === 'wire' && shape.isStill === true;

/** What a motion is known by. */
const moves = ({ kind }: Shape): boolean => kind !== 'wire' && kind !== 'floor' && kind !== 'hatching';

/** A shape as it is now: places are views of the state. A line that ends in the place where it began still does. */
function kept(shape: Shape): Shape {
  const copies = new Map<unknown, unknown>();
  const copied = (value: unknown): unknown =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : Array.isArray(value) ? value.map(plain) : value;
  const plain = (value: unknown): unknown => {
    if (!copies.has(value)) copies.set(value, copied(value));
    return copies.get(value);
  };
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, plain(value)])) as unknown as Shape;
}

/**
 * Runs a scene, and returns it as a GIF that moves, drawn as pictures of scenes are, but for texts. Where the
 * motion is periodic it shows one period. Throws a SpecError for faulty options, and what building the scene or a
 * step of it throws.
 *
 * ```ts
 * writeFileSync('four-bar.gif', await sceneGIF(await loadScene(document)));
 * ```
 */
export async function sceneGIF(scene: Scene, options: SceneGIFOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  checkIsScene('sceneGIF', scene);
  checkOptions('sceneGIF', options, OPTIONS);
  const { until, dt, onProgress } = options;
  const strip = new SceneStrip(scene, options);
  await simulateScene(scene, {
    ...(until !== undefined && { until }),
    ...(dt !== undefined && { dt }),
    ...(onProgress && { onProgress }),
    onState: (built) => {
      strip.note(built);
    },
  });
  return strip.file();
}
