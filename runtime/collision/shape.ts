import { HolonomicRuntimeError } from '../base/errors.js';
import { bindingOfBody } from '../model/bodies/body-binding.js';
import type { RigidBody } from '../model/bodies/rigid-body.js';
import type { Particle } from '../model/particle.js';

/** An object that carries shapes; the ground is null. */
export type Carrier = RigidBody | Particle;

/** A shape of {@link collide} at the present state, in world axes, as pictures need it. */
export interface ShapeOutline {
  /** The body or particle that carries it; null for the ground. */
  readonly carrier: Carrier | null;
  /**
   * Vertices of its core, m: one of a disc or a ball, two of a capsule or a wall, those of a polygon
   * in counter-clockwise order, or of a polyhedron. One point of a half-space.
   */
  readonly vertices: readonly Float64Array[];
  /** Radius about the core, m. */
  readonly radius: number;
  /** In space, the vertices of each face, by their numbers, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** The outward normal of a half-space; left out of other shapes. */
  readonly normal?: Float64Array;
}

/** Cuts a list of coordinates into points. */
export const pointsOf = (coordinates: Float64Array, space: number): Float64Array[] =>
  Array.from({ length: coordinates.length / space }, (_, i) => coordinates.slice(space * i, space * (i + 1)));

/** The surface of a shape. */
export interface Surface {
  /** Coefficient of friction; of two shapes that touch, the geometric mean counts. */
  readonly friction: number;
  /** Coefficient of restitution, from 0 to 1; of two shapes that touch, the larger counts. */
  readonly restitution: number;
  /** Lever with which the normal force resists to rolling, m; of two shapes that touch, the larger counts. */
  readonly rollingResistance: number;
  /** The same of turning about the normal. */
  readonly torsionalResistance: number;
  /** Shapes of one group do not touch each other. */
  readonly group: string | undefined;
  /** True if it reports what it meets, and neither pushes nor is pushed. */
  readonly isSensor: boolean;
  /** Unit vector in body axes to the side from which the shape stops others; all sides if undefined. */
  readonly oneWay: Float64Array | undefined;
  /** Velocity of the surface beyond the motion of the body, in body axes, m/s; undefined for none. */
  readonly velocity: Float64Array | undefined;
  /** The shape as it was given. */
  readonly source: object;
}

/** Least cosine of the angle between a normal and the side from which a one-way shape stops. */
export const LEAST_FACING = 0.5;

/**
 * A convex shape on a body, a particle or the ground: a core of vertices, and a radius about it. The
 * box from `lower` to `upper` holds all that it may reach within a step.
 */
export abstract class Shape {
  readonly carrier: Carrier | null;
  readonly surface: Surface;
  /** Distance within which a pair of shapes gets rows before they touch, m. */
  readonly margin: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Distance by which the bounds exceed the shape: its margin and its way within the step, m. */
  around = 0;
  /** True of a disc and a sphere, whose bounds are as wide as they are high. */
  abstract readonly isRound: boolean;
  /** Number among the shapes of a world, in the order of adding. */
  id = 0;
  /** True while its carrier sleeps. */
  isAsleep = false;

  constructor(carrier: Carrier | null, surface: Surface, margin: number, space: number) {
    this.carrier = carrier;
    this.surface = surface;
    this.margin = margin;
    this.lower = new Float64Array(space);
    this.upper = new Float64Array(space);
  }

  /** Adds `side` times the velocity of the surface beyond the motion of the body to `out[at …]`, in world axes. */
  abstract addSurfaceVelocity(side: number, out: Float64Array, at: number): void;

  /**
   * Takes the present state as the beginning of a step of `h`, s, with velocities that stay, and
   * finds the bounds of that, where weight may add `gain` to the speed, m/s.
   */
  abstract refresh(h: number, gain?: number): void;

  /** Moves the shape to the present state. */
  abstract show(): void;

  /** Takes the motion in the time `h`, s, from the beginning of the step to the present state. */
  abstract retrace(h: number): void;

  /** Adds the way of its centre in the time `t`, s, to the point at `points[at …]`. */
  abstract addWay(t: number, points: Float64Array, at: number): void;

  /** Moves the shape to the time `t`, s, after the beginning of the step. */
  abstract moveTo(t: number): void;

  /** Way by which turning for a time `h`, s, leads a vertex off a straight one, m, at most. */
  abstract bend(h: number): number;

  /** Speed that turning gives the vertices at most, m/s; 0 of a disc or a ball about the centre of what carries it. */
  abstract readonly turning: number;

  /** Distance of its points from the centre of what carries it, m, at most. */
  abstract readonly size: number;

  /** The shape at the present state. */
  abstract outline(): ShapeOutline;

  /**
   * True where another shape, whose bounds overlap the bounds of this one, is known to be out of
   * reach. The bounds of both are made smaller by `by` on all sides.
   */
  misses?(other: Shape, by: number): boolean;

  /** True where no contact changes the motion of the shape. */
  get isImmovable(): boolean {
    const { carrier } = this;
    if (carrier === null) return true;
    if (!('inertia' in carrier)) return carrier.mass === Infinity;
    const body = bindingOfBody(carrier);
    for (let j = 0; j < body.v.length; j++) if (!body.isImmovable(j)) return false;
    return true;
  }

  get label(): string {
    return this.carrier?.label ?? 'the ground';
  }
}

/** Throws E_OPTIONS unless `shapes` are made already: those that users describe are options of `collide`. */
export function checkMade(shapes: readonly unknown[]): void {
  if (Array.isArray(shapes) && shapes.every((shape) => shape instanceof Shape)) return;
  throw new HolonomicRuntimeError(
    'E_OPTIONS',
    'Shapes are described by the options of collide.',
    'Write collide(world, { shapes: [{ body, box: [1, 1] }] }) once more: later calls add shapes.',
  );
}
