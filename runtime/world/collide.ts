import { checkBoolean, checkCallback, checkList, checkNotNegative, readOptions } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Space } from '../base/vectors.js';
import { Collisions, type ShapeFilter } from '../collision/collisions.js';
import type { Contact } from '../collision/pair.js';
import { planarDistance } from '../collision/planar-manifold.js';
import { PlanarPair } from '../collision/planar-pair.js';
import type { PlanarShape } from '../collision/planar-shape.js';
import { PlanarShapes, type PlanarShapeOptions } from '../collision/planar-shapes.js';
import type { Carrier, Shape } from '../collision/shape.js';
import { checkRestitution, readCarrier, type ShapeDefaults } from '../collision/shape-options.js';
import { spatialDistance } from '../collision/spatial-manifold.js';
import { Sleepers } from '../collision/sleep/sleepers.js';
import { SpatialPair } from '../collision/spatial-pair.js';
import type { SpatialShape } from '../collision/spatial-shape.js';
import { SpatialShapes, type SpatialShapeOptions } from '../collision/spatial-shapes.js';
import type { SweptPair } from '../collision/swept-pair.js';
import type { Ground } from '../model/ground.js';
import type { Touch } from '../collision/touches.js';
import { RetakenParts } from '../recovery/retaken-parts.js';
import { serveMethod } from './served-methods.js';
import { internalsOf, type AnyWorld, type CollisionSupport, type WorldInternals } from './internals.js';
import { checkRows, equationsAlone } from './membership.js';
import type { WorldStructure } from './structure.js';

/** Options of {@link collide}. */
export interface CollideOptions {
  /** The shapes, each of one body, particle, or the ground. A body may have several. */
  readonly shapes: readonly (PlanarShapeOptions | SpatialShapeOptions)[];
  /** Coefficient of friction of shapes that do not say; 0.5 if left out. */
  readonly friction?: number;
  /** Coefficient of restitution, from 0 to 1, of shapes that do not say; 0 if left out. */
  readonly restitution?: number;
  /** Lever, m, with which the normal force resists to rolling of shapes that do not say; 0 if left out. */
  readonly rollingResistance?: number;
  /** The same of turning about the normal; in space. */
  readonly torsionalResistance?: number;
  /** Pairs of bodies that do not touch. */
  readonly exclude?: readonly (readonly [Carrier, Carrier])[];
  /** True if bodies that a constraint joins touch as well. False if left out. */
  readonly joined?: boolean;
  /**
   * Says whether two shapes, as they were given, touch each other. It is called at the beginning of
   * steps with shapes that are near each other, and must not change the world.
   */
  readonly filter?: (
    a: PlanarShapeOptions | SpatialShapeOptions,
    b: PlanarShapeOptions | SpatialShapeOptions,
  ) => boolean;
  /** Distance within which a pair gets rows before it touches, m; a twentieth of a shape's size if left out. */
  readonly margin?: number;
  /**
   * True to let islands of bodies at rest sleep, in all of the world; false to keep them awake from now on.
   * They stay awake if it was never given.
   */
  readonly sleep?: boolean;
}

const OPTION_NAMES: readonly (keyof CollideOptions)[] = [
  'shapes',
  'friction',
  'restitution',
  'rollingResistance',
  'torsionalResistance',
  'exclude',
  'joined',
  'filter',
  'margin',
  'sleep',
];

/** What {@link collide} returns. */
export interface WorldCollisions<S extends Space = Space> {
  /** The places where shapes touch, or have pushed in the last step. */
  readonly contacts: readonly Contact<S>[];
  /** The pairs of shapes that have pushed each other in the last step, and those that overlap a sensor. */
  readonly touches: readonly Touch[];
  /** Those of {@link touches} that did not touch in the step before. */
  readonly began: readonly Touch[];
  /** The pairs that touched in the step before, and do not any more. */
  readonly ended: readonly Touch[];
  /** Number of pairs of shapes that have rows, touching or not. */
  readonly pairs: number;
  /** The bodies that sleep. */
  readonly sleeping: readonly Carrier[];
  /** Wakes a body and those that sleep with it, or all. Throws E_BODY, E_OTHER_WORLD, E_REMOVED_BODY. */
  wake(body?: Carrier): void;
}

/**
 * Gives bodies shapes that touch: contacts with friction and restitution where they meet, found at
 * the beginning of each step. Later calls add further shapes. The shapes of a removed body go
 * with it.
 *
 * ```ts
 * collide(world, { shapes: [{ body: crate, box: [1, 0.5] }, { box: [20, 1], at: [0, -0.5] }] });
 * ```
 *
 * Throws E_WORLD, E_OPTIONS, E_OPTION_UNKNOWN, E_LIST, E_BODY, E_OTHER_WORLD, E_REMOVED_BODY,
 * E_FUNCTION, E_INTEGRATOR, E_STEPPING, and the errors of numbers and vectors.
 */
export function collide<S extends Space>(world: AnyWorld<S>, options: CollideOptions): WorldCollisions<S> {
  const internals = internalsOf(world);
  const { structure } = internals;
  structure.checkOpen();
  const given = readOptions(options, 'Options of collide', OPTION_NAMES);
  const { friction = 0.5, restitution = 0, rollingResistance = 0, torsionalResistance = 0, exclude = [] } = given;
  const parts = (internals.collisionParts ??= partsOf(internals, world.ground));
  const { collisions } = parts;
  internals.stepped.contactParts ??= new RetakenParts(internals.stepped, collisions);
  const defaults = {
    friction: checkNotNegative(friction, "Option 'friction' of collide"),
    restitution: checkRestitution(restitution, "Option 'restitution' of collide"),
    rollingResistance: checkNotNegative(rollingResistance, "Option 'rollingResistance' of collide"),
    torsionalResistance: checkNotNegative(torsionalResistance, "Option 'torsionalResistance' of collide"),
  };
  if (world.space === 2 && torsionalResistance > 0) {
    throw new HolonomicRuntimeError(
      'E_OPTIONS',
      "Option 'torsionalResistance' of collide is given in the plane, where nothing turns about a normal.",
      "Write 'rollingResistance', or leave it out.",
    );
  }
  const margin = given.margin === undefined ? undefined : checkNotNegative(given.margin, "Option 'margin' of collide");
  const joined = checkBoolean(given.joined, "Option 'joined' of collide");
  const addShapes = parts.read(checkList(given.shapes, "Option 'shapes' of collide", 'shapes'), defaults, margin);
  const apart = checkList(exclude, "Option 'exclude' of collide", 'pairs of bodies').map((pair, i) => {
    const bodies = checkList(pair, `Pair ${i} of 'exclude'`, 'two bodies');
    return [0, 1].map((k) => readCarrier(bodies[k], structure.world, `pair ${i} of 'exclude'`));
  });
  for (const [a, b] of apart) collisions.exclude(a!, b!);
  if (joined) collisions.joinedTouch = true;
  checkCallback(given.filter, "Option 'filter' of collide");
  if (given.filter !== undefined) collisions.filters.push(filterOf(given.filter as ShapeFilter, structure));
  if (given.sleep !== undefined) {
    const sleeps = checkBoolean(given.sleep, "Option 'sleep' of collide");
    if (sleeps !== collisions.maySleep) collisions.allowSleep(sleeps ? sleepersOf(internals) : undefined);
  }
  // Shapes may come to where something sleeps.
  collisions.wake();
  addShapes();
  return collisions;
}

const sleepersOf = (internals: WorldInternals): Sleepers =>
  new Sleepers(internals.structure.state, () => {
    internals.layOut();
    return internals.structure.during('calculating', () => internals.stepped.findForces());
  });

serveMethod('collide', collide);

/** Returns a filter that may not change the world of `structure`. */
const filterOf =
  (filter: ShapeFilter, structure: WorldStructure): ShapeFilter =>
  (a, b) =>
    checkBoolean(
      structure.during('calculating', () => filter(a, b)),
      "What the 'filter' of collide returns",
    );

function partsOf({ structure }: WorldInternals, ground: Ground): CollisionSupport {
  const { world, integrator } = structure;
  if (integrator.equationsOnly) throw equationsAlone(integrator.name, 'Shapes keep each other out');
  if (integrator.isAdaptive) {
    throw new HolonomicRuntimeError(
      'E_INTEGRATOR',
      `${integrator.name}() stops at events of rows that stay as they are; those of shapes are made for one step.`,
      `Use velocityStep() or rk4(). Or add contacts of the library, at whose events it stops: ${world.space === 2 ? 'PointLineContact for corners, DiscLineContact, DiscDiscContact' : 'PointPlaneContact for corners, SpherePlaneContact, SphereSphereContact'}.`,
    );
  }
  if (world.space === 2) {
    const make = (a: PlanarShape, b: PlanarShape): PlanarPair => new PlanarPair(a, b);
    return partsFor(structure, new PlanarShapes(world, ground), { disc: 1 }, make, planarDistance);
  }
  const make = (a: SpatialShape, b: SpatialShape): SpatialPair => new SpatialPair(a, b);
  return partsFor(structure, new SpatialShapes(world, ground), { sphere: 1 }, make, spatialDistance);
}

/** What makes the shapes of a world. */
interface ShapeMaker<S, Options> {
  make(options: Options, defaults: ShapeDefaults, margin: number | undefined, what: string): S;
}

/** Makes the collisions of a world. Throws what {@link checkRows} throws if it cannot take contacts. */
function partsFor<S extends Shape, Options>(
  structure: WorldStructure,
  shapes: ShapeMaker<S, Options>,
  ball: Options,
  makePair: (a: S, b: S) => SweptPair<S>,
  distance: (shape: S, probe: S, point: Float64Array, normal: Float64Array) => number,
): CollisionSupport {
  const probe = shapes.make(ball, { friction: 0, restitution: 0 }, 0, 'a shape');
  for (const constraint of makePair(probe, probe).constraints) checkRows(constraint, structure.integrator);
  structure.system.refusesEvents = true;
  const collisions = new Collisions(structure, makePair);
  return {
    collisions,
    distanceTo: (shape, point, normal) => distance(shape as S, probe, point, normal),
    read(list, defaults, margin) {
      const added = list.map((one, i) => shapes.make(one as Options, defaults, margin, `shape ${i}`));
      return () => {
        collisions.add(added);
      };
    },
  };
}
