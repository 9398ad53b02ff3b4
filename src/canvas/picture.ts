import type { PointConnector, World } from '../../runtime/index.js';
import type { Context2D } from '../painter/canvas-painter.js';
import { LIGHT, type Colors } from '../painter/colors.js';
import { movedLens, shiftedLens, turnedLens, type Lens } from '../painter/space/lens.js';
import { checkPicture } from '../painter/picture-check.js';
import { roomAround } from '../painter/paint-world.js';
import { centredOn, grow, heightOf, widthOf, type Box, type Point2 } from '../painter/plane.js';
import { between, joined, sizeOf, widened, within, type Room } from '../painter/room.js';
import { isHand, type Shape } from '../painter/shape.js';
import { Sketch, type PictureOptions } from '../painter/sketch.js';
import type { PaintedTrace } from '../painter/traces.js';
import type { View } from '../painter/view.js';
import { movablePoints } from './pick.js';
import {
  boxOf,
  lensOfSight,
  paintShot,
  viewOfSight,
  viewportOfSize,
  type Shot,
  type Sight,
  type Size,
} from './shot.js';

/** Room around what is shown at first, as a part of it; and around the box of a whole run. */
const ROOM = 0.19;
const ROOM_OF_RUN = 0.03;
/** Size of the first picture of what has none, m, such as a bead on an open curve. */
const LEAST = 2;
/** Sizes of the first picture by which a later one may show more on each side; after a whole run, less. */
const MOST = 6;
const MOST_AFTER_RUN = 0.3;
/** Distance from the middle of a picture at which something has left it, as a part of its size. */
const GONE = 0.6;
/** Part of the way to where a view belongs that it takes in a frame. */
const EASE = 0.1;

/** Shapes that are flat: texts, marks and arrows. */
const WORDS: readonly Shape['kind'][] = ['line', 'text', 'name', 'angle', 'force'];

/** Sizes of the first picture that a visitor may zoom to: the largest and the smallest. */
const WIDEST = 20;
const CLOSEST = 0.01;

/**
 * Another look: what is at a place of the picture is moved along, and made `zoom` times as large; where there is an
 * eye, it goes round what it sees, by angles to the right and upwards, rad.
 */
export interface Look {
  readonly at: Point2;
  readonly by?: Point2;
  readonly zoom?: number;
  readonly turn?: Point2;
}

/**
 * Draws a world again and again. What is shown stays the same while the world moves, and grows where
 * something leaves it, unless a frame is given. While a hand pulls, nothing changes: its target would
 * move off with the view. What was pulled out of the picture is followed, and the view comes back
 * with it.
 */
export class MovingPicture {
  readonly #world: World;
  readonly #options: PictureOptions;
  readonly #sketch: Sketch;
  /** What is shown, in a picture that follows a point around its place; what is shown without a hand. */
  #shown: Room;
  #home: Room;
  /** The most that is shown. */
  readonly #limits: Room;
  /** True once a hand has pulled. */
  #wasPulled = false;
  /** The middle of the picture, from the point that it follows. */
  #lag = [0, 0];
  #middle: readonly number[] = [0, 0];
  /** Where wires are sought: the picture may be wider than what is to be shown. */
  #around: Box;
  /** True to show the same, whatever the world does: somebody draws on it. */
  isHeld = false;
  /** What a visitor has chosen to see of the plane, whatever the world does. */
  #chosen: Box | undefined;
  /** What a visitor looks through at what is in space, and the middle of the picture then. */
  #lens: { readonly lens: Lens; readonly middle: readonly number[] } | undefined;
  #isSolid = false;

  /** `before` is the picture that this one replaces: it goes on with what that one shows. */
  constructor(world: World, options: PictureOptions = {}, before?: MovingPicture) {
    this.#world = world;
    this.#options = options;
    this.#sketch = new Sketch(world, options);
    const own = this.#first();
    this.#limits = widened(own, (options.reach ? MOST_AFTER_RUN : MOST) * sizeOf(own));
    this.#home = own;
    this.#shown = own;
    if (before !== undefined && before.#world.space === world.space && !options.frame) {
      this.#home = joined(own, within(before.#home, widened(own, sizeOf(own))));
      this.#shown = before.#shown;
    }
    if (before !== undefined && before.#world.space === world.space) this.#chosen = before.#chosen;
    if (before !== undefined) this.seeLike(before);
    this.#middle = this.#followed();
    this.#around = around(this.#seen, 1);
  }

  /** Names that are written beside points. */
  set names(names: ReadonlyMap<PointConnector, string>) {
    checkPicture(this.#world, { names });
    this.#sketch.names = names;
  }

  /** True where a visitor has chosen what is seen. */
  get isChosen(): boolean {
    return this.#chosen !== undefined || this.#lens !== undefined;
  }

  /** True to look at the plane as at something in space. */
  get isSolid(): boolean {
    return this.#isSolid;
  }

  set isSolid(on: boolean) {
    this.#isSolid = on;
    this.#lens = undefined;
  }

  /** Is looked at as another picture is, through what was chosen there. */
  seeLike(before: MovingPicture): void {
    if (before.#world.space !== this.#world.space) return;
    this.#isSolid = before.#isSolid;
    this.#lens = before.#lens;
  }

  /** True where there is an eye, which can go round what it sees. */
  get isDeep(): boolean {
    return this.#isSolid || this.#world.space === 3;
  }

  #lensOf(size: Size): Lens {
    return this.#sight.lens ?? lensOfSight(this.#sight, size);
  }

  /** Shows another part from now on. */
  look(size: Size, look: Look): void {
    if (this.isDeep) {
      const turned = look.turn ? turnedLens(this.#lensOf(size), look.turn, this.#world.space) : this.#lensOf(size);
      const lens = shiftedLens(turned, lensOfSight(this.#sight, size), viewportOfSize(size), look);
      this.#lens = { lens, middle: this.#middle };
      return;
    }
    const { at, by = [0, 0], zoom = 1 } = look;
    const seen = this.#seen;
    const home = sizeOf(this.#home);
    const span = Math.max(widthOf(seen), heightOf(seen));
    const factor = span / Math.min(WIDEST * home, Math.max(CLOSEST * home, span / zoom));
    const { scale } = this.view(size);
    // The middle of what is seen is in the middle of the picture.
    const middle = ([0, 1] as const).map((k) => {
      const [half, sign] = [(k === 0 ? size.width : size.height) / 2, k === 0 ? 1 : -1];
      const before = (seen.min[k] + seen.max[k]) / 2;
      return before + (sign * (at[k] - half)) / scale - (sign * (at[k] + by[k] - half)) / (scale * factor);
    });
    const [w, h] = [widthOf(seen) / (2 * factor), heightOf(seen) / (2 * factor)];
    this.#chosen = { min: [middle[0]! - w, middle[1]! - h], max: [middle[0]! + w, middle[1]! + h] };
  }

  /** Shows what there is again. */
  fit(): void {
    this.#chosen = undefined;
    this.#lens = undefined;
  }

  /** The map from the world to a picture of this size. */
  view(size: Size): View {
    return viewOfSight(this.#sight, size);
  }

  get #sight(): Sight {
    const shown = this.#world.space === 3 ? this.#shown : this.#seen;
    return { ...this.#ownSight, shown, lens: this.#followingLens };
  }

  /** What is seen where no visitor has chosen what. */
  get #ownSight(): Sight {
    const { time, space } = this.#world;
    const shown = space === 3 ? this.#shown : this.#own;
    return { space, time, shown, options: this.#options, isSolid: this.#isSolid };
  }

  /** The lens that was chosen, moved along with the point that the picture follows. */
  get #followingLens(): Lens | undefined {
    if (this.#lens === undefined) return undefined;
    const { lens, middle } = this.#lens;
    const { follow, followAlong } = this.#options;
    if (!follow) return lens;
    return movedLens(lens, middle, this.#middle, followAlong);
  }

  /** The part of the plane that is shown. */
  get #seen(): Box {
    return this.#chosen ?? this.#own;
  }

  /** The part of the plane that is shown where no visitor has chosen one. */
  get #own(): Box {
    const box = boxOf(this.#shown);
    const { follow, followAlong } = this.#options;
    return follow ? centredOn(box, this.#middle, followAlong) : box;
  }

  /** What there is to be painted of the world at its present state. */
  shot(): Shot {
    const shapes = this.#sketch.shapes([], this.#around);
    this.#adjust(shapes);
    if (!contains(this.#around, around(this.#seen, 0.5))) this.#around = around(this.#seen, 1);
    return { ...this.#sight, shapes };
  }

  /** The part that is shown, m. */
  get room(): Room {
    return this.#sight.shown;
  }

  /** Moves what is shown along with the world, and paints what a picture in three dimensions has no solids for. */
  paintWords(context: Context2D, size: Size, colors: Colors, paths: readonly PaintedTrace[]): View {
    const shapes = this.shot().shapes.filter(({ kind }) => WORDS.includes(kind));
    return paintShot(context, size, colors, { ...this.#sight, shapes }, paths, false);
  }

  /** Paints the world at its present state, without the paper behind it. */
  paint(context: Context2D, size: Size, colors: Colors, paths: readonly PaintedTrace[] = []): View {
    return paintShot(context, size, colors, this.shot(), paths);
  }

  /** Tests whether all that can be pulled at is outside of a picture of this size, as it is before a visitor moves it. */
  isLeft(size: Size): boolean {
    const view = viewOfSight(this.#ownSight, size);
    const points = movablePoints(this.#world);
    return (
      points.length > 0 &&
      points.every(({ position }) => {
        const [x, y] = view.place(position);
        return !(Math.abs(x / size.width - 0.5) < GONE && Math.abs(y / size.height - 0.5) < GONE);
      })
    );
  }

  /** What the first picture shows. */
  #first(): Room {
    const { frame, reach } = this.#options;
    if (frame && this.#world.space === 2) return { min: frame.slice(0, 2), max: frame.slice(2) };
    const now = roomAround(this.#world, this.#sketch.shapes(), this.#options);
    const room = reach ? joined(now, reach) : now;
    const size = sizeOf(room);
    return widened(room, size > 0 ? (reach ? ROOM_OF_RUN : ROOM) * size : LEAST / 2);
  }

  /** The place of the point that is followed, with the lag of the picture behind it. */
  #followed(): readonly number[] {
    const { follow } = this.#options;
    return this.#lag.map((lag, k) => lag + (follow?.position[k] ?? 0));
  }

  /** Shows what has left the picture, within limits. */
  #adjust(shapes: readonly Shape[]): void {
    const { follow, frame } = this.#options;
    if (this.isHeld) return;
    if (shapes.some(isHand)) {
      this.#wasPulled = true;
      if (follow) this.#lag = this.#middle.map((x, k) => x - follow.position[k]!);
      return;
    }
    this.#lag = this.#lag.map((lag) => (1 - EASE) * lag);
    this.#middle = this.#followed();
    if (!frame || this.#world.space === 3) this.#show(shapes);
  }

  /** Shows shapes that have left the picture. */
  #show(shapes: readonly Shape[]): void {
    const solid = shapes.filter(({ kind }) => kind !== 'wire');
    const all = joined(this.#home, within(roomAround(this.#world, solid, this.#options), this.#limits));
    if (!this.#wasPulled) {
      this.#home = all;
      // What the world itself does is seen at once.
      this.#shown = joined(this.#shown, all);
    }
    this.#shown = between(this.#shown, all, EASE);
  }
}

/** The box with so many of its sizes more on each side. */
const around = (box: Box, sizes: number): Box => grow(box, sizes * sizeOf(box));

const contains = (a: Box, b: Box): boolean =>
  [0, 1].every((k) => a.min[k as 0 | 1] <= b.min[k as 0 | 1] && b.max[k as 0 | 1] <= a.max[k as 0 | 1]);

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
