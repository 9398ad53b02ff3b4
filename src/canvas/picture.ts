import type { World } from '../../runtime/index.js';
import { CanvasPainter, type Context2D } from '../painter/canvas-painter.js';
import { LIGHT, type Colors } from '../painter/colors.js';
import { paintFloor, paintGrid } from '../painter/grid.js';
import { paintShapes, placesIn, seenBox, viewOf } from '../painter/paint-world.js';
import { grow, heightOf, widthOf, type Box } from '../painter/plane.js';
import type { Shape } from '../painter/shape.js';
import { Sketch, type PictureOptions } from '../painter/sketch.js';
import type { PaintedTrace } from '../painter/traces.js';
import { spatialView, viewportOf, type Position, type View } from '../painter/view.js';

/** Room around the picture, px, and around the plane's part that is shown, as a part of it. */
const MARGIN = 24;
const ROOM = 0.12;

/** The size of a picture, CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes of the first picture up to which a later one may show more. */
const MOST = 6;

/**
 * Draws a world again and again. What is shown stays the same while the world moves, and grows where
 * something leaves it, unless a frame is given.
 */
export class MovingPicture {
  readonly #world: World;
  readonly #options: PictureOptions;
  readonly #sketch: Sketch;
  /** In space, the corners of the box that is shown, and of its limits. */
  #room: Room;
  readonly #most: Room;
  /** The part of the plane that is shown, where no frame is given; and its limits. */
  #seen: Box;
  readonly #limits: Box;
  /** Where wires are sought: the picture may be wider than its frame. */
  readonly #around: Box;

  /** `before` is the picture that this one replaces: it goes on with what that one shows. */
  constructor(world: World, options: PictureOptions = {}, before?: MovingPicture) {
    this.#world = world;
    this.#options = options;
    this.#sketch = new Sketch(world, options);
    const first = this.#sketch.shapes();
    const room = roomOf(placesIn(first, []));
    this.#room = joined(widened(room, ROOM), before ? before.#room : room);
    this.#most = widened(room, MOST);
    const seen = seenBox(world, first, [], withoutFollow(options));
    const size = Math.max(widthOf(seen), heightOf(seen));
    const shown = grow(seen, ROOM * size);
    this.#seen = before ? around(shown, before.#seen) : shown;
    this.#limits = grow(seen, MOST * size);
    this.#around = grow(seen, size);
  }

  /** The map from the world to a picture of this size. */
  view({ width, height }: Size): View {
    const viewport = viewportOf(width, height, Math.min(MARGIN, width / 20, height / 20));
    const all = { ...viewport, inner: { min: [0, 0], max: [width, height] } } as const;
    if (this.#world.space === 3)
      return { ...spatialView(cornersOf(this.#room), viewport, this.#options, this.#world.time), viewport: all };
    const { min, max } = this.#seen;
    const options = { frame: [...min, ...max] as const, ...this.#options };
    return { ...viewOf(this.#world, [], [], viewport, options), viewport: all };
  }

  /** Paints the world at its present state, without the paper behind it. */
  paint(context: Context2D, size: Size, colors: Colors, paths: readonly PaintedTrace[] = []): View {
    const painter = new CanvasPainter(context);
    const shapes = this.#sketch.shapes([], this.#around);
    if (this.#world.space === 3) this.#room = within(joined(this.#room, roomOf(placesIn(shapes, []))), this.#most);
    else if (!this.#options.frame) this.#widen(shapes);
    const view = this.view(size);
    const unit = Math.min(1.3, Math.max(0.55, Math.min(size.width, size.height) / 700));
    if (this.#world.space === 2) paintGrid(painter, view, colors);
    else paintFloor(painter, cornersOf(this.#room), view, colors);
    paintShapes(painter, shapes, paths, view, colors, unit);
    return view;
  }

  /** Shows what has left the picture, within limits. */
  #widen(shapes: readonly Shape[]): void {
    const { min, max } = seenBox(
      this.#world,
      shapes.filter(({ kind }) => kind !== 'wire'),
      [],
      withoutFollow(this.#options),
    );
    const { min: low, max: high } = this.#limits;
    const [a, b] = [this.#seen.min, this.#seen.max];
    this.#seen = {
      min: [Math.max(low[0], Math.min(a[0], min[0])), Math.max(low[1], Math.min(a[1], min[1]))],
      max: [Math.min(high[0], Math.max(b[0], max[0])), Math.min(high[1], Math.max(b[1], max[1]))],
    };
  }
}

/** A box in space: its lower and its upper corner. */
type Room = readonly [low: readonly number[], high: readonly number[]];

/** The smallest box around places; around the origin if there are none. */
function roomOf(places: readonly Position[]): Room {
  const [first = [0, 0, 0]] = places;
  const [low, high] = [Array.from(first), Array.from(first)];
  for (const place of places)
    for (let k = 0; k < low.length; k++) {
      low[k] = Math.min(low[k]!, place[k]!);
      high[k] = Math.max(high[k]!, place[k]!);
    }
  return [low, high];
}

/** The box with `part` of its largest side more on each side. */
function widened([low, high]: Room, part: number): Room {
  const by = part * Math.max(...low.map((x, k) => high[k]! - x));
  return [low.map((x) => x - by), high.map((x) => x + by)];
}

const joined = ([a, b]: Room, [c, d]: Room): Room => [
  a.map((x, k) => Math.min(x, c[k]!)),
  b.map((x, k) => Math.max(x, d[k]!)),
];

const within = ([a, b]: Room, [c, d]: Room): Room => [
  a.map((x, k) => Math.max(x, c[k]!)),
  b.map((x, k) => Math.min(x, d[k]!)),
];

const cornersOf = ([low, high]: Room): Position[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => low.map((x, k) => (i & (1 << k) ? high[k]! : x)));

/** The smallest box that holds two. */
const around = (a: Box, b: Box): Box => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1])],
});

/** The options of a picture that follows nothing. */
const withoutFollow = ({ frame, rotating = 0 }: PictureOptions): PictureOptions => ({
  ...(frame && { frame }),
  rotating,
});

/** Options of {@link draw}: how the world is drawn, and how large. */
export type DrawOptions = PictureOptions & Size & { readonly colors?: Colors };

/**
 * Draws a world once, as it is, on a context that is scaled to CSS pixels. All of it is shown,
 * unless the options say what.
 */
export function draw(
  world: World,
  context: Context2D,
  { width, height, colors = LIGHT, ...options }: DrawOptions,
): View {
  return new MovingPicture(world, options).paint(context, { width, height }, colors);
}
