import type { SpaceDerivation } from '../derive/derive-space.js';
import { rateName } from '../symbolic/motion.js';
import { indexOf, type Anchor, type Place } from './loop-printer.js';
import type { Names } from './names.js';

/** What differs between the languages that a kernel can be printed in. */
export interface Dialect {
  /** Reads an element of an array that is known to be there. */
  readonly read: (array: string, index: string) => string;
}
export const typescript: Dialect = { read: (array, index) => `${array}[${index}]!` };
export const javascript: Dialect = { read: (array, index) => `${array}[${index}]` };

/** The places of a kernel's variables: inputs and their rates through slots, parameters at fixed places, time as it is. */
export class Addresses {
  readonly #table = new Map<string, Place>([['t', { text: 't', local: 't', needs: ['t'] }]]);
  readonly #parameters = new Set<string>();
  /** One statement per input that finds its slot. */
  readonly slots: readonly Anchor[];

  constructor({ inputs, params }: SpaceDerivation, names: Names, { read }: Dialect) {
    this.slots = inputs.map((input, i) => {
      // A scalar's own name is its value's.
      const taken = input.kind === 'scalar' || names.isTaken(input.name);
      const slot = names.claim(taken ? `${input.name}Slot` : input.name);
      for (const [c, { variable, local }] of componentsOf(input).entries()) {
        const index = c === 0 ? slot : `${slot} + ${c}`;
        this.#table.set(variable, { text: read('x', index), local, needs: ['x', slot] });
        this.#table.set(rateName(variable), { text: read('v', index), local: rateLocal(local), needs: ['v', slot] });
      }
      const text = read('slots', indexOf(inputs.length, i, `${inputs.length} * k`));
      return { name: slot, text, needs: ['slots'] };
    });
    const width = params.reduce((sum, param) => sum + param.size, 0);
    for (const [i, { variable, local }] of params.flatMap(componentsOf).entries()) {
      this.#parameters.add(variable);
      this.#table.set(variable, { text: read('p', indexOf(width, i, `${width} * k`)), local, needs: ['p'] });
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

/** The graph's variables of an input or parameter, and what they are called in code. */
function componentsOf({
  name,
  size,
  kind,
}: {
  name: string;
  size: number;
  kind: string;
}): { variable: string; local: string }[] {
  if (kind === 'scalar') return [{ variable: name, local: name }];
  return AXES.slice(0, size).map((axis) => ({ variable: `${name}.${axis}`, local: `${name}_${axis}` }));
}

/** `d_x → dDot_x`, `r → rDot` */
export function rateLocal(local: string): string {
  const axis = /_[xyz]$/.exec(local)?.[0] ?? '';
  return `${local.slice(0, local.length - axis.length)}Dot${axis}`;
}
