import type { Value } from '../lower/program.js';
import type { Names } from './names.js';
import { schedule } from './schedule.js';
import {
  collectNames,
  type BatchFunction,
  type Comment,
  type Expression,
  type Index,
  type Let,
  type ParameterType,
  type Statement,
} from './syntax.js';

/** The place from which a variable of the graph is read, and the name of its local. */
export interface Place {
  readonly value: Expression;
  readonly local: string;
}

/**
 * A constant at the beginning of the loop, for instance the index of this turn's first entry. It is
 * printed only if something refers to it.
 */
export interface Anchor {
  readonly name: string;
  readonly value: Expression;
}

/** A value of the program and where it is stored. */
export interface BatchStore {
  readonly value: Value;
  readonly array: string;
  readonly index: Index;
  readonly note?: string;
  /** True if the value is added to what is there. */
  readonly isAdded?: boolean;
}

/** One part of the derivation: a heading and what it stores. */
export interface BatchSection {
  readonly heading: string;
  readonly stores: readonly BatchStore[];
}

/** The parts of a loop over a batch. */
export interface Batch {
  readonly name: string;
  readonly inputs: readonly (readonly [name: string, type: ParameterType])[];
  /** Arrays that the kernel writes to. Entries that no section stores are zero. */
  readonly outputs: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly placeOf: (variable: string) => Place;
  /** Tests whether a variable is read into a local of its own, however often it is used. */
  readonly isNamed: (variable: string) => boolean;
  /** Names that the formula gives to values. Each becomes a statement. */
  readonly formulaNames: ReadonlyMap<Value, string>;
  /** Names for other values, should they become statements. */
  readonly outputNames: ReadonlyMap<Value, string>;
  readonly names: Names;
  readonly sections: readonly BatchSection[];
}

export const nameOf = (name: string): Expression => ({ kind: 'name', name });
export const indexAt = (name: string, offset = 0, scale = 1): Index => ({ kind: 'index', scale, name, offset });

/**
 * `array[first + offset]`, where `first` is an anchor of this name, or the counter itself where the
 * stride is 1.
 */
export const indexOf = (stride: number, offset: number, anchor: string, counter = 'k'): Index =>
  indexAt(stride === 1 ? counter : anchor, offset);

/** `stride · counter`, the index of a turn's first entry; none where entries are single. */
export const beginning = (name: string, stride: number, counter = 'k'): Anchor[] =>
  stride === 1 ? [] : [{ name, value: indexAt(counter, 0, stride) }];

/** Makes a function: a loop over a batch around the statements of a program. */
export function batchFunction(batch: Batch): BatchFunction {
  return new BatchBuilder(batch).build();
}

class BatchBuilder {
  readonly #batch: Batch;
  readonly #locals = new Map<Value, string>();

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  build(): BatchFunction {
    const { name, inputs, outputs, anchors } = this.#batch;
    const statements = this.#statements();
    const used = new Set<string>();
    for (const statement of statements) collectNames(statement, used);
    // From the last to the first: an anchor may refer to earlier ones.
    const head: Let[] = [];
    for (const anchor of anchors.toReversed()) {
      if (!used.has(anchor.name)) continue;
      collectNames(anchor.value, used);
      head.unshift({ kind: 'let', type: 'integer', ...anchor });
    }
    const body: Statement =
      statements.length === 0
        ? { kind: 'comment', text: `${outputs.join(', ')} = 0` }
        : { kind: 'loop', counter: 'k', count: 'count', body: [...head, ...statements] };
    collectNames(body, used);
    const parameters = [...inputs, ...outputs.map((output) => [output, 'results'] as const)];
    return {
      name,
      parameters: parameters.map(([parameter, kind]) => ({
        name: parameter,
        type: kind,
        isUsed: used.has(parameter),
      })),
      body: [body],
    };
  }

  #statements(): Statement[] {
    const { formulaNames, isNamed, sections } = this.#batch;
    const plan = schedule(
      sections.filter(({ stores }) => stores.length > 0),
      (value) => formulaNames.has(value) || (value.kind === 'load' && isNamed(value.name)),
      (value) => this.#nameOf(value),
    );
    return plan.flatMap(({ heading, named, stores }): Statement[] => [
      { kind: 'comment', text: heading } satisfies Comment,
      ...named.flatMap((value) => this.#define(value)),
      ...stores.map(
        ({ isAdded = false, ...store }) =>
          ({ kind: 'store', ...store, value: isAdded ? this.#sum(store) : this.#use(store.value) }) as const,
      ),
    ]);
  }

  /** `array[index] + value` */
  #sum({ array, index, value }: BatchStore): Expression {
    const [operator, right] = value.kind === 'negation' ? (['-', value.operand] as const) : (['+', value] as const);
    return { kind: 'operation', operator, left: { kind: 'element', array, index }, right: this.#use(right) };
  }

  /** The name of a variable or of a quantity of the formula. */
  #nameOf(value: Value): string | undefined {
    const { formulaNames, placeOf } = this.#batch;
    return value.kind === 'load' ? placeOf(value.name).local : formulaNames.get(value);
  }

  #define(value: Value): Let[] {
    const { formulaNames, outputNames, placeOf } = this.#batch;
    if (value.kind === 'load') {
      const { value: read, local } = placeOf(value.name);
      return read.kind === 'name' && read.name === local ? [] : [this.#let(value, local, read)];
    }
    const expression = this.#expression(value);
    const preferred = formulaNames.get(value) ?? outputNames.get(value) ?? this.#inverseName(value);
    return [this.#let(value, preferred, expression)];
  }

  /**
   * `1 / r` is `rInverse`, also behind a guard. A divisor that is guarded itself,
   * `r > 0 ? r : Infinity`, is `rDivisor`.
   */
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

  #let(value: Value, preferred: string | undefined, expression: Expression): Let {
    const { names } = this.#batch;
    const name = preferred === undefined ? names.temporary() : names.claimValue(preferred);
    this.#locals.set(value, name);
    return { kind: 'let', name, type: value.kind === 'test' ? 'truth' : 'number', value: expression };
  }

  /**
   * The value's local. Without one, the expression that computes it, or the read of a variable that
   * is used once.
   */
  #use(value: Value): Expression {
    const local = this.#locals.get(value);
    return local === undefined ? this.#expression(value) : nameOf(local);
  }

  #expression(value: Value): Expression {
    const use = (operand: Value): Expression => this.#use(operand);
    switch (value.kind) {
      case 'literal':
        return { kind: 'number', value: value.value };
      case 'load':
        return this.#batch.placeOf(value.name).value;
      case 'binary':
        return { kind: 'operation', operator: value.operator, left: use(value.left), right: use(value.right) };
      case 'negation':
        return { kind: 'negation', operand: use(value.operand) };
      case 'call':
        return { kind: 'call', name: value.name, args: value.args.map(use) };
      case 'test':
        return { kind: 'test', name: value.name, args: value.args.map(use) };
      case 'selection': {
        const [condition, whenTrue, whenFalse] = [use(value.test), use(value.whenTrue), use(value.whenFalse)];
        return { kind: 'select', condition, whenTrue, whenFalse };
      }
    }
  }
}
