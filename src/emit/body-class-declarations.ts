import type { StatementStructures } from 'ts-morph';
import type { BodyDerivation } from '../derive/derive-body.js';
import { bodyComment } from './body-comment.js';
import { bodyFunctions, bodyTypeData, listOf } from './body-functions.js';
import { classStructure, CONNECTOR_TYPES, type DeclaredClass } from './class-structure.js';
import { dataLiteral } from './literal.js';
import { declareParams, facts, givenParams, typesOfParams } from './parameter-declarations.js';
import { constant, interfaceOf, kernelConstant, typeAlias } from './structures.js';

/**
 * A body class, ready to be printed: its parameters, coordinates and connectors, its functions and
 * the class itself.
 */
export function declareBodyClass(derivation: BodyDerivation): DeclaredClass {
  const { connectors: connectorCosts, ...otherCosts } = derivation.operations;
  const { className, model, params } = derivation;
  const { coordinates, connectors } = model;
  const functions = bodyFunctions(derivation);
  const hasDirections = connectors.some(({ kind }) => kind === 'direction');
  const connectorsOf = (kind: keyof typeof CONNECTOR_TYPES): string => {
    const names = connectors.filter((connector) => connector.kind === kind).map(({ name }) => `'${name}'`);
    return names.length === 0 ? 'object' : `Readonly<Record<${names.join(' | ')}, ${CONNECTOR_TYPES[kind]}>>`;
  };
  const coordinatesName = `${className}Coordinates`;
  const hasDefaults = params.some((param) => param.default !== undefined);
  return {
    base: 'ParametricBody',
    costs: [...Object.values(connectorCosts), ...Object.values(otherCosts)],
    types: [
      'BodyType',
      ...listOf(functions).map(({ type }) => type),
      ...connectors.map(({ kind }) => CONNECTOR_TYPES[kind]),
      ...typesOfParams(params),
    ],
    statements: [
      declareParams(className, params),
      interfaceOf(
        coordinatesName,
        coordinates.map((coordinate) => ({ name: coordinate.name, type: 'number', doc: facts(coordinate) })),
      ),
      typeAlias(`${className}Points`, connectorsOf('point')),
      typeAlias(`${className}Scalars`, connectorsOf('scalar')),
      ...(hasDirections ? [typeAlias(`${className}Directions`, connectorsOf('direction'))] : []),
      ...listOf(functions).map(kernelConstant),
      classStructure({
        name: className,
        base: 'ParametricBody',
        typeArguments: ['Params', 'Coordinates', 'Points', 'Scalars', ...(hasDirections ? ['Directions'] : [])].map(
          (suffix) => className + suffix,
        ),
        doc: bodyComment(derivation),
        type: bodyTypeData(derivation, functions),
        typeName: 'BodyType',
        parameters: [
          { name: 'params', type: givenParams(className, params).join(' & ') },
          { name: 'coordinates', type: coordinatesName },
          { name: 'rates', type: `Partial<${coordinatesName}>`, hasQuestionToken: true },
        ],
        // The base fills in the defaults.
        passed: [`params${hasDefaults ? ` as ${className}Params` : ''}`, 'coordinates', 'rates'],
      }),
    ],
  };
}

/** A kind of body that the runtime itself has: its functions, and its type as a constant. */
export function bodyTypeDeclarations(derivation: BodyDerivation, name: string): StatementStructures[] {
  const functions = bodyFunctions(derivation);
  return [
    ...listOf(functions).map(kernelConstant),
    constant(name, 'BodyType', dataLiteral(bodyTypeData(derivation, functions)), derivation.model.summary),
  ];
}
