export { verifyType } from './verify.js';
export { verifyBodyType } from './body/verify-body.js';
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
