import type { BigNumber } from 'mathjs';
import { doubles } from '../symbolic/arithmetic-double.js';
import { referenceArithmetic } from '../symbolic/arithmetic-reference.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import { evaluate } from '../symbolic/evaluate.js';
import {
  childrenOf,
  reachable,
  type Factor,
  type Node,
  type ProductNode,
  type SumNode,
  type Term,
} from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { chooseScales, type Rewritten } from './choose-scales.js';
import { chooseSigns } from './choose-signs.js';
import { distributeProducts } from './distribute.js';
import { Factors, type FactorMember } from './factors.js';
import { Guards } from './guards.js';
import { powersOfProducts } from './powers-of-products.js';
import { ProgramBuilder, type Literal, type Value } from './program.js';
import { sharePairs } from './share-pairs.js';
import { shareReciprocals } from './share-reciprocals.js';
import { Summands, type SumMember } from './summands.js';

/** A program that computes some nodes of a graph. */
export interface Program {
  /** One value per node asked for. */
  readonly outputs: readonly Value[];
  /** The value of each node of the graph that the program computes as such. */
  readonly values: ReadonlyMap<Node, Value>;
}

/**
 * Lowers the n-ary sums and products below `roots` to single operations, sharing common parts. A variable with a definition is computed
 * like any other node; all others are loaded. With bounds, the program is finite at singular points (see {@link Guards}).
 */
export function lower(
  roots: readonly Node[],
  definitions: ReadonlyMap<Node, Node> = new Map(),
  bounds?: BoundsOf,
): Program {
  const lowering = new Lowering(roots, definitions, bounds);
  const outputs = roots.map((root) => lowering.value(root));
  return rewritten({ outputs, values: lowering.values }, chooseScales(outputs));
}

/** A program after a pass. */
function rewritten(program: Program, { outputs, valueOf }: Rewritten): Program {
  const values = new Map<Node, Value>();
  for (const [node, old] of program.values) {
    const value = valueOf(old);
    if (value !== undefined) values.set(node, value);
  }
  return { outputs, values };
}

class Lowering {
  readonly values = new Map<Node, Value>();
  readonly #builder = new ProgramBuilder();
  readonly #guards: Guards;
  readonly #factors: Factors;
  readonly #products = new Map<ProductNode, readonly FactorMember[]>();
  readonly #withReciprocals: (product: readonly FactorMember[]) => FactorMember[];
  readonly #atoms = new Map<number, Value>();
  readonly #summands = new Summands();
  readonly #sums = new Map<SumNode, readonly SumMember[]>();
  readonly #pairs = new Map<number, Value>();
  readonly #constants = new Set<Node>();
  /** Products that are sums of other products; see {@link distributeProducts}. */
  readonly #distributed: ReadonlyMap<ProductNode, readonly Term[]> = new Map();
  /** Products that are powers of other products; see {@link powersOfProducts}. */
  readonly #powers: ReadonlyMap<ProductNode, readonly Factor[]>;
  /** `−a` for each `a` that sums take with the other sign; see {@link chooseSigns}. */
  #negatives: ReadonlyMap<Node, Node> = new Map();
  /** Nodes that more than one other node, or an output, is computed from. */
  readonly #shared: ReadonlySet<Node>;

  readonly #definitions: ReadonlyMap<Node, Node>;

  constructor(roots: readonly Node[], definitions: ReadonlyMap<Node, Node>, bounds: BoundsOf | undefined) {
    this.#definitions = definitions;
    this.#guards = new Guards(this.#builder, bounds);
    const all = reachableThrough(roots, definitions);
    const wanted = new Set(roots);
    const children = (node: Node): readonly Node[] => this.#childrenOf(node);
    this.#powers = powersOfProducts(all);
    this.#distributed = distributeProducts(reachable(roots, children), wanted, children);
    this.#negatives = chooseSigns(reachable(roots, children), wanted, children);
    const nodes = reachable(roots, children);
    this.#shared = sharedNodes(nodes, roots, children);
    for (const node of nodes) if (isConstant(node, this.#constants)) this.#constants.add(node);
    const products = nodes.filter(
      (node): node is ProductNode =>
        node.kind === 'product' && !this.#constants.has(node) && !this.#distributed.has(node),
    );
    this.#factors = new Factors(nodes);
    const split = sharePairs(
      products.map((product) => this.#factors.split(this.#factorsOf(product))),
      this.#factors,
    );
    this.#withReciprocals = shareReciprocals(this.#factors, split);
    products.forEach((product, i) => this.#products.set(product, this.#withReciprocals(split[i]!)));
    const sums = nodes.filter((node): node is SumNode => node.kind === 'sum');
    const terms = sharePairs(
      sums.map((sum) => this.#termsOf(sum).flatMap(({ node, coefficient }) => this.#summands.split(node, coefficient))),
      this.#summands,
    );
    sums.forEach((sum, i) => this.#sums.set(sum, this.#summands.collect(terms[i]!)));
  }

  value(node: Node): Value {
    let value = this.values.get(node);
    if (value === undefined) {
      value = this.#constants.has(node) ? this.#builder.literal(evaluateConstant(node)) : this.#build(node);
      this.values.set(node, value);
    }
    return value;
  }

  #build(node: Node): Value {
    const b = this.#builder;
    switch (node.kind) {
      case 'number':
      case 'constant':
        throw new Error('constants are folded before');
      case 'variable': {
        const definition = this.#definitions.get(node);
        return definition === undefined ? b.load(node.name) : this.value(definition);
      }
      case 'sum':
        return this.#sum(this.#sums.get(node)!, node.constant);
      case 'product':
        return this.#distributed.has(node)
          ? this.#accumulate(
              this.#termsOf(node).map((term) => ({ value: this.value(term.node), coefficient: term.coefficient })),
            )
          : this.#product(node.coefficient, this.#products.get(node)!);
      case 'call':
        return this.#guards.call(
          node,
          node.args.map((arg) => this.value(arg)),
        );
      case 'condition':
        return b.test(node.name, ...node.args.map((arg) => this.value(arg)));
      case 'select':
        return b.select(this.value(node.condition), this.value(node.whenTrue), this.value(node.whenFalse));
    }
  }

  // Sums: what is added first, then what is subtracted, so that no sign is computed on its own.

  #sum(members: readonly SumMember[], constant: Rational): Value {
    const parts = members.map((member) => this.#part(member));
    if (!Q.isZero(constant))
      parts.push({ value: this.#builder.literal(Q.toNumber(Q.absolute(constant))), coefficient: signOf(constant) });
    return this.#accumulate(parts);
  }

  /** The terms of a sum, or of a product that is one in this program. */
  #termsOf(node: SumNode | ProductNode): readonly Term[] {
    const terms = node.kind === 'sum' ? node.terms : this.#distributed.get(node)!;
    if (this.#negatives.size === 0) return terms;
    return terms.map((term) => {
      const negative = this.#negatives.get(term.node);
      return negative === undefined ? term : { coefficient: Q.negate(term.coefficient), node: negative };
    });
  }

  #factorsOf(node: ProductNode): readonly Factor[] {
    return this.#powers.get(node) ?? node.factors;
  }

  /** What a node is computed from in this program. */
  #childrenOf(node: Node): readonly Node[] {
    if (node.kind === 'sum') return this.#termsOf(node).map((term) => term.node);
    const definition = this.#definitions.get(node);
    if (definition !== undefined) return [definition];
    if (node.kind !== 'product') return childrenOf(node);
    return this.#distributed.has(node)
      ? this.#termsOf(node).map((term) => term.node)
      : this.#factorsOf(node).map((factor) => factor.base);
  }

  /** A member of a sum; into a product that holds a constant, and that nothing else uses, the coefficient is folded. */
  #part({ summand, coefficient }: SumMember): { value: Value; coefficient: Rational } {
    const { node } = { node: undefined, ...this.#summands.list[summand]! };
    const members = node?.kind === 'product' && !this.#shared.has(node) ? this.#products.get(node) : undefined;
    const isConstantAtom = ({ atom, inverse }: FactorMember): boolean => {
      const { node: factor } = { node: undefined, ...this.#factors.atoms[atom]! };
      return !inverse && factor !== undefined && this.#constants.has(factor);
    };
    return members?.some(isConstantAtom) === true
      ? { value: this.#product(Q.absolute(coefficient), members), coefficient: signOf(coefficient) }
      : { value: this.#summand(summand), coefficient };
  }

  #accumulate(parts: readonly { value: Value; coefficient: Rational }[]): Value {
    const b = this.#builder;
    const added = parts.filter(({ coefficient }) => !Q.isNegative(coefficient));
    const subtracted = parts.filter(({ coefficient }) => Q.isNegative(coefficient));
    if (added.length === 0)
      return b.negate(this.#accumulate(parts.map((part) => ({ ...part, coefficient: Q.negate(part.coefficient) }))));
    const add = (left: Value, right: Value): Value => b.binary('+', left, right);
    const sum = this.#scaled(added).reduce(add);
    return this.#scaled(subtracted).reduce((left, right) => b.binary('-', left, right), sum);
  }

  /** The parts times their coefficients, a coefficient that several have taken out: `2 a + 2 b → 2 (a + b)`. */
  #scaled(parts: readonly { value: Value; coefficient: Rational }[]): Value[] {
    const groups = new Map<string, { coefficient: Rational; values: Value[] }>();
    for (const { value, coefficient } of parts) {
      const size = Q.absolute(coefficient);
      const key = Q.isOne(size) ? `1 ${groups.size}` : Q.toText(size);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { coefficient: size, values: [value] });
      else group.values.push(value);
    }
    return Array.from(groups.values(), ({ coefficient, values }) =>
      this.#scale(
        coefficient,
        values.reduce((left, right) => this.#builder.binary('+', left, right)),
      ),
    );
  }

  #summand(index: number): Value {
    const summand = this.#summands.list[index]!;
    if (summand.kind === 'node') return this.value(summand.node);
    // a + a
    if (summand.a === summand.b) return this.#scale(Q.add(Q.ONE, summand.ratio), this.#summand(summand.a));
    let value = this.#pairs.get(index);
    if (value === undefined) {
      value = this.#accumulate([
        { value: this.#summand(summand.a), coefficient: Q.ONE },
        { value: this.#summand(summand.b), coefficient: summand.ratio },
      ]);
      this.#pairs.set(index, value);
    }
    return value;
  }

  #scale(coefficient: Rational, value: Value): Value {
    const b = this.#builder;
    if (Q.isOne(coefficient)) return value;
    if (value.kind === 'literal') return b.literal(Q.toNumber(coefficient) * value.value);
    if (Q.equals(coefficient, Q.MINUS_ONE)) return b.negate(value);
    // A third is no double: dividing by three rounds once, multiplying by a rounded third twice.
    if (Q.isOne(Q.absolute(Q.rational(coefficient.n))) && !Q.isDecimal(coefficient))
      return b.binary('/', value, b.literal(Q.toNumber(Q.divide(Q.ONE, coefficient))));
    return b.binary('*', b.literal(Q.toNumber(coefficient)), value);
  }

  // Products: everything above the bar, divided once by everything below it.

  #product(coefficient: Rational, members: readonly FactorMember[]): Value {
    const b = this.#builder;
    const flipped = Q.equals(coefficient, Q.MINUS_ONE) ? members.find((member) => this.#canFlip(member)) : undefined;
    if (flipped !== undefined) coefficient = Q.ONE;
    const above = members
      .filter((member) => !member.inverse)
      .map((member) => (member === flipped ? this.#flip(member) : this.#atom(member.atom)));
    const below = members.filter((member) => member.inverse).map((member) => this.#divisor(member.atom));
    const literals = above.filter((value) => value.kind === 'literal');
    if (literals.length > 0) return this.#scaledQuotient(coefficient, literals, above, below);
    const numerator = this.#multiply(above);
    const denominator = this.#multiply(below);
    if (denominator === undefined) return this.#scale(coefficient, numerator!);
    if (numerator === undefined) return b.binary('/', b.literal(Q.toNumber(coefficient)), denominator);
    return this.#scale(coefficient, b.binary('/', numerator, denominator));
  }

  /** A product with irrational constants among its factors: they and the coefficient are one number. */
  #scaledQuotient(
    coefficient: Rational,
    literals: readonly Literal[],
    above: readonly Value[],
    below: readonly Value[],
  ): Value {
    const b = this.#builder;
    const number = literals.reduce((product, { value }) => product * value, Q.toNumber(coefficient));
    const rest = this.#multiply(above.filter((value) => value.kind !== 'literal'));
    const numerator = rest === undefined ? b.literal(number) : b.binary('*', b.literal(number), rest);
    const denominator = this.#multiply(below);
    return denominator === undefined ? numerator : b.binary('/', numerator, denominator);
  }

  #multiply(values: readonly Value[]): Value | undefined {
    const [first, ...rest] = values;
    return first && rest.reduce((left, right) => this.#builder.binary('*', left, right), first);
  }

  /** Whether `−(a − b)` can be had as `b − a` at no cost. */
  #canFlip({ atom: index, inverse }: FactorMember): boolean {
    const atom = this.#factors.atoms[index]!;
    if (inverse || atom.kind !== 'node' || atom.node.kind !== 'sum') return false;
    const { terms, constant } = atom.node;
    const mixed = Q.isNegative(constant) || terms.some(({ coefficient }) => Q.isNegative(coefficient));
    const summands = terms.length + (Q.isZero(constant) ? 0 : 1);
    return mixed && (summands === 2 || !this.#shared.has(atom.node));
  }

  #flip({ atom: index }: FactorMember): Value {
    const { node } = this.#factors.atoms[index] as { node: SumNode };
    const negated = this.#sums.get(node)!.map((member) => ({ ...member, coefficient: Q.negate(member.coefficient) }));
    return this.#sum(negated, Q.negate(node.constant));
  }

  #atom(index: number): Value {
    let value = this.#atoms.get(index);
    if (value === undefined) {
      value = this.#buildAtom(index);
      this.#atoms.set(index, value);
    }
    return value;
  }

  #buildAtom(index: number): Value {
    const b = this.#builder;
    const atom = this.#factors.atoms[index]!;
    switch (atom.kind) {
      case 'node':
        return this.value(atom.node);
      case 'root':
        return b.call('sqrt', this.value(atom.base));
      case 'power': {
        const base = this.value(atom.base);
        const power = b.call('pow', base, b.literal(Q.toNumber(atom.exponent)));
        const isReal = !Q.isInteger(atom.exponent) || this.#guards.isNonnegative(atom.base);
        return Q.isNegative(atom.exponent) && this.#guards.mayVanish(atom.base)
          ? this.#guards.unlessZero(base, isReal, power, 0)
          : power;
      }
      case 'product':
        return this.#product(Q.ONE, this.#withReciprocals([atom.a, atom.b]));
      case 'reciprocal':
        return this.#reciprocal(atom.of);
    }
  }

  /** A quantity as a divisor: infinite where it vanishes. */
  #divisor(index: number): Value {
    const atom = this.#factors.atoms[index]!;
    const value = this.#atom(index);
    if (!this.#mayVanish(index)) return value;
    if (atom.kind === 'product')
      return this.#builder.binary('*', this.#divisor(atom.a.atom), this.#divisor(atom.b.atom));
    return this.#guards.unlessZero(...this.#size(index), value, Infinity);
  }

  /** `1/x`, and 0 where `x` vanishes. */
  #reciprocal(index: number): Value {
    const b = this.#builder;
    if (!this.#mayVanish(index) || this.#factors.atoms[index]!.kind === 'product')
      return b.binary('/', b.literal(1), this.#divisor(index));
    return this.#guards.unlessZero(...this.#size(index), b.binary('/', b.literal(1), this.#atom(index)), 0);
  }

  #mayVanish(index: number): boolean {
    const atom = this.#factors.atoms[index]!;
    if (atom.kind === 'product') return this.#mayVanish(atom.a.atom) || this.#mayVanish(atom.b.atom);
    return atom.kind !== 'reciprocal' && this.#guards.mayVanish(atom.kind === 'node' ? atom.node : atom.base);
  }

  /** What is zero where an atom is, and whether it is nowhere negative: of `√s` and `s` the same, so that one test serves both. */
  #size(index: number): [quantity: Value, isNonnegative: boolean] {
    const atom = this.#factors.atoms[index]!;
    if (atom.kind !== 'node') return [this.#atom(index), true];
    const rooted = this.#factors.rootedAs(atom.node);
    return rooted === undefined
      ? [this.value(atom.node), this.#guards.isNonnegative(atom.node)]
      : [this.#builder.call('sqrt', this.value(rooted)), true];
  }
}

/** The double nearest to a constant. What is more than a number is computed with 64 digits, so that nothing cancels: `sin(pi)`, say. */
function evaluateConstant(node: Node): number {
  if (node.kind === 'number' || node.kind === 'constant')
    return evaluate(doubles, [node], new Map<string, number>())[0]!;
  const [value] = evaluate(referenceArithmetic(), [node], new Map<string, BigNumber>());
  return value!.toNumber();
}

/** All nodes that `roots` depend on, also by way of definitions. */
function reachableThrough(roots: readonly Node[], definitions: ReadonlyMap<Node, Node>): Node[] {
  const known = new Set<Node>(roots);
  for (const root of known)
    for (const node of reachable([root])) {
      const definition = definitions.get(node);
      if (definition !== undefined) known.add(definition);
    }
  return reachable(known);
}

const signOf = (a: Rational): Rational => (Q.isNegative(a) ? Q.MINUS_ONE : Q.ONE);

function sharedNodes(
  nodes: readonly Node[],
  roots: readonly Node[],
  children: (node: Node) => readonly Node[],
): Set<Node> {
  const once = new Set<Node>();
  const shared = new Set<Node>(roots);
  for (const child of nodes.flatMap(children)) (once.has(child) ? shared : once).add(child);
  return shared;
}

/** Whether a node depends on no variable, given the constant nodes among its children. */
function isConstant(node: Node, constants: ReadonlySet<Node>): boolean {
  return (
    node.kind !== 'variable' && node.kind !== 'condition' && childrenOf(node).every((child) => constants.has(child))
  );
}
