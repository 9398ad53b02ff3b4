import type { ClassDeclarationStructure, InterfaceDeclarationStructure } from 'ts-morph';
import type { BodyDerivation } from '../derive/derive-body.js';
import { typescript } from './addresses.js';
import { bodyComment } from './body-comment.js';
import { bodyFunctions, bodySources, bodyTypeLiteral } from './body-structure.js';
import { CONNECTOR_TYPES, facts, givenParams, paramsStructure } from './class-structure.js';
import type { Declaration } from './function-structure.js';
import type { Kinds } from './ts-morph-kinds.js';

/** The runtime's types that a body class refers to. */
export function bodyImports({ model }: BodyDerivation): string[] {
  return ['BodyType', ...model.connectors.map(({ kind }) => CONNECTOR_TYPES[kind])];
}

/** The declarations of one body class: its parameters, coordinates and connectors, its functions and the class itself. */
export function bodyClassStructures(derivation: BodyDerivation, kinds: Kinds): Declaration[] {
  const { className, model, params } = derivation;
  const { coordinates, connectors } = model;
  const sources = bodySources(derivation, typescript);
  const declare = (
    suffix: string,
    doc: string,
    properties: InterfaceDeclarationStructure['properties'],
  ): InterfaceDeclarationStructure => ({
    kind: kinds.interface,
    isExported: true,
    name: className + suffix,
    docs: [doc],
    ...(properties && { properties }),
  });
  const connectorsOf = (kind: 'point' | 'scalar'): InterfaceDeclarationStructure['properties'] =>
    connectors
      .filter((connector) => connector.kind === kind)
      .map(({ name }) => ({ isReadonly: true, name, type: CONNECTOR_TYPES[kind] }));
  const coordinatesName = `${className}Coordinates`;
  const hasDefaults = params.some((param) => param.default !== undefined);
  const classDeclaration: ClassDeclarationStructure = {
    kind: kinds.class,
    isExported: true,
    name: className,
    extends: `ParametricBody<${['Params', 'Coordinates', 'Points', 'Scalars'].map((suffix) => className + suffix).join(', ')}>`,
    docs: [bodyComment(derivation)],
    properties: [
      {
        isStatic: true,
        isReadonly: true,
        name: 'type',
        type: 'BodyType',
        initializer: bodyTypeLiteral(derivation, sources),
      },
    ],
    ctors: [
      {
        parameters: [
          { name: 'params', type: givenParams(className, params) },
          { name: 'coordinates', type: coordinatesName },
          { name: 'rates', hasQuestionToken: true, type: `Partial<${coordinatesName}>` },
        ],
        // The base fills in the defaults.
        statements: [
          `super(${className}.type, params${hasDefaults ? ` as ${className}Params` : ''}, coordinates, rates);`,
        ],
      },
    ],
  };
  return [
    paramsStructure(className, params, kinds),
    declare(
      'Coordinates',
      `The coordinates of a {@link ${className}}.`,
      coordinates.map((coordinate) => ({ name: coordinate.name, type: 'number', docs: facts(coordinate) })),
    ),
    declare('Points', `The points of a {@link ${className}}.`, connectorsOf('point')),
    declare('Scalars', `The angles and coordinates of a {@link ${className}}, as connectors.`, connectorsOf('scalar')),
    classDeclaration,
    ...bodyFunctions(derivation, sources),
  ];
}
