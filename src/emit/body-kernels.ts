import type { BodyDerivation } from '../derive/derive-body.js';
import type { Program } from '../lower/program.js';
import type { Value } from '../lower/program.js';
import { RUNTIME_FUNCTIONS } from '../primitives/index.js';
import { bodyFunctionNames, type BodyFunctionNames } from '../spec/emitted-names.js';
import type { Node } from '../symbolic/node.js';
import { localName, rateLocal } from '../notation/local-name.js';
import { elementOf, TIME } from './addresses.js';
import {
  batchFunction,
  beginning,
  indexAt,
  indexOf,
  type Anchor,
  type Batch,
  type BatchSection,
  type BatchStore,
  type Place,
} from './batch-function.js';
import { Names } from './names.js';
import type { KernelFunction, KernelType } from './syntax.js';

type Argument = Batch['inputs'][number];

/** Arguments that hold the state, parameters and time of bodies. */
const STATE: readonly Argument[] = [
  ['q', 'numbers'],
  ['v', 'numbers'],
  ['p', 'numbers'],
  ['t', 'number'],
];
const COUNT: Argument = ['count', 'integer'];

/** The function that evaluates one kind of connector. */
export function connectorKernel(derivation: BodyDerivation, index: number): KernelFunction {
  const { size, local, x, rate, bias, B } = derivation.derivatives.connectors[index]!;
  const builder = new BodyKernelBuilder(derivation, derivation.programs.connectors[index]!, 'body', local);
  const nv = builder.rateWidth;
  const block = size * nv;
  return builder.build(
    functionNames(derivation).connectors[index]!,
    'BodyConnectorKernel',
    [COUNT, ['bodies', 'integers'], ['locals', 'numbers'], ...STATE, ['slots', 'integers']],
    [{ name: 'slot', value: elementOf('slots', indexAt('k')) }, ...beginning('block', block)],
    [
      builder.section('value', 'x', x, 'slot', NaN),
      builder.section('velocity', 'rate', rate, 'slot', NaN),
      builder.section('bias', 'bias', bias, 'slot', NaN),
      builder.section('Jacobian', 'B', B.flat(), 'block', block),
    ],
  );
}

/**
 * The function that evaluates the mass matrix and the forces that result from the body's own
 * motion.
 */
export function dynamicsKernel(derivation: BodyDerivation): KernelFunction {
  const { M, Q } = derivation.derivatives;
  const builder = new BodyKernelBuilder(derivation, derivation.programs.dynamics);
  const nv = builder.rateWidth;
  return builder.build(
    functionNames(derivation).dynamics,
    'BodyDynamicsKernel',
    [COUNT, ...STATE],
    [...beginning('block', nv * nv), ...beginning('row', nv)],
    [
      builder.section('mass matrix', 'M', M.flat(), 'block', nv * nv),
      builder.section("force of the body's own motion and potential", 'Q', Q, 'row', nv),
    ],
  );
}

/** The function that evaluates the kinetic and the potential energy. */
export function energyKernel(derivation: BodyDerivation): KernelFunction {
  const { kinetic, potential } = derivation.derivatives;
  const builder = new BodyKernelBuilder(derivation, derivation.programs.energy);
  return builder.build(functionNames(derivation).energy, 'BodyEnergyKernel', [COUNT, ...STATE], beginning('row', 2), [
    builder.section('kinetic and potential energy', 'E', [kinetic, potential], 'row', 2),
  ]);
}

/** The function that evaluates what gravity acts on. */
export function weightKernel(derivation: BodyDerivation): KernelFunction {
  const { moment, weight } = derivation.derivatives;
  const builder = new BodyKernelBuilder(derivation, derivation.programs.weight);
  const block = moment.length * builder.rateWidth;
  return builder.build(
    functionNames(derivation).weight,
    'BodyWeightKernel',
    [COUNT, ...STATE.filter(([name]) => name !== 'v')],
    [...beginning('row', moment.length), ...beginning('block', block)],
    [
      builder.section('first moment of the masses', 'moment', moment, 'row', moment.length),
      builder.section('its Jacobian', 'weight', weight.flat(), 'block', block),
    ],
  );
}

const functionNames = ({ className, model }: BodyDerivation): BodyFunctionNames =>
  bodyFunctionNames(
    className,
    model.connectors.map(({ name }) => name),
  );

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

/** Builds one function of a body. */
class BodyKernelBuilder {
  readonly rateWidth: number;
  readonly #derivation: BodyDerivation;
  readonly #program: Program;
  readonly #outputs = new Map<string, string>();
  #next = 0;
  readonly #places = new Map<string, Place>([TIME]);
  readonly #parameters = new Set<string>();
  readonly #anchors: readonly Anchor[];

  /**
   * `counter` is the body whose entries are read: that of the loop's turn, or one named by an
   * argument.
   */
  constructor(derivation: BodyDerivation, program: Program, counter: 'k' | 'body' = 'k', local: readonly Node[] = []) {
    this.#derivation = derivation;
    this.#program = program;
    const { coordinates, params } = derivation.expanded;
    const place = (nodes: readonly Node[], array: string, anchor: string, index = counter): Anchor[] => {
      nodes.forEach((node, i) => {
        const { name } = node as { name: string };
        const value = elementOf(array, indexOf(nodes.length, i, anchor, index));
        this.#places.set(name, { value, local: localName(name) });
      });
      return beginning(anchor, nodes.length, index);
    };
    const rates = coordinates.flatMap((coordinate) => coordinate.rates);
    const parameters = params.flatMap(({ components }) => components);
    for (const node of parameters) this.#parameters.add((node as { name: string }).name);
    this.rateWidth = rates.length;
    this.#anchors = [
      ...(counter === 'k' ? [] : [{ name: counter, value: elementOf('bodies', indexAt('k')) }]),
      ...place(
        coordinates.flatMap(({ components }) => components),
        'q',
        'position',
      ),
      ...place(rates, 'v', 'velocity'),
      ...place(parameters, 'p', 'parameter'),
      ...place(local, 'locals', 'place', 'k'),
    ];
  }

  /** Stores of the next values of the program. */
  section(heading: string, array: string, nodes: readonly Node[], anchor: string, stride: number): BatchSection {
    this.#outputs.set(array, anchor);
    const stores = nodes.map((_, i): BatchStore => ({
      value: this.#program.outputs[this.#next++]!,
      array,
      index: indexOf(stride, i, anchor),
    }));
    return { heading, stores };
  }

  build(
    name: string,
    type: KernelType,
    inputs: readonly Argument[],
    anchors: readonly Anchor[],
    sections: readonly BatchSection[],
  ): KernelFunction {
    const made = batchFunction({
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
    return { ...made, type };
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
