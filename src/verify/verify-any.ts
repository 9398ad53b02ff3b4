import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { verifyBodyType } from './body/verify-body.js';
import type { VerificationReport } from './report.js';
import type { VerifyOptions } from './options.js';
import { verifyType } from './verify.js';

/** What a generated class carries: the description and the functions that are checked. */
export type AnyType = ConstraintType | BodyType;

const isBodyType = (type: AnyType): type is BodyType => 'dynamics' in type;

/** Checks that a class of either sort computes what its formulas say. */
export function verifyAny(type: AnyType, options?: VerifyOptions): VerificationReport<string> {
  return isBodyType(type) ? verifyBodyType(type, options) : verifyType(type, options);
}
