import type { EnergyType } from '../../../runtime/model/energies/energy-type.js';
import { deriveEnergy } from '../../derive/energy/derive-energy.js';
import { areFunctions, areLists, isRecord } from '../../diagnostics/arguments.js';
import { compileEnergyClass } from '../../emit/energy/compile-energy.js';
import { energyQuantityNames } from '../../sampling/energy-evaluation.js';
import { CONSTRAINT_SUFFIXES, energyKernelNames } from '../../spec/emitted-names.js';
import { proofOfEnergyType } from '../../verify/index.js';
import type { Kind } from '../kind.js';
import { energyAccount } from './account.js';
import { validateEnergy } from './validate.js';

/** A potential of connectors, `V(x)`, and its damping. */
export const energy: Kind<'energy'> = {
  // Names that come to mind for V, where no constraint or body has them.
  recognises: (spec) => ['V', 'E', 'U', 'energy', 'potential', 'damping'].some((field) => field in spec),
  validate: validateEnergy,
  exportedNames: (className) => [
    className,
    ...CONSTRAINT_SUFFIXES.map((suffix) => className + suffix),
    ...Object.values<string>({ ...energyKernelNames(className) }),
  ],
  derive: deriveEnergy,
  compile: compileEnergyClass,
  count: ({ operations }) => operations.energy,
  account: energyAccount,
  isType: (type): type is EnergyType =>
    isRecord(type) &&
    isRecord(type['formula']) &&
    areLists(type['params'], type['inputs']) &&
    areFunctions(type['energyKernel'], type['hessianKernel']),
  quantities: energyQuantityNames,
  prove: proofOfEnergyType,
};
