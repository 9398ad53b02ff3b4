import { ProgramBuilder, inOrder, type Value } from '../../lower/program.js';
import { isTargetFunction, primitiveOf, targetFunction, type TargetFunction } from '../../primitives/index.js';
import { doubles, powerOfDouble } from '../../symbolic/arithmetic-double.js';
import { reachable, type ConditionName, type Node } from '../../symbolic/node.js';
import * as Q from '../../symbolic/rational.js';

/** The value of a variable of a program that is taken over. */
export type ValueOf = (name: string) => Value;

export const isLiteral = (value: Value, x: number): boolean => value.kind === 'literal' && value.value === x;

/** The numbers of literals; undefined where one of the values is none. */
function numbersOf(values: readonly Value[]): number[] | undefined {
  const numbers = values.flatMap((value) => (value.kind === 'literal' ? [value.value] : []));
  return numbers.length === values.length ? numbers : undefined;
}

/**
 * Makes single operations with the simplifications that change no result but the sign of a zero:
 * zeros, ones, signs, and operations on literals. `0 · x` is taken as 0 though it is NaN where `x` is
 * infinite, and `x − x` likewise: who runs a program checks its results for NaN and infinities.
 */
export class Ops {
  readonly #builder = new ProgramBuilder();
  readonly zero = this.literal(0);
  readonly one = this.literal(1);
  readonly two = this.literal(2);

  literal(x: number): Value {
    return this.#builder.literal(Object.is(x, -0) ? 0 : x);
  }

  literals(list: Iterable<number>): Value[] {
    return Array.from(list, (x) => this.literal(x));
  }

  load(name: string): Value {
    return this.#builder.load(name);
  }

  /** The elements `name[0], …, name[count − 1]` of an array. */
  loads(name: string, count: number): Value[] {
    return Array.from({ length: count }, (_, i) => this.load(`${name}[${i}]`));
  }

  negate(a: Value): Value {
    if (a.kind === 'negation') return a.operand;
    // −(x − y) = y − x
    if (a.kind === 'binary' && a.operator === '-') return this.subtract(a.right, a.left);
    return a.kind === 'literal' ? this.literal(-a.value) : this.#builder.negate(a);
  }

  add(a: Value, b: Value): Value {
    if (isLiteral(a, 0)) return b;
    if (isLiteral(b, 0)) return a;
    if (b.kind === 'negation') return this.subtract(a, b.operand);
    if (a.kind === 'negation') return this.subtract(b, a.operand);
    if (a.kind === 'literal' && b.kind === 'literal') return this.literal(a.value + b.value);
    return this.#builder.binary('+', a, b);
  }

  subtract(a: Value, b: Value): Value {
    if (a === b) return this.zero;
    if (isLiteral(b, 0)) return a;
    if (isLiteral(a, 0)) return this.negate(b);
    if (b.kind === 'negation') return this.add(a, b.operand);
    if (a.kind === 'negation') return this.negate(this.add(a.operand, b));
    if (a.kind === 'literal' && b.kind === 'literal') return this.literal(a.value - b.value);
    return this.#builder.binary('-', a, b);
  }

  multiply(a: Value, b: Value): Value {
    if (isLiteral(a, 0) || isLiteral(b, 0)) return this.zero;
    if (isLiteral(a, 1)) return b;
    if (isLiteral(b, 1)) return a;
    if (isLiteral(a, -1)) return this.negate(b);
    if (isLiteral(b, -1)) return this.negate(a);
    if (a.kind === 'negation') return this.negate(this.multiply(a.operand, b));
    if (b.kind === 'negation') return this.negate(this.multiply(a, b.operand));
    if (a.kind === 'literal' && b.kind === 'literal') return this.literal(a.value * b.value);
    return this.#builder.binary('*', a, b);
  }

  divide(a: Value, b: Value): Value {
    if (isLiteral(a, 0)) return this.zero;
    if (isLiteral(b, 1)) return a;
    if (a.kind === 'negation') return this.negate(this.divide(a.operand, b));
    if (b.kind === 'negation') return this.negate(this.divide(a, b.operand));
    if (a.kind === 'literal' && b.kind === 'literal') return this.literal(a.value / b.value);
    return this.#builder.binary('/', a, b);
  }

  call(name: TargetFunction, ...args: readonly Value[]): Value {
    const numbers = numbersOf(args);
    return numbers ? this.literal(targetFunction(name).evaluate(...numbers)) : this.#builder.call(name, ...args);
  }

  sqrt(a: Value): Value {
    return this.call('sqrt', a);
  }

  test(name: ConditionName, ...args: readonly Value[]): Value {
    return this.#builder.test(name, ...args);
  }

  select(test: Value, whenTrue: Value, whenFalse: Value): Value {
    if (whenTrue === whenFalse) return whenTrue;
    const truth = this.#truthOf(test);
    return truth === undefined ? this.#builder.select(test, whenTrue, whenFalse) : truth ? whenTrue : whenFalse;
  }

  /** The truth of a comparison of literals. */
  #truthOf(test: Value): boolean | undefined {
    const numbers = test.kind === 'test' ? numbersOf(test.args) : undefined;
    if (test.kind !== 'test' || numbers === undefined) return undefined;
    const [a, b] = numbers as [number, number];
    if (test.name === 'less') return a < b;
    if (test.name === 'lessOrEqual') return a <= b;
    return test.name === 'equal' ? a === b : undefined;
  }

  sum(list: readonly Value[]): Value {
    return list.reduce((a, b) => this.add(a, b), this.zero);
  }

  dot(a: readonly Value[], b: readonly Value[]): Value {
    return this.sum(a.map((x, i) => this.multiply(x, b[i]!)));
  }

  largest(list: readonly Value[]): Value {
    return list.reduce((a, b) => this.call('max', a, b), this.zero);
  }

  /** One operation on other operands, simplified. */
  rebuild(value: Value, of: (operand: Value) => Value): Value {
    switch (value.kind) {
      case 'literal':
        return this.literal(value.value);
      case 'load':
        return this.load(value.name);
      case 'negation':
        return this.negate(of(value.operand));
      case 'binary': {
        const [a, b] = [of(value.left), of(value.right)];
        if (value.operator === '+') return this.add(a, b);
        if (value.operator === '-') return this.subtract(a, b);
        return value.operator === '*' ? this.multiply(a, b) : this.divide(a, b);
      }
      case 'call':
        return this.call(value.name, ...value.args.map(of));
      case 'test':
        return this.test(value.name, ...value.args.map(of));
      case 'selection':
        return this.select(of(value.test), of(value.whenTrue), of(value.whenFalse));
    }
  }

  /** The outputs of another program, with values in place of its variables. */
  inline(outputs: readonly Value[], at: ValueOf): Value[] {
    const made = new Map<Value, Value>();
    const of = (one: Value): Value => made.get(one)!;
    for (const value of inOrder(outputs))
      made.set(value, value.kind === 'load' ? at(value.name) : this.rebuild(value, of));
    return outputs.map(of);
  }

  /**
   * A formula of the graph in single operations, in the order of `evaluate` on doubles: the results
   * are equal to the bit.
   */
  formula(root: Node, at: ValueOf): Value {
    const made = new Map<Node, Value>();
    for (const node of reachable([root]))
      made.set(
        node,
        this.#node(node, (child) => made.get(child)!, at),
      );
    return made.get(root)!;
  }

  #node(node: Node, of: (child: Node) => Value, at: ValueOf): Value {
    const times = (coefficient: Q.Rational, value: Value): Value =>
      Q.isOne(coefficient) ? value : this.multiply(this.literal(Q.toNumber(coefficient)), value);
    switch (node.kind) {
      case 'number':
        return this.literal(Q.toNumber(node.value));
      case 'constant':
        return this.literal(doubles.constant(node.name));
      case 'variable':
        return at(node.name);
      case 'sum': {
        const terms = node.terms.map(({ coefficient, node: child }) => times(coefficient, of(child)));
        return this.add(
          terms.reduce((a, b) => this.add(a, b)),
          this.literal(Q.toNumber(node.constant)),
        );
      }
      case 'product': {
        const powers = node.factors.map(({ base, exponent }) => this.#power(of(base), exponent));
        return times(
          node.coefficient,
          powers.reduce((a, b) => this.multiply(a, b)),
        );
      }
      case 'call': {
        const args = node.args.map(of);
        if (isTargetFunction(node.name)) return this.call(node.name, ...args);
        const primitive = primitiveOf(node.name);
        if (!('ofReciprocal' in primitive)) throw new Error(`no function for ${node.name}`);
        return this.call(primitive.ofReciprocal, this.divide(this.one, args[0]!));
      }
      case 'condition':
        return this.test(node.name, ...node.args.map(of));
      case 'select':
        return this.select(of(node.condition), of(node.whenTrue), of(node.whenFalse));
    }
  }

  #power(base: Value, exponent: Q.Rational): Value {
    if (Q.isOne(exponent)) return base;
    const operations = {
      number: (value: number) => this.literal(value),
      multiply: (a: Value, b: Value) => this.multiply(a, b),
      divide: (a: Value, b: Value) => this.divide(a, b),
      sqrt: (x: Value) => this.sqrt(x),
      pow: (x: Value, y: Value) => this.call('pow', x, y),
    };
    return powerOfDouble(operations, base, exponent);
  }
}
