import type { BodyConnectorType, BodyFormula, BodyType } from '../../runtime/bodies/body-type.js';
import type { BodyModel, ConnectorModel, InertialModel } from '../bodies/body-model.js';
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
    formula: bodyFormula(model),
  };
}

function bodyFormula({ connectors, where, masses, inertias, energy, sample }: BodyModel): BodyFormula {
  const formulas = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
    Object.fromEntries(entries);
  const on = ({ on: name, formula }: InertialModel): [string, string] => [name, formula];
  return {
    connectors: formulas(connectors.map(({ name, formula }: ConnectorModel) => [name, formula])),
    where,
    masses: formulas(masses.map(on)),
    inertias: formulas(inertias.map(on)),
    ...(energy === undefined ? {} : { energy: energy.formula }),
    sample,
  };
}
