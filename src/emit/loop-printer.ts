import type { Value } from '../lower/program.js';
import { ExpressionPrinter } from './expression.js';
import type { Names } from './names.js';
import { schedule, type Store } from './schedule.js';

/** A printed function: its parameters in order and the statements of its body. */
export interface KernelSource {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly body: string;
}

/** Where a variable of the graph is read, and what it is called once it is. */
export interface Place {
  readonly text: string;
  readonly local: string;
  /** Arguments and anchors that the text refers to. */
  readonly needs: readonly string[];
}

/** A constant at the head of the loop, such as where the entries of this turn begin. It is printed only where something needs it. */
export interface Anchor {
  readonly name: string;
  readonly text: string;
  readonly needs?: readonly string[];
}

/** A store, and the anchors that its target refers to. */
export interface AnchoredStore extends Store {
  readonly needs?: readonly string[];
}

export interface LoopSection {
  readonly heading: string;
  readonly stores: readonly AnchoredStore[];
}

/** What a loop over a batch is printed from. */
export interface Loop {
  readonly name: string;
  /** Names and types of the arguments, in order. One for which there is no use keeps its place, as do outputs. */
  readonly inputs: readonly (readonly [name: string, type: string])[];
  /** Arguments that are written to, wherever a section stores; of what no section does, all is zero. */
  readonly outputs: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly placeOf: (variable: string) => Place;
  /** Whether a variable is read into a local of its own, however often it is used. */
  readonly isNamed: (variable: string) => boolean;
  /** Names that the formula gives to values: each is a statement. */
  readonly formulaNames: ReadonlyMap<Value, string>;
  /** Names for other values, should they become statements. */
  readonly outputNames: ReadonlyMap<Value, string>;
  readonly names: Names;
  readonly sections: readonly LoopSection[];
}

/** What stands before and after the statements of a loop. */
export const LOOP_HEAD = 'for (let k = 0; k < count; k++) {\n';
export const LOOP_END = '\n}';

/** `array[first + offset]`, where `first` is an anchor of this name, or the counter itself where the stride is 1. */
export const indexOf = (stride: number, offset: number, anchor: string, counter = 'k'): string =>
  [stride === 1 ? counter : anchor, ...(offset === 0 ? [] : [String(offset)])].join(' + ');

/** Prints a function: a loop over a batch around the statements of a program. */
export function printLoop(loop: Loop): KernelSource {
  return new LoopPrinter(loop).print();
}

class LoopPrinter {
  readonly #loop: Loop;
  readonly #locals = new Map<Value, string>();
  readonly #used = new Set<string>();
  readonly #expressions = new ExpressionPrinter((value) => this.#read(value));

  constructor(loop: Loop) {
    this.#loop = loop;
  }

  print(): KernelSource {
    const { name, inputs, outputs, anchors, formulaNames, isNamed } = this.#loop;
    const sections = this.#loop.sections.filter(({ stores }) => stores.length > 0);
    const plan = schedule(
      sections,
      (value) => formulaNames.has(value) || (value.kind === 'load' && isNamed(value.name)),
      (value) => this.#nameOf(value),
    );
    const parts = plan.map(({ heading, named, stores }) =>
      [
        `// ${heading}`,
        ...named.flatMap((value) => this.#define(value)),
        ...stores.map(({ target, value }) => `${target} = ${this.#expressions.use(value)};`),
      ].join('\n'),
    );
    for (const { stores } of sections) for (const { needs } of stores) this.#need(needs);
    const targets = new Set(sections.flatMap(({ stores }) => stores.map(({ target }) => /^\w+/.exec(target)![0])));
    const hasStores = targets.size > 0;
    // From the last to the first: an anchor may need those before it.
    const head: string[] = [];
    for (const anchor of anchors.toReversed()) {
      if (!this.#used.has(anchor.name)) continue;
      this.#need(anchor.needs);
      head.unshift(`const ${anchor.name} = ${anchor.text};`);
    }
    const body = [head.join('\n'), ...parts].filter((part) => part !== '').join('\n\n');
    return {
      name,
      parameters: [
        ...inputs.map(([argument, type]) => ({
          name: (argument === 'count' && hasStores) || this.#used.has(argument) ? argument : `_${argument}`,
          type,
        })),
        ...outputs.map((output) => ({ name: targets.has(output) ? output : `_${output}`, type: 'Float64Array' })),
      ],
      body: hasStores ? LOOP_HEAD + body + LOOP_END : `// ${outputs.join(', ')} = 0`,
    };
  }

  /** The name of a variable or of a quantity of the formula. */
  #nameOf(value: Value): string | undefined {
    const { formulaNames, placeOf } = this.#loop;
    return value.kind === 'load' ? placeOf(value.name).local : formulaNames.get(value);
  }

  #need(names: readonly string[] = []): void {
    for (const name of names) this.#used.add(name);
  }

  #define(value: Value): string[] {
    if (value.kind === 'load') {
      const { text, local, needs } = this.#loop.placeOf(value.name);
      this.#need(needs);
      return text === local ? [] : [this.#declare(value, local, text)];
    }
    const text = this.#expressions.define(value);
    const { formulaNames, outputNames } = this.#loop;
    const preferred = formulaNames.get(value) ?? outputNames.get(value) ?? this.#inverseName(value);
    return [this.#declare(value, preferred, text)];
  }

  /** `1 / r` is `rInverse`, also where a guard stands before it; a divisor that is guarded itself, `r > 0 ? r : Infinity`, is `rDivisor`. */
  #inverseName(value: Value): string | undefined {
    if (value.kind === 'selection') {
      const guarded = [value.whenTrue, value.whenFalse].find((branch) => branch.kind !== 'literal');
      const other = guarded === value.whenTrue ? value.whenFalse : value.whenTrue;
      if (guarded === undefined || other.kind !== 'literal') return undefined;
      const divisor = other.value === Infinity ? this.#locals.get(guarded) : undefined;
      return divisor === undefined ? this.#inverseName(guarded) : `${divisor}Divisor`;
    }
    if (value.kind !== 'binary' || value.operator !== '/' || value.left.kind !== 'literal' || value.left.value !== 1)
      return undefined;
    const divisor = this.#locals.get(value.right);
    return divisor === undefined ? undefined : `${divisor}Inverse`;
  }

  #declare(value: Value, preferred: string | undefined, text: string): string {
    const { names } = this.#loop;
    const local = preferred === undefined ? names.temporary() : names.claimValue(preferred);
    this.#locals.set(value, local);
    return `const ${local} = ${text};`;
  }

  /** The value's local, or where a variable that is used once is read. */
  #read(value: Value): string | undefined {
    const local = this.#locals.get(value);
    if (local !== undefined || value.kind !== 'load') return local;
    const { text, needs } = this.#loop.placeOf(value.name);
    this.#need(needs);
    return text;
  }
}
