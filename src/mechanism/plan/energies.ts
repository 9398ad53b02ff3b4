import type { Energy } from '../../../runtime/index.js';
import type { EnergyType } from '../../../runtime/model/energies/energy-type.js';
import { deriveEnergy, type EnergyDerivation } from '../../derive/energy/derive-energy.js';
import type { EnergyEntry } from '../../scene/document.js';
import type { Item } from '../../scene/repeat.js';
import { plainParameters } from '../../verify/derived-jdot.js';
import type { PlanConnectors } from './connectors.js';
import { joined, type Joined } from './joined.js';
import type { Quantities } from './quantities.js';

/** An energy of a scene, its numbers as values. */
export interface PlanEnergy extends Joined {
  readonly type: 'energy';
  readonly derivation: EnergyDerivation;
}

const derivations = new WeakMap<EnergyType, EnergyDerivation>();

/** Reads the energies of a scene that was checked before. */
export function planEnergies(
  items: readonly Item<EnergyEntry>[],
  built: ReadonlyMap<string, Energy>,
  connectors: PlanConnectors,
  quantities: Quantities,
): PlanEnergy[] {
  return items.map((item) => {
    const { type, params } = built.get(item.name)!;
    const derivation = derivationOf(type);
    return { type: 'energy', derivation, ...joined(item, derivation, connectors, quantities, params) };
  });
}

/** The derivation of a class of energies: its kernels as programs that are checked against the formulas. */
function derivationOf(type: EnergyType): EnergyDerivation {
  let found = derivations.get(type);
  if (found === undefined) {
    const { name, summary, space = 2, inputs, params, formula } = type;
    const { V, ...others } = formula;
    const spec = {
      summary,
      space,
      inputs: Object.fromEntries(inputs.map((input) => [input.name, input.kind])),
      params: plainParameters(params),
      // A class with damping alone has it so.
      ...(V !== '0' && { V }),
      ...others,
    };
    derivations.set(type, (found = deriveEnergy(name, spec, space, { isLenient: true })));
  }
  return found;
}
