import type { Constraint, PointConnector, RigidBody2D, RigidBody3D, ShapeOutline, World } from '../../runtime/index.js';
import { teethOf } from '../painter/gearing/gearing.js';
import { isPoint, shapesOfConstraint, shapesOfForce } from '../painter/joins.js';
import { guidesOf, handlesOf, heldPlaces, massShares } from '../painter/held.js';
import { isParametricBody, ParametricLooks, pointsOf } from '../painter/parametric.js';
import { formsOfRigidBody, isRigidBody } from '../painter/rigid.js';
import { circle, extentOf } from '../painter/outline.js';
import { shapesOfRope } from '../painter/rope.js';
import { isGround, type Form, type Shape } from '../painter/shape.js';
import { Sketch, type PictureOptions } from '../painter/sketch.js';
import type { Position } from '../painter/view.js';
import { connectorsOf } from '../painter/connectors.js';
import { Wires } from '../painter/wire.js';
import { grow, type Box } from '../painter/plane.js';
import { extrude } from './extrude.js';
import { hangingLine } from './hanging-line.js';
import { partsOfJoint } from './joints.js';
import { frameAlong, inSpace, minus, plus, type Vector } from '../painter/frame.js';
import { MeshBuilder, normalOf, type Mesh } from './mesh.js';
import { addHull, addPrism } from './mesh-of-outline.js';
import { addForm, THICKNESS, type Sizes } from './mesh-of-form.js';
import { flatIn } from './outlines.js';
import { addBall, addCylinder } from './revolve.js';

/** What a solid is, by which it has its colour. */
export type Tone = 'body' | 'pin' | 'rod' | 'rope' | 'wire' | 'spring' | 'anchor' | 'mass' | 'hand' | 'floor';

/** What a solid moves along with: a body, a point of one, a particle or a handle; null for the ground. */
export type Carrier = RigidBody2D | RigidBody3D | PointConnector | null;

/** A solid, in the axes of its carrier. Solids of one form and tone have one mesh. */
export interface Solid {
  readonly carrier: Carrier;
  readonly tone: Tone;
  readonly mesh: Mesh;
}

/** A solid between two places that come apart: a rod, or a spring, which stretches. */
export interface Span {
  readonly tone: 'rod' | 'spring' | 'hand';
  /** The constraint, force or body that it is drawn for. */
  readonly of: object;
  readonly a: Vector;
  readonly b: Vector;
}

/** A line that changes its form: a rope, or a curve that a point is kept on. */
export interface Line {
  readonly tone: 'rope' | 'wire';
  readonly points: readonly Vector[];
}

/** How solids are made, beyond what a picture of the same world needs. */
export interface PartsOptions extends Pick<PictureOptions, 'looks' | 'points' | 'ropes' | 'driven' | 'fixed'> {
  /** Number of the axis that points upwards; in the plane the second, in space the third if left out. */
  readonly up?: number;
}

/** Radius of a rod: the part of the size of a world; at most the part of the distance of its points; at least that. */
const ROD = { ofSize: 0.012, ofDistance: 0.14, least: 4e-4 };
/** Radius of a mass, in radii of a rod: of a small one, and what the largest one has more. */
const MASS = { least: 1.4, more: 0.9 };

/** The solids that a world consists of, from what its constraints and forces hold. */
export class Parts {
  readonly #world: World;
  readonly #options: PartsOptions;
  readonly #looks = new ParametricLooks();
  readonly #meshes = new Map<string, Mesh>();
  readonly #wires = new Wires();
  /** Where wires are sought. */
  readonly #region: Box;
  /** Radius of a rod, and size of the world, m. */
  readonly rod: number;
  readonly size: number;
  readonly #up: number;
  readonly #sizes: Sizes;

  constructor(world: World, options: PartsOptions = {}) {
    this.#world = world;
    this.#options = options;
    const shapes = new Sketch(world, options).shapes();
    const { middle, size } = extentOf(shapes.filter((shape) => !isGround(shape) && shape.kind !== 'wire'));
    this.size = size;
    const at = [middle[0]!, middle[1]!] as const;
    this.#region = grow({ min: at, max: at }, size);
    this.rod = Math.max(ROD.least * size, Math.min(ROD.ofSize * size, ROD.ofDistance * medianDistance(shapes)));
    this.#up = options.up ?? world.space - 1;
    this.#sizes = { space: world.space, rod: this.rod };
  }

  /** The solids that are fixed to their carriers. */
  solids(): Solid[] {
    const { bodies, particles, constraints, shapes } = this.#world;
    const { looks, driven } = this.#options;
    const outlined = new Set<unknown>(shapes.map(({ carrier }) => carrier));
    const held = heldPlaces(this.#world, this.#options.points);
    const shareOf = massShares(particles);
    const rigid = bodies.filter(isRigidBody);
    const teeth = teethOf(this.#world, looks);
    return [
      ...rigid.flatMap((body) => {
        const look = looks?.get(body);
        if (look === undefined && outlined.has(body)) return [];
        const places = (held.get(body) ?? []).map((place) => body.pointToLocalFrame(place));
        const level = this.#levelOf(body);
        return [
          ...formsOfRigidBody(body, places, look, teeth.get(body)).map((form) => this.#form(body, form, level, places)),
          ...(this.#world.space === 2 ? places.map((place) => this.#pin(body, place)) : []),
        ];
      }),
      ...shapes.flatMap((outline) => {
        const { carrier } = outline;
        return carrier !== null && looks?.has(carrier) ? [] : this.#outline(outline);
      }),
      ...particles.flatMap((particle): Solid[] => {
        const look = looks?.get(particle);
        if (look !== undefined) return [look].flat().map((form) => this.#form(particle, form, 0));
        if (outlined.has(particle)) return [];
        const radius = this.rod * (MASS.least + MASS.more * Math.cbrt(shareOf(particle)));
        return [this.#ball(particle, radius, driven?.has(particle) === true ? 'hand' : 'mass')];
      }),
      ...bodies.flatMap((body) =>
        isParametricBody(body)
          ? pointsOf(body).map((point) => this.#ball(point, this.rod * (MASS.least + MASS.more / 2), 'mass'))
          : [],
      ),
      ...handlesOf(this.#world).map((handle) => this.#ball(handle, 1.5 * this.rod, 'hand')),
      ...constraints.flatMap((one) =>
        partsOfJoint(one, this.rod).map(({ carrier, tone, of, add }) => this.#solid(carrier, tone, of, add)),
      ),
      ...(this.#options.fixed ?? []).map((form) => this.#form(null, form, 0, [], 'anchor')),
      ...new Sketch(this.#world, this.#options)
        .shapes()
        .filter(({ kind }) => kind === 'anchor' || kind === 'floor')
        .flatMap((shape) => this.#ground(shape)),
    ];
  }

  /** Rods and springs, ropes and wires as they are now. */
  moving(): { readonly spans: readonly Span[]; readonly lines: readonly Line[] } {
    const own = this.#world.bodies
      .filter(isParametricBody)
      .map((of) => ({ of, shapes: this.#looks.of(of, this.size) }));
    return { spans: this.#spans(own), lines: this.#lines(own.flatMap(({ shapes }) => shapes)) };
  }

  /** `own` are the shapes of bodies with coordinates of their own. */
  #spans(own: readonly { readonly of: object; readonly shapes: readonly Shape[] }[]): Span[] {
    const { constraints, forces } = this.#world;
    const roped = new Set((this.#options.ropes ?? []).flatMap(({ of }) => of ?? []));
    const drawn = [
      ...constraints
        .filter((one) => lengthOfRope(one) === undefined)
        .map((of) => ({ of, shapes: shapesOfConstraint(of, false, roped.has(of)) })),
      ...forces.map((of) => ({ of, shapes: shapesOfForce(of) })),
      ...own,
    ];
    return drawn.flatMap(({ of, shapes }) =>
      shapes.flatMap((shape): Span[] => {
        const { kind } = shape;
        const points = kind === 'link' ? shape.points : kind === 'rod' || kind === 'spring' ? [shape.a, shape.b] : [];
        const tone = kind !== 'spring' ? 'rod' : shape.isHand ? 'hand' : 'spring';
        return points.slice(1).map((b, k) => ({ tone, of, a: inSpace(points[k]!), b: inSpace(b) }));
      }),
    );
  }

  #lines(own: readonly Shape[]): Line[] {
    const { constraints } = this.#world;
    const ropes = (this.#options.ropes ?? []).flatMap(shapesOfRope);
    const hanging = constraints.flatMap((one): Line[] => {
      const length = lengthOfRope(one);
      if (length === undefined) return [];
      const [a, b] = connectorsOf(one).filter(isPoint).map(({ position }) => inSpace(position)); // prettier-ignore
      return [{ tone: 'rope', points: hangingLine(a!, b!, length, this.#up) }];
    });
    const drawn = [...ropes, ...own, ...this.#wiresOfPlane()].flatMap((shape): Line[] => {
      const { kind } = shape;
      if (kind !== 'sheave' && kind !== 'rope' && kind !== 'wire') return [];
      const points = kind === 'sheave' ? ring(shape.at, shape.radius) : shape.points;
      return [{ tone: kind === 'rope' ? kind : 'wire', points: points.map((point) => inSpace(point)) }];
    });
    return [...hanging, ...drawn];
  }

  /** Curves on which constraints of the plane keep a point. One that drives a point along has none. */
  #wiresOfPlane(): Shape[] {
    if (this.#world.space === 3) return [];
    const guides = guidesOf(this.#world, this.#options.driven);
    return this.#wires
      .of(guides, this.#world.time, this.#region, false)
      .map((wire): Shape => ({ kind: 'wire', ...wire }));
  }

  /** A solid whose mesh is made once for what it is made `of`. */
  #solid(carrier: Carrier, tone: Tone, of: readonly unknown[], add: (builder: MeshBuilder) => void): Solid {
    const key = JSON.stringify([tone, of], this.#plainly);
    let mesh = this.#meshes.get(key);
    if (mesh === undefined) {
      const builder = new MeshBuilder();
      add(builder);
      this.#meshes.set(key, (mesh = builder.build()));
    }
    return { carrier, tone, mesh };
  }

  /** Numbers of a form in tiny parts of a rod, so that equal bodies share a mesh whatever their last digits. */
  readonly #plainly = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value / (1e-6 * this.rod)) || 0 : value;

  #form(carrier: Carrier, form: Form, level: number, held: readonly Position[] = [], tone: Tone = 'body'): Solid {
    const holes = this.#world.space === 2 ? held : [];
    return this.#solid(carrier, tone, [level, form, holes], (builder) => {
      addForm(builder, form, this.#sizes, level, holes);
    });
  }

  /** Bodies of the plane lie behind each other, in turn, so that they can pass. */
  #levelOf(body: RigidBody2D | RigidBody3D): number {
    if (this.#world.space === 3) return 0;
    return ((this.#world.bodies.indexOf(body) % 3) - 1) * THICKNESS * this.rod;
  }

  #ball(carrier: PointConnector, radius: number, tone: Tone): Solid {
    return this.#solid(carrier, tone, [radius], (builder) => {
      addBall(builder, [0, 0, 0], radius);
    });
  }

  /** A pin of the plane, through all bodies. */
  #pin(carrier: RigidBody2D | RigidBody3D, place: Position): Solid {
    const half = 2 * THICKNESS * this.rod;
    const at = (z: number): Vector => inSpace(place, z);
    return this.#solid(carrier, 'pin', ['pin', place], (builder) => {
      addCylinder(builder, at(-half), at(half), 0.85 * this.rod);
    });
  }

  /** What `collide` was given. */
  #outline(outline: ShapeOutline): Solid[] {
    const { carrier, vertices, radius, faces, normal } = outline;
    if (normal !== undefined || vertices.length === 0) return [];
    const places = vertices.map((vertex) => {
      if (isRigidBody(carrier)) return inSpace(carrier.pointToLocalFrame(vertex));
      return carrier === null ? inSpace(vertex) : minus(inSpace(vertex), inSpace(carrier.position));
    });
    const add = (builder: MeshBuilder): void => {
      if (this.#world.space === 3) addHull(builder, places, faces, radius);
      else addPrism(builder, places, Math.max(radius, places.length < 3 ? this.rod : 0), 3 * this.rod);
    };
    return [this.#solid(carrier as Carrier, carrier === null ? 'anchor' : 'body', [radius, places], add)];
  }

  /** An anchor or a floor. */
  #ground(shape: Shape): Solid[] {
    const { rod } = this;
    if (shape.kind === 'anchor') {
      const at = inSpace(shape.at);
      const down: Vector = [0, 1, 2].map((k) => (k === this.#up ? (shape.isHanging ? 1 : -1) : 0)) as unknown as Vector;
      const add = (builder: MeshBuilder): void => {
        addCylinder(builder, plus(at, down, 5 * rod), plus(at, down, -1.2 * rod), 3 * rod, 0);
        addCylinder(builder, plus(at, down, 6 * rod), plus(at, down, 5 * rod), 3.6 * rod);
      };
      return [this.#solid(null, 'anchor', [at, shape.isHanging], add)];
    }
    if (shape.kind === 'floor' && shape.points.length === 4) {
      const points = shape.points.map((point) => inSpace(point));
      const frame = frameAlong(points[0]!, normalOf(points));
      const add = (builder: MeshBuilder): void => {
        extrude(builder, frame, [flatIn(frame, points)], [-2 * rod, 0]);
      };
      return [this.#solid(null, 'floor', ['floor', points], add)];
    }
    return [];
  }
}

/** A closed circle. */
const ring = (at: Position, radius: number): Position[] => {
  const points = circle([at[0]!, at[1]!], radius);
  return [...points, points[0]!];
};

/** The length of a rope between two points; undefined of any other constraint. */
function lengthOfRope(constraint: Constraint): number | undefined {
  const { type } = constraint;
  const connectors = connectorsOf(constraint);
  if (type.relations?.[0] !== '>=' || type.rows !== 1) return undefined;
  const { length } = constraint.params as Readonly<Record<string, unknown>>;
  return connectors.length === 2 && connectors.every(isPoint) && typeof length === 'number' ? length : undefined;
}

/** The median of the lengths of rods and bars, m. */
function medianDistance(shapes: readonly Shape[]): number {
  const lengths = shapes
    .flatMap((shape) =>
      shape.kind === 'rod' || shape.kind === 'bar' ? [minus(inSpace(shape.a), inSpace(shape.b))] : [],
    )
    .map((away) => Math.hypot(...away))
    .sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? Infinity;
}
