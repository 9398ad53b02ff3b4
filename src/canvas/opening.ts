/// <reference lib="dom" preserve="true" />
import type { Point2 } from '../painter/plane.js';
import { isGround, placesOf } from '../painter/shape.js';
import type { Observer } from '../painter/traces.js';
import type { Position, View } from '../painter/view.js';
import { covers, nearestOf, type Grip } from './covers.js';
import { OpenedPictures, type OpenedPicture, type OpeningRecord } from './opening-record.js';
import { listen, type Grabbable, type Puller } from './pointer.js';
import { SharpCanvas } from './sharp-canvas.js';
import { paintAround, paintShot, viewOfSight, type Sight } from './shot.js';
import { Trail } from './trail.js';

/** Longest time that a frame makes up for, and longest time between two places of a trace, s. */
const LONGEST = 1 / 20;
const TRACE = 1 / 60;

/** A pull that waits: where it went to, and when, ms; and when it was over. */
export interface WaitingPull {
  readonly point: Grip;
  readonly way: { readonly at: number; readonly target: readonly number[] }[];
  over?: number;
}

/** Waits with what a hand does until somebody can obey. */
class WaitingHand implements Puller {
  pull: WaitingPull | undefined;

  get point(): Grip | undefined {
    return this.pull?.over === undefined ? this.pull?.point : undefined;
  }

  get target(): readonly number[] | undefined {
    return this.point && this.pull?.way.at(-1)?.target;
  }

  grab(point: Grip, target: ArrayLike<number> = point.position): void {
    this.pull = { point, way: [] };
    this.moveTo(target);
  }

  moveTo(target: ArrayLike<number>): void {
    if (this.point) this.pull!.way.push({ at: performance.now(), target: Array.from(target) });
  }

  release(): void {
    if (this.point) this.pull!.over = performance.now();
  }
}

/**
 * Shows the first seconds of a scene as they were recorded, until what computes the scene is there. It stands
 * still from when a hand pulls on: the pull waits, too.
 */
export class Opening implements Grabbable {
  readonly canvas: HTMLCanvasElement;
  readonly record: OpeningRecord;
  readonly hand = new WaitingHand();
  /** Time that passes in the scene per time that it takes by itself. */
  factor = 1;
  marked: Grip | undefined;
  readonly #pictures: OpenedPictures;
  readonly #onFrame: () => void;
  readonly #hasScaleBar: boolean;
  readonly #surface: SharpCanvas;
  readonly #unlisten: () => void;
  readonly #redraw = (): void => {
    this.#draw();
  };
  /** What pointers and keys act on: this, or what has taken over. */
  #acts: Grabbable = this;
  #picture: OpenedPicture;
  #trails: readonly { readonly trail: Trail; readonly move: (picture: OpenedPicture) => void }[] = [];
  #grips: readonly Grip[] = [];
  #traced = 0;
  #frame: number | undefined;
  #before = 0;
  /** Time of the scene, s. */
  #now = 0;
  /** A time of the scene at which it stops, and what is to be done then; the argument is false if it will not come. */
  #stop: { readonly time: number; readonly done: (isReached: boolean) => void } | undefined;

  /** `hasScaleBar` says whether a bar of a round length is drawn into pictures of the plane. */
  constructor(canvas: HTMLCanvasElement, record: OpeningRecord, onFrame: () => void, hasScaleBar = true) {
    this.canvas = canvas;
    this.record = record;
    this.#onFrame = onFrame;
    this.#hasScaleBar = hasScaleBar;
    this.#pictures = new OpenedPictures(record);
    this.#picture = this.#pictures.at(0);
    this.restart();
    canvas.style.touchAction = 'manipulation';
    this.#surface = new SharpCanvas(canvas, this.#redraw);
    this.#unlisten = listen(canvas, () => this.#acts);
    this.#draw();
  }

  /** Steps of the scene until now. */
  get #steps(): number {
    // A rounding error of the sum of frames is no reason to miss a step.
    return Math.min(this.record.steps, Math.floor(this.#now / this.record.dt + 1e-9));
  }

  /** Time of the scene that is shown, s. */
  get time(): number {
    return this.#steps * this.record.dt;
  }

  /** Error of the constraints and change of energy, as they were a moment ago. */
  get figures(): { readonly residual: number; readonly change: number; readonly hasWork: boolean } {
    const [, residual = 0, change = 0] = this.record.figures.findLast(([steps]) => steps <= this.#steps) ?? [];
    return { residual, change, hasWork: this.record.hasWork };
  }

  get isRunning(): boolean {
    return this.#frame !== undefined;
  }

  get view(): View {
    return viewOfSight(this.#sight, this.#surface);
  }

  get movable(): readonly Grip[] {
    return this.#grips;
  }

  start(): void {
    if (this.#frame !== undefined) return;
    this.#before = performance.now();
    this.#request();
  }

  pause(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#giveUp();
  }

  togglePause(): void {
    if (this.isRunning) this.pause();
    else this.start();
    this.#onFrame();
  }

  /** Begins again. */
  restart(): void {
    [this.#now, this.#traced, this.hand.pull] = [0, 0, undefined];
    this.#giveUp();
    this.#picture = this.#pictures.at(0);
    this.#grips = this.#picture.movable.map((_, k) => ({
      get position() {
        return position(k);
      },
    }));
    const position = (k: number): Position => this.#picture.movable[k]!;
    this.#trails = this.record.traces.map(({ fade }, k) => {
      const point = { position: [] as Position };
      let axes: readonly Position[] | undefined;
      const about = this.#picture.traced[k]!.axes && observerIn(() => axes!);
      const trail = new Trail({ point, ...(fade !== undefined && { fade }), ...(about && { about }) });
      const move = ({ traced }: OpenedPicture): void => {
        axes = traced[k]!.axes;
        const { at } = traced[k]!;
        point.position = about?.pointToWorldFrame(at) ?? at;
      };
      return { trail, move };
    });
  }

  /** The paths until now. */
  get trails(): readonly Trail[] {
    return this.#trails.map(({ trail }) => trail);
  }

  pick(place: Point2, radius: number): Grip | undefined {
    const { view } = this;
    const point = nearestOf(this.#grips, view, place, radius);
    if (point !== undefined) return point;
    const shape = this.#picture.shapes.find((one) => !isGround(one) && covers(one, view, place, radius / 2));
    return shape && { position: view.locate(place, placesOf(shape)[0]!) };
  }

  mark(point: Grip | undefined): void {
    this.marked = point;
    if (!this.isRunning) this.#draw();
  }

  /** The time of the scene that is shown after a time, s, if nobody does anything. */
  timeIn(lead: number): number {
    const { speed, dt, steps } = this.record;
    const isStill = !this.isRunning || this.hand.pull !== undefined;
    return Math.min(steps * dt, isStill ? this.time : this.#now + lead * speed * this.factor);
  }

  /** Stops at a time of the scene, s. Returns false if it is over already, or does not come. */
  at(time: number): Promise<boolean> {
    return new Promise((done) => {
      this.#stop = { time, done };
      this.#check();
    });
  }

  /** Lets go of the canvas. Pointers and keys act on `next` from now on; the result ends that. */
  handOver(next: Grabbable): () => void {
    this.#let();
    this.#acts = next;
    return this.#unlisten;
  }

  close(): void {
    this.#let();
    this.#unlisten();
  }

  #let(): void {
    this.pause();
    this.#surface.close();
  }

  #giveUp(): void {
    this.#stop?.done(false);
    this.#stop = undefined;
  }

  /** Looks whether the time has come at which it stops. */
  #check(): void {
    if (this.#stop === undefined) return;
    const { dt, steps } = this.record;
    const far = Math.round(this.#stop.time / dt) - this.#steps;
    const isStill = !this.isRunning || this.hand.pull !== undefined || this.#steps === steps;
    if (far > 0 && !isStill) return;
    this.#stop.done(far === 0);
    this.#stop = undefined;
  }

  get #sight(): Sight {
    const { space, options } = this.record;
    return { space, options, shown: this.#picture.shown, time: this.time };
  }

  #request(): void {
    this.#frame = requestAnimationFrame((now) => {
      this.#request();
      const elapsed = Math.min(LONGEST, Math.max(0, now - this.#before) / 1000);
      this.#before = now;
      if (this.hand.pull === undefined)
        this.#now = Math.min(this.#now + elapsed * this.record.speed * this.factor, this.#stop?.time ?? Infinity);
      this.#draw();
      this.#onFrame();
      this.#check();
    });
  }

  #draw(): void {
    const { context, width, height, colors } = this.#surface;
    if (!(width > 0) || !(height > 0)) return;
    const { dt, speed } = this.record;
    const between = Math.max(1, Math.floor((TRACE * speed) / dt));
    for (const last = this.#steps; this.#trails.length > 0 && this.#traced < last;) {
      this.#traced = Math.min(last, this.#traced + between);
      this.#picture = this.#pictures.at(this.#traced);
      this.#note(this.#traced * dt);
    }
    this.#picture = this.#pictures.at(this.#steps);
    this.#note(this.time);
    context.clearRect(0, 0, width, height);
    const paths = this.#trails.map(({ trail }, k) => trail.painted(colors.traces[k % colors.traces.length]!));
    const shot = { ...this.#sight, shapes: this.#picture.shapes };
    const view = paintShot(context, this.#surface, colors, shot, paths);
    paintAround(context, view, colors, { marked: this.marked, scaleBar: this.#hasScaleBar && this.record.space === 2 });
  }

  #note(time: number): void {
    for (const { trail, move } of this.#trails) {
      move(this.#picture);
      trail.note(time);
    }
  }
}

/** Begins an opening on a canvas. */
export type BeginOpening = (canvas: HTMLCanvasElement, onFrame: () => void) => Opening;

/** What begins the opening of a record, if there is one. */
export const openingOf = (record: OpeningRecord | undefined): BeginOpening | undefined =>
  record && ((canvas, onFrame) => new Opening(canvas, record, onFrame));

/** An observer whose origin and ends of axes are known, which are at right angles. */
const observerIn = (axes: () => readonly Position[]): Observer => ({
  pointToLocalFrame: (place) => {
    const [origin, ...ends] = axes();
    return ends.map((end) => dot(minus(place, origin!), minus(end, origin!)));
  },
  pointToWorldFrame: (local) => {
    const [origin, ...ends] = axes();
    return Array.from(origin!, (x, k) => ends.reduce((sum, end, n) => sum + local[n]! * (end[k]! - x), x));
  },
});

const minus = (a: Position, b: Position): number[] => Array.from(a, (x, k) => x - b[k]!);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k]!, 0);

/** Lets a hand pull as one that waited has pulled: at once where it still does, else as it did then. */
export function obey(pull: WaitingPull, hand: Puller, point: Grip): void {
  const last = pull.way.at(-1)!; // a pull begins somewhere
  const begin = performance.now();
  hand.grab(point, pull.over === undefined ? last.target : pull.way[0]!.target);
  const follow = (): void => {
    if (hand.point !== point || pull.over === undefined) return;
    const now = pull.way[0]!.at + performance.now() - begin;
    hand.moveTo((pull.way.findLast(({ at }) => at <= now) ?? last).target);
    if (now >= pull.over) hand.release();
    else requestAnimationFrame(follow);
  };
  follow();
}
