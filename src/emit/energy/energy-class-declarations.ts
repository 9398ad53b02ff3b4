import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { declareInputs } from '../class-declarations.js';
import { classStructure, CONNECTOR_TYPES, type DeclaredClass } from '../class-structure.js';
import { Code } from '../literal.js';
import { declareParams, givenParams, typesOfParams } from '../parameter-declarations.js';
import { kernelConstant, typeAlias } from '../structures.js';
import { energyComment } from './energy-comment.js';
import { energyFunctions, listOfFunctions } from './energy-kernels.js';
import { describeEnergyType } from './energy-type-description.js';

/**
 * An energy class, ready to be printed: its inputs, parameters and options, its kernels and the class
 * itself.
 */
export function declareEnergyClass(derivation: EnergyDerivation): DeclaredClass {
  const { className, inputs, params, operations } = derivation;
  const [inputsName, optionsName] = [`${className}Inputs`, `${className}Options`];
  const functions = energyFunctions(derivation);
  const { divisors } = functions;
  const list = [...listOfFunctions(functions), ...(divisors ? [divisors] : [])];
  const hasParams = params.length > 0;
  return {
    base: 'Energy',
    costs: Object.values(operations),
    types: [
      'EnergySettings',
      'EnergyType',
      ...list.map(({ type }) => type),
      ...inputs.map(({ kind }) => CONNECTOR_TYPES[kind]),
      ...typesOfParams(params),
    ],
    statements: [
      declareInputs(inputsName, inputs),
      ...(hasParams ? [declareParams(className, params)] : []),
      typeAlias(optionsName, [inputsName, ...(hasParams ? givenParams(className, params) : [])].join(' & ')),
      ...list.map(kernelConstant),
      classStructure({
        name: className,
        base: 'Energy',
        typeArguments: [inputsName, ...(hasParams ? [`${className}Params`] : [])],
        doc: energyComment(derivation),
        type: {
          ...describeEnergyType(derivation),
          energyKernel: new Code(functions.energy.name),
          hessianKernel: new Code(functions.hessian.name),
          ...(functions.damping && { dampingKernel: new Code(functions.damping.name) }),
          ...(divisors && { divisorKernel: new Code(divisors.name) }),
        },
        typeName: 'EnergyType',
        parameters: [
          { name: 'options', type: optionsName },
          { name: 'settings', type: 'EnergySettings', hasQuestionToken: true },
        ],
        passed: ['options', 'settings'],
      }),
    ],
  };
}
