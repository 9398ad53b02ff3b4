import type { Connector } from '../../../runtime/model/connector.js';
import { Energy, type EnergySettings } from '../../../runtime/model/energies/energy.js';
import type {
  DampingKernel,
  DivisorKernel,
  EnergyKernel,
  EnergyType,
  HessianKernel,
} from '../../../runtime/model/energies/energy-type.js';
import type { ParameterValue } from '../../../runtime/model/parameters.js';
import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { checkEnergyEmission } from '../check-emission.js';
import { compileKernel } from '../compile.js';
import { energyFunctions } from './energy-kernels.js';
import { describeEnergyType } from './energy-type-description.js';

type Inputs = Readonly<Record<string, Connector>>;
type Parameters = Record<string, ParameterValue>;

/**
 * An energy class made in memory. Inputs and parameters are those of the spec; they are checked when
 * it is constructed.
 */
export interface CompiledEnergyClass {
  readonly type: EnergyType;
  new (options: object, settings?: EnergySettings): Energy<Inputs, Parameters>;
}

/**
 * Makes the type of an energy from the same kernels that a file would hold, and checks that it
 * computes what was derived.
 */
export function compileEnergyType(derivation: EnergyDerivation): EnergyType {
  const { energy, hessian, damping, divisors } = energyFunctions(derivation);
  const type: EnergyType = {
    ...describeEnergyType(derivation),
    energyKernel: compileKernel(energy) as EnergyKernel,
    hessianKernel: compileKernel(hessian) as HessianKernel,
    ...(damping && { dampingKernel: compileKernel(damping) as DampingKernel }),
    ...(divisors && { divisorKernel: compileKernel(divisors) as DivisorKernel }),
  };
  checkEnergyEmission(derivation, type);
  return type;
}

/** Makes the class that the emitted file would hold. */
export function compileEnergyClass(derivation: EnergyDerivation): CompiledEnergyClass {
  const type = compileEnergyType(derivation);
  const compiled = class extends Energy<Inputs, Parameters> {
    static readonly type = type;
    constructor(options: object, settings?: EnergySettings) {
      super(type, options, settings);
    }
  };
  Object.defineProperty(compiled, 'name', { value: type.name });
  return compiled;
}
