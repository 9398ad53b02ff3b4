import { checkCallback, checkList, checkNotNegative, checkPositive, checkVector, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { normalize } from '../base/vector.js';
import { readOrientation } from '../model/bodies/orientation.js';
import type { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import type { Ground } from '../model/ground.js';
import { isParticle, type Particle } from '../model/particle.js';
import { CurvedCore, placed } from './curved-core.js';
import { bySupport, cone, cylinder, ellipsoid, type CurvedForm } from './curved-forms.js';
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
  /** Lever, m, with which the normal force resists to turning about the normal; that of `collide` if left out. */
  readonly torsionalResistance?: number;
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
    | {
        /** Length, along x, and radius, of a cylinder about its middle. */
        readonly cylinder: ArrayLike<number>;
        readonly rounding?: number;
      }
    | {
        /** Height, along x, and radius of the base, of a cone about its centre of mass: a quarter above the base. */
        readonly cone: ArrayLike<number>;
        readonly rounding?: number;
      }
    | { /** Semi-axes along x, y and z. */ readonly ellipsoid: ArrayLike<number>; readonly rounding?: number }
    | {
        /**
         * A function that gives the point of a convex body that is farthest along a unit vector, each
         * a list of three numbers in axes of the shape, with the same for the same.
         */
        readonly support: (direction: readonly [number, number, number]) => ArrayLike<number>;
        readonly rounding?: number;
      }
    | { /** The normal of a plane of the ground; all below it is solid. */ readonly plane: ArrayLike<number> }
  );

const KINDS = ['sphere', 'box', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'hull', 'support', 'plane'] as const;
const NAMES = [...KINDS, ...SETTINGS, 'torsionalResistance', 'at', 'orientation', 'rounding'];

/** Words of other engines. */
const MEANT = {
  length: 'Write cylinder: [length, radius], or capsule: [length, radius].',
  height: 'Write cone: [height, radius].',
  convex: "Write 'hull', with the points, or 'support', with a function.",
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
    const { settings, core, curved, radius, least } = readSpatialShape(options, what);
    const { carrier: found, surface } = readSettings(settings, options, 3, this.#world, defaults, what);
    const carrier = found as SpatialShape['carrier'];
    if (core.edges.length === 0 && carrier !== null) throw movingPlane(what);
    return new SpatialShape(carrier, this.#connectorsOf(carrier), core, radius, surface, margin ?? least, curved);
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
  readonly curved: CurvedCore | undefined;
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
  const round = checkNotNegative(rounding, `The rounding of ${what}`);
  const at = checkVector(place, 3, `The place of ${what}`);
  const orientation = readOrientation(turn, `The orientation of ${what}`);
  const form = readForm(kind, value, what);
  if (form) {
    const curved = new CurvedCore(form, at, orientation);
    return { settings: given, core: curved.core, curved, radius: round, least: marginOf(curved.bounds, 3, round) };
  }
  const { points, radius } = readPoints(kind, value, round, what);
  return {
    settings: given,
    core: coreOf(kind, placed(points, orientation), at, what),
    curved: undefined,
    radius,
    least: kind === 'plane' ? 0 : marginOf(points, 3, radius),
  };
}

/** Reads a body with curved sides; undefined for other kinds. */
function readForm(kind: (typeof KINDS)[number], value: unknown, what: string): CurvedForm | undefined {
  if (kind === 'cylinder' || kind === 'cone') {
    const [length, radius] = checkVector(value, 2, `The ${kind} of ${what}`);
    checkPositive(length, `The ${kind === 'cone' ? 'height' : 'length'} of ${what}`);
    checkPositive(radius, `The radius of ${what}`);
    return kind === 'cone' ? cone(length!, radius!) : cylinder(length!, radius!);
  }
  if (kind === 'ellipsoid') {
    const axes = checkVector(value, 3, `The ellipsoid of ${what}`);
    for (const axis of axes) checkPositive(axis, `A semi-axis of ${what}`);
    return ellipsoid(axes[0]!, axes[1]!, axes[2]!);
  }
  return kind === 'support' ? readSupport(value, what) : undefined;
}

/** Reads a body by its support, and its size along the axes. */
function readSupport(value: unknown, what: string): CurvedForm {
  checkCallback(value, `The support of ${what}`);
  const farthest = value as (direction: readonly [number, number, number]) => unknown;
  const support: CurvedForm['support'] = (x, y, z, out) => {
    out.set(checkVector(farthest([x, y, z]), 3, `A point that the support of ${what} gives`));
  };
  const point = new Float64Array(3);
  let size = 0;
  for (let c = 0; c < 3; c++) {
    let spread = 0;
    for (const side of [-1, 1]) {
      support(c === 0 ? side : 0, c === 1 ? side : 0, c === 2 ? side : 0, point);
      spread += side * point[c]!;
    }
    checkPositive(spread, `The thickness of ${what} along an axis`);
    size = Math.max(size, spread);
  }
  return bySupport(support, size);
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

function movingPlane(what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_OPTIONS',
    `${what} is a plane that a body carries.`,
    'Leave out its body, or give the body a box.',
  );
}
