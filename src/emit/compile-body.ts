import type { BodyConnectorKernel, BodyType } from '../../runtime/model/bodies/body-type.js';
import { ParametricBody } from '../../runtime/model/bodies/parametric-body.js';
import type { PointConnector, ScalarConnector } from '../../runtime/model/connector.js';
import type { ParameterValue } from '../../runtime/model/parameters.js';
import type { BodyDerivation } from '../derive/derive-body.js';
import { bodyFunctions } from './body-functions.js';
import { checkBodyEmission } from './check-emission.js';
import { describeBodyType } from './body-type-description.js';
import { compileKernel } from './compile.js';

type Numbers = Record<string, number>;
type Parameters = Record<string, ParameterValue>;

/**
 * A body class made in memory. Parameters and coordinates are those of the spec; they are checked
 * when it is constructed.
 */
export interface CompiledBodyClass {
  readonly type: BodyType;
  new (
    params: object,
    coordinates: Readonly<Numbers>,
    rates?: Readonly<Numbers>,
  ): ParametricBody<
    Parameters,
    Numbers,
    Readonly<Record<string, PointConnector>>,
    Readonly<Record<string, ScalarConnector>>
  >;
}

/**
 * Makes the type of a kind of body from the same functions that a file would hold, and checks what
 * they compute.
 */
export function compileBodyType(derivation: BodyDerivation): BodyType {
  const { connectors, ...description } = describeBodyType(derivation);
  const functions = bodyFunctions(derivation);
  const type: BodyType = {
    ...description,
    connectors: connectors.map((connector, i) => ({
      ...connector,
      kernel: compileKernel(functions.connectors[i]!) as BodyConnectorKernel,
    })),
    dynamics: compileKernel(functions.dynamics) as BodyType['dynamics'],
    energy: compileKernel(functions.energy) as BodyType['energy'],
    weight: compileKernel(functions.weight) as BodyType['weight'],
  };
  checkBodyEmission(derivation, type);
  return type;
}

/** Makes the class that the emitted file would hold. */
export function compileBodyClass(derivation: BodyDerivation): CompiledBodyClass {
  const type = compileBodyType(derivation);
  const compiled = class extends ParametricBody<
    Parameters,
    Numbers,
    Readonly<Record<string, PointConnector>>,
    Readonly<Record<string, ScalarConnector>>
  > {
    static readonly type = type;
    constructor(params: object, coordinates: Readonly<Numbers>, rates?: Readonly<Numbers>) {
      super(type, params as Parameters, coordinates, rates);
    }
  };
  Object.defineProperty(compiled, 'name', { value: type.name });
  return compiled;
}
