import type { Connector, PointConnector, World } from '../../../runtime/index.js';
import type { Backdrop } from '../../../src/canvas/backdrop.js';
import { nearestOf } from '../../../src/canvas/covers.js';
import { Hand } from '../../../src/canvas/hand.js';
import { Pace } from '../../../src/canvas/pace.js';
import { movablePoints, pickPoint } from '../../../src/canvas/pick.js';
import { MovingPicture, type Look } from '../../../src/canvas/picture.js';
import type { Grabbable } from '../../../src/canvas/pointer.js';
import { Trail } from '../../../src/canvas/trail.js';
import { CanvasPainter } from '../../../src/painter/canvas-painter.js';
import { joinedLists } from '../../../src/painter/joins.js';
import { DARK, LIGHT, type Colors } from '../../../src/painter/colors.js';
import { distance, type Point2 } from '../../../src/painter/plane.js';
import type { PictureOptions } from '../../../src/painter/sketch.js';
import type { View } from '../../../src/painter/view.js';
import { EnergyBalance } from '../../../src/simulate/energy-balance.js';
import type { LoadedScene, SceneWorld } from '../../../src/scene/index.js';
import { drivenConnectors } from '../../../src/simulate/driver-power.js';
import type { SurfaceContext, SurfaceSize } from './protocol.js';

/** Longest time that the steps of a frame may take, ms. */
const BUDGET = 8;

/** Distance at which a press names a point, CSS pixels. */
const PICK_RADIUS = 30;

/** A scene that is built: its world moves, is drawn and is pulled at. */
export class Theatre implements Grabbable {
  readonly scene: LoadedScene;
  readonly built: SceneWorld;
  readonly options: PictureOptions;
  readonly hand: Hand;
  readonly balance: EnergyBalance;
  trails: readonly Trail[];
  marked: PointConnector | undefined;
  /** Constraints that a message is about. */
  blamed: readonly string[] = [];
  /** Points among which one is to be pressed. */
  offered: readonly string[] = [];
  /** What shows the scene as solids, where it is. */
  backdrop: Backdrop | undefined;
  size: SurfaceSize = { width: 600, height: 400, ratio: 1 };
  /** Called where the space bar is pressed. */
  readonly togglePause: () => void;
  readonly #pace: Pace;
  readonly #picture: MovingPicture;

  /** `before` is the scene that this one goes on from. */
  constructor(scene: LoadedScene, built: SceneWorld, now: () => number, togglePause: () => void, before?: Theatre) {
    this.scene = scene;
    this.built = built;
    this.options = { ...built.picture, driven: drivenConnectors(built.drivers) };
    this.hand = new Hand(built.world);
    this.balance = new EnergyBalance(built.world, built.drivers);
    this.trails = trailsOf(built);
    this.togglePause = togglePause;
    const step = (): void => {
      this.step();
    };
    this.#pace = new Pace(scene.dt, step, { patience: BUDGET, now });
    this.#picture = new MovingPicture(built.world, this.options, before === undefined ? undefined : before.#picture);
    this.#note();
  }

  /** Another one that goes on from where this one is, and leaves it alone. */
  goingOn(): Theatre {
    const { scene, world } = this;
    const other = new Theatre(scene, scene.build(), () => 0, () => undefined, this); // prettier-ignore
    other.world.restore(world.snapshot());
    other.beginTrails();
    return other;
  }

  /** Shows the same part of the plane, whatever happens there, or not any more. */
  hold(on: boolean): void {
    this.#picture.isHeld = on;
  }

  /** Shows another part of the picture, unless a hand pulls: what it holds would move off. */
  look(look: Look): void {
    if (this.hand.point !== undefined) return;
    this.#picture.look(this.size, look);
  }

  /** Shows all that there is again. */
  fit(): void {
    this.#picture.fit();
  }

  /** True where there is an eye, which can go round what it sees. */
  get isDeep(): boolean {
    return this.#picture.isDeep;
  }

  /** True where a visitor has chosen what is seen. */
  get isChosen(): boolean {
    return this.#picture.isChosen;
  }

  /** Forgets the paths so far: the world was put elsewhere. */
  beginTrails(): void {
    this.trails = trailsOf(this.built);
    this.#note();
  }

  get world(): World {
    return this.built.world;
  }

  get view(): View {
    return this.#picture.view(this.size);
  }

  /** True once all that moves has left the picture. */
  get isLeft(): boolean {
    return this.#picture.isLeft(this.size);
  }

  get movable(): readonly PointConnector[] {
    return movablePoints(this.world);
  }

  pick(place: Point2, radius: number): PointConnector | undefined {
    if (this.backdrop === undefined) return pickPoint(this.world, this.view, place, radius, this.options.looks);
    return nearestOf(this.movable, this.view, place, radius) ?? this.backdrop.pick(place);
  }

  mark(point: PointConnector | undefined): void {
    this.marked = point;
  }

  /** Advances by a time, s, in steps of the scene's length, as far as the time for a frame allows. */
  advance(elapsed: number): void {
    this.#pace.advance(elapsed);
  }

  /** True where time goes slower than it should. */
  get isSlow(): boolean {
    return this.#pace.isSlow;
  }

  step(): void {
    this.balance.note();
    this.world.step(this.scene.dt);
    this.balance.note();
    this.#note();
  }

  /** Draws the world as it is: its solids by a backdrop, if one is given. */
  draw(context: SurfaceContext, isDark: boolean, backdrop?: Backdrop): void {
    const { width, height, ratio } = this.size;
    const colors = isDark ? DARK : LIGHT;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!(width > 0) || !(height > 0)) return;
    const view = backdrop
      ? this.#picture.paintWords(context, this.size, colors, this.paths(colors))
      : this.#picture.paint(context, this.size, colors, this.paths(colors));
    backdrop?.draw(view, this.#picture.room, this.size, ratio, colors);
    const painter = new CanvasPainter(context);
    for (const name of this.blamed) this.#blame(painter, name, view, colors);
    for (const { reference, point } of this.points)
      if (this.offered.includes(reference))
        painter.disc(view.place(point.position), 11, { stroke: colors.hand, width: 2, strokeOpacity: 0.9 });
    if (this.marked)
      painter.disc(view.place(this.marked.position), 17, { stroke: colors.hand, width: 3, strokeOpacity: 0.6 });
  }

  paths(colors: Colors): ReturnType<Trail['painted']>[] {
    return this.trails.map((trail, k) => trail.painted(colors.traces[k % colors.traces.length]!));
  }

  /** The points to which a document can refer. */
  get points(): readonly { readonly reference: string; readonly point: PointConnector }[] {
    return [...this.built.bodies].flatMap(([name, body]) =>
      [...(body?.connectors ?? [])].flatMap(([member, connector]) =>
        connector.kind === 'point'
          ? [{ reference: member === '' ? name : `${name}.${member}`, point: connector as PointConnector }]
          : [],
      ),
    );
  }

  /** What lies at a place: the name of a point, and the position there. */
  placeAt(place: Point2): { readonly reference: string | undefined; readonly position: readonly number[] } {
    const position = this.view.locate(place, new Array<number>(this.world.space).fill(0));
    return { reference: this.#nameAt(place, PICK_RADIUS), position };
  }

  /** The name of the point near a place: of those that have names, else of the body that is drawn there. */
  #nameAt(place: Point2, radius: number): string | undefined {
    const near = this.points
      .map(({ reference, point }) => ({ reference, far: distance(this.view.place(point.position), place) }))
      .filter(({ far }) => far <= radius);
    if (near.length > 0) return near.reduce((best, one) => (one.far < best.far ? one : best)).reference;
    const point = this.pick(place, radius);
    return point && this.referenceOf(point);
  }

  /** The name by which a document refers to a point. */
  referenceOf(point: PointConnector): string | undefined {
    const known = this.points.find((one) => one.point === point);
    if (known !== undefined) return known.reference;
    // A point between those that have names belongs to a body.
    for (const [name, body] of this.built.bodies) if (point.owner === body?.body) return name;
    return undefined;
  }

  /** Marks the points of a constraint, and joins them. */
  #blame(painter: CanvasPainter, name: string, view: View, colors: Colors): void {
    const constraint = this.built.constraints.get(name);
    if (constraint === undefined) return;
    const connectors = Object.values(constraint.inputs as Readonly<Record<string, Connector | readonly Connector[]>>);
    const places = connectors
      .flat()
      .flatMap((one) => (one.kind === 'point' ? [view.place((one as PointConnector).position)] : []));
    for (const line of joinedLists(constraint)?.map((list) => list.map((position) => view.place(position))) ?? [places])
      painter.line(line, { stroke: colors.driven, width: 8, strokeOpacity: 0.35 });
    for (const place of places) painter.disc(place, 13, { stroke: colors.driven, width: 3 });
    const middle = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k as 0 | 1], 0) / places.length);
    const above = places.length === 1 ? 20 : 5;
    if (places.length > 0)
      painter.text([middle[0]!, middle[1]! - above], name, {
        size: 14,
        weight: 600,
        color: colors.driven,
        align: 'middle',
        halo: colors.paper,
      });
  }

  #note(): void {
    for (const trail of this.trails) trail.note(this.world.time);
  }
}

const trailsOf = ({ traces = [] }: SceneWorld): readonly Trail[] => traces.map((trace) => new Trail(trace));
