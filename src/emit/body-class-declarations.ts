import type { BodyDerivation } from '../derive/derive-body.js';
import { typescript } from './addresses.js';
import { bodyComment } from './body-comment.js';
import { bodyFunctions, bodySources, bodyTypeData } from './body-declarations.js';
import { CONNECTOR_TYPES, declareParams, facts, givenParams } from './class-declarations.js';
import { declareData, declareInterface, type Declaration, type DeclaredText, type Property } from './declarations.js';
import type { DeclaredClass } from './file.js';
import { bracketed, classHead } from './format.js';

/** A body class, ready to be printed. */
export function declareBodyClass(derivation: BodyDerivation): DeclaredClass {
  const { connectors, ...others } = derivation.operations;
  return {
    base: 'ParametricBody',
    types: ['BodyType', ...derivation.model.connectors.map(({ kind }) => CONNECTOR_TYPES[kind])],
    declarations: bodyClassDeclarations(derivation),
    costs: [...Object.values(connectors), ...Object.values(others)],
  };
}

/** The declarations of one body class: its parameters, coordinates and connectors, its functions and the class itself. */
function bodyClassDeclarations(derivation: BodyDerivation): Declaration[] {
  const { className, model, params } = derivation;
  const { coordinates, connectors } = model;
  const sources = bodySources(derivation, typescript);
  const list = (suffix: string, what: string, properties: readonly Property[]): DeclaredText =>
    declareInterface(className + suffix, `The ${what} of a {@link ${className}}.`, properties);
  const connectorsOf = (kind: 'point' | 'scalar'): Property[] =>
    connectors
      .filter((connector) => connector.kind === kind)
      .map(({ name }) => ({ isReadonly: true, name, type: CONNECTOR_TYPES[kind] }));
  const coordinatesName = `${className}Coordinates`;
  const hasDefaults = params.some((param) => param.default !== undefined);
  const types = ['Params', 'Coordinates', 'Points', 'Scalars'].map((suffix) => className + suffix);
  const parameters = [
    `params: ${givenParams(className, params).join(' & ')}`,
    `coordinates: ${coordinatesName}`,
    `rates?: Partial<${coordinatesName}>`,
  ];
  return [
    declareParams(className, params),
    list(
      'Coordinates',
      'coordinates',
      coordinates.map((coordinate) => ({ name: coordinate.name, type: 'number', doc: facts(coordinate) })),
    ),
    list('Points', 'points', connectorsOf('point')),
    declareInterface(
      `${className}Scalars`,
      `The angles and coordinates of a {@link ${className}}, as connectors.`,
      connectorsOf('scalar'),
    ),
    declareData(
      bodyComment(derivation),
      [...classHead(className, 'ParametricBody', types), '  static readonly type: BodyType ='],
      bodyTypeData(derivation, sources),
      [
        '',
        ...bracketed('constructor(', parameters, ') {', { indent: '  ' }),
        // The base fills in the defaults.
        `    super(${className}.type, params${hasDefaults ? ` as ${className}Params` : ''}, coordinates, rates);`,
        '  }',
        '}',
      ],
    ),
    ...bodyFunctions(derivation, sources),
  ];
}
