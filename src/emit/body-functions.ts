import type { BodyDerivation } from '../derive/derive-body.js';
import { connectorKernel, dynamicsKernel, energyKernel, weightKernel } from './body-kernels.js';
import { describeBodyType } from './body-type-description.js';
import { Code } from './literal.js';
import type { KernelFunction } from './syntax.js';

/** The functions of a kind of body. */
export interface BodyFunctions {
  /** One function per connector, in the order of the connectors. */
  readonly connectors: readonly KernelFunction[];
  readonly dynamics: KernelFunction;
  readonly energy: KernelFunction;
  readonly weight: KernelFunction;
}

export const bodyFunctions = (derivation: BodyDerivation): BodyFunctions => ({
  connectors: derivation.derivatives.connectors.map((_, i) => connectorKernel(derivation, i)),
  dynamics: dynamicsKernel(derivation),
  energy: energyKernel(derivation),
  weight: weightKernel(derivation),
});

export const listOf = ({ connectors, dynamics, energy, weight }: BodyFunctions): readonly KernelFunction[] => [
  ...connectors,
  dynamics,
  energy,
  weight,
];

/** The data of a body type, which names its functions. */
export function bodyTypeData(derivation: BodyDerivation, functions: BodyFunctions): object {
  const { connectors, ...rest } = describeBodyType(derivation);
  const nameOf = ({ name }: KernelFunction): Code => new Code(name);
  return {
    ...rest,
    connectors: connectors.map((connector, i) => ({ ...connector, kernel: nameOf(functions.connectors[i]!) })),
    dynamics: nameOf(functions.dynamics),
    energy: nameOf(functions.energy),
    weight: nameOf(functions.weight),
  };
}
