import type { Factor, Node, PrimitiveName } from './node.js';
import * as Q from './rational.js';

/** What is known of a quantity's values: an interval, and whether it can be zero. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  /** True where the quantity is known never to be zero; `exp(x)` has no other lower bound than 0, and never is. */
  readonly nonzero: boolean;
}

const ALL: Bounds = { low: -Infinity, high: Infinity, nonzero: false };
const between = (low: number, high: number, nonzero = false): Bounds =>
  Number.isNaN(low) || Number.isNaN(high) ? ALL : { low, high, nonzero: nonzero || low > 0 || high < 0 };

/** Ranges of functions whose arguments are not looked at. */
const RANGES: Partial<Record<PrimitiveName, Bounds>> = {
  sin: between(-1, 1),
  cos: between(-1, 1),
  asin: between(-Math.PI / 2, Math.PI / 2),
  acos: between(0, Math.PI),
  atan: between(-Math.PI / 2, Math.PI / 2),
  atan2: between(-Math.PI, Math.PI),
  tanh: between(-1, 1),
  cosh: between(1, Infinity),
  acosh: between(0, Infinity),
  exp: between(0, Infinity, true),
  expm1: between(-1, Infinity),
  sign: between(-1, 1),
};

/**
 * Interval arithmetic on the graph, from ranges of its variables: what the graph proves of a quantity's sign. `1 + x²` is positive, `x² + y²`
 * is nowhere negative.
 */
export class BoundsOf {
  readonly #variables: ReadonlyMap<string, Bounds>;
  readonly #known = new Map<Node, Bounds>();
  /** Radicands that are meant to be nowhere negative, but may be so by rounding: their roots count as 0 there. */
  readonly rims: ReadonlySet<Node>;

  constructor(
    variables: ReadonlyMap<string, Bounds> = new Map<string, Bounds>(),
    rims: ReadonlySet<Node> = new Set<Node>(),
  ) {
    this.#variables = variables;
    this.rims = rims;
  }

  of(node: Node): Bounds {
    let bounds = this.#known.get(node);
    if (bounds === undefined) this.#known.set(node, (bounds = this.#derive(node)));
    return bounds;
  }

  #derive(node: Node): Bounds {
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
        return this.#call(
          node.name,
          node.args.map((arg) => this.of(arg)),
        );
      case 'condition':
        return ALL;
      case 'select':
        return union(this.of(node.whenTrue), this.of(node.whenFalse));
    }
  }

  #power({ base, exponent }: Factor): Bounds {
    const { low, high, nonzero } = this.of(base);
    const e = Q.toNumber(exponent);
    const even = Q.isInteger(exponent) && exponent.n % 2n === 0n;
    if (Q.isInteger(exponent) && !even && low < 0) {
      if (e < 0) return high < 0 ? between(high ** e, low ** e) : { ...ALL, nonzero };
      return between(low ** e, high ** e, nonzero);
    }
    // Nowhere negative: an even power, or a power that only exists where its base is not negative.
    const least = low > 0 ? low : even && high < 0 ? -high : 0;
    const most = even ? Math.max(Math.abs(low), Math.abs(high)) : Math.max(0, high);
    if (e > 0) return between(least ** e, most ** e, nonzero);
    // A reciprocal is taken as 0 where its base vanishes.
    return between(nonzero ? most ** e : 0, least ** e, nonzero);
  }

  #call(name: PrimitiveName, args: readonly Bounds[]): Bounds {
    const [a, b] = args as readonly [Bounds, Bounds];
    switch (name) {
      case 'abs':
        return between(Math.max(0, a.low, -a.high), Math.max(Math.abs(a.low), Math.abs(a.high)), a.nonzero);
      case 'cbrt':
        return between(Math.cbrt(a.low), Math.cbrt(a.high), a.nonzero);
      case 'min':
        return between(Math.min(a.low, b.low), Math.min(a.high, b.high), a.nonzero && b.nonzero);
      case 'max':
        return between(Math.max(a.low, b.low), Math.max(a.high, b.high), a.nonzero && b.nonzero);
      case 'pow':
        return a.low >= 0 ? between(0, Infinity, a.nonzero) : ALL;
      default:
        return RANGES[name] ?? ALL;
    }
  }
}

/** `0 · ∞` at the corner of an interval is 0: the infinity is not attained. */
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

function scaled(factor: number, { low, high, nonzero }: Bounds): Bounds {
  return factor < 0 ? between(factor * high, factor * low, nonzero) : between(factor * low, factor * high, nonzero);
}

function sum(parts: readonly Bounds[]): Bounds {
  const add = (pick: (bounds: Bounds) => number): number => parts.reduce((total, part) => total + pick(part), 0);
  const oneSided = parts.every(({ low }) => low >= 0) || parts.every(({ high }) => high <= 0);
  return between(
    add(({ low }) => low),
    add(({ high }) => high),
    oneSided && parts.some(({ nonzero }) => nonzero),
  );
}

function product(a: Bounds, b: Bounds): Bounds {
  const corners = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)];
  return between(Math.min(...corners), Math.max(...corners), a.nonzero && b.nonzero);
}

const union = (a: Bounds, b: Bounds): Bounds =>
  between(Math.min(a.low, b.low), Math.max(a.high, b.high), a.nonzero && b.nonzero);
