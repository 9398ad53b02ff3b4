import type { InterfaceDeclarationStructure } from 'ts-morph';
import type { InputDescription } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { baseName, classStructure, CONNECTOR_TYPES, type DeclaredClass } from './class-structure.js';
import { classComment } from './doc-comment.js';
import { constraintKernel, jdotKernel } from './kernel.js';
import { Code, commentText } from './literal.js';
import { declareParams, givenParams, typesOfParams } from './parameter-declarations.js';
import { interfaceOf, kernelConstant, typeAlias } from './structures.js';
import { describeType } from './type-description.js';

/**
 * A constraint class, ready to be printed: its inputs, parameters and options, its kernel, that of
 * `Jdot` if asked for, and the class itself.
 */
export function declareClass(derivation: SpaceDerivation, withJdot: boolean): DeclaredClass {
  const { className, inputs, params, operations } = derivation;
  const [inputsName, optionsName] = [`${className}Inputs`, `${className}Options`];
  const kernel = constraintKernel(derivation);
  const rateKernel = withJdot ? jdotKernel(derivation) : undefined;
  const kernels = rateKernel === undefined ? [kernel] : [kernel, rateKernel];
  const typeName = withJdot ? 'ConstraintTypeWithJdot' : 'ConstraintType';
  const description = describeType(derivation);
  const base = baseName(description);
  const hasParams = params.length > 0;
  return {
    base,
    costs: withJdot ? [operations.kernel, operations.Jdot] : [operations.kernel],
    types: [
      typeName,
      'ConstraintSettings',
      ...kernels.map(({ type }) => type),
      ...inputs.map(({ kind }) => CONNECTOR_TYPES[kind]),
      ...typesOfParams(params),
    ],
    statements: [
      declareInputs(inputsName, inputs),
      ...(hasParams ? [declareParams(className, params)] : []),
      typeAlias(optionsName, [inputsName, ...(hasParams ? givenParams(className, params) : [])].join(' & ')),
      ...kernels.map(kernelConstant),
      classStructure({
        name: className,
        base,
        typeArguments: [inputsName, ...(hasParams ? [`${className}Params`] : [])],
        doc: classComment(derivation, withJdot),
        type: {
          ...description,
          kernel: new Code(kernel.name),
          ...(rateKernel && { jdotKernel: new Code(rateKernel.name) }),
        },
        typeName,
        parameters: [
          { name: 'options', type: optionsName },
          { name: 'settings', type: 'ConstraintSettings', hasQuestionToken: true },
        ],
        passed: ['options', 'settings'],
      }),
    ],
  };
}

/** The interface of a class's inputs. */
export const declareInputs = (name: string, inputs: readonly InputDescription[]): InterfaceDeclarationStructure =>
  interfaceOf(
    name,
    inputs.map((input) => ({
      isReadonly: true,
      name: input.name,
      type: CONNECTOR_TYPES[input.kind],
      doc: unitOf(input),
    })),
  );

/** The unit of a scalar that is not an angle. */
const unitOf = ({ unit }: InputDescription): string | undefined =>
  unit === undefined ? undefined : `(${commentText(unit)})`;
