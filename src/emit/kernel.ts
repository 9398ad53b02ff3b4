import { blocksOf, type SpaceDerivation } from '../derive/derive-space.js';
import type { Program } from '../lower/lower.js';
import type { Value } from '../lower/program.js';
import type { Node } from '../symbolic/node.js';
import { Addresses, indexOf, rateLocal, type Dialect } from './addresses.js';
import { ExpressionPrinter } from './expression.js';
import { Names } from './names.js';
import { schedule, type Section, type Store } from './schedule.js';

/** A printed function: its parameters in order and the statements of its body. */
export interface KernelSource {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly body: string;
}

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
const OWN_NAMES = [...ARGUMENTS.map(([name]) => name), ...OUTPUTS, 'k', 'row', 'block', 'Math'];

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const kernelName = (className: string): string => `${lowerFirst(className)}Kernel`;
const jdotKernelName = (className: string): string => `${lowerFirst(className)}JdotKernel`;

/** The kernel of `C, Cdot, J, gamma`: value, velocity, Jacobian and bias, in the order of the derivation. */
export function kernelSource(derivation: SpaceDerivation, dialect: Dialect): KernelSource {
  const { className, derivatives, kernel } = derivation;
  const values = kernel.outputs.values();
  const take = (nodes: readonly Node[]): Value[] => nodes.map(() => values.next().value!);
  const printer = new KernelPrinter(derivation, kernel, dialect);
  const { C, Cdot, J, gamma } = derivatives;
  return printer.print(
    kernelName(className),
    ['C', 'Cdot', 'J', 'gamma'],
    [
      { heading: 'value', stores: printer.rows('C', take(C)) },
      { heading: 'velocity', stores: printer.rows('Cdot', take(Cdot)) },
      { heading: 'Jacobian', stores: printer.blocks('J', take(blocksOf(J))) },
      { heading: 'bias', stores: printer.rows('gamma', take(gamma)) },
    ],
  );
}

/** The kernel of `Jdot`. */
export function jdotKernelSource(derivation: SpaceDerivation, dialect: Dialect): KernelSource {
  const { className, jdotKernel } = derivation;
  const printer = new KernelPrinter(derivation, jdotKernel, dialect);
  return printer.print(
    jdotKernelName(className),
    ['Jdot'],
    [{ heading: 'rate of the Jacobian', stores: printer.blocks('Jdot', jdotKernel.outputs) }],
  );
}

/** Prints one function: a loop over a batch around the statements of a program. */
class KernelPrinter {
  readonly #rows: number;
  readonly #entries: number;
  readonly #names = new Names(OWN_NAMES);
  readonly #addresses: Addresses;
  readonly #formulaNames: ReadonlyMap<Value, string>;
  readonly #outputNames = new Map<Value, string>();
  readonly #locals = new Map<Value, string>();
  readonly #used = new Set<string>();
  readonly #expressions = new ExpressionPrinter((value) => this.#read(value));

  constructor(derivation: SpaceDerivation, program: Program, dialect: Dialect) {
    this.#rows = derivation.rows;
    this.#entries = derivation.rows * derivation.inputs.reduce((sum, input) => sum + input.size, 0);
    this.#addresses = new Addresses(derivation, this.#names, dialect);
    this.#formulaNames = namesFromFormula(derivation, program);
    nameOutputs(derivation, program, this.#outputNames);
  }

  /** Stores of one entry per row. */
  rows(array: Output, values: readonly Value[]): Store[] {
    return values.map((value, i) => ({ value, target: `${array}[${this.#index(this.#rows, i, 'row')}]` }));
  }

  /** Stores of the blocks of a Jacobian. */
  blocks(array: Output, values: readonly Value[]): Store[] {
    return values.map((value, i) => ({ value, target: `${array}[${this.#index(this.#entries, i, 'block')}]` }));
  }

  #index(stride: number, offset: number, local: string): string {
    if (stride > 1) this.#used.add(local);
    return indexOf(stride, offset, local);
  }

  print(name: string, outputs: readonly Output[], sections: readonly Section[]): KernelSource {
    const plan = schedule(
      sections,
      (value) => this.#formulaNames.has(value) || (value.kind === 'load' && this.#addresses.isParameter(value.name)),
    );
    const parts = plan.map(({ heading, named, stores }) =>
      [
        `// ${heading}`,
        ...named.flatMap((value) => this.#define(value)),
        ...stores.map(({ target, value }) => `${target} = ${this.#expressions.use(value)};`),
      ].join('\n'),
    );
    const slots = this.#addresses.slots.filter((slot) => this.#used.has(slot.name)).map((slot) => slot.text);
    if (slots.length > 0) this.#used.add('slots');
    if (this.#used.has('row')) slots.push(`const row = ${this.#rows} * k;`);
    if (this.#used.has('block')) slots.push(`const block = ${this.#entries} * k;`);
    const body = [slots.join('\n'), ...parts].filter((part) => part !== '').join('\n\n');
    return {
      name,
      // An argument for which this constraint has no use keeps its place.
      parameters: [
        ...ARGUMENTS.map(([argument, type]) => ({
          name: argument === 'count' || this.#used.has(argument) ? argument : `_${argument}`,
          type,
        })),
        ...outputs.map((output) => ({ name: output, type: 'Float64Array' })),
      ],
      body: `for (let k = 0; k < count; k++) {\n${body}\n}`,
    };
  }

  #define(value: Value): string[] {
    if (value.kind === 'load') {
      const { text, local, needs } = this.#addresses.at(value.name);
      needs.forEach((need) => this.#used.add(need));
      if (text === local) return [];
      return [this.#declare(value, local, text)];
    }
    const text = this.#expressions.define(value);
    const preferred = this.#formulaNames.get(value) ?? this.#outputNames.get(value) ?? this.#inverseName(value);
    return [this.#declare(value, preferred, text)];
  }

  /** `1 / r` is `rInverse`. */
  #inverseName(value: Value): string | undefined {
    if (value.kind !== 'binary' || value.operator !== '/' || value.left.kind !== 'literal' || value.left.value !== 1)
      return undefined;
    const divisor = this.#locals.get(value.right);
    return divisor === undefined ? undefined : `${divisor}Inverse`;
  }

  #declare(value: Value, preferred: string | undefined, text: string): string {
    const local = preferred === undefined ? this.#names.temporary() : this.#names.claim(preferred);
    this.#locals.set(value, local);
    return `const ${local} = ${text};`;
  }

  /** The value's local, or where a variable that is used once is read. */
  #read(value: Value): string | undefined {
    const local = this.#locals.get(value);
    if (local !== undefined || value.kind !== 'load') return local;
    const { text, needs } = this.#addresses.at(value.name);
    needs.forEach((need) => this.#used.add(need));
    return text;
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
