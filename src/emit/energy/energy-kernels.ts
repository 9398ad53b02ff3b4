import { hessianEntries } from '../../reference/hessian-entries.js';
import { pairsOf } from '../../../runtime/model/energies/energy-type.js';
import type { EnergyDerivation } from '../../derive/energy/derive-energy.js';
import type { Program, Value } from '../../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../../primitives/index.js';
import { energyKernelNames } from '../../spec/emitted-names.js';
import { Addresses } from '../addresses.js';
import { batchFunction, beginning, indexOf, type BatchSection, type BatchStore } from '../batch-function.js';
import { namesFromFormula } from '../kernel.js';
import { Names } from '../names.js';
import type { KernelFunction, KernelType, ParameterType } from '../syntax.js';

/** The functions of an energy class. */
export interface EnergyFunctions {
  readonly energy: KernelFunction;
  readonly hessian: KernelFunction;
  readonly damping?: KernelFunction;
  readonly divisors?: KernelFunction;
}

export function energyFunctions(derivation: EnergyDerivation): EnergyFunctions {
  const { programs, className, inputs } = derivation;
  const names = energyKernelNames(className);
  const builderOf = (program: Program): EnergyKernelBuilder => new EnergyKernelBuilder(derivation, program);
  const first = (
    program: Program,
    [value, slope]: readonly [string, string],
    rate: string,
  ): readonly BatchSection[] => {
    const [V, ...g] = program.outputs;
    const isEnergy = rate === '';
    return [
      {
        heading: isEnergy ? 'energy' : 'dissipation',
        stores: [{ value: V!, array: value, index: indexOf(1, 0, 'k') }],
      },
      {
        heading: isEnergy ? 'gradient' : 'gradient by the rates',
        stores: noted(slope, g, inputs, (input) => `∂${value}/∂${input}${rate}`),
      },
    ];
  };
  const { damping } = programs;
  const { divisors } = derivation;
  return {
    energy: builderOf(programs.energy).build(
      names.energy,
      'EnergyKernel',
      ['V', 'g'],
      first(programs.energy, ['V', 'g'], ''),
    ),
    hessian: builderOf(programs.hessian).build(
      names.hessian,
      'HessianKernel',
      ['H'],
      [{ heading: 'second derivatives', stores: hessianStores(derivation) }],
    ),
    ...(damping && {
      damping: builderOf(damping).build(names.damping, 'DampingKernel', ['D', 'd'], first(damping, ['D', 'd'], 'Dot')),
    }),
    ...(divisors && {
      divisors: builderOf(divisors.program).build(
        names.divisors,
        'DivisorKernel',
        ['divisors'],
        [{ heading: 'divisors and their sizes', stores: divisorStores(divisors.program) }],
      ),
    }),
  };
}

/** The functions that every target has: all but the divisors. */
export const listOfFunctions = ({ energy, hessian, damping }: EnergyFunctions): readonly KernelFunction[] => [
  energy,
  hessian,
  ...(damping ? [damping] : []),
];

/** Stores of one entry per component of the inputs; the first of each input has a note. */
function noted(
  array: string,
  values: readonly Value[],
  inputs: EnergyDerivation['inputs'],
  note: (input: string) => string,
): BatchStore[] {
  let next = 0;
  return inputs.flatMap(({ name, size }) =>
    Array.from({ length: size }, (_, c): BatchStore => {
      const store = { value: values[next]!, array, index: indexOf(values.length, next, 'row') };
      next++;
      return c === 0 ? { ...store, note: note(name) } : store;
    }),
  );
}

const divisorStores = ({ outputs }: Program): BatchStore[] =>
  outputs.map((value, i) => ({ value, array: 'divisors', index: indexOf(outputs.length, i, 'row') }));

/** Stores of the blocks of all pairs of inputs; the first entry of each has a note. */
function hessianStores({ inputs, programs }: EnergyDerivation): BatchStore[] {
  const { outputs } = programs.hessian;
  let next = 0;
  return pairsOf(inputs).flatMap(([i, j]) =>
    Array.from({ length: inputs[i]!.size * inputs[j]!.size }, (_, e): BatchStore => {
      const store = { value: outputs[next]!, array: 'H', index: indexOf(outputs.length, next, 'block') };
      next++;
      return e === 0 ? { ...store, note: `∂²V/∂${inputs[i]!.name}∂${inputs[j]!.name}` } : store;
    }),
  );
}

const ARGUMENTS: readonly (readonly [string, ParameterType])[] = [
  ['count', 'integer'],
  ['slots', 'integers'],
  ['x', 'numbers'],
  ['v', 'numbers'],
  ['p', 'numbers'],
  ['t', 'number'],
];
const OWN_NAMES = [
  ...ARGUMENTS.map(([name]) => name),
  ...['V', 'g', 'H', 'D', 'd', 'divisors', 'k', 'row', 'block', 'Math'],
  ...RUNTIME_FUNCTIONS.keys(),
];

/** Builds one function of an energy. */
class EnergyKernelBuilder {
  readonly #derivation: EnergyDerivation;
  readonly #program: Program;
  readonly #names = new Names(OWN_NAMES);
  readonly #addresses: Addresses;

  constructor(derivation: EnergyDerivation, program: Program) {
    this.#derivation = derivation;
    this.#program = program;
    this.#addresses = new Addresses(derivation, this.#names);
  }

  build(name: string, type: KernelType, outputs: readonly string[], sections: readonly BatchSection[]): KernelFunction {
    const { inputs } = this.#derivation;
    const isOfParameters = type === 'DivisorKernel';
    const width = isOfParameters ? this.#program.outputs.length : inputs.reduce((sum, { size }) => sum + size, 0);
    const made = batchFunction({
      name,
      inputs: ARGUMENTS.filter(([argument]) =>
        isOfParameters ? ['count', 'p'].includes(argument) : argument !== 'v' || type === 'DampingKernel',
      ),
      outputs,
      anchors: [
        ...this.#addresses.slots,
        ...beginning('row', width),
        ...beginning('block', hessianEntries(inputs).length),
      ],
      placeOf: (variable) => this.#addresses.at(variable),
      isNamed: (variable) => this.#addresses.isParameter(variable),
      formulaNames: namesFromFormula(this.#derivation, this.#program),
      outputNames: new Map(),
      names: this.#names,
      sections,
    });
    return { ...made, type };
  }
}
