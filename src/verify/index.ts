export { proofOfType, verifyType } from './verify.js';
export { proofOfBodyType, verifyBodyType } from './body/verify-body.js';
export { proofOfEnergyType, verifyEnergyType } from './energy/verify-energy.js';
export { inTurn, prove, proveInSlices, type ProofSteps } from './proof-steps.js';
export type { VerifyOptions } from './options.js';
export { formatReport, losses } from './format-report.js';
export type {
  DifferenceCheck,
  LostDigitsAt,
  Place,
  QuantityReport,
  ReferenceCheck,
  SingularCheck,
  ThirdOpinion,
  VerificationReport,
} from './report.js';
