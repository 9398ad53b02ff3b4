import type { EnergyType } from '../../../runtime/model/energies/energy-type.js';
import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { inOrder } from '../../lower/program.js';
import { servesBothSpaces } from '../../spec/describe.js';
import { energyFormula } from '../../spec/energy-spec.js';

/** The plain data of an energy's type: all but its kernels. */
export type EnergyDescription = Omit<EnergyType, 'energyKernel' | 'hessianKernel' | 'dampingKernel' | 'divisorKernel'>;

export function describeEnergyType(derivation: EnergyDerivation): EnergyDescription {
  const { className, spec, space, inputs, params, partial, programs, divisors } = derivation;
  const outputs = Object.values(programs).flatMap((program) => program.outputs);
  return {
    name: className,
    summary: spec.summary,
    ...(!servesBothSpaces(spec) && { space }),
    inputs,
    params,
    formula: energyFormula(spec),
    ...(partial && { partial: true }),
    ...(divisors && { divisors: divisors.names }),
    dependsOnTime: inOrder(outputs).some((value) => value.kind === 'load' && value.name === 't'),
  };
}
