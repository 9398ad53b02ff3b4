import { hypot } from '../base/powers.js';
import { atan2, cos, sin } from '../elementary/index.js';
import { checkList, checkNotNegative, checkNumber, checkPositive, checkVector, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { RigidBody2D } from '../model/bodies/rigid-body-2d.js';
import type { ScalarConnector } from '../model/connector.js';
import type { Ground } from '../model/ground.js';
import { isParticle, type Particle } from '../model/particle.js';
import { PlanarShape, type PlanarConnectors } from './planar-shape.js';
import {
  marginOf,
  MEANT_SETTINGS,
  readKind,
  readSettings,
  SETTINGS,
  type ShapeDefaults,
  type ShapeSettings,
} from './shape-options.js';

/** Where a shape lies on its body, and what carries it. */
export interface PlanarPlacement extends ShapeSettings<RigidBody2D | Particle> {
  /** Place of the shape in body axes, m: its centre, or the origin of its vertices. `[0, 0]` if left out. */
  readonly at?: ArrayLike<number>;
  /** Angle of the shape in body axes, rad. 0 if left out. */
  readonly angle?: number;
}

/** A shape in the plane. Lengths are in m. */
export type PlanarShapeOptions = PlanarPlacement &
  (
    | { /** Radius. */ readonly disc: number }
    | {
        /** Width and height. */ readonly box: ArrayLike<number>;
        /** Radius about it, m. */ readonly rounding?: number;
      }
    | { /** Length between the centres of its ends, along x, and radius. */ readonly capsule: ArrayLike<number> }
    | {
        /** Vertices of a convex polygon in counter-clockwise order; two make a wall. */
        readonly polygon: readonly ArrayLike<number>[];
        readonly rounding?: number;
      }
  );

const KINDS = ['disc', 'box', 'capsule', 'polygon'] as const;
const NAMES = [...KINDS, ...SETTINGS, 'at', 'angle', 'rounding'];

/** Words of other engines. */
const MEANT = {
  ...MEANT_SETTINGS,
  circle: "Write 'disc', with the radius.",
  radius: "Write disc: radius for a disc; 'rounding' for rounded corners.",
  ball: "Write 'disc', with the radius.",
  rectangle: "Write 'box', with width and height.",
  rect: "Write 'box', with width and height.",
  vertices: "Write 'polygon', with the vertices in counter-clockwise order.",
  segment: "Write 'polygon' with two vertices for a wall, or 'capsule'.",
  rotation: "Write 'angle', the angle of the shape in body axes.",
};

/** Makes the shapes of a planar world. */
export class PlanarShapes {
  readonly #world: object;
  readonly #fixed: PlanarConnectors;
  readonly #connectors = new Map<object, PlanarConnectors>();

  constructor(world: object, ground: Ground) {
    this.#world = world;
    this.#fixed = { centre: ground.point([0, 0]), angle: ground.scalar(0) };
  }

  /**
   * Makes a shape; `what` names it in messages. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_BODY,
   * E_OTHER_WORLD, E_REMOVED_BODY, and the errors of numbers and vectors.
   */
  make(options: PlanarShapeOptions, defaults: ShapeDefaults, margin: number | undefined, what: string): PlanarShape {
    const { settings, vertices, radius, least } = readPlanarShape(options, what);
    const { carrier, surface } = readSettings(settings, options, 2, this.#world, defaults, what);
    return new PlanarShape(
      carrier as PlanarShape['carrier'],
      this.#connectorsOf(carrier as PlanarShape['carrier']),
      vertices,
      radius,
      surface,
      margin ?? least,
    );
  }

  #connectorsOf(carrier: PlanarShape['carrier']): PlanarConnectors {
    if (carrier === null) return this.#fixed;
    let found = this.#connectors.get(carrier);
    if (!found) {
      const angle: ScalarConnector = isParticle(carrier) ? this.#fixed.angle : carrier.angle;
      found = { centre: isParticle(carrier) ? carrier : carrier.point([0, 0]), angle };
      this.#connectors.set(carrier, found);
    }
    return found;
  }
}

/** A shape in the axes of its body: all points within `radius` of the convex polygon of `vertices`. */
interface PlanarOutline {
  readonly settings: PlanarPlacement;
  /** Vertices, coordinate by coordinate; one for a disc, two for a line. */
  readonly vertices: Float64Array;
  readonly radius: number;
  /** Margin that the shape has unless another is given. */
  readonly least: number;
}

/** Reads a shape. Throws E_OPTIONS, E_OPTION_UNKNOWN, and the errors of numbers and vectors. */
export function readPlanarShape(options: PlanarShapeOptions, what: string): PlanarOutline {
  const given = readOptions<PlanarPlacement & { readonly rounding?: unknown }>(
    options,
    what,
    NAMES,
    `${what} has no`,
    MEANT,
  );
  const { rounding: round = 0, at: place = [0, 0], angle: turn = 0 } = given;
  const { kind, value } = readKind(given, KINDS, what);
  const rounding = checkNotNegative(round, `The rounding of ${what}`);
  const { core, radius } = readCore(kind, value, rounding, what);
  const at = checkVector(place, 2, `The place of ${what}`);
  const angle = checkNumber(turn, `The angle of ${what}`);
  const [c, s] = [cos(angle), sin(angle)];
  const vertices = core.map((_, i) => {
    const [x, y] = [core[i - (i % 2)]!, core[i - (i % 2) + 1]!];
    return i % 2 === 0 ? at[0]! + c * x - s * y : at[1]! + s * x + c * y;
  });
  return { settings: given, vertices, radius, least: marginOf(core, 2, radius) };
}

/** Reads the vertices of a core, coordinate by coordinate, and the radius about it. */
function readCore(
  kind: (typeof KINDS)[number],
  value: unknown,
  rounding: number,
  what: string,
): { core: Float64Array; radius: number } {
  if (kind === 'disc') return { core: new Float64Array(2), radius: checkPositive(value, `The radius of ${what}`) };
  if (kind === 'capsule') {
    const [length, radius] = checkVector(value, 2, `The capsule of ${what}`);
    const half = checkPositive(length, `The length of ${what}`) / 2;
    return { core: Float64Array.of(-half, 0, half, 0), radius: checkNotNegative(radius, `The radius of ${what}`) };
  }
  if (kind === 'box') {
    const [width, height] = checkVector(value, 2, `The box of ${what}`);
    const x = checkPositive(width, `The width of ${what}`) / 2;
    const y = checkPositive(height, `The height of ${what}`) / 2;
    return { core: Float64Array.of(-x, -y, x, -y, x, y, -x, y), radius: rounding };
  }
  const vertices = checkList(value, `The polygon of ${what}`, 'vertices');
  const core = Float64Array.from(vertices.flatMap((v, i) => [...checkVector(v, 2, `Vertex ${i} of ${what}`)]));
  checkConvex(core, what);
  return { core, radius: rounding };
}

/** Throws E_OPTIONS unless the vertices are those of a convex polygon in counter-clockwise order. */
function checkConvex(core: Float64Array, what: string): void {
  const n = core.length / 2;
  const side = (i: number): readonly [number, number] => {
    const j = (i + 1) % n;
    return [core[2 * j]! - core[2 * (i % n)]!, core[2 * j + 1]! - core[2 * (i % n) + 1]!];
  };
  let turn = 0;
  let isConvex = n >= 2;
  for (let i = 0; i < n; i++) {
    const [a, b] = side(i);
    const [c, d] = side((i + 1) % n);
    isConvex &&= hypot(a, b) > 0 && (n === 2 || a * d - b * c > 0);
    turn += atan2(a * d - b * c, a * c + b * d);
  }
  if (isConvex && (n === 2 || Math.abs(turn - 2 * Math.PI) < 1e-6)) return;
  throw new HolonomicRuntimeError(
    'E_OPTIONS',
    `The polygon of ${what} is not convex with its vertices in counter-clockwise order.`,
    'Turn the order of its vertices round, leave out those on a straight side, or make it of several convex ones.',
  );
}
