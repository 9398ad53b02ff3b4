import type { Binary, Call, Test, Value } from '../lower/program.js';
import { targetFunction } from '../primitives/index.js';
import type { ConditionName } from '../symbolic/node.js';
import { numberLiteral } from './literal.js';

/** Binding strength of JavaScript's operators, weakest first. */
const STRENGTH = {
  choice: 1,
  or: 2,
  and: 3,
  equality: 4,
  relation: 5,
  sum: 6,
  product: 7,
  unary: 8,
  power: 9,
  atom: 10,
} as const;

interface Printed {
  readonly text: string;
  readonly strength: number;
  /** The outermost operator of a product or quotient. */
  readonly factorsBy?: '*' | '/';
}

/** Prints values as JavaScript expressions; `name` gives the names of those that have one. */
export class ExpressionPrinter {
  readonly #nameOf: (value: Value) => string | undefined;

  constructor(nameOf: (value: Value) => string | undefined) {
    this.#nameOf = nameOf;
  }

  /** The value as it is used: by its name, if it has one. */
  use(value: Value): string {
    return this.#operand(value).text;
  }

  /** The expression that computes the value. */
  define(value: Value): string {
    return this.#print(value).text;
  }

  #operand(value: Value): Printed {
    const name = this.#nameOf(value);
    return name === undefined ? this.#print(value) : { text: name, strength: STRENGTH.atom };
  }

  /** The operand in parentheses where it binds more weakly than `strength` asks. */
  #at(value: Value, strength: number): string {
    const printed = this.#operand(value);
    return printed.strength >= strength ? printed.text : `(${printed.text})`;
  }

  #print(value: Value): Printed {
    switch (value.kind) {
      case 'literal':
        return printLiteral(value.value);
      case 'load':
        throw new Error(`the kernel has no place for "${value.name}"`);
      case 'binary':
        return this.#binary(value);
      case 'negation':
        // Neither `--x` nor `-x ** y` is the expression it looks like.
        return { text: `-${this.#at(value.operand, STRENGTH.atom)}`, strength: STRENGTH.unary };
      case 'call':
        return this.#call(value);
      case 'test':
        return this.#test(value);
      case 'selection': {
        const [test, yes] = [value.test, value.whenTrue].map((v) => this.#at(v, STRENGTH.or));
        const no = this.#at(value.whenFalse, STRENGTH.choice);
        return { text: `${test!} ? ${yes!} : ${no}`, strength: STRENGTH.choice };
      }
    }
  }

  #binary({ operator, left, right }: Binary): Printed {
    const strength = operator === '+' || operator === '-' ? STRENGTH.sum : STRENGTH.product;
    const first = this.#operand(left);
    // Formatters bracket a quotient in a product and a product in a quotient, needed or not: (a * b) / c.
    const mixed = strength === STRENGTH.product && first.factorsBy !== undefined && first.factorsBy !== operator;
    const bracketed = mixed || first.strength < strength;
    // Doubles do not associate: a right operand of the same strength keeps its parentheses.
    const second = this.#at(right, strength + 1);
    return {
      text: `${bracketed ? `(${first.text})` : first.text} ${operator} ${second}`,
      strength,
      ...(operator === '*' || operator === '/' ? { factorsBy: operator } : {}),
    };
  }

  #call({ name, args }: Call): Printed {
    if (name === 'pow') {
      const [base, exponent] = args;
      return {
        text: `${this.#at(base!, STRENGTH.atom)} ** ${this.#at(exponent!, STRENGTH.unary)}`,
        strength: STRENGTH.power,
      };
    }
    const callee = targetFunction(name).names.javascript;
    return { text: `${callee}(${args.map((arg) => this.use(arg)).join(', ')})`, strength: STRENGTH.atom };
  }

  #test({ name, args }: Test): Printed {
    const [operator, strength, mirrored] = CONNECTIVES[name];
    if (name === 'not') return { text: `!${this.#at(args[0]!, STRENGTH.atom)}`, strength };
    if (name === 'and' || name === 'or') {
      // Formatters bracket the one in the other, needed or not, and neither in itself.
      const operands = args.map((arg) => {
        const printed = this.#operand(arg);
        const isBare = printed.strength === strength || printed.strength >= STRENGTH.equality;
        return isBare ? printed.text : `(${printed.text})`;
      });
      return { text: operands.join(` ${operator} `), strength };
    }
    // `x > 0` reads better than `0 < x`.
    const [first, second] = args;
    if (mirrored !== undefined && first?.kind === 'literal')
      return { text: `${this.#at(second!, strength + 1)} ${mirrored} ${this.#at(first, strength + 1)}`, strength };
    return { text: `${this.#at(args[0]!, strength + 1)} ${operator} ${this.#at(args[1]!, strength + 1)}`, strength };
  }
}

const CONNECTIVES: Readonly<Record<ConditionName, readonly [operator: string, strength: number, mirrored?: string]>> = {
  less: ['<', STRENGTH.relation, '>'],
  lessOrEqual: ['<=', STRENGTH.relation, '>='],
  equal: ['===', STRENGTH.equality],
  and: ['&&', STRENGTH.and],
  or: ['||', STRENGTH.or],
  not: ['!', STRENGTH.unary],
};

/**
 * A number as it reads best; but for infinity, which is `1 / 0`: a choice between a computed number and the global `Infinity` takes V8 as long as five
 * multiplications, since to it that is an object, and none with a quotient of literals.
 */
function printLiteral(value: number): Printed {
  if (Math.abs(value) === Infinity)
    return { text: value > 0 ? '1 / 0' : '-1 / 0', strength: STRENGTH.product, factorsBy: '/' };
  const text = numberLiteral(value);
  if (text.includes('*')) return { text, strength: STRENGTH.product, factorsBy: '*' };
  return { text, strength: text.startsWith('-') ? STRENGTH.unary : STRENGTH.atom };
}
