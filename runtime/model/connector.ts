import { hasMethod } from '../base/check.js';
import { showOnly } from '../base/printing.js';
import type { Vector } from '../base/vectors.js';
import type { ConnectorKind, Space } from './constraint-type.js';

/** The properties of a world that its connectors read. */
export interface ConnectorWorld {
  readonly space: Space;
  /** Time, s. */
  readonly time: number;
  /** True for the placeholder of a world, while a body has not been added to one. */
  readonly standIn?: boolean;
}

/**
 * A quantity that a body, the ground or a handle exposes to constraints. Constraints read nothing
 * else.
 *
 * A connector has a value `x`, a rate `ẋ` and an acceleration `a` at zero generalized acceleration,
 * so that `ẍ = B v̇ + a`, with `B` its Jacobian with respect to the velocities of its body. Three
 * arrays hold them for all connectors of a world, at {@link slot}.
 */
export interface Connector {
  readonly kind: ConnectorKind;
  /** Number of components: the space's dimension, or 1 for a scalar. */
  readonly size: number;
  readonly world: ConnectorWorld;
  /** Name for messages, as in `particle #2`. */
  readonly label: string;
  /**
   * The object to remove from the world to remove this connector: its body, a handle, or null for
   * the ground.
   */
  readonly owner: object | null;
  /** True once its owner has been removed from the world. */
  readonly removed: boolean;
  /** True where `a` can differ from zero. Other connectors save the term `J a`. */
  readonly accelerates: boolean;
  /** True where value or rate can change without a structural change. */
  readonly moves: boolean;
  /**
   * Offset in the world's connector arrays, or −1 while no constraint uses the connector. Set by
   * the runtime.
   */
  slot: number;
  /**
   * Writes value, rate and acceleration at zero generalized acceleration into the three arrays,
   * from `offset` on.
   */
  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void;
}

/**
 * Value, rate and acceleration at zero generalized acceleration of every connector in use, at the
 * connector's slot. Kernels read them.
 */
export interface ConnectorValues {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
}

/** A position. */
export interface PointConnector extends Connector {
  readonly kind: 'point';
  /** Position, m: one entry per dimension of the space. */
  readonly position: Vector;
  /** Velocity, m/s. */
  readonly velocity: Vector;
  /**
   * Adds a force, N, to the generalized force of the body that carries the point. Only inside
   * {@link Force.apply}. Does nothing on the ground and on handles.
   */
  applyForce(force: ArrayLike<number>): void;
}

/** A unit vector. */
export interface DirectionConnector extends Connector {
  readonly kind: 'direction';
  /** Components of the unit vector. */
  readonly direction: Vector;
  /** Rate of change, 1/s. */
  readonly rate: Vector;
  /**
   * Adds a generalized force, N·m, that does the work `f · ḋ` as the direction `d` turns: the torque
   * `d × f` on its body. Only inside {@link Force.apply}. Does nothing on the ground.
   */
  applyForce(force: ArrayLike<number>): void;
}

/** An angle or a generalized coordinate. */
export interface ScalarConnector extends Connector {
  readonly kind: 'scalar';
  readonly value: number;
  /** Rate of change, per second. */
  readonly rate: number;
  /**
   * Adds a generalized force (a torque, N·m, for an angle). Only inside {@link Force.apply}. Does
   * nothing on the ground.
   */
  applyForce(force: number): void;
}

/** True for an object that is a complete connector and can be read. */
export function isConnector(value: unknown): value is Connector {
  if (!hasMethod(value, 'read')) return false;
  try {
    // Callers without types may pass anything.
    const { kind, size, world } = value as { kind: unknown; size: unknown; world: Partial<ConnectorWorld> | undefined };
    const sizes: Readonly<Record<string, unknown>> = { point: world?.space, direction: world?.space, scalar: 1 };
    if (typeof kind !== 'string' || !(size === 1 || size === 2 || size === 3) || sizes[kind] !== size) return false;
    const [x, v, a] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
    (value as Connector).read(x, v, a, 0);
    return true;
  } catch {
    return false;
  }
}

const SHOWN = {
  point: ['label', 'position', 'velocity'],
  direction: ['label', 'direction', 'rate'],
  scalar: ['label', 'value', 'rate'],
} as const;

/**
 * Makes consoles, JSON and spreads show the label, the value and the rate of a connector, and
 * nothing else. To be called at the end of its constructor, see {@link showOnly}.
 */
export function showConnector(connector: Connector): void {
  showOnly(connector as PointConnector & DirectionConnector & ScalarConnector, SHOWN[connector.kind]);
}
