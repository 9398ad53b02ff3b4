import type { BodyConnectorType, BodyType } from '../../runtime/model/bodies/body-type.js';
import { bodyFormula } from '../bodies/body-formula.js';
import type { BodyDerivation } from '../derive/derive-body.js';

/** The plain data of a body's type: all but its kernels. */
export interface BodyTypeDescription extends Omit<BodyType, 'connectors' | 'dynamics' | 'energy' | 'weight'> {
  readonly connectors: readonly Omit<BodyConnectorType, 'kernel'>[];
}

export function describeBodyType({
  model,
  params,
  className,
  constantMass,
  partial,
  expanded,
}: BodyDerivation): BodyTypeDescription {
  const { summary, space, coordinates } = model;
  return {
    name: className,
    summary,
    space,
    coordinates,
    params,
    connectors: expanded.connectors.map(({ name, kind, size, local }) => ({
      name,
      kind,
      size,
      localSize: local.length,
    })),
    constantMass,
    ...(partial && { partial }),
    formula: bodyFormula(model),
  };
}
