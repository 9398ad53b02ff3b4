import { isInstance } from '../base/check.js';
import { adviceFor, describeGiven } from '../model/constraint-options.js';
import {
  isConnector,
  type Connector,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from '../model/connector.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';

/** Checks that `value` is a point; `what` names it in the message. Throws E_INPUT_KIND. */
export function checkPoint(value: unknown, what: string): PointConnector {
  return checkKind(value, 'point', what);
}

/**
 * Checks that `value` is a scalar or a hinge angle; `what` names it in the message. Throws
 * E_INPUT_KIND.
 */
export function checkScalar(value: unknown, what: string): ScalarConnector | HingeAngle {
  if (isInstance(value, HingeAngle)) return value;
  return checkKind(value, 'scalar', what);
}

/** True for scalars and hinge angles. */
export function isAngle(value: unknown): value is ScalarConnector | HingeAngle {
  return isInstance(value, HingeAngle) || (isConnector(value) && value.kind === 'scalar');
}

/** The connectors that a scalar or a hinge angle depends on. */
export const connectorsOf = (angle: ScalarConnector | HingeAngle): readonly (ScalarConnector | DirectionConnector)[] =>
  angle instanceof HingeAngle ? angle.connectors : [angle];

function checkKind<T extends Connector>(value: unknown, kind: T['kind'], what: string): T {
  if (isConnector(value) && value.kind === kind) return value as T;
  const message = `${what} is ${describeGiven(value)}, not a ${kind}.`;
  throw new HolonomicRuntimeError('E_INPUT_KIND', message, adviceFor(value, kind));
}
