/** `holonomic`: what a spec file imports. Nothing here is heavy. */
export { defineConfig, type Config, type ConfigEntry } from './config/define-config.js';
export { defineConstraint } from './spec/define-constraint.js';
export type {
  ConnectorKind,
  ConstraintSpec,
  DefinedConstraint,
  InputSpecs,
  ParameterSpec,
  ParameterSpecs,
  Range,
  ScalarParameterSpec,
  Space,
  SpaceSpec,
  VectorParameterSpec,
} from './spec/constraint-spec.js';
