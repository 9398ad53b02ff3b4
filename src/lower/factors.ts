import type { BoundsOf } from '../symbolic/bounds.js';
import type { Factor, Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';

/** A quantity that products are made of. */
export type Atom =
  | { readonly kind: 'node'; readonly node: Node }
  | { readonly kind: 'root'; readonly base: Node }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Rational }
  | { readonly kind: 'product'; readonly a: FactorMember; readonly b: FactorMember }
  | { readonly kind: 'reciprocal'; readonly of: number };

/**
 * An atom as a factor above or below the fraction bar. Factors with equal `code` are
 * interchangeable.
 */
export interface FactorMember {
  readonly code: number;
  readonly atom: number;
  readonly inverse: boolean;
}

/** Largest exponent for which a power is a product; beyond it, it is a call. */
const MAX_PRODUCT_EXPONENT = 32n;

/**
 * Splits products into atoms: `x³ → x·x·x`, `s^(−3/2) → 1/(s·√s)`, other exponents a power of their
 * own.
 *
 * Where `√s` is computed anyway, a division by `s` counts as two by `√s`. Quotients by the root (a
 * unit vector, a distance rate) are thus found as common pairs. This requires that `s` is nowhere
 * negative, since the root may belong to a branch that is taken only where it exists.
 */
export class Factors {
  readonly atoms: Atom[] = [];
  readonly #table = new Map<string, number>();
  /** Nodes that are nowhere negative and whose root is computed. */
  readonly #roots = new Set<Node>();

  constructor(nodes: readonly Node[], bounds: BoundsOf) {
    for (const node of nodes) {
      if (node.kind !== 'product') continue;
      for (const { base, exponent } of node.factors)
        if (exponent.d === 2n && bounds.of(base).low >= 0) this.#roots.add(base);
    }
  }

  /** The node or a multiple of it, if that is nowhere negative and its root is computed. */
  rootedAs(node: Node): Node | undefined {
    if (this.#roots.has(node)) return node;
    return [...this.#roots].find((root) => isMultipleOf(root, node));
  }

  member(atom: number, inverse = false): FactorMember {
    return { atom, inverse, code: 2 * atom + (inverse ? 1 : 0) };
  }

  #atom(key: string, atom: Atom): number {
    let index = this.#table.get(key);
    if (index === undefined) {
      index = this.atoms.push(atom) - 1;
      this.#table.set(key, index);
    }
    return index;
  }

  #node(node: Node): number {
    return this.#atom(`n${node.id}`, { kind: 'node', node });
  }

  split(factors: readonly Factor[]): FactorMember[] {
    return factors.flatMap((factor) => this.#splitPower(factor));
  }

  #splitPower({ base, exponent }: Factor): FactorMember[] {
    const inverse = Q.isNegative(exponent);
    const size = Q.absolute(exponent);
    const whole = size.n / size.d;
    if (size.d > 2n || whole > MAX_PRODUCT_EXPONENT)
      return [this.member(this.#atom(`p${base.id}^${Q.toText(exponent)}`, { kind: 'power', base, exponent }))];
    const root = (): FactorMember => this.member(this.#atom(`r${base.id}`, { kind: 'root', base }), inverse);
    const members: FactorMember[] = [];
    const twoRoots = inverse && this.#roots.has(base);
    for (let i = 0n; i < whole; i++) {
      if (twoRoots) members.push(root(), root());
      else members.push(this.member(this.#node(base), inverse));
    }
    if (size.d === 2n) members.push(root());
    return members;
  }

  /** The key of a pair, equal for pairs with the same product. */
  readonly key = (a: FactorMember, b: FactorMember): string =>
    a.code < b.code ? `${a.code},${b.code}` : `${b.code},${a.code}`;

  /** Joins two factors into one: `a·b`, `a/b`, or one over `a·b`; `1/(√s·√s)` is `1/s`. */
  readonly join = (a: FactorMember, b: FactorMember): FactorMember => {
    const inverse = a.inverse && b.inverse;
    const atom = this.atoms[a.atom]!;
    if (inverse && a.atom === b.atom && atom.kind === 'root') return this.member(this.#node(atom.base), true);
    const [first, second] = (a.inverse && !b.inverse) || (a.inverse === b.inverse && a.atom > b.atom) ? [b, a] : [a, b];
    const key = inverse ? `i${first.atom},${second.atom}` : `m${this.key(first, second)}`;
    const parts = inverse ? [this.member(first.atom), this.member(second.atom)] : [first, second];
    return this.member(this.#atom(key, { kind: 'product', a: parts[0]!, b: parts[1]! }), inverse);
  };

  /** The base of an atom that is a root. */
  baseOfRoot(atom: number): FactorMember | undefined {
    const { [atom]: root } = this.atoms;
    return root?.kind === 'root' ? this.member(this.#node(root.base), true) : undefined;
  }

  reciprocal(atom: number): FactorMember {
    return this.member(this.#atom(`/${atom}`, { kind: 'reciprocal', of: atom }));
  }
}

/** Tests whether a node is a number times another: `1 − u²` is minus `u² − 1`. */
const isMultipleOf = (node: Node, other: Node): boolean =>
  node.kind === 'product' &&
  node.factors.length === 1 &&
  node.factors[0]!.base === other &&
  Q.isOne(node.factors[0]!.exponent);
