import type { BodyDerivation } from '../derive/derive-body.js';
import type { Program } from '../lower/program.js';
import type { Value } from '../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import { bodyFunctionNames, type BodyFunctionNames } from '../spec/emitted-names.js';
import type { Node } from '../symbolic/node.js';
import { rateLocal, type Dialect } from './addresses.js';
import {
  indexOf,
  printLoop,
  type Anchor,
  type AnchoredStore,
  type KernelSource,
  type Loop,
  type LoopSection,
  type Place,
} from './loop-printer.js';
import { Names } from './names.js';

type Argument = Loop['inputs'][number];

/** Arguments that hold the state, parameters and time of bodies. */
const STATE: readonly Argument[] = [
  ['q', 'Float64Array'],
  ['v', 'Float64Array'],
  ['p', 'Float64Array'],
  ['t', 'number'],
];
const COUNT: Argument = ['count', 'number'];

/** The function that evaluates one kind of connector. */
export function connectorKernelSource(derivation: BodyDerivation, index: number, dialect: Dialect): KernelSource {
  const { size, local, x, rate, bias, B } = derivation.derivatives.connectors[index]!;
  const printer = new BodyKernelPrinter(derivation, derivation.programs.connectors[index]!, dialect, 'body', local);
  const nv = printer.rateWidth;
  const [slot, block] = [dialect.read('slots', 'k'), size * nv];
  return printer.print(
    functionNames(derivation).connectors[index]!,
    [COUNT, ['bodies', 'Int32Array'], ['locals', 'Float64Array'], ...STATE, ['slots', 'Int32Array']],
    [{ name: 'slot', text: slot, needs: ['slots'] }, ...(block === 1 ? [] : [{ name: 'block', text: `${block} * k` }])],
    [
      printer.section('value', 'x', x, 'slot', NaN),
      printer.section('velocity', 'rate', rate, 'slot', NaN),
      printer.section('bias', 'bias', bias, 'slot', NaN),
      printer.section('Jacobian', 'B', B.flat(), 'block', block),
    ],
  );
}

/** The function that evaluates the mass matrix and the forces that come with the body's own motion. */
export function dynamicsKernelSource(derivation: BodyDerivation, dialect: Dialect): KernelSource {
  const { M, Q } = derivation.derivatives;
  const printer = new BodyKernelPrinter(derivation, derivation.programs.dynamics, dialect);
  const nv = printer.rateWidth;
  return printer.print(
    functionNames(derivation).dynamics,
    [COUNT, ...STATE],
    [...beginning('block', nv * nv), ...beginning('row', nv)],
    [
      printer.section('mass matrix', 'M', M.flat(), 'block', nv * nv),
      printer.section("force of the body's own motion and potential", 'Q', Q, 'row', nv),
    ],
  );
}

/** The function that evaluates the kinetic and the potential energy. */
export function energyKernelSource(derivation: BodyDerivation, dialect: Dialect): KernelSource {
  const { kinetic, potential } = derivation.derivatives;
  const printer = new BodyKernelPrinter(derivation, derivation.programs.energy, dialect);
  return printer.print(functionNames(derivation).energy, [COUNT, ...STATE], beginning('row', 2), [
    printer.section('kinetic and potential energy', 'E', [kinetic, potential], 'row', 2),
  ]);
}

/** The function that evaluates what gravity acts on. */
export function weightKernelSource(derivation: BodyDerivation, dialect: Dialect): KernelSource {
  const { moment, weight } = derivation.derivatives;
  const printer = new BodyKernelPrinter(derivation, derivation.programs.weight, dialect);
  const block = moment.length * printer.rateWidth;
  return printer.print(
    functionNames(derivation).weight,
    [COUNT, ...STATE.filter(([name]) => name !== 'v')],
    [...beginning('row', moment.length), ...beginning('block', block)],
    [
      printer.section('first moment of the masses', 'moment', moment, 'row', moment.length),
      printer.section('its Jacobian', 'weight', weight.flat(), 'block', block),
    ],
  );
}

const functionNames = ({ className, model }: BodyDerivation): BodyFunctionNames =>
  bodyFunctionNames(
    className,
    model.connectors.map(({ name }) => name),
  );
const beginning = (name: string, stride: number, counter = 'k'): Anchor[] =>
  stride === 1 ? [] : [{ name, text: `${stride} * ${counter}` }];

const OWN_NAMES = [
  'k',
  'body',
  'position',
  'velocity',
  'parameter',
  'place',
  'slot',
  'row',
  'block',
  'Math',
  ...RUNTIME_FUNCTIONS.keys(),
];
const ARRAYS = ['count', 'bodies', 'locals', 'q', 'v', 'p', 't', 'slots', 'x', 'rate', 'bias', 'B', 'M', 'Q', 'E'];

/** Prints one function of a body. */
class BodyKernelPrinter {
  readonly rateWidth: number;
  readonly #derivation: BodyDerivation;
  readonly #program: Program;
  readonly #outputs = new Map<string, string>();
  #next = 0;
  readonly #places = new Map<string, Place>([['t', { text: 't', local: 't', needs: ['t'] }]]);
  readonly #parameters = new Set<string>();
  readonly #anchors: readonly Anchor[];

  /** `counter` is the body whose entries are read: the turn of the loop, or one named by an argument. */
  constructor(
    derivation: BodyDerivation,
    program: Program,
    dialect: Dialect,
    counter: 'k' | 'body' = 'k',
    local: readonly Node[] = [],
  ) {
    this.#derivation = derivation;
    this.#program = program;
    const { coordinates, params } = derivation.expanded;
    const place = (nodes: readonly Node[], array: string, anchor: string, index = counter): Anchor[] => {
      nodes.forEach((node, i) => {
        const { name } = node as { name: string };
        const text = dialect.read(array, indexOf(nodes.length, i, anchor, index));
        this.#places.set(name, { text, local: localOf(name), needs: [array, nodes.length === 1 ? index : anchor] });
      });
      return beginning(anchor, nodes.length, index);
    };
    const rates = coordinates.flatMap((coordinate) => coordinate.rates);
    const parameters = params.flatMap(({ components }) => components);
    for (const node of parameters) this.#parameters.add((node as { name: string }).name);
    this.rateWidth = rates.length;
    const from = { needs: counter === 'k' ? [] : [counter] };
    this.#anchors = [
      ...(counter === 'k' ? [] : [{ name: counter, text: dialect.read('bodies', 'k'), needs: ['bodies'] }]),
      ...[
        ...place(
          coordinates.flatMap(({ components }) => components),
          'q',
          'position',
        ),
        ...place(rates, 'v', 'velocity'),
        ...place(parameters, 'p', 'parameter'),
      ].map((anchor) => ({ ...anchor, ...from })),
      ...place(local, 'locals', 'place', 'k'),
    ];
  }

  /** Stores of the next values of the program. */
  section(heading: string, array: string, nodes: readonly Node[], anchor: string, stride: number): LoopSection {
    this.#outputs.set(array, anchor);
    const stores = nodes.map((_, i): AnchoredStore => ({
      value: this.#program.outputs[this.#next++]!,
      target: `${array}[${indexOf(stride, i, anchor)}]`,
      needs: [anchor],
    }));
    return { heading, stores };
  }

  print(
    name: string,
    inputs: readonly Argument[],
    anchors: readonly Anchor[],
    sections: readonly LoopSection[],
  ): KernelSource {
    return printLoop({
      name,
      inputs,
      outputs: [...this.#outputs.keys()],
      anchors: [...this.#anchors, ...anchors],
      placeOf: (variable) => {
        const place = this.#places.get(variable);
        if (place === undefined) throw new Error(`the kernel has no place for "${variable}"`);
        return place;
      },
      isNamed: (variable) => this.#parameters.has(variable),
      formulaNames: this.#formulaNames(),
      outputNames: new Map(),
      names: new Names([...OWN_NAMES, ...ARRAYS, 'moment', 'weight']),
      sections,
    });
  }

  /** Names of the quantities that the formulas name, and of their rates. */
  #formulaNames(): Map<Value, string> {
    const { expanded, derivatives } = this.#derivation;
    const names = new Map<Value, string>();
    const all = [...expanded.rotations.names, ...expanded.names];
    const give = (node: Node, text: string): void => {
      const value = this.#program.values.get(node);
      if (value !== undefined && value.kind !== 'load' && value.kind !== 'literal' && !names.has(value))
        names.set(value, text);
    };
    for (const [node, text] of all) give(node, text);
    for (const [node, text] of expanded.names) give(derivatives.rate(node), rateLocal(text));
    return names;
  }
}

/** `theta' → thetaDot`, `p.x → p_x` */
function localOf(variable: string): string {
  const isRate = variable.endsWith("'");
  const local = (isRate ? variable.slice(0, -1) : variable).replace('.', '_');
  return isRate ? rateLocal(local) : local;
}
