import { operationBudget } from '../formula/size.js';
import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { CallNode, Node, ProductNode, SumNode, Term } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import { Arithmetic, signOf, type ScaledValue } from './arithmetic.js';
import { evaluateConstant, evaluateConstantPower } from './constants.js';
import type { FactorMember } from './factors.js';
import { Guards } from './guards.js';
import { ProgramBuilder, type Value } from './program.js';
import type { SharedProducts } from './shared-products.js';
import { buildStable, onePlus, stableSum } from './stable-forms.js';

/** The results of the passes over the nodes. */
export interface Shared {
  /** Nodes that several other nodes, or an output, are computed from. */
  readonly nodes: ReadonlySet<Node>;
  readonly constants: ReadonlySet<Node>;
  readonly products: SharedProducts;
}

interface BuildingOptions {
  readonly definitions: ReadonlyMap<Node, Node>;
  /** Bounds on the values of nodes. Without them nothing is guarded. */
  readonly bounds: BoundsOf | undefined;
  readonly policy: SingularPolicy;
}

/** Computes nodes in single operations, from the products that they share. */
export class Building {
  /** The values of the nodes that are computed as such. */
  readonly values = new Map<Node, Value>();
  readonly #builder = new ProgramBuilder(operationBudget());
  readonly #arithmetic = new Arithmetic(this.#builder);
  readonly #shared: Shared;
  readonly #definitions: ReadonlyMap<Node, Node>;
  readonly #guards: Guards;
  readonly #atoms = new Map<number, Value>();

  constructor(shared: Shared, { definitions, bounds, policy }: BuildingOptions) {
    this.#shared = shared;
    this.#definitions = definitions;
    this.#guards = new Guards(this.#builder, bounds, policy);
  }

  value(node: Node): Value {
    let value = this.values.get(node);
    if (value === undefined) {
      value = this.#shared.constants.has(node) ? this.#builder.literal(evaluateConstant(node)) : this.#build(node);
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
        return this.#stable(node, Q.ONE) ?? this.#sum(node.terms, node.constant);
      case 'product':
        return this.#product(node.coefficient, this.#shared.products.of(node));
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
    const values = args.map((arg) => this.value(arg));
    if (sum === undefined || stableSum(sum.sum, this.#shared.nodes) !== undefined)
      return this.#guards.call(node, values);
    const z = (sign: Rational): Value =>
      this.#sum(
        sum.sum.terms.map((term) => ({ ...term, coefficient: Q.multiply(sign, term.coefficient) })),
        Q.ZERO,
      );
    if (name === 'log') return this.#guards.call(node, values, b.call('log1p', z(sum.sign)));
    // acos(1 − z) = 2 asin √(z/2)
    return this.#guards.arcOfVersine(node, this.#arithmetic.scale(Q.HALF, z(Q.negate(sum.sign))));
  }

  /** A sum whose direct evaluation cancels, times `sign`; see {@link stableSum}. */
  #stable(node: SumNode, sign: Rational): Value | undefined {
    const stable = stableSum(node, this.#shared.nodes);
    if (stable === undefined) return undefined;
    const value = buildStable(stable.form, this.#builder, (part) => this.value(part));
    return this.#arithmetic.scale(Q.multiply(sign, stable.coefficient), value);
  }

  // Sums: added terms first, then subtracted ones, so that no sign is computed on its own.

  #sum(terms: readonly Term[], constant: Rational): Value {
    const parts = terms.map((term) => this.#part(term));
    if (!Q.isZero(constant))
      parts.push({ value: this.#builder.literal(Q.toNumber(Q.absolute(constant))), coefficient: signOf(constant) });
    return this.#arithmetic.accumulate(parts);
  }

  /**
   * A term of a sum. The coefficient is folded into a product that holds a constant and is used
   * nowhere else.
   */
  #part({ node, coefficient }: Term): ScaledValue {
    const { nodes, constants, products } = this.#shared;
    const members = node.kind === 'product' && !nodes.has(node) && !constants.has(node) ? products.of(node) : [];
    if (!members.some((one) => !one.inverse && this.#isConstantAtom(one.atom)))
      return { value: this.value(node), coefficient };
    const total = Q.multiply(coefficient, (node as ProductNode).coefficient);
    return { value: this.#product(Q.absolute(total), members), coefficient: signOf(total) };
  }

  #isConstantAtom(index: number): boolean {
    const atom = this.#shared.products.factors.atoms[index]!;
    if (atom.kind === 'node') return this.#shared.constants.has(atom.node);
    return (atom.kind === 'root' || atom.kind === 'power') && this.#shared.constants.has(atom.base);
  }

  // Products: everything above the fraction bar, divided once by everything below it.

  #product(coefficient: Rational, members: readonly FactorMember[]): Value {
    const b = this.#builder;
    // A factor that occurs twice takes the sign once.
    const flipped = Q.equals(coefficient, Q.MINUS_ONE) ? members.findIndex((member) => this.#canFlip(member)) : -1;
    if (flipped >= 0) coefficient = Q.ONE;
    const above = members.flatMap((member, i) => {
      if (member.inverse) return [];
      return i === flipped ? this.#flip(member) : this.#atom(member.atom);
    });
    const below = members.filter((member) => member.inverse).map((member) => this.#divisor(member.atom));
    if ([...above, ...below].some((value) => value.kind === 'literal'))
      return this.#arithmetic.scaledQuotient(coefficient, above, below);
    const numerator = this.#arithmetic.multiply(above);
    const denominator = this.#arithmetic.multiply(below);
    if (denominator === undefined) return this.#arithmetic.scale(coefficient, numerator!);
    if (numerator === undefined) return b.binary('/', b.literal(Q.toNumber(coefficient)), denominator);
    return this.#arithmetic.scale(coefficient, b.binary('/', numerator, denominator));
  }

  /** Tests whether `−(a − b)` can be computed as `b − a` at no cost. */
  #canFlip({ atom: index, inverse }: FactorMember): boolean {
    const atom = this.#shared.products.factors.atoms[index]!;
    if (inverse || atom.kind !== 'node' || atom.node.kind !== 'sum') return false;
    const { terms, constant } = atom.node;
    const mixed = Q.isNegative(constant) || terms.some(({ coefficient }) => Q.isNegative(coefficient));
    const summands = terms.length + (Q.isZero(constant) ? 0 : 1);
    return mixed && (summands === 2 || !this.#shared.nodes.has(atom.node));
  }

  #flip({ atom: index }: FactorMember): Value {
    const { node } = this.#shared.products.factors.atoms[index] as { node: SumNode };
    const stable = this.#stable(node, Q.MINUS_ONE);
    if (stable !== undefined) return stable;
    const negated = node.terms.map((term) => ({ ...term, coefficient: Q.negate(term.coefficient) }));
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
    const atom = this.#shared.products.factors.atoms[index]!;
    switch (atom.kind) {
      case 'node':
        return this.value(atom.node);
      case 'root':
        if (this.#isConstantAtom(index)) return b.literal(evaluateConstantPower(atom.base, Q.HALF));
        return this.#root(atom.base);
      case 'power': {
        if (this.#isConstantAtom(index)) return b.literal(evaluateConstantPower(atom.base, atom.exponent));
        const base = this.value(atom.base);
        const power = b.call('pow', base, b.literal(Q.toNumber(atom.exponent)));
        return Q.isNegative(atom.exponent) && this.#guards.mayVanish(atom.base)
          ? this.#guards.unlessZero(base, this.#guards.isNonnegative(atom.base), power, 0)
          : power;
      }
      case 'product':
        return this.#product(Q.ONE, this.#shared.products.withReciprocals([atom.a, atom.b]));
      case 'reciprocal':
        return this.#reciprocal(atom.of);
    }
  }

  #root(radicand: Node): Value {
    return this.#builder.call('sqrt', this.#guards.radicand(radicand, this.value(radicand)));
  }

  /** A quantity as a divisor: infinite where it vanishes. */
  #divisor(index: number): Value {
    const atom = this.#shared.products.factors.atoms[index]!;
    const value = this.#atom(index);
    if (!this.#mayVanish(index)) return value;
    if (atom.kind === 'product')
      return this.#builder.binary('*', this.#divisor(atom.a.atom), this.#divisor(atom.b.atom));
    return this.#guards.unlessZero(...this.#size(index), value, Infinity);
  }

  /** `1/x`, and 0 where `x` vanishes. */
  #reciprocal(index: number): Value {
    const b = this.#builder;
    if (!this.#mayVanish(index) || this.#shared.products.factors.atoms[index]!.kind === 'product')
      return b.binary('/', b.literal(1), this.#divisor(index));
    return this.#guards.unlessZero(...this.#size(index), b.binary('/', b.literal(1), this.#atom(index)), 0);
  }

  #mayVanish(index: number): boolean {
    const atom = this.#shared.products.factors.atoms[index]!;
    if (atom.kind === 'product') return this.#mayVanish(atom.a.atom) || this.#mayVanish(atom.b.atom);
    return atom.kind !== 'reciprocal' && this.#guards.mayVanish(atom.kind === 'node' ? atom.node : atom.base);
  }

  /**
   * The quantity that is zero where an atom is, and whether it is nowhere negative. It is the same
   * for `√s` and `s`, so that one test serves both.
   */
  #size(index: number): [quantity: Value, isNonnegative: boolean] {
    const atom = this.#shared.products.factors.atoms[index]!;
    if (atom.kind !== 'node') return [this.#atom(index), atom.kind !== 'root' || this.#guards.isNonnegative(atom.base)];
    const rooted = this.#shared.products.factors.rootedAs(atom.node);
    return rooted === undefined
      ? [this.value(atom.node), this.#guards.isNonnegative(atom.node)]
      : [this.#root(rooted), this.#guards.isNonnegative(rooted)];
  }
}
