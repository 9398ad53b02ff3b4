import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import {
  childrenOf,
  reachable,
  type CallNode,
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
import { evaluateConstant, evaluateConstantPower, isConstant } from './constants.js';
import { Degrees } from './degrees.js';
import { distributeProducts } from './distribute.js';
import { Factors, type FactorMember } from './factors.js';
import { Guards } from './guards.js';
import { powersOfProducts } from './powers-of-products.js';
import { ProgramBuilder, type Value } from './program.js';
import { reachableThrough, sharedNodes } from './reach.js';
import { sharePairs } from './share-pairs.js';
import { shareReciprocals } from './share-reciprocals.js';
import { buildStable, onePlus, stableSum } from './stable-forms.js';
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
 * like any other node; all others are loaded. With bounds, the program follows a policy at singular points (see {@link Guards}). `lengths` gives the powers
 * of a length that variables grow with.
 */
export function lower(
  roots: readonly Node[],
  definitions: ReadonlyMap<Node, Node> = new Map(),
  bounds?: BoundsOf,
  lengths: ReadonlyMap<string, number> = new Map(),
  policy: SingularPolicy = 'regularize',
): Program {
  const lowering = new Lowering(roots, definitions, bounds, new Degrees(lengths), policy);
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

  constructor(
    roots: readonly Node[],
    definitions: ReadonlyMap<Node, Node>,
    bounds: BoundsOf | undefined,
    degrees: Degrees,
    policy: SingularPolicy,
  ) {
    this.#definitions = definitions;
    this.#guards = new Guards(this.#builder, bounds, policy);
    const all = reachableThrough(roots, definitions);
    const wanted = new Set(roots);
    const children = (node: Node): readonly Node[] => this.#childrenOf(node);
    this.#powers = powersOfProducts(all);
    this.#distributed = distributeProducts(reachable(roots, children), wanted, children, degrees);
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
    const sums = nodes.filter(
      (node): node is SumNode => node.kind === 'sum' && stableSum(node, this.#shared) === undefined,
    );
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
        return this.#stable(node, Q.ONE) ?? this.#sum(this.#sums.get(node)!, node.constant);
      case 'product':
        return this.#distributed.has(node)
          ? this.#accumulate(
              this.#termsOf(node).map((term) => ({ value: this.value(term.node), coefficient: term.coefficient })),
            )
          : this.#product(node.coefficient, this.#products.get(node)!);
      case 'call':
        return this.#call(node);
      case 'condition':
        return b.test(node.name, ...node.args.map((arg) => this.value(arg)));
      case 'select':
        return b.select(this.value(node.condition), this.value(node.whenTrue), this.value(node.whenFalse));
    }
  }

  #call(node: CallNode): Value {
    const { name, args } = node;
    const b = this.#builder;
    const sum = name === 'log' || name === 'acos' ? onePlus(args[0]!) : undefined;
    const members = sum === undefined ? undefined : this.#sums.get(sum.sum);
    const values = args.map((arg) => this.value(arg));
    if (sum === undefined || members === undefined) return this.#guards.call(node, values);
    const z = (sign: Rational): Value =>
      this.#sum(
        members.map((member) => ({ ...member, coefficient: Q.multiply(sign, member.coefficient) })),
        Q.ZERO,
      );
    if (name === 'log') return this.#guards.call(node, values, b.call('log1p', z(sum.sign)));
    // acos(1 − z) = 2 asin √(z/2)
    return this.#guards.arcOfVersine(node, this.#scale(Q.HALF, z(Q.negate(sum.sign))));
  }

  /** A sum that cancels as it stands, times `sign`; see {@link stableSum}. */
  #stable(node: SumNode, sign: Rational): Value | undefined {
    const stable = stableSum(node, this.#shared);
    if (stable === undefined) return undefined;
    const value = buildStable(stable.form, this.#builder, (part) => this.value(part));
    return this.#scale(Q.multiply(sign, stable.coefficient), value);
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
    return members?.some((one) => !one.inverse && this.#isConstantAtom(one.atom)) === true
      ? { value: this.#product(Q.absolute(coefficient), members), coefficient: signOf(coefficient) }
      : { value: this.#summand(summand), coefficient };
  }

  #isConstantAtom(index: number): boolean {
    const atom = this.#factors.atoms[index]!;
    if (atom.kind === 'node') return this.#constants.has(atom.node);
    return (atom.kind === 'root' || atom.kind === 'power') && this.#constants.has(atom.base);
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
    if ([...above, ...below].some((value) => value.kind === 'literal'))
      return this.#scaledQuotient(coefficient, above, below);
    const numerator = this.#multiply(above);
    const denominator = this.#multiply(below);
    if (denominator === undefined) return this.#scale(coefficient, numerator!);
    if (numerator === undefined) return b.binary('/', b.literal(Q.toNumber(coefficient)), denominator);
    return this.#scale(coefficient, b.binary('/', numerator, denominator));
  }

  /** A product with irrational constants among its factors: they and the coefficient are one number. */
  #scaledQuotient(coefficient: Rational, above: readonly Value[], below: readonly Value[]): Value {
    const b = this.#builder;
    const variable = (values: readonly Value[]): Value | undefined =>
      this.#multiply(values.filter((value) => value.kind !== 'literal'));
    const constant = (values: readonly Value[]): number =>
      values.reduce((product, value) => (value.kind === 'literal' ? product * value.value : product), 1);
    const [numerator, denominator] = [variable(above), variable(below)];
    const [over, under] = [Q.toNumber(coefficient) * constant(above), constant(below)];
    // One rounding less than the product with the reciprocal.
    if (over === 1 && numerator !== undefined && denominator === undefined)
      return b.binary('/', numerator, b.literal(under));
    const number = b.literal(over / under);
    const scaled = numerator === undefined ? number : b.binary('*', number, numerator);
    return denominator === undefined ? scaled : b.binary('/', scaled, denominator);
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
    const stable = this.#stable(node, Q.MINUS_ONE);
    if (stable !== undefined) return stable;
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
        if (this.#isConstantAtom(index)) return b.literal(evaluateConstantPower(atom.base, Q.HALF));
        return b.call('sqrt', this.value(atom.base));
      case 'power': {
        if (this.#isConstantAtom(index)) return b.literal(evaluateConstantPower(atom.base, atom.exponent));
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

const signOf = (a: Rational): Rational => (Q.isNegative(a) ? Q.MINUS_ONE : Q.ONE);
