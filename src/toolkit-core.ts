/**
 * The part of the toolkit that runs anywhere.
 * @module
 */
export { derive, type Derivation } from './derive/derive.js';
export type { SpaceDerivation } from './derive/derive-space.js';
export { compile, type CompileOptions } from './emit/compile-spec.js';
export type { CompiledClass } from './emit/compile.js';
export { explain, type ExplainFormat } from './explain/explain.js';
export { verify } from './verify-target.js';
export {
  formatReport,
  type DifferenceCheck,
  type Place,
  type QuantityReport,
  type ReferenceCheck,
  type ThirdOpinion,
  type VerificationReport,
  type VerifyOptions,
} from './verify/index.js';
export { CODES, SpecError, formatDiagnostic, type Diagnostic, type DiagnosticCode } from './diagnostics/index.js';
export type { OperationCount } from './lower/count.js';
export { simulateScene } from './simulate/simulate.js';
export type { BuiltScene, Driver, Scene } from './simulate/scene.js';
