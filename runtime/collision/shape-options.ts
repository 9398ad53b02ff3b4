import { greatestOf, leastOf, normalize } from '../base/vector.js';
import type { Space } from '../base/vectors.js';
import {
  checkBoolean,
  checkName,
  checkNotNegative,
  checkPositive,
  checkVector,
  isInstance,
  show,
} from '../base/check.js';
import { checkCopy } from '../base/copies.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import { isParticle } from '../model/particle.js';
import type { Carrier, Surface } from './shape.js';

/** What carries a shape, and its surface. */
export interface ShapeSettings<Body extends Carrier = Carrier> {
  /** The body or particle that carries the shape; the ground if left out. */
  readonly body?: Body;
  /** Coefficient of friction; that of `collide` if left out. */
  readonly friction?: number;
  /** Coefficient of restitution, from 0 to 1; that of `collide` if left out. */
  readonly restitution?: number;
  /** Lever, m, with which the normal force resists to rolling; that of `collide` if left out. */
  readonly rollingResistance?: number;
  /** Velocity of the surface beyond the motion of the body, in body axes, m/s: of a conveyor belt. 0 if left out. */
  readonly surfaceVelocity?: ArrayLike<number>;
  /** Shapes of one group do not touch each other. */
  readonly group?: string;
  /** True if the shape reports what it meets, and neither pushes nor is pushed. False if left out. */
  readonly sensor?: boolean;
  /**
   * Direction in body axes of the one side from which the shape stops others: those that touch it
   * within 60° of that. What comes from another side passes through. All sides if left out.
   */
  readonly oneWay?: ArrayLike<number>;
}

/** Part of a shape's size that is its margin. */
const MARGIN = 0.05;

/** Defaults of the shapes of one call. */
export interface ShapeDefaults {
  readonly friction: number;
  readonly restitution: number;
  readonly rollingResistance?: number;
  readonly torsionalResistance?: number;
}

export const SETTINGS: readonly (keyof ShapeSettings)[] = [
  'body',
  'friction',
  'restitution',
  'rollingResistance',
  'surfaceVelocity',
  'group',
  'sensor',
  'oneWay',
];

/** Words of other engines. */
export const MEANT_SETTINGS = {
  position: "Write 'at', the place of the shape in body axes.",
  offset: "Write 'at', the place of the shape in body axes.",
  isSensor: 'Write sensor: true.',
  isTrigger: 'Write sensor: true.',
  tangentSpeed: "Write 'surfaceVelocity', a vector in body axes.",
  tangentVelocity: "Write 'surfaceVelocity', a vector in body axes.",
  collisionFilter: "Write 'group' on shapes that do not touch each other, or the option 'filter' of collide.",
};

/** The checked settings of a shape. */
export interface ReadSettings {
  readonly carrier: Carrier | null;
  readonly surface: Surface;
}

/** Checks a coefficient of restitution. Throws E_NUMBER, E_NOT_FINITE, E_NEGATIVE, E_PARAMETER_RANGE. */
export function checkRestitution(value: unknown, what: string): number {
  const e = checkNotNegative(value, what);
  if (e <= 1) return e;
  throw new HolonomicRuntimeError('E_PARAMETER_RANGE', `${what} is ${e}.`, 'Give a number from 0 to 1.');
}

/**
 * Reads what carries a shape of the `space`, and its surface; `source` is the shape as it was given.
 * Throws E_BODY, E_OTHER_WORLD, E_REMOVED_BODY, E_NAME, E_OPTIONS and the errors of numbers and vectors.
 */
export function readSettings(
  given: ShapeSettings & { readonly torsionalResistance?: number },
  source: object,
  space: Space,
  world: object,
  defaults: ShapeDefaults,
  what: string,
): ReadSettings {
  const { body, friction = defaults.friction, restitution = defaults.restitution, group, sensor, oneWay } = given;
  const { rollingResistance = defaults.rollingResistance ?? 0, surfaceVelocity } = given;
  const { torsionalResistance = defaults.torsionalResistance ?? 0 } = given;
  return {
    carrier: body === undefined ? null : readCarrier(body, world, what),
    surface: {
      friction: checkNotNegative(friction, `The friction of ${what}`),
      restitution: checkRestitution(restitution, `The restitution of ${what}`),
      rollingResistance: checkNotNegative(rollingResistance, `The rolling resistance of ${what}`),
      torsionalResistance: checkNotNegative(torsionalResistance, `The torsional resistance of ${what}`),
      group: checkName(group, `The group of ${what}`),
      isSensor: checkBoolean(sensor, `Option 'sensor' of ${what}`),
      oneWay: oneWay === undefined ? undefined : readDirection(oneWay, space, `The direction 'oneWay' of ${what}`),
      velocity:
        surfaceVelocity === undefined
          ? undefined
          : checkVector(surfaceVelocity, space, `The surface velocity of ${what}`).slice(),
      source,
    },
  };
}

/** Reads a vector as a unit vector. Throws E_NOT_POSITIVE for zero, and the errors of vectors. */
export function readDirection(value: unknown, space: Space, what: string): Float64Array {
  const direction = checkVector(value, space, what).slice();
  checkPositive(normalize(direction), `The length of ${what.replace(/^The /, 'the ')}`);
  return direction;
}

/** Reads a body or particle of `world`; `what` names its use in messages. */
export function readCarrier(body: unknown, world: object, what: string): Carrier {
  if (!isParticle(body) && !isInstance(body, RigidBody)) {
    checkCopy(body, `The body of ${what}`);
    throw new HolonomicRuntimeError(
      'E_BODY',
      `The body of ${what} is ${show(body)}.`,
      'Give a rigid body or a particle; leave it out for the ground.',
    );
  }
  const home = isParticle(body) ? body.world : body.point(new Float64Array(body.space)).world;
  if (home !== world) {
    throw new HolonomicRuntimeError(
      'E_OTHER_WORLD',
      `The body of ${what} is ${body.label} of another world, or of none.`,
      'Add the body to this world first.',
    );
  }
  if (!body.removed) return body;
  throw new HolonomicRuntimeError(
    'E_REMOVED_BODY',
    `The body of ${what} is ${body.label}, which was removed from the world.`,
    'Give a body that is in the world.',
  );
}

/** The one entry of `kinds` that `given` has, and its value. Throws E_OPTIONS for none or several. */
export function readKind<Kind extends string>(
  given: object,
  kinds: readonly Kind[],
  what: string,
): { readonly kind: Kind; readonly value: unknown } {
  const found = kinds.filter((kind) => (given as Readonly<Record<string, unknown>>)[kind] !== undefined);
  const [kind] = found;
  if (kind !== undefined && found.length === 1) {
    return { kind, value: (given as Readonly<Record<string, unknown>>)[kind] };
  }
  throw new HolonomicRuntimeError(
    'E_OPTIONS',
    `${what} is ${found.length === 0 ? 'no shape' : `${found.join(' and ')} at once`}.`,
    `Give one of ${kinds.join(', ')}.`,
  );
}

/** Returns the margin of the shape within `radius` of points in the plane or in space. */
export function marginOf(points: Float64Array, space: number, radius: number): number {
  const spreads = Array.from({ length: space }, (_, c) => {
    const values = points.filter((_, i) => i % space === c);
    return greatestOf(values) - leastOf(values);
  });
  return MARGIN * (leastOf(spreads) + 2 * radius || spreads[0]!);
}
