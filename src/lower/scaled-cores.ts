import { inOrder, type ProgramBuilder, type Value } from './program.js';

/**
 * A quantity up to its sign and powers of two: `a + ratio·b`, `a·b`, `a/b` of other such quantities, or what has no scale to choose: an input, a number, a
 * function's value.
 */
export interface Core {
  readonly kind: 'load' | 'literal' | 'fixed' | 'sum' | 'product' | 'quotient';
  readonly id: number;
  readonly a?: Core;
  readonly b?: Core;
  readonly ratio?: number;
}

/** `scale · core`, where the scale is `±2ᵏ`. */
export interface ScaledRef {
  readonly core: Core;
  readonly scale: number;
}

/** The values of a program as multiples of cores. */
export class ScaledCores {
  /** Operands before users. */
  readonly list: Core[] = [];
  readonly refs = new Map<Value, ScaledRef>();
  /** What outputs, functions and choices take: these scales are given. */
  readonly fixed: ScaledRef[] = [];
  readonly #table = new Map<string, Core>();
  readonly #origins = new Map<Core, Value>();

  constructor(outputs: readonly Value[]) {
    for (const value of inOrder(outputs)) this.refs.set(value, this.#refTo(value));
    for (const output of outputs) this.fixed.push(this.#at(output));
  }

  /** A core without a scale to choose, made by another builder; `at` gives its operands there. */
  copyFixed(builder: ProgramBuilder, core: Core, at: (ref: ScaledRef) => Value): Value {
    const value = this.#origins.get(core);
    if (value === undefined) return builder.literal(1);
    const operand = (old: Value): Value => at(this.#at(old));
    switch (value.kind) {
      case 'literal':
        return builder.literal(value.value);
      case 'load':
        return builder.load(value.name);
      case 'call':
        return builder.call(value.name, ...value.args.map(operand));
      case 'test':
        return builder.test(value.name, ...value.args.map(operand));
      case 'selection':
        return builder.select(operand(value.test), operand(value.whenTrue), operand(value.whenFalse));
      case 'binary':
      case 'negation':
        throw new Error('operations have a scale to choose');
    }
  }

  #at(value: Value): ScaledRef {
    return this.refs.get(value)!;
  }

  #core(key: string, core: Omit<Core, 'id'>): Core {
    let known = this.#table.get(key);
    if (known === undefined) {
      known = { ...core, id: this.list.length };
      this.list.push(known);
      this.#table.set(key, known);
    }
    return known;
  }

  #unscaled(value: Value, kind: 'load' | 'literal' | 'fixed', operands: readonly Value[] = []): ScaledRef {
    const core = this.#core(`${kind}${value.id}`, { kind });
    this.#origins.set(core, value);
    for (const operand of operands) this.fixed.push(this.#at(operand));
    return { core, scale: 1 };
  }

  #refTo(value: Value): ScaledRef {
    switch (value.kind) {
      case 'literal':
        return isPowerOfTwo(value.value)
          ? { core: this.#core('one', { kind: 'literal' }), scale: value.value }
          : this.#unscaled(value, 'literal');
      case 'load':
        return this.#unscaled(value, 'load');
      case 'call':
      case 'test':
        return this.#unscaled(value, 'fixed', value.args);
      case 'selection':
        return this.#unscaled(value, 'fixed', [value.test, value.whenTrue, value.whenFalse]);
      case 'negation':
        return times(-1, this.#at(value.operand));
      case 'binary':
        return this.#operation(value.operator, value.left, value.right);
    }
  }

  #operation(operator: '+' | '-' | '*' | '/', left: Value, right: Value): ScaledRef {
    const [a, b] = [this.#at(left), this.#at(right)];
    if (operator === '+') return this.#sum(a, b);
    if (operator === '-') return this.#sum(a, times(-1, b));
    if (right.kind === 'literal' && isPowerOfTwo(right.value))
      return times(operator === '*' ? right.value : 1 / right.value, a);
    if (operator === '/')
      return {
        core: this.#core(`${a.core.id}/${b.core.id}`, { kind: 'quotient', a: a.core, b: b.core }),
        scale: a.scale / b.scale,
      };
    if (left.kind === 'literal' && isPowerOfTwo(left.value)) return times(left.value, b);
    const [first, second] = a.core.id <= b.core.id ? [a, b] : [b, a];
    return {
      core: this.#core(`${first.core.id}*${second.core.id}`, { kind: 'product', a: first.core, b: second.core }),
      scale: a.scale * b.scale,
    };
  }

  #sum(left: ScaledRef, right: ScaledRef): ScaledRef {
    const [a, b] = left.core.id <= right.core.id ? [left, right] : [right, left];
    const ratio = b.scale / a.scale;
    const core = this.#core(`${a.core.id}+${ratio}*${b.core.id}`, { kind: 'sum', a: a.core, b: b.core, ratio });
    return { core, scale: a.scale };
  }
}

const times = (factor: number, { core, scale }: ScaledRef): ScaledRef => ({ core, scale: factor * scale });

/** Whether a number is `±2ᵏ`, small enough that products of such numbers are exact. */
const isPowerOfTwo = (value: number): boolean => {
  const exponent = Math.log2(Math.abs(value));
  return Number.isInteger(exponent) && Math.abs(exponent) <= 16;
};
