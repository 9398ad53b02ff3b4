import { primitiveOf, type PrimitiveName } from '../primitives/index.js';
import type { ConditionName, Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { WrittenSizes } from './written-sizes.js';

/**
 * Number of operations beyond which an expression is cut, and number beyond which one of its parts
 * is left out.
 */
const LONG = 400;
const SHORT = 40;

/**
 * The binding strength of a piece of notation: a sum, a product, a single thing without a sign, or
 * the base of a power.
 */
export type Strength = 0 | 1 | 2 | 3;

export interface Piece {
  readonly text: string;
  readonly strength: Strength;
}

/** A mathematical notation: one entry per kind of expression, each composed of pieces. */
export interface Notation {
  readonly number: (value: Rational) => Piece;
  readonly symbol: (name: string) => Piece;
  /** `J_a`: a symbol with another as its index. */
  readonly indexed: (name: string, index: string) => Piece;
  readonly sum: (terms: readonly { readonly negative: boolean; readonly piece: Piece }[]) => Piece;
  readonly negation: (piece: Piece) => Piece;
  readonly product: (pieces: readonly Piece[]) => Piece;
  readonly quotient: (above: Piece, below: Piece) => Piece;
  readonly power: (base: Piece, exponent: Piece) => Piece;
  readonly root: (radicand: Piece) => Piece;
  readonly call: (name: PrimitiveName | ConditionName, args: readonly Piece[]) => Piece;
  /** `f'(s)`: a curve or a derivative of it. */
  readonly curve: (curve: Piece, marks: string, argument: Piece) => Piece;
  /** A placeholder for a part of so many operations that is left out. */
  readonly omission: (operations: number) => Piece;
  readonly choice: (condition: Piece, whenTrue: Piece, whenFalse: Piece) => Piece;
}

/** The marks of derivatives of a curve. */
const CURVE_MARKS: Readonly<Partial<Record<PrimitiveName, string>>> = {
  curveSlope: "'",
  curveSecond: "''",
  curveThird: "'''",
};

/**
 * Writes nodes in a notation; nodes in `names` are written by their name. The text of a graph may
 * be exponentially longer than the graph. In a text longer than anybody reads, long parts are
 * replaced by their number of operations.
 */
export class Writer {
  readonly #notation: Notation;
  readonly #names: ReadonlyMap<Node, string>;
  readonly #sizes: WrittenSizes;
  /** The named roots, by their radicands. */
  readonly #roots = new Map<Node, Node[]>();
  /** The named node whose expression is being written. */
  #defined: Node | undefined;
  #isCut = false;

  constructor(notation: Notation, names: ReadonlyMap<Node, string>) {
    this.#notation = notation;
    this.#names = names;
    this.#sizes = new WrittenSizes(names);
    for (const node of names.keys()) {
      const base = radicandOf(node);
      if (base !== undefined) this.#roots.set(base, [...(this.#roots.get(base) ?? []), node]);
    }
  }

  write(node: Node): string {
    return this.#names.has(node) ? this.#piece(node).text : this.#written(node);
  }

  /** The expression of a node that has a name. */
  define(node: Node): string {
    this.#defined = node;
    const written = this.#written(node);
    this.#defined = undefined;
    return written;
  }

  #written(node: Node): string {
    this.#isCut = this.#sizes.of(node) > LONG;
    return this.#expression(node).text;
  }

  #piece(node: Node): Piece {
    const name = this.#names.get(node);
    if (name !== undefined && node !== this.#defined) return this.#notation.symbol(name);
    const size = this.#isCut ? this.#sizes.of(node) : 0;
    return size > SHORT ? this.#notation.omission(size) : this.#expression(node);
  }

  #expression(node: Node): Piece {
    const n = this.#notation;
    switch (node.kind) {
      case 'number':
        return Q.isNegative(node.value) ? n.negation(n.number(Q.negate(node.value))) : n.number(node.value);
      case 'constant':
      case 'variable':
        return n.symbol(node.name);
      case 'sum': {
        const terms = node.terms.map(({ coefficient, node: term }) => ({
          negative: Q.isNegative(coefficient),
          piece: this.#scaled(Q.absolute(coefficient), term),
        }));
        const constant = { negative: Q.isNegative(node.constant), piece: n.number(Q.absolute(node.constant)) };
        const all = Q.isZero(node.constant) ? terms : [...terms, constant];
        // A sum reads best when it does not start with a minus.
        return n.sum([...all.filter((term) => !term.negative), ...all.filter((term) => term.negative)]);
      }
      case 'product': {
        const piece = this.#product(Q.absolute(node.coefficient), node.factors);
        return Q.isNegative(node.coefficient) ? n.negation(piece) : piece;
      }
      case 'call':
      case 'condition': {
        const args = node.args.map((arg) => this.#piece(arg));
        if (node.kind === 'condition' || primitiveOf(node.name).ofCurve !== true) return n.call(node.name, args);
        return n.curve(args[0]!, CURVE_MARKS[node.name] ?? '', args[1]!);
      }
      case 'select':
        return n.choice(this.#piece(node.condition), this.#piece(node.whenTrue), this.#piece(node.whenFalse));
    }
  }

  #scaled(coefficient: Rational, node: Node): Piece {
    if (Q.isOne(coefficient)) return this.#piece(node);
    if (node.kind === 'product' && !this.#names.has(node)) return this.#product(coefficient, node.factors);
    return this.#product(coefficient, [{ base: node, exponent: Q.ONE }]);
  }

  #product(coefficient: Rational, factors: readonly { base: Node; exponent: Rational }[]): Piece {
    const n = this.#notation;
    const power = (base: Node, exponent: Rational): Piece => {
      if (Q.isOne(exponent)) return this.#piece(base);
      if (Q.equals(exponent, Q.HALF)) return this.#root(base);
      const whole = exponent.d === 2n;
      return n.power(whole ? this.#root(base) : this.#piece(base), n.number(whole ? Q.rational(exponent.n) : exponent));
    };
    const above = factors
      .filter(({ exponent }) => !Q.isNegative(exponent))
      .map(({ base, exponent }) => power(base, exponent));
    const below = factors
      .filter(({ exponent }) => Q.isNegative(exponent))
      .map(({ base, exponent }) => power(base, Q.negate(exponent)));
    if (coefficient.n !== 1n || above.length === 0) above.unshift(n.number(Q.rational(coefficient.n)));
    if (coefficient.d !== 1n) below.unshift(n.number(Q.rational(coefficient.d)));
    const numerator = above.length === 1 ? above[0]! : n.product(above);
    if (below.length === 0) return numerator;
    return n.quotient(numerator, below.length === 1 ? below[0]! : n.product(below));
  }

  /** A root. Where a root of this base has a name (a distance, say), it is written by that name. */
  #root(base: Node): Piece {
    const named = this.#roots.get(base)?.find((node) => node !== this.#defined);
    return named === undefined
      ? this.#notation.root(this.#piece(base))
      : this.#notation.symbol(this.#names.get(named)!);
  }
}

/**
 * A number of operations in words. One that counts each part as often as it occurs may be immense.
 */
export const countOf = (operations: number): string =>
  operations < 1e9 ? String(operations) : operations < Infinity ? operations.toExponential(0) : 'countless';

/** The radicand of a root; undefined for other nodes. */
function radicandOf(node: Node): Node | undefined {
  if (node.kind !== 'product' || node.factors.length !== 1 || !Q.isOne(node.coefficient)) return undefined;
  const { base, exponent } = node.factors[0]!;
  return Q.equals(exponent, Q.HALF) ? base : undefined;
}
