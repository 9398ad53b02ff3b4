import type { Connector, Constraint, Particle, PointConnector, World } from '../../runtime/index.js';
import type { AngleLook } from './angle.js';
import { apart } from './circle.js';
import { copied, isPoint, isSurface, pointsOfForce, shapesOfConstraint, shapesOfForce } from './joins.js';
import { extentOf, shapesOfOutline, type Extent } from './outline.js';
import { isParametricBody, ParametricLooks, pointsOf } from './parametric.js';
import { teethOf } from './gearing/gearing.js';
import { guidesOf, handlesOf, heldPlaces, massShares } from './held.js';
import { checkPicture } from './picture-check.js';
import { boxAround, centredOn, grow, heightOf, widthOf, type Box, type Point2 } from './plane.js';
import { isRigidBody, MEETING, shapesOfRigidBody } from './rigid.js';
import { shapesOfGround, shapesOfLook } from './forms.js';
import type { Room } from './room.js';
import { shapesOfRope, type RopeLook } from './rope.js';
import { placesOf, type Axes, type Form, type Look, type Shape } from './shape.js';
import type { Position, ViewOptions } from './view.js';
import { connectorsOf } from './connectors.js';
import { Wires } from './wire.js';

/** How a world is drawn, beyond what it shows by itself. */
export interface PictureOptions extends ViewOptions {
  /** How bodies look. */
  readonly looks?: ReadonlyMap<object, Look>;
  /** Points of rigid bodies that belong to their outlines, besides those that constraints hold. */
  readonly points?: readonly PointConnector[];
  /** Lines, discs and texts, behind the mechanism. */
  readonly shapes?: readonly Shape[];
  /** Solids that are fixed, behind those. */
  readonly fixed?: readonly Form[];
  /** Ropes, in place of what is drawn for their constraints. */
  readonly ropes?: readonly RopeLook[];
  /** Angles that are written into the picture. */
  readonly angles?: readonly AngleLook[];
  /** Names of points that are written beside them. */
  readonly names?: ReadonlyMap<PointConnector, string>;
  /** True to show forces: those in rods as colours, others as arrows. */
  readonly forces?: boolean;
  /** The box of a whole run, m: a picture that moves shows it from the beginning. */
  readonly reach?: Room;
  /** The point that stays in the middle. */
  readonly follow?: PointConnector;
  /** The axis along which it is followed; both if left out. */
  readonly followAlong?: 'x' | 'y';
  /** How far behind bodies and constraints of the plane are, up to 1: paler, thinner, and covered by what is nearer. */
  readonly layers?: ReadonlyMap<object, number>;
  /** Connectors of constraints that do work. */
  readonly driven?: ReadonlySet<unknown>;
}

const NAMES: Readonly<Record<keyof PictureOptions, true>> = {
  looks: true,
  points: true,
  shapes: true,
  fixed: true,
  ropes: true,
  angles: true,
  names: true,
  forces: true,
  reach: true,
  follow: true,
  followAlong: true,
  layers: true,
  driven: true,
  frame: true,
  camera: true,
  rotating: true,
};
/** The names of the options of pictures. */
export const PICTURE_OPTIONS: readonly string[] = /* @__PURE__ */ Object.keys(NAMES);

/** Reads the shapes of a world at its present state, and keeps what takes long to find. */
export class Sketch {
  readonly #world: World;
  readonly #options: PictureOptions;
  readonly #wires = new Wires();
  readonly #looks = new ParametricLooks();
  /** Fixed points by their places: true for those that hang. They do not turn over as rods move. */
  readonly #hanging = new Map<string, boolean>();

  /** Names that are written beside points now. */
  names: ReadonlyMap<PointConnector, string>;

  constructor(world: World, options: PictureOptions = {}) {
    checkPicture(world, options);
    this.#world = world;
    this.#options = options;
    this.names = options.names ?? new Map<PointConnector, string>();
  }

  /**
   * The shapes, from back to front. Wires are sought `within` a box, or in the part of the
   * plane that is shown, or around all other shapes and `paths`.
   */
  shapes(paths: readonly (readonly Position[])[] = [], within?: Box): Shape[] {
    const {
      driven,
      forces = false,
      shapes: added = [],
      fixed: stands = [],
      ropes = [],
      angles = [],
      frame,
      follow,
      followAlong,
    } = this.#options;
    const world = this.#world;
    const roped = new Set(ropes.flatMap(({ of }) => of ?? []));
    const rods = world.constraints.flatMap((one) => this.#placed(one, shapesOfConstraint(one, forces, roped.has(one))));
    const springs = world.forces.flatMap(shapesOfForce);
    const outlines = world.shapes;
    const solid = new Set<unknown>(outlines.map(({ carrier }) => carrier));
    const solids = outlines
      .filter(({ carrier }) => carrier !== null && !this.#options.looks?.has(carrier))
      .flatMap((one) => shapesOfOutline(one));
    const masses = this.#masses(solid);
    const framed = frame && boxOfFrame(frame);
    const shown = within ?? (framed && follow ? centredOn(framed, follow.position, followAlong) : framed);
    const region = shown ?? withRoom(boxOf([...this.#bodies(1, solid), ...rods, ...masses, ...solids], paths));
    const reach = Math.max(widthOf(region), heightOf(region));
    const curves = this.#wires.of(guidesOf(world, driven), world.time, region, shown !== undefined);
    const bodies = this.#bodies(reach, solid);
    const extent = (): Extent => extentOf([...bodies, ...rods, ...masses, ...solids]);
    const fixed = outlines.filter(({ carrier }) => carrier === null).flatMap((one) => shapesOfOutline(one, extent));
    const isBack = ({ kind }: Shape): boolean => kind === 'wire';
    return [
      ...shapesOfGround(stands, world.space),
      ...added,
      ...fixed,
      ...curves.map((curve): Shape => ({ kind: 'wire', ...curve })),
      ...bodies.filter(isBack),
      ...bodies.filter((shape) => !isBack(shape)),
      ...solids,
      ...rods.filter(({ kind }) => kind === 'link'),
      ...rods.filter(({ kind }) => kind === 'rod'),
      ...ropes.flatMap(shapesOfRope),
      ...springs,
      ...this.#anchors(rods, roped),
      ...masses,
      ...rods.filter(({ kind }) => kind === 'force'),
      ...angles.map(({ at, from, to, name }): Shape => {
        const place = ({ position }: PointConnector): Position => copied(position);
        return { kind: 'angle', at: place(at), from: place(from), to: place(to), name };
      }),
      ...namesOf(this.names),
    ];
  }

  /** Shapes of a body or a constraint, as far behind as it is. */
  #placed(of: object, shapes: Shape[]): Shape[] {
    const far = this.#options.layers?.get(of);
    return far === undefined ? shapes : shapes.map((shape) => ({ ...shape, far }));
  }

  /** All bodies but those that are solid: these have the shapes that they touch with. */
  #bodies(reach: number, solid: ReadonlySet<unknown>): Shape[] {
    const { looks, points } = this.#options;
    const held = heldPlaces(this.#world, points);
    const ofParticles = this.#world.particles.flatMap((particle) => {
      const look = looks?.get(particle);
      return look === undefined ? [] : shapesOfLook(look, axesAt(particle));
    });
    const teeth = teethOf(this.#world, looks);
    const ofBodies = this.#world.bodies.flatMap((body) => {
      if (isParametricBody(body)) return this.#looks.of(body, reach);
      if (solid.has(body) && !looks?.has(body)) return [];
      return isRigidBody(body)
        ? this.#placed(body, shapesOfRigidBody(body, held.get(body) ?? [], looks?.get(body), teeth.get(body)))
        : [];
    });
    return [...ofBodies, ...ofParticles];
  }

  /** Particles, points of bodies with coordinates of their own, and handles. */
  #masses(solid: ReadonlySet<unknown>): Shape[] {
    const { driven, looks } = this.#options;
    const { particles, bodies } = this.#world;
    const shareOf = massShares(particles);
    return [
      ...handlesOf(this.#world).map(({ position }): Shape => ({ kind: 'handle', at: position })),
      ...bodies
        .flatMap((body) => (isParametricBody(body) ? pointsOf(body) : []))
        .map(({ position }): Shape => ({ kind: 'mass', at: position, share: 0.5, isDriven: false })),
      ...particles.flatMap((particle): Shape[] => {
        if (solid.has(particle) || looks?.has(particle)) return [];
        const isDriven = driven?.has(particle) ?? false;
        return this.#placed(particle, [{ kind: 'mass', at: particle.position, share: shareOf(particle), isDriven }]);
      }),
    ];
  }

  /** Fixed points, once each. A fixed point is a new object at each use. */
  #anchors(rods: readonly Shape[], roped: ReadonlySet<Constraint>): Shape[] {
    const { constraints, forces } = this.#world;
    const places = new Map<string, Position>();
    const note = (connector: Connector): void => {
      if (connector.owner !== null || !isPoint(connector)) return;
      const at = copied(connector.position);
      places.set(at.join(), at);
    };
    for (const constraint of constraints)
      if (!roped.has(constraint) && !isSurface(constraint.type)) connectorsOf(constraint).forEach(note);
    for (const force of forces) pointsOfForce(force).forEach(note);
    return [...places].map(([key, at]) => {
      const isHanging = this.#hanging.get(key) ?? hangs(at, rods);
      this.#hanging.set(key, isHanging);
      return { kind: 'anchor', at, isHanging };
    });
  }
}

/** The names beside their points; points at one place have their names in one line. */
function namesOf(names: ReadonlyMap<PointConnector, string>): Shape[] {
  const places = new Map<string, { readonly at: Position; readonly texts: string[] }>();
  for (const [{ position }, text] of names) {
    const key = Array.from(position, (x) => Math.round(x / MEETING)).join();
    const place = places.get(key);
    if (place === undefined) places.set(key, { at: copied(position), texts: [text] });
    else place.texts.push(text);
  }
  return [...places.values()].map(({ at, texts }) => ({ kind: 'name', at, text: texts.join(', ') }));
}

const boxOfFrame = ([left, bottom, right, top]: NonNullable<ViewOptions['frame']>): Box => ({
  min: [left, bottom],
  max: [right, top],
});

/** The box of all places of shapes and paths, seen as the plane's; for space of no use. */
function boxOf(shapes: readonly Shape[], paths: readonly (readonly Position[])[]): Box {
  const places: Point2[] = [];
  const note = (place: Position): void => void places.push([place[0]!, place[1]!]);
  for (const shape of shapes) if (shape.kind !== 'wire') placesOf(shape).forEach(note);
  for (const path of paths) path.forEach(note);
  return boxAround(places) ?? { min: [-1, -1], max: [1, 1] };
}

const withRoom = (box: Box): Box => grow(box, 0.4 * Math.max(widthOf(box), heightOf(box), 1e-3));

/** The axes of a particle, which does not turn. */
const axesAt = ({ position }: Particle): Axes => ({
  place: (local) => Array.from(position, (x, k) => x + local[k]!),
  origin: Array.from(position, () => 0),
});

/** Rise of rods, as a part of their length, below which their fixed point is above them. */
const FALL = -0.25;

/** Tests whether the rods at a point lead downwards on the whole. */
function hangs(at: Position, rods: readonly Shape[]): boolean {
  const up = at.length - 1;
  let [rise, length] = [0, 0];
  for (const rod of rods) {
    if (rod.kind !== 'rod') continue;
    for (const [here, there] of [
      [rod.a, rod.b],
      [rod.b, rod.a],
    ] as const) {
      if (apart(here, at) !== 0) continue;
      rise += there[up]! - at[up]!;
      length += apart(here, there);
    }
  }
  return rise < FALL * length;
}
