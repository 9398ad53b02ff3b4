/**
 * The part of the toolkit that runs anywhere.
 * @module
 */
export { derive, type Derivation } from './kinds/derive.js';
export type { Role, SpaceDerivation } from './derive/derive-space.js';
export { compile, type CompiledClasses, type CompileOptions } from './kinds/compile.js';
export type { CompiledClass } from './emit/compile.js';
export { explain, type ExplainFormat } from './kinds/explain.js';
export { diagnose } from './kinds/diagnose.js';
export { verify, verifyAsync } from './kinds/verify.js';
export {
  formatReport,
  type DifferenceCheck,
  type LostDigitsAt,
  type Place,
  type QuantityReport,
  type ReferenceCheck,
  type SingularCheck,
  type ThirdOpinion,
  type VerificationReport,
  type VerifyOptions,
} from './verify/index.js';
export {
  CODES,
  SpecError,
  formatDiagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type FormatOptions,
  type SourcePlace,
  type Span,
} from './diagnostics/index.js';
export type { OperationCount } from './lower/count.js';
export { simulateScene } from './simulate/simulate.js';
export type { BuiltScene, Driver, Scene } from './simulate/scene.js';
