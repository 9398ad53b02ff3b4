import { checkList, checkNotNegative, checkPositive, checkVector, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { normalize } from '../base/vector.js';
import { rotate } from '../model/bodies/frames.js';
import { readOrientation } from '../model/bodies/orientation.js';
import type { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import type { Ground } from '../model/ground.js';
import { isParticle, type Particle } from '../model/particle.js';
import { convexHull, halfSpace, segment, type Polyhedron } from './polyhedron.js';
import {
  marginOf,
  MEANT_SETTINGS,
  readKind,
  readSettings,
  SETTINGS,
  type ShapeDefaults,
  type ShapeSettings,
} from './shape-options.js';
import { SpatialShape, type SpatialConnectors } from './spatial-shape.js';

/** Where a shape lies on its body, and what carries it. */
export interface SpatialPlacement extends ShapeSettings<RigidBody3D | Particle> {
  /** Place of the shape in body axes, m: its centre, or the origin of its points. 0 if left out. */
  readonly at?: ArrayLike<number>;
  /** Unit quaternion `[w, x, y, z]` that turns the shape in body axes. The identity if left out. */
  readonly orientation?: ArrayLike<number>;
}

/** A shape in space. Lengths are in m. */
export type SpatialShapeOptions = SpatialPlacement &
  (
    | { /** Radius. */ readonly sphere: number }
    | {
        /** Lengths along x, y and z. */ readonly box: ArrayLike<number>;
        /** Radius about it, m. */ readonly rounding?: number;
      }
    | { /** Length between the centres of its ends, along x, and radius. */ readonly capsule: ArrayLike<number> }
    | {
        /** Points whose convex hull is the shape. */
        readonly hull: readonly ArrayLike<number>[];
        readonly rounding?: number;
      }
    | { /** The normal of a plane of the ground; all below it is solid. */ readonly plane: ArrayLike<number> }
  );

const KINDS = ['sphere', 'box', 'capsule', 'hull', 'plane'] as const;
const NAMES = [...KINDS, ...SETTINGS, 'at', 'orientation', 'rounding'];

/** Words of other engines. */
const MEANT = {
  ...MEANT_SETTINGS,
  ball: "Write 'sphere', with the radius.",
  radius: "Write sphere: radius for a sphere; 'rounding' for rounded corners.",
  cuboid: "Write 'box', with its three sizes.",
  vertices: "Write 'hull', with the points.",
  mesh: "Write 'hull', with the points of a convex part.",
  ground: "Write 'plane', with the normal.",
  rotation: "Write 'orientation', a unit quaternion [w, x, y, z].",
};

/** Makes the shapes of a world in space. */
export class SpatialShapes {
  readonly #world: object;
  readonly #fixed: SpatialConnectors;
  readonly #connectors = new Map<object, SpatialConnectors>();

  constructor(world: object, ground: Ground) {
    this.#world = world;
    this.#fixed = {
      centre: ground.point([0, 0, 0]),
      e1: ground.direction([1, 0, 0]),
      e2: ground.direction([0, 1, 0]),
    };
  }

  /**
   * Makes a shape; `what` names it in messages. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_BODY,
   * E_OTHER_WORLD, E_REMOVED_BODY, E_QUATERNION, and the errors of numbers and vectors.
   */
  make(options: SpatialShapeOptions, defaults: ShapeDefaults, margin: number | undefined, what: string): SpatialShape {
    const { settings, core, radius, least } = readSpatialShape(options, what);
    const { carrier: found, surface } = readSettings(settings, options, 3, this.#world, defaults, what);
    const carrier = found as SpatialShape['carrier'];
    if (core.edges.length === 0 && carrier !== null) throw movingPlane(what);
    return new SpatialShape(carrier, this.#connectorsOf(carrier), core, radius, surface, margin ?? least);
  }

  #connectorsOf(carrier: SpatialShape['carrier']): SpatialConnectors {
    if (carrier === null) return this.#fixed;
    let found = this.#connectors.get(carrier);
    if (!found) {
      found = isParticle(carrier)
        ? { ...this.#fixed, centre: carrier }
        : {
            centre: carrier.point([0, 0, 0]),
            e1: carrier.direction([1, 0, 0]),
            e2: carrier.direction([0, 1, 0]),
          };
      this.#connectors.set(carrier, found);
    }
    return found;
  }
}

/** A shape in the axes of its body: all points within `radius` of a polyhedron. */
interface SpatialOutline {
  readonly settings: SpatialPlacement;
  readonly core: Polyhedron;
  readonly radius: number;
  /** Margin that the shape has unless another is given. */
  readonly least: number;
}

/** Reads a shape. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_QUATERNION, and the errors of numbers and vectors. */
export function readSpatialShape(options: SpatialShapeOptions, what: string): SpatialOutline {
  const given = readOptions<SpatialPlacement & { readonly rounding?: unknown }>(
    options,
    what,
    NAMES,
    `${what} has no`,
    MEANT,
  );
  const { rounding = 0, at: place = [0, 0, 0], orientation: turn = [1, 0, 0, 0] } = given;
  const { kind, value } = readKind(given, KINDS, what);
  const { points, radius } = readPoints(kind, value, checkNotNegative(rounding, `The rounding of ${what}`), what);
  const at = checkVector(place, 3, `The place of ${what}`);
  const orientation = readOrientation(turn, `The orientation of ${what}`);
  return {
    settings: given,
    core: coreOf(kind, turned(points, orientation), at, what),
    radius,
    least: kind === 'plane' ? 0 : marginOf(points, 3, radius),
  };
}

/** Reads the points of a core, coordinate by coordinate, and the radius about it; of a plane, its normal. */
function readPoints(
  kind: (typeof KINDS)[number],
  value: unknown,
  rounding: number,
  what: string,
): { points: Float64Array; radius: number } {
  if (kind === 'sphere') return { points: new Float64Array(3), radius: checkPositive(value, `The radius of ${what}`) };
  if (kind === 'capsule') {
    const [length, radius] = checkVector(value, 2, `The capsule of ${what}`);
    const half = checkPositive(length, `The length of ${what}`) / 2;
    const points = Float64Array.of(-half, 0, 0, half, 0, 0);
    return { points, radius: checkNotNegative(radius, `The radius of ${what}`) };
  }
  if (kind === 'plane') {
    const normal = checkVector(value, 3, `The normal of ${what}`);
    checkPositive(normalize(normal), `The length of the normal of ${what}`);
    return { points: normal, radius: 0 };
  }
  if (kind === 'hull') {
    const points = checkList(value, `The hull of ${what}`, 'points');
    const read = points.flatMap((p, i) => [...checkVector(p, 3, `Point ${i} of ${what}`)]);
    return { points: Float64Array.from(read), radius: rounding };
  }
  const sides = checkVector(value, 3, `The box of ${what}`);
  for (const side of sides) checkPositive(side, `A side of ${what}`);
  const corner = (i: number): number[] => [...sides].map((side, c) => (i & (1 << c) ? side / 2 : -side / 2));
  return { points: Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)), radius: rounding };
}

function coreOf(kind: (typeof KINDS)[number], points: Float64Array, at: Float64Array, what: string): Polyhedron {
  if (kind === 'plane') return halfSpace(at, points);
  const moved = points.map((x, i) => x + at[i % 3]!);
  if (kind === 'sphere' || kind === 'capsule') return segment(moved);
  const core = convexHull(moved);
  if (core) return core;
  throw new HolonomicRuntimeError(
    'E_OPTIONS',
    `The points of ${what} lie in a plane.`,
    'Give at least four points that do not, or a box that is as thick as the thing.',
  );
}

/** Turns points by a quaternion. */
function turned(points: Float64Array, orientation: Float64Array): Float64Array {
  const out = points.slice();
  for (let i = 0; i < points.length; i += 3) rotate(orientation, points.slice(i, i + 3), false, out.subarray(i, i + 3));
  return out;
}

function movingPlane(what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_OPTIONS',
    `${what} is a plane that a body carries.`,
    'Leave out its body, or give the body a box.',
  );
}
