import { isListType, type ListType } from '../../../runtime/model/lists/list-type.js';
import { deriveList } from '../../derive/derive-list.js';
import { areLists, isRecord } from '../../diagnostics/arguments.js';
import { compileListClass, compileListType } from '../../emit/compile.js';
import { QUANTITIES } from '../../sampling/evaluation.js';
import { constraint } from '../constraint/kind.js';
import { validateConstraint } from '../constraint/validate.js';
import type { Kind } from '../kind.js';
import { listAccount } from './account.js';
import { checkList } from './check.js';
import { proofOfList } from './proof.js';

/** A constraint over lists of connectors, of any length. */
export const list: Kind<'list'> = {
  recognises: (spec) =>
    !('V' in spec) &&
    'inputs' in spec &&
    isRecord(spec.inputs) &&
    Object.values(spec.inputs).some((input) => isRecord(input) && 'count' in input),
  validate: validateConstraint,
  exportedNames: constraint.exportedNames,
  derive: (className, spec, space, leniency) => {
    const derivation = deriveList(className, spec, space, leniency);
    checkList(
      compileListType(derivation),
      derivation.warnings.some(({ code }) => code === 'W_OVERFLOW'),
    );
    return derivation;
  },
  compile: compileListClass,
  count: ({ operations }) => operations.kernel,
  account: listAccount,
  isType: (type): type is ListType =>
    isRecord(type) && areLists(type['params'], type['inputs'], type['sums']) && isListType(type as unknown as ListType),
  quantities: () => QUANTITIES,
  prove: proofOfList,
};
