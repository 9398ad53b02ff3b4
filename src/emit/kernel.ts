import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Program } from '../lower/program.js';
import type { Value } from '../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import { kernelNames } from '../spec/emitted-names.js';
import type { Node } from '../symbolic/node.js';
import { Addresses, rateLocal, type Dialect } from './addresses.js';
import { jacobianValues } from './constant-entries.js';
import {
  indexOf,
  printLoop,
  type Anchor,
  type AnchoredStore,
  type KernelSource,
  type LoopSection,
} from './loop-printer.js';
import { Names } from './names.js';

const ARGUMENTS = [
  ['count', 'number'],
  ['slots', 'Int32Array'],
  ['x', 'Float64Array'],
  ['v', 'Float64Array'],
  ['p', 'Float64Array'],
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

/** The kernel of `C, Cdot, J, gamma`: value, velocity, Jacobian and bias, in the order of the derivation. */
export function kernelSource(derivation: SpaceDerivation, dialect: Dialect): KernelSource {
  const { className, rows, kernel } = derivation;
  const { outputs } = kernel;
  const printer = new KernelPrinter(derivation, kernel, dialect);
  return printer.print(
    kernelNames(className).kernel,
    ['C', 'Cdot', 'J', 'gamma'],
    [
      { heading: 'value', stores: printer.rows('C', outputs.slice(0, rows)) },
      { heading: 'velocity', stores: printer.rows('Cdot', outputs.slice(rows, 2 * rows)) },
      // What is constant is written once, where storage is laid out.
      {
        heading: 'Jacobian',
        stores: printer.blocks('J', jacobianValues(derivation), ({ kind }) => kind === 'literal'),
      },
      { heading: 'bias', stores: printer.rows('gamma', outputs.slice(-rows)) },
    ],
  );
}

/** The kernel of `Jdot`. */
export function jdotKernelSource(derivation: SpaceDerivation, dialect: Dialect): KernelSource {
  const { className, jdotKernel } = derivation;
  const printer = new KernelPrinter(derivation, jdotKernel, dialect);
  return printer.print(
    kernelNames(className).jdotKernel,
    ['Jdot'],
    [{ heading: 'rate of the Jacobian', stores: printer.blocks('Jdot', jdotKernel.outputs, isZero) }],
  );
}

const isZero = (value: Value): boolean => value.kind === 'literal' && value.value === 0;

/** Prints one function of a constraint. */
class KernelPrinter {
  readonly #derivation: SpaceDerivation;
  readonly #program: Program;
  readonly #entries: number;
  readonly #names = new Names(OWN_NAMES);
  readonly #addresses: Addresses;

  constructor(derivation: SpaceDerivation, program: Program, dialect: Dialect) {
    this.#derivation = derivation;
    this.#program = program;
    this.#entries = derivation.rows * derivation.inputs.reduce((sum, input) => sum + input.size, 0);
    this.#addresses = new Addresses(derivation, this.#names, dialect);
  }

  /** Stores of one entry per row. */
  rows(array: Output, values: readonly Value[]): AnchoredStore[] {
    const { rows } = this.#derivation;
    return values.map((value, i) => ({ value, target: `${array}[${indexOf(rows, i, 'row')}]`, needs: ['row'] }));
  }

  /** Stores of the blocks of a Jacobian, but for entries that are there already. */
  blocks(array: Output, values: readonly Value[], isThere: (value: Value) => boolean): AnchoredStore[] {
    const entries = this.#entries;
    return values.flatMap((value, i) =>
      isThere(value) ? [] : [{ value, target: `${array}[${indexOf(entries, i, 'block')}]`, needs: ['block'] }],
    );
  }

  print(name: string, outputs: readonly Output[], sections: readonly LoopSection[]): KernelSource {
    const { rows } = this.#derivation;
    const outputNames = new Map<Value, string>();
    nameOutputs(this.#derivation, this.#program, outputNames);
    const beginning = (anchor: string, stride: number): Anchor[] =>
      stride === 1 ? [] : [{ name: anchor, text: `${stride} * k` }];
    return printLoop({
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
  }
}

/** Names of the quantities that the formula names, and of their rates. */
function namesFromFormula({ expanded, derivatives }: SpaceDerivation, program: Program): Map<Value, string> {
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

/** Names for outputs that other statements use: `value`, `rate` or `phi`, `J_a_x`, `bias`, with the row's number where there are several. */
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
