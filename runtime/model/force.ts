import { hasMethod, reading, show } from '../base/check.js';
import { checkCopy } from '../base/copies.js';
import type { Space } from './constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Particle } from './particle.js';
import type { Connector, DirectionConnector, PointConnector, ScalarConnector } from './connector.js';
import type { StiffRows } from './stiff-row.js';

/** The part of the world that a force sees. {@link World} is one. */
export interface ForceWorld {
  readonly space: Space;
  /** Time, s. */
  readonly time: number;
  readonly particles: readonly Particle[];
  /** All particles, and the centres of mass of all rigid bodies, as points. */
  readonly centres: readonly PointConnector[];
  /**
   * Adds the weight of every body under the gravitational acceleration `g`, m/s². Only inside
   * {@link Force.apply}.
   */
  applyGravity(g: ArrayLike<number>): void;
  /**
   * Adds `−c v`, `c` in N·s/m, to every particle, and to every rigid body at its centre of mass.
   * Only inside {@link Force.apply}.
   */
  applyDrag(c: number): void;
  /** `−Σ m g·x` over all bodies, J. */
  gravityEnergy(g: ArrayLike<number>): number;
}

/**
 * An applied force. It is called at every evaluation, several times per step with most integrators,
 * and must depend on nothing but the state and the time.
 */
export interface Force {
  /**
   * True where the force depends on masses alone. It is then not called again while masses stay.
   */
  readonly steady?: boolean;
  /** Size of the acceleration of a force that gives all bodies the same one, m/s². */
  readonly fall?: number;
  /**
   * Coordinates along which the force is stiff, for `velocityStep` to take them implicitly. The
   * list stays the same while the force is in a world. A function is called whenever bodies,
   * constraints or forces were added or removed.
   */
  readonly stiffRows?: StiffRows<ForceWorld>;
  /**
   * What the force acts on. Once any of it has been removed from the world, the force rests: it is not
   * called, and has no energy, until all of it is back. The list stays the same.
   */
  readonly actsOn?: readonly { readonly removed?: boolean; readonly label?: string }[];
  /** Adds to the generalized forces, by `point.applyForce(f)` and `scalar.applyForce(x)`. */
  apply(world: ForceWorld): void;
  /** Potential energy, J, of a force that has one. */
  energy?(world: ForceWorld): number;
}

/** True for a force that rests, since something that it acts on was removed from its world. */
export const rests = ({ actsOn }: Force): boolean => actsOn?.some(({ removed }) => removed) === true;

/**
 * Returns the name in messages of force `k` of `world.forces`: `force #2 (Wind)` for an object of a
 * class, and the label of an energy.
 */
export function labelOfForce(force: Force, k: number): string {
  const name = 'label' in force && typeof force.label === 'string' ? force.label : force.constructor.name;
  return `force #${k + 1}${name === '' || name === 'Object' ? '' : ` (${name})`}`;
}

/**
 * Throws E_FORCE unless `force` has an `apply` method and, if it has an energy, a method for it.
 */
export function checkForce(force: unknown): void {
  checkCopy(force, 'The force to add');
  const hint = 'Give gravity(…) or an object { apply(world) { … } }.';
  if (typeof force !== 'object' || force === null) {
    const isUncalled = typeof force === 'function' && force.name !== '';
    throw new HolonomicRuntimeError(
      'E_FORCE',
      `A force is ${show(force)}.`,
      !isUncalled
        ? hint
        : hasMethod(force.prototype, 'apply')
          ? `Make one: new ${force.name}({ … }).`
          : `Call it, as in ${force.name}(…), and give what it returns.`,
    );
  }
  if (hasMethod(force, 'forceOn'))
    throw new HolonomicRuntimeError(
      'E_FORCE',
      'A force is a constraint.',
      'Add a constraint with world.add(constraint).',
    );
  if (!hasMethod(force, 'apply')) throw new HolonomicRuntimeError('E_FORCE', 'A force has no method "apply".', hint);
  const rows = memberOf(force, 'stiffRows');
  if (rows !== undefined && typeof rows !== 'function' && !Array.isArray(rows))
    throw new HolonomicRuntimeError('E_FORCE', `The stiff rows of a force are ${show(rows)}.`, hint);
  checkActsOn(memberOf(force, 'actsOn'));
  const energy = memberOf(force, 'energy');
  if (energy === undefined || typeof energy === 'function') return;
  throw new HolonomicRuntimeError(
    'E_FORCE',
    `The energy of a force is ${show(energy)}.`,
    'Give a method energy(world).',
  );
}

const memberOf = (force: object, name: keyof Force): unknown =>
  reading('A force', 'E_FORCE', () => (force as Partial<Force>)[name] as unknown);

/** Throws E_FORCE unless `actsOn` is a list of objects, if there is one. */
function checkActsOn(actsOn: unknown): void {
  if (actsOn === undefined) return;
  if (Array.isArray(actsOn) && actsOn.every((target) => typeof target === 'object' && target !== null)) return;
  throw new HolonomicRuntimeError(
    'E_FORCE',
    `What a force acts on, 'actsOn', is ${show(actsOn)}.`,
    'Give a list of points, directions, scalars or bodies, or leave it out.',
  );
}

/** Throws E_REMOVED_BODY if something that a new force acts on was removed from its world. */
export function checkPresent({ actsOn }: Force): void {
  const gone = actsOn?.find(({ removed }) => removed);
  if (!gone) return;
  throw new HolonomicRuntimeError(
    'E_REMOVED_BODY',
    `A force acts on ${gone.label ?? 'a body'}, which was removed from the world.`,
    'Add the force once that is in the world again.',
  );
}

/** Checks that a connector belongs to the world that a force acts in. Throws E_OTHER_WORLD. */
export function checkHome(connector: Pick<Connector, 'world' | 'label'>, world: object, what: string): void {
  if (connector.world === world) return;
  checkCopy(connector.world, `${what}, ${connector.label},`);
  throw new HolonomicRuntimeError(
    'E_OTHER_WORLD',
    `${what} is ${connector.label} of another world.`,
    'A force acts on things of one world: add it to that one, or make the point in this one.',
  );
}

/** A connector that a force acts on. */
export type ForceTarget = PointConnector | DirectionConnector | ScalarConnector;

/** Applies to each target its force, of as many entries as it has components. Only inside {@link Force.apply}. */
export function applyForces(targets: readonly ForceTarget[], forces: readonly Float64Array[]): void {
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i]!;
    if (target.kind === 'scalar') target.applyForce(forces[i]![0]!);
    else target.applyForce(forces[i]!);
  }
}
