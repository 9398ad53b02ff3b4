import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import { deriveSpace } from '../../derive/derive-space.js';
import { areFunctions, areLists, isRecord } from '../../diagnostics/arguments.js';
import { compileClass } from '../../emit/compile.js';
import { QUANTITIES } from '../../sampling/evaluation.js';
import { CONSTRAINT_SUFFIXES, kernelNames } from '../../spec/emitted-names.js';
import { proofOfType } from '../../verify/index.js';
import type { Kind } from '../kind.js';
import { constraintAccount } from './account.js';
import { validateConstraint } from './validate.js';

/** An equation between connectors, `C(q) = 0`. */
export const constraint: Kind<'constraint'> = {
  recognises: (spec) => 'C' in spec,
  validate: validateConstraint,
  exportedNames: (className) => [
    className,
    ...CONSTRAINT_SUFFIXES.map((suffix) => className + suffix),
    ...Object.values<string>({ ...kernelNames(className) }),
  ],
  derive: deriveSpace,
  compile: compileClass,
  count: ({ operations }) => operations.kernel,
  account: constraintAccount,
  isType: (type): type is ConstraintType =>
    isRecord(type) &&
    isRecord(type['formula']) &&
    areLists(type['params'], type['inputs']) &&
    areFunctions(type['kernel']),
  quantities: () => QUANTITIES,
  prove: proofOfType,
};
