import type { Diagnostic } from '../../diagnostics/index.js';
import type { EnergySpec } from '../../spec/energy-spec.js';
import { nameFaults } from '../../spec/name-faults.js';
import { parameterFaults } from '../../spec/parameter-faults.js';
import { sampleFaults } from '../../spec/sample-faults.js';
import { tooFew, tooMany } from '../../spec/size-faults.js';
import { textFaults } from '../../spec/text-faults.js';
import { validate } from '../../spec/validate.js';
import { inputFaults } from '../constraint/input-faults.js';
import { ENERGY_SHAPE } from './schema.js';

const EXAMPLE = 'the energy, such as V: "stiffness / 2 * norm(a - b)^2", or damping';

/** Checks everything about an energy except the meaning of its formulas: see {@link validate}. */
export function validateEnergy(name: unknown, spec: unknown): EnergySpec {
  return validate<EnergySpec>(name, spec, ENERGY_SHAPE, (energy) => {
    const { inputs, params, where, V, damping } = energy;
    return [
      ...textFaults(energy, { inputs, params }, 'say in one sentence what the energy does'),
      ...tooFew('inputs', inputs, 'An energy needs at least one input.', "write { a: 'point' }"),
      ...tooMany({ inputs, params, where }),
      ...(V === undefined && damping === undefined
        ? [{ code: 'E_SPEC_MISSING', message: 'The spec has no "V".', hint: `write ${EXAMPLE}`, field: 'V' } as const]
        : []),
      ...(['V', 'damping'] as const).flatMap((field): Diagnostic[] =>
        energy[field]?.trim() === ''
          ? [{ code: 'E_FORMULA_EMPTY', message: 'The formula is empty.', hint: `write ${EXAMPLE}`, field }]
          : [],
      ),
      ...listFaults(energy),
      ...inputFaults(energy),
      ...nameFaults(energy),
      ...parameterFaults(energy),
      ...sampleFaults(energy, Object.keys(inputs), 'input'),
    ];
  });
}

/** Reports lists of inputs, which energies do not have. */
const listFaults = ({ inputs }: EnergySpec): Diagnostic[] =>
  Object.entries(inputs).flatMap(([name, input]): Diagnostic[] =>
    typeof input === 'object' && 'count' in input
      ? [
          {
            code: 'E_UNSUPPORTED',
            message: 'An energy has no lists of inputs.',
            hint: 'give each input a name of its own, and join many neighbours by many objects of the class',
            field: `inputs.${name}.count`,
          },
        ]
      : [],
  );
