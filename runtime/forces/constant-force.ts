import { printAs } from '../base/printing.js';
import { checkNumber, checkVector, isInstance, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { suggestName } from '../base/nearest-name.js';
import { rotate } from '../model/bodies/frames.js';
import { RigidBody } from '../model/bodies/rigid-body.js';
import { isConnector, type PointConnector, type ScalarConnector } from '../model/connector.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import { checkPoint } from './connectors.js';
import { PointReading } from './point-reading.js';

/** Option of {@link constantForce} and {@link torque}. */
export interface FrameOptions {
  /**
   * Axes in which the vector is constant: those of the world, which is the default, or those of the
   * rigid body it acts on, with which it turns (a follower force).
   */
  readonly frame?: 'world' | 'body';
}

const FRAMES = ['world', 'body'];

/** Reads the option `frame` of `what`. Throws E_OPTIONS, E_OPTION_UNKNOWN. */
export function readFrame(options: FrameOptions, what: string): 'world' | 'body' {
  const { frame = 'world' } = readOptions(options, `Options of ${what}`, ['frame']);
  if (FRAMES.includes(frame)) return frame;
  const given: unknown = frame;
  throw new HolonomicRuntimeError(
    'E_OPTION_UNKNOWN',
    `Option 'frame' of ${what} is ${show(given)}.`,
    suggestName(typeof given === 'string' ? given : '', FRAMES),
  );
}

/**
 * The constant force `f`, N, on a point, or the constant generalized force `f` (a torque, N·m, for
 * an angle) on a scalar, with the energy `−f·x`. With `frame: 'body'` the force is constant in the
 * axes of the rigid body that carries the point, turns with it, and has no potential.
 *
 * Throws E_INPUT_KIND, E_VECTOR, E_NUMBER, E_DIMENSION, E_NOT_FINITE, E_OPTIONS, E_OPTION_UNKNOWN,
 * and E_OTHER_WORLD on first use in a world that is not the point's.
 */
export function constantForce(point: PointConnector, f: ArrayLike<number>, options?: FrameOptions): Force;
export function constantForce(scalar: ScalarConnector, f: number): Force;
export function constantForce(
  target: PointConnector | ScalarConnector,
  f: ArrayLike<number> | number,
  options: FrameOptions = {},
): Force {
  if (isConnector(target) && target.kind === 'scalar') {
    readOptions(options, 'Options of constantForce on a scalar', []);
    const force = checkNumber(f, 'The force of constantForce');
    return printAs(onScalar(target, force), 'constantForce', () => ({ scalar: target, force }));
  }
  const point = checkPoint(target, 'The point of constantForce');
  const force = checkVector(f, point.size, 'The force of constantForce');
  const frame = readFrame(options, 'constantForce');
  const made = frame === 'body' ? follower(point, force) : onPoint(point, force);
  return printAs(made, 'constantForce', () => ({ point, force, frame }));
}

function onScalar(scalar: ScalarConnector, force: number): Force {
  return {
    actsOn: [scalar],
    apply(world: ForceWorld): void {
      checkHome(scalar, world, 'The scalar of constantForce');
      scalar.applyForce(force);
    },
    energy: (): number => -force * scalar.value,
  };
}

function onPoint(point: PointConnector, force: Float64Array): Force {
  const reading = new PointReading(point);
  return {
    actsOn: [point],
    apply(world: ForceWorld): void {
      checkHome(point, world, 'The point of constantForce');
      point.applyForce(force);
    },
    energy(): number {
      reading.read();
      let energy = 0;
      for (let i = 0; i < force.length; i++) energy -= force[i]! * reading.x[i]!;
      return energy;
    },
  };
}

function follower(point: PointConnector, local: Float64Array): Force {
  const body = point.owner;
  if (!isInstance(body, RigidBody)) {
    throw new HolonomicRuntimeError(
      'E_INPUT_KIND',
      `The point of constantForce is ${point.label}, which has no axes of its own.`,
      "Give a point of a rigid body, or leave out frame: 'body'.",
    );
  }
  const force = new Float64Array(local.length);
  return {
    actsOn: [point],
    apply(world: ForceWorld): void {
      checkHome(point, world, 'The point of constantForce');
      rotate(body.orientation, local, false, force);
      point.applyForce(force);
    },
  };
}
