import { ALL, between, type Interval } from '../primitives/interval.js';
import { primitiveOf } from '../primitives/index.js';
import type { CallNode, Factor, Node } from './node.js';
import * as Q from './rational.js';

/**
 * Interval arithmetic on the graph, from ranges of its variables. It proves the signs of
 * quantities: `1 + x²` is positive, `x² + y²` is nowhere negative.
 */
export class BoundsOf {
  readonly #variables: ReadonlyMap<string, Interval>;
  readonly #known = new Map<Node, Interval>();
  /**
   * Radicands that would be nowhere negative without rounding. Where one is, its root counts as 0.
   */
  readonly arcRadicands: ReadonlySet<Node>;
  readonly #nonzero: ReadonlySet<Node>;

  /** `nonzero` are nodes that are kept from zero by what this arithmetic does not know. */
  constructor(
    variables: ReadonlyMap<string, Interval> = new Map<string, Interval>(),
    arcRadicands: ReadonlySet<Node> = new Set<Node>(),
    nonzero: ReadonlySet<Node> = new Set<Node>(),
  ) {
    this.#nonzero = nonzero;
    this.#variables = variables;
    this.arcRadicands = arcRadicands;
  }

  of(node: Node): Interval {
    let bounds = this.#known.get(node);
    if (bounds === undefined) {
      bounds = this.#derive(node);
      if (this.#nonzero.has(node)) bounds = { ...bounds, nonzero: true };
      this.#known.set(node, bounds);
    }
    return bounds;
  }

  #derive(node: Node): Interval {
    switch (node.kind) {
      case 'number':
        return between(Q.toNumber(node.value), Q.toNumber(node.value));
      case 'constant':
        return node.name === 'tau' ? between(6.28, 6.29) : between(2.71, 2.72);
      case 'variable':
        return this.#variables.get(node.name) ?? ALL;
      case 'sum':
        return sum([
          ...node.terms.map((term) => scaled(Q.toNumber(term.coefficient), this.of(term.node))),
          ...(Q.isZero(node.constant) ? [] : [between(Q.toNumber(node.constant), Q.toNumber(node.constant))]),
        ]);
      case 'product':
        return scaled(Q.toNumber(node.coefficient), node.factors.map((factor) => this.#power(factor)).reduce(product));
      case 'call':
        return this.#call(node);
      case 'condition':
        return ALL;
      case 'select':
        return union(this.of(node.whenTrue), this.of(node.whenFalse));
    }
  }

  #power({ base, exponent }: Factor): Interval {
    const { low, high, nonzero } = this.of(base);
    const e = Q.toNumber(exponent);
    const even = Q.isInteger(exponent) && exponent.n % 2n === 0n;
    if (Q.isInteger(exponent) && !even && low < 0) {
      if (e < 0) return high < 0 ? between(high ** e, low ** e) : { ...ALL, nonzero };
      return between(low ** e, high ** e, nonzero);
    }
    // An even power is nowhere negative, nor is a power that only exists where its base is not
    // negative.
    const least = low > 0 ? low : even && high < 0 ? -high : 0;
    const most = even ? Math.max(Math.abs(low), Math.abs(high)) : Math.max(0, high);
    if (e > 0) return between(least ** e, most ** e, nonzero);
    // A reciprocal is taken as 0 where its base vanishes.
    return between(nonzero ? most ** e : 0, least ** e, nonzero);
  }

  #call({ name, args }: CallNode): Interval {
    const { range = ALL } = primitiveOf(name);
    return typeof range === 'function' ? range(...args.map((arg) => this.of(arg))) : range;
  }
}

/** `0 · ∞` at the corner of an interval is 0: the infinity is not attained. */
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

function scaled(factor: number, { low, high, nonzero }: Interval): Interval {
  return factor < 0 ? between(factor * high, factor * low, nonzero) : between(factor * low, factor * high, nonzero);
}

function sum(parts: readonly Interval[]): Interval {
  const add = (pick: (bounds: Interval) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  const oneSided = parts.every(({ low }) => low >= 0) || parts.every(({ high }) => high <= 0);
  return between(
    add(({ low }) => low),
    add(({ high }) => high),
    oneSided && parts.some(({ nonzero }) => nonzero),
  );
}

function product(a: Interval, b: Interval): Interval {
  const corners = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)];
  return between(Math.min(...corners), Math.max(...corners), a.nonzero && b.nonzero);
}

const union = (a: Interval, b: Interval): Interval =>
  between(Math.min(a.low, b.low), Math.max(a.high, b.high), a.nonzero && b.nonzero);
