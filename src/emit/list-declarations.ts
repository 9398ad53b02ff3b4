import type { ConstraintKernel } from '../../runtime/model/constraint-type.js';
import type { ListDerivation } from '../derive/derive-list.js';
import { baseName, classStructure, CONNECTOR_TYPES, type DeclaredClass } from './class-structure.js';
import { listClassComment } from './doc-comment.js';
import { constraintKernel } from './kernel.js';
import { describeListType } from './list-description.js';
import { Code, commentText } from './literal.js';
import { declareParams, givenParams, typesOfParams } from './parameter-declarations.js';
import { interfaceOf, kernelConstant, typeAlias } from './structures.js';

/** A constraint class over lists, ready to be printed. */
export function declareListClass(derivation: ListDerivation): DeclaredClass {
  const { className, inputs, params, indices, reductions, outer, operations } = derivation;
  const [inputsName, optionsName] = [`${className}Inputs`, `${className}Options`];
  const kernels = [...reductions, outer].map((part) => constraintKernel(part.derivation));
  const names = new Map([...reductions, outer].map((part, i) => [part.derivation, kernels[i]!.name]));
  const hasParams = params.length > 0;
  // In data, a name stands for the function.
  const type = describeListType(derivation, (part) => new Code(names.get(part)!) as unknown as ConstraintKernel);
  const base = baseName(type);
  return {
    base,
    costs: [operations.kernel],
    types: [
      'ListType',
      'ConstraintSettings',
      'ConstraintKernel',
      ...inputs.map(({ kind }) => CONNECTOR_TYPES[kind]),
      ...typesOfParams(params),
    ],
    statements: [
      interfaceOf(
        inputsName,
        inputs.map(({ name, kind, count, unit }) => ({
          isReadonly: true,
          name,
          type: count === undefined ? CONNECTOR_TYPES[kind] : `readonly ${CONNECTOR_TYPES[kind]}[]`,
          doc: unit === undefined ? undefined : `(${commentText(unit)})`,
        })),
      ),
      ...(hasParams ? [declareParams(className, params)] : []),
      typeAlias(
        optionsName,
        [
          inputsName,
          ...(hasParams ? givenParams(className, params) : []),
          ...indices.map(({ name }) => `{ readonly ${name}: readonly ArrayLike<number>[] }`),
        ].join(' & '),
      ),
      ...kernels.map(kernelConstant),
      classStructure({
        name: className,
        base,
        typeArguments: [inputsName, ...(hasParams ? [`${className}Params`] : [])],
        doc: listClassComment(derivation),
        type,
        typeName: 'ListType',
        parameters: [
          { name: 'options', type: optionsName },
          { name: 'settings', type: 'ConstraintSettings', hasQuestionToken: true },
        ],
        passed: ['options', 'settings'],
      }),
    ],
  };
}
