// The names that the generated classes of contacts import.
export { BoundedConstraint } from '../stabilize/bounded-constraint.js';
export type { DirectionConnector, PointConnector, ScalarConnector } from '../model/connector.js';
export type { ConstraintKernel, ConstraintType } from '../model/constraint-type.js';
export type { ConstraintSettings } from '../model/softness.js';
export { cos, sin } from '../elementary/index.js';
