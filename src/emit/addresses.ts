import type { SpaceDerivation } from '../derive/derive-space.js';
import { rateLocal } from '../notation/local-name.js';
import { rateName } from '../symbolic/motion.js';
import { indexAt, nameOf, type Anchor, type Place } from './batch-function.js';
import type { Names } from './names.js';
import type { Expression, Index } from './syntax.js';

export const elementOf = (array: string, index: Index): Expression => ({ kind: 'element', array, index });

/** The place of time, which is an argument. */
export const TIME: readonly [string, Place] = ['t', { value: nameOf('t'), local: 't' }];

/**
 * The places of a kernel's variables: inputs and their rates through slots, parameters at fixed
 * places, time as an argument.
 */
export class Addresses {
  readonly #table = new Map<string, Place>([TIME]);
  readonly #parameters = new Set<string>();
  /** One statement per input, which finds its slot. */
  readonly slots: readonly Anchor[];

  /** Finds the places. Unless `isBatch`, all turns of the loop have their parameters in common. */
  constructor({ inputs, params }: Pick<SpaceDerivation, 'inputs' | 'params'>, names: Names, isBatch = true) {
    this.slots = inputs.map((input, i) => {
      // A scalar's own name is that of its value.
      const taken = input.kind === 'scalar' || names.isTaken(input.name);
      const slot = names.claim(taken ? `${input.name}Slot` : input.name);
      for (const [c, { variable, local }] of componentsOf(input).entries()) {
        this.#table.set(variable, { value: elementOf('x', indexAt(slot, c)), local });
        this.#table.set(rateName(variable), { value: elementOf('v', indexAt(slot, c)), local: rateLocal(local) });
      }
      return { name: slot, value: elementOf('slots', indexAt('k', i, inputs.length)) };
    });
    const width = isBatch ? params.reduce((sum, param) => sum + param.size, 0) : 0;
    for (const [i, { variable, local }] of params.flatMap(componentsOf).entries()) {
      this.#parameters.add(variable);
      this.#table.set(variable, { value: elementOf('p', indexAt('k', i, width)), local });
    }
  }

  at(variable: string): Place {
    const address = this.#table.get(variable);
    if (address === undefined) throw new Error(`the kernel has no place for "${variable}"`);
    return address;
  }

  isParameter(variable: string): boolean {
    return this.#parameters.has(variable);
  }
}

const AXES = ['x', 'y', 'z'] as const;

/** The graph's variables of an input or parameter, and their names in code. */
function componentsOf({
  name,
  size,
  kind,
}: {
  name: string;
  size: number;
  kind: string;
}): { variable: string; local: string }[] {
  if (kind === 'scalar' || kind === 'curve') return [{ variable: name, local: name }];
  return AXES.slice(0, size).map((axis) => ({ variable: `${name}.${axis}`, local: `${name}_${axis}` }));
}
