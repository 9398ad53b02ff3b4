export { verify, verifyType, type ConstraintClass } from './verify.js';
export { verifyAny, type AnyType } from './verify-any.js';
export type { VerifyOptions } from './options.js';
export { formatReport, losses } from './format-report.js';
export type {
  DifferenceCheck,
  Place,
  QuantityReport,
  ReferenceCheck,
  ThirdOpinion,
  VerificationReport,
} from './report.js';
