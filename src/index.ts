/**
 * `holonomic`: the module that a spec file imports. Nothing here is heavy.
 * @module holonomic
 */
export { defineBody } from './spec/body-spec.js';
export type { AngleSpec, BodySpec, CoordinateSpec, DefinedBody, DirectionSpec, PointSpec } from './spec/body-spec.js';
export { defineEnergy } from './spec/energy-spec.js';
export type { DefinedEnergy, EnergyInputSpecs, EnergySpec } from './spec/energy-spec.js';
export { defineConfig, type Config, type ConfigEntry, type TargetName } from './spec/define-config.js';
export { defineConstraint } from './spec/define-constraint.js';
export type {
  ConnectorKind,
  ConstraintParameterSpecs,
  ConstraintSpec,
  CurveParameterSpec,
  DefinedConstraint,
  FrictionSpec,
  IndexListSpec,
  InputSpec,
  InputSpecs,
  ListInputSpec,
  ParameterSpec,
  ParameterSpecs,
  Range,
  ScalarInputSpec,
  ScalarParameterSpec,
  SingularPolicy,
  Space,
  SpaceSpec,
  VectorParameterSpec,
} from './spec/constraint-spec.js';
