import { pairsOf } from '../../../runtime/model/energies/energy-type.js';
import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import { energyComment } from '../energy/energy-comment.js';
import { energyFunctions, listOfFunctions } from '../energy/energy-kernels.js';
import { offsets, totalOf, type Unit } from './unit.js';

/** An energy class: its layout and its kernels. */
export function energyUnit(derivation: EnergyDerivation): Unit {
  const { className, inputs, params } = derivation;
  const blocks = pairsOf(inputs).map(([i, j]) => ({
    name: `${inputs[i]!.name}_${inputs[j]!.name}`,
    size: inputs[i]!.size * inputs[j]!.size,
  }));
  return {
    className,
    comment: energyComment(derivation),
    layout: [
      ['inputs', inputs.length, 'entries of slots per energy'],
      ['width', totalOf(inputs), 'entries of g and d per energy: the components of all inputs'],
      ['entries', totalOf(blocks), 'entries of H per energy'],
      ['parameters', totalOf(params), 'entries of p per energy'],
      ...inputs.map(({ name, kind, size }, i) => [`slot_${name}`, i, size === 1 ? kind : `${kind}, ${size}`] as const),
      ...offsets(
        'g',
        inputs.map(({ name, size }) => ({ name, size })),
      ),
      ...offsets('H', blocks),
      ...offsets('p', params),
    ],
    functions: listOfFunctions(energyFunctions(derivation)),
  };
}
