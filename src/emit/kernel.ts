import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Program } from '../lower/program.js';
import type { Value } from '../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import { kernelNames } from '../spec/emitted-names.js';
import type { Node } from '../symbolic/node.js';
import { rateLocal } from '../notation/local-name.js';
import { Addresses } from './addresses.js';
import { batchFunction, beginning, indexAt, indexOf, type BatchSection, type BatchStore } from './batch-function.js';
import { jacobianValues } from './constant-entries.js';
import { Names } from './names.js';
import type { KernelFunction, KernelType } from './syntax.js';

const ARGUMENTS = [
  ['count', 'integer'],
  ['slots', 'integers'],
  ['x', 'numbers'],
  ['v', 'numbers'],
  ['p', 'numbers'],
  ['t', 'number'],
] as const;
const OUTPUTS = ['C', 'Cdot', 'J', 'gamma', 'Jdot'] as const;
type Output = (typeof OUTPUTS)[number];

/** Names that a kernel's body uses itself. */
const OWN_NAMES = [
  ...ARGUMENTS.map(([name]) => name),
  ...OUTPUTS,
  'k',
  'row',
  'block',
  'Math',
  ...RUNTIME_FUNCTIONS.keys(),
];

/**
 * The kernel of `C, Cdot, J, gamma`: value, velocity, Jacobian and bias, in the order of the
 * derivation.
 */
export function constraintKernel(derivation: SpaceDerivation): KernelFunction {
  const { className, rows, kernel } = derivation;
  const { outputs } = kernel;
  const builder = new KernelBuilder(derivation, kernel);
  return builder.build(
    kernelNames(className).kernel,
    'ConstraintKernel',
    ['C', 'Cdot', 'J', 'gamma'],
    [
      { heading: 'value', stores: builder.rows('C', outputs.slice(0, rows)) },
      { heading: 'velocity', stores: builder.rows('Cdot', outputs.slice(rows, 2 * rows)) },
      // Constant entries are written once, where storage is laid out.
      {
        heading: 'Jacobian',
        stores:
          derivation.role === 'summand'
            ? builder.summedBlocks(jacobianValues(derivation))
            : builder.blocks('J', jacobianValues(derivation), ({ kind }) => kind === 'literal'),
      },
      { heading: 'bias', stores: builder.rows('gamma', outputs.slice(-rows)) },
    ],
  );
}

/** The kernel of `Jdot`. */
export function jdotKernel(derivation: SpaceDerivation): KernelFunction {
  const { className, jdotKernel: program } = derivation;
  const builder = new KernelBuilder(derivation, program);
  return builder.build(
    kernelNames(className).jdotKernel,
    'JdotKernel',
    ['Jdot'],
    [{ heading: 'rate of the Jacobian', stores: builder.blocks('Jdot', program.outputs, isZero) }],
  );
}

const isZero = (value: Value): boolean => value.kind === 'literal' && value.value === 0;

/** Builds one function of a constraint. */
class KernelBuilder {
  readonly #derivation: SpaceDerivation;
  readonly #program: Program;
  readonly #entries: number;
  readonly #names = new Names(OWN_NAMES);
  readonly #addresses: Addresses;

  constructor(derivation: SpaceDerivation, program: Program) {
    this.#derivation = derivation;
    this.#program = program;
    this.#entries = derivation.rows * derivation.inputs.reduce((sum, input) => sum + input.size, 0);
    this.#addresses = new Addresses(derivation, this.#names, derivation.role === 'constraint');
  }

  /** Stores of one entry per row. */
  rows(array: Output, values: readonly Value[]): BatchStore[] {
    const { rows, role } = this.#derivation;
    if (role === 'summand')
      return values.map((value, i) => ({ value, array, index: indexAt('k', i, 0), isAdded: true }));
    return values.map((value, i) => ({ value, array, index: indexOf(rows, i, 'row') }));
  }

  /** Additions to the slopes of the sum by what its term reads: `J[rows · place + r]`. */
  summedBlocks(values: readonly Value[]): BatchStore[] {
    const { inputs, rows } = this.#derivation;
    let next = 0;
    return inputs.flatMap(({ name, size }, i) => {
      const { name: slot } = this.#addresses.slots[i]!;
      const block = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: size }, (__, c): BatchStore => {
          const index = indexAt(slot, rows * c + row, rows);
          return { value: values[next++]!, array: 'J', index, isAdded: true };
        }),
      ).flat();
      const present = block.filter(({ value }) => !isZero(value));
      return present.map((store, k) => (k === 0 ? { ...store, note: `by ${name}` } : store));
    });
  }

  /**
   * Stores of the blocks of a Jacobian, without the entries that are there already. The first store
   * of each row of a block carries a note on what it is.
   */
  blocks(array: 'J' | 'Jdot', values: readonly Value[], isThere: (value: Value) => boolean): BatchStore[] {
    const { inputs, rows, levels } = this.#derivation;
    let next = 0;
    return inputs.flatMap(({ name, size }) =>
      levels.flatMap((level, row) => {
        const number = rows > 1 ? String(row + 1) : '';
        const slope = level === 'position' ? `∂C${number}/∂${name}` : `∂phi${number}/∂${name}Dot`;
        const note = array === 'J' ? slope : `d(${slope})/dt`;
        const entries = Array.from({ length: size }, () => {
          const index = indexOf(this.#entries, next, 'block');
          return { value: values[next++]!, array, index };
        });
        return entries.filter(({ value }) => !isThere(value)).map((entry, i) => (i === 0 ? { ...entry, note } : entry));
      }),
    );
  }

  build(name: string, type: KernelType, outputs: readonly Output[], sections: readonly BatchSection[]): KernelFunction {
    const { rows } = this.#derivation;
    const outputNames = new Map<Value, string>();
    nameOutputs(this.#derivation, this.#program, outputNames);
    const made = batchFunction({
      name,
      inputs: ARGUMENTS,
      outputs,
      anchors: [...this.#addresses.slots, ...beginning('row', rows), ...beginning('block', this.#entries)],
      placeOf: (variable) => this.#addresses.at(variable),
      isNamed: (variable) => this.#addresses.isParameter(variable),
      formulaNames: namesFromFormula(this.#derivation, this.#program),
      outputNames,
      names: this.#names,
      sections,
    });
    return { ...made, type };
  }
}

/** Names of the quantities that the formula names, and of their rates. */
export function namesFromFormula(
  {
    expanded,
    derivatives,
  }: {
    readonly expanded: Pick<SpaceDerivation['expanded'], 'names'>;
    readonly derivatives: Pick<SpaceDerivation['derivatives'], 'rate'>;
  },
  program: Program,
): Map<Value, string> {
  const names = new Map<Value, string>();
  const name = (node: Node, text: string): void => {
    const value = program.values.get(node);
    if (value !== undefined && value.kind !== 'load' && value.kind !== 'literal' && !names.has(value))
      names.set(value, text);
  };
  for (const [node, text] of expanded.names) name(node, text);
  for (const [node, text] of expanded.names) name(derivatives.rate(node), rateLocal(text));
  return names;
}

/**
 * Names for outputs that other statements use: `value`, `rate` or `phi`, `J_a_x`, `bias`, with the
 * row's number where there are several.
 */
function nameOutputs(
  { derivatives, inputs, rows, levels }: SpaceDerivation,
  program: Program,
  names: Map<Value, string>,
): void {
  const name = (node: Node, text: string): void => {
    const value = program.values.get(node);
    if (value !== undefined && !names.has(value)) names.set(value, text);
  };
  for (let row = 0; row < rows; row++) {
    const number = rows > 1 ? String(row + 1) : '';
    name(derivatives.C[row]!, `value${number}`);
    name(derivatives.Cdot[row]!, `${levels[row] === 'velocity' ? 'phi' : 'rate'}${number}`);
    inputs.forEach((input, i) => {
      derivatives.J[row]![i]!.forEach((entry, c) => {
        name(entry, `J${number}_${input.name}${input.kind === 'scalar' ? '' : `_${'xyz'.charAt(c)}`}`);
      });
    });
    name(derivatives.gamma[row]!, `bias${number}`);
  }
}
