/// <reference lib="dom" preserve="true" />
import type { PointConnector, World } from '../../runtime/index.js';
import { CanvasPainter } from '../painter/canvas-painter.js';
import type { Colors } from '../painter/colors.js';
import type { Painter } from '../painter/painter.js';
import { checkCanvas, checkPoint } from '../painter/picture-check.js';
import type { Point2 } from '../painter/plane.js';
import type { PictureOptions } from '../painter/sketch.js';
import type { PaintedTrace } from '../painter/traces.js';
import type { View } from '../painter/view.js';
import type { Backdrop } from './backdrop.js';
import { nearestOf, type Grip } from './covers.js';
import type { Elsewhere } from './elsewhere.js';
import { Hand, type HandOptions } from './hand.js';
import { obey, type Opening } from './opening.js';
import { movablePoints, pickPoint } from './pick.js';
import { MovingPicture } from './picture.js';
import { listen, type Sights } from './pointer.js';
import { SharpCanvas } from './sharp-canvas.js';
import { paintAround } from './shot.js';
import { Stepper, type StepperOptions } from './stepper.js';
import { Trail, type TrailOptions } from './trail.js';

/** Options of a {@link Stage}. */
export interface StageOptions extends PictureOptions, StepperOptions {
  readonly traces?: readonly TrailOptions[];
  /** Colours; if left out, `LIGHT` or `DARK`, as the `color-scheme` of the canvas says. */
  readonly colors?: Colors;
  /** False if points cannot be pulled at; or the spring by which they are. */
  readonly drag?: boolean | HandOptions;
  /** True to draw a bar of a round length into a picture of the plane. */
  readonly scaleBar?: boolean;
  /** Paints more, behind the world and in front of it. */
  readonly paintBehind?: (painter: Painter, view: View) => void;
  readonly paintAbove?: (painter: Painter, view: View) => void;
  /** Called after each frame. */
  readonly onFrame?: () => void;
  /** Called with what a step throws; the stage is paused until it shows another world. It is thrown if left out. */
  readonly onError?: (error: unknown) => void;
}

/** Time in which what a backdrop shows takes the place of the painter's picture, ms. */
export const FADE = 300;

/** What belongs to the world that is shown. */
interface Shown {
  readonly world: World;
  readonly options: StageOptions;
  readonly picture: MovingPicture;
  readonly stepper: Stepper;
  readonly hand: Hand;
  readonly trails: readonly Trail[];
}

function shownOf(world: World, options: StageOptions, before: readonly Trail[] = []): Shown {
  const { drag, traces = [] } = options;
  for (const { point } of traces) checkPoint(point, 'The point of a trace');
  const trails = traces.map((trace, k) => new Trail(trace, before[k]));
  const onStep = (): void => {
    noteAll(trails, world);
    options.onStep?.();
  };
  return {
    world,
    options,
    picture: new MovingPicture(world, options),
    stepper: new Stepper(world, { ...options, onStep }),
    hand: new Hand(world, typeof drag === 'object' ? drag : undefined),
    trails,
  };
}

function noteAll(trails: readonly Trail[], { time }: World): void {
  for (const trail of trails) trail.note(time);
}

/**
 * A world on a canvas: drawn in each frame, moving, and to be pulled at with a mouse, a finger or
 * keys.
 */
export class Stage {
  readonly canvas: HTMLCanvasElement;
  /** The point that is under the pointer, or chosen by keys. */
  marked: PointConnector | undefined;
  /** What moves the world in place of steps that are taken here. */
  elsewhere: Elsewhere | undefined;
  readonly #surface: SharpCanvas;
  readonly #unlisten: () => void;
  readonly #redraw = (): void => {
    this.draw();
  };
  #shown: Shown;
  #frame: number | undefined;
  /** True if it moves again with another world. */
  #isHalted = false;
  #isClosed = false;
  #before = 0;
  #backdrop: Backdrop | undefined;
  /** When the backdrop was seen first, ms, and what the painter's picture is on until it has gone. */
  #appeared: number | undefined;
  #leaving: OffscreenCanvas | undefined;
  readonly #sights: Sights = {
    look: (look) => {
      this.#shown.picture.look(this.#surface, look);
      this.#redrawIfStill();
    },
    fit: () => {
      this.#shown.picture.fit();
      this.#redrawIfStill();
    },
  };

  /**
   * Draws `world` on `canvas`. `start()` makes it move. An opening that was shown there is over: its paths and what
   * pulls are those of the stage from now on.
   */
  constructor(canvas: HTMLCanvasElement, world: World, options: StageOptions = {}, opening?: Opening) {
    checkCanvas(canvas, 'The canvas of a stage');
    this.canvas = canvas;
    this.#shown = shownOf(world, options, opening?.trails);
    if (!canvas.hasAttribute('tabindex')) canvas.tabIndex = 0;
    this.#surface = new SharpCanvas(canvas, this.#redraw);
    this.#unlisten = opening?.handOver(this) ?? listen(canvas, () => this);
    this.#leaveToPage();
  }

  /** What shows the world in three dimensions, in place of the painter; the plane is then seen as something in space. */
  get backdrop(): Backdrop | undefined {
    return this.#backdrop;
  }

  set backdrop(backdrop: Backdrop | undefined) {
    this.#backdrop?.close();
    this.#backdrop = backdrop;
    this.#appeared = undefined;
    this.#leaving = backdrop && new OffscreenCanvas(1, 1);
    this.#deepen();
  }

  /** Sees the plane as something in space where a backdrop shows it. */
  #deepen(before?: MovingPicture): void {
    const { world, options, picture } = this.#shown;
    picture.isSolid = this.#backdrop !== undefined && world.space === 2;
    if (before) picture.seeLike(before);
    this.#backdrop?.show(world, options);
    this.#leaveToPage();
    this.draw();
  }

  /** How the eye is moved, where there is one. */
  get sights(): Sights | undefined {
    return this.#shown.picture.isDeep ? this.#sights : undefined;
  }

  /** Fingers scroll and zoom the page, except for one that holds a point; what has an eye is gone round sideways. */
  #leaveToPage(): void {
    this.canvas.style.touchAction = this.#shown.picture.isDeep ? 'pan-y' : 'manipulation';
  }

  #redrawIfStill(): void {
    if (!this.isRunning) this.draw();
  }

  get world(): World {
    return this.#shown.world;
  }

  /** The map from the world to the canvas, in CSS pixels. */
  get view(): View {
    return this.#shown.picture.view(this.#surface);
  }

  /** The hand that pulls. */
  get hand(): Hand {
    return this.#shown.hand;
  }

  /** The colours of the picture. */
  get colors(): Colors {
    return this.#shown.options.colors ?? this.#surface.colors;
  }

  /** Time of the world per time that passes. */
  get speed(): number {
    return this.#shown.stepper.speed;
  }

  set speed(speed: number) {
    this.#shown.stepper.speed = speed;
  }

  /** Names that are written beside points. */
  set names(names: ReadonlyMap<PointConnector, string>) {
    this.#shown.picture.names = names;
    this.#redrawIfStill();
  }

  /** Replaces the world, and the options. It moves again if an error stopped it. */
  show(world: World, options: StageOptions = this.#shown.options): void {
    const [{ picture, hand }, shown] = [this.#shown, shownOf(world, options)];
    this.marked = undefined;
    this.elsewhere = undefined;
    hand.release();
    this.#shown = shown;
    this.#deepen(picture);
    if (this.#isHalted) this.start();
  }

  /** Pulls as somebody did while an opening was shown. */
  obey({ hand: { pull }, marked }: Opening): void {
    const pointAt = (grip: Grip): PointConnector | undefined => this.pick(this.view.place(grip.position));
    this.marked = marked && pointAt(marked);
    const point = pull && pointAt(pull.point);
    if (pull && point) obey(pull, this.hand, point);
  }

  get isRunning(): boolean {
    return this.#frame !== undefined;
  }

  /** Moves with the time, a frame at a time. */
  start(): void {
    this.#isHalted = false;
    if (this.#frame !== undefined || this.#isClosed) return;
    this.#before = performance.now();
    this.#request();
  }

  pause(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#isHalted = false;
  }

  /** Pauses because of an error, until another world is shown. */
  halt(): void {
    if (!this.isRunning) return;
    this.pause();
    this.#isHalted = true;
  }

  /** Takes one step, and draws. */
  step(): void {
    this.#shown.stepper.step();
    this.elsewhere?.changed();
    this.draw();
  }

  /** Advances by a time, s, in fixed steps; by a twentieth of a second at most. */
  advance(elapsed: number): void {
    const { stepper, hand } = this.#shown;
    if (this.elsewhere) this.elsewhere.advance(elapsed, hand, this.speed);
    else stepper.advance(elapsed);
  }

  /** The point near a place of the canvas, CSS pixels, that can be pulled at. */
  pick(place: Point2, radius = 26): PointConnector | undefined {
    const { world, options } = this.#shown;
    if (options.drag === false) return undefined;
    if (this.#backdrop === undefined) return pickPoint(world, this.view, place, radius, options.looks);
    return nearestOf(movablePoints(world), this.view, place, radius) ?? this.#backdrop.pick(place);
  }

  /** True once all that moves has left the picture. */
  get isLeft(): boolean {
    return this.#shown.picture.isLeft(this.#surface);
  }

  /** The points that can be pulled at. */
  get movable(): readonly PointConnector[] {
    const { world, options } = this.#shown;
    return options.drag === false ? [] : movablePoints(world);
  }

  /** Marks a point. */
  mark(point: PointConnector | undefined): void {
    if (this.marked === point) return;
    this.marked = point;
    this.#redrawIfStill();
  }

  togglePause(): void {
    if (this.isRunning) this.pause();
    else this.start();
  }

  /** Draws the world as it is. */
  draw(): void {
    const { world, options, picture, trails } = this.#shown;
    const { scaleBar = false, paintBehind, paintAbove } = options;
    const { colors } = this;
    const { context, width, height } = this.#surface;
    if (!(width > 0) || !(height > 0)) return;
    context.clearRect(0, 0, width, height);
    const painter = new CanvasPainter(context);
    paintBehind?.(painter, this.view);
    noteAll(trails, world);
    const paths = trails.map((trail, k) => trail.painted(colors.traces[k % colors.traces.length]!));
    const view = this.#backdrop
      ? picture.paintWords(context, this.#surface, colors, paths)
      : picture.paint(context, this.#surface, colors, paths);
    this.#backdrop?.draw(view, picture.room, this.#surface, window.devicePixelRatio, colors);
    this.#fade(colors, paths);
    paintAround(context, view, colors, { marked: this.marked, scaleBar: scaleBar && !picture.isDeep });
    paintAbove?.(painter, view);
  }

  /** Paints the painter's picture above a backdrop that has just come, more and more transparent. */
  #fade(colors: Colors, paths: readonly PaintedTrace[]): void {
    const leaving = this.#leaving;
    if (leaving === undefined) return;
    this.#appeared ??= performance.now();
    const left = 1 - (performance.now() - this.#appeared) / FADE;
    if (left <= 0) this.#leaving = undefined;
    else {
      const { context, width, height } = this.#surface;
      Object.assign(leaving, { width: this.canvas.width, height: this.canvas.height });
      const picture = leaving.getContext('2d')!; // it has no other context
      picture.setTransform(context.getTransform());
      this.#shown.picture.paint(picture, this.#surface, colors, paths);
      context.globalAlpha = left;
      context.drawImage(leaving, 0, 0, width, height);
      context.globalAlpha = 1;
    }
    if (!this.isRunning) requestAnimationFrame(this.#redraw);
  }

  /** Lets go of the canvas, and of what is pulled at; `start()` does nothing from then on. */
  close(): void {
    this.#isClosed = true;
    this.pause();
    this.#unlisten();
    this.#backdrop?.close();
    this.#surface.close();
  }

  #request(): void {
    this.#frame = requestAnimationFrame((now) => {
      this.#request();
      const elapsed = Math.max(0, now - this.#before) / 1000;
      this.#before = now;
      try {
        this.advance(elapsed);
      } catch (error) {
        this.halt();
        if (!this.#shown.options.onError) throw error;
        this.#shown.options.onError(error);
      }
      this.draw();
      this.#shown.options.onFrame?.();
    });
  }
}
