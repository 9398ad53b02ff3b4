import { quote, suggestion, type Diagnostic } from '../diagnostics/index.js';
import { FOREIGN_NAMES, FUNCTION_NAMES } from '../spec/language.js';
import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { expandCall } from './calls.js';
import { component, element } from './components.js';
import { and, choose, not, or, relate } from './conditions.js';
import { TOO_LONG, type ConstantCheck } from './constants.js';
import type { Context, Operand } from './context.js';
import { faultOf, pushOnce } from '../syntax/fault.js';
import { adviceForName } from '../hints/names.js';
import { checkImplicitProduct } from './implicit-product.js';
import { LIMITS } from '../syntax/limits.js';
import { listValue } from './lists.js';
import { lostOperand, operandsIn, quantitiesIn } from './lost-rates.js';
import type { Motion } from './motion.js';
import { ARITHMETIC } from './operators.js';
import type { Scope } from './scope.js';
import {
  equalitySign,
  textOf,
  ungrouped,
  type BinarySyntax,
  type ConditionalSyntax,
  type NameSyntax,
  type RelationSyntax,
  type SumSyntax,
  type Syntax,
} from '../syntax/syntax.js';
import {
  AXES,
  mapValue,
  nodesOf,
  scalar,
  shapeOf,
  zipValues,
  type Condition,
  type Quantity,
  type Value,
} from './values.js';

/**
 * Writes one formula out in scalars. One walk types each part and builds its graph. A faulty part
 * has no value (`null`) and is reported once; quantities made of it are not reported. Parts
 * independent of it are still checked.
 */
export class Expander implements Context {
  readonly graph: Graph;
  readonly diagnostics: Diagnostic[] = [];
  /** The text of the formula that each scalar first stood for; numbers and brackets have none. */
  readonly sources = new Map<Node, string>();
  /** The values of the parts that have been read; conditions have none. */
  readonly values: ReadonlyMap<Syntax, Quantity>;
  readonly #values = new Map<Syntax, Quantity>();
  /** Numbers before names, as in `5 cm`. */
  readonly #factors = new Map<Syntax, string>();
  readonly #formula: string;
  readonly #scope: Scope;
  readonly #constants: ConstantCheck;
  readonly #motion: Motion | undefined;

  /**
   * Creates an expander. `motion` is what `ddt(…)` differentiates along; without it, formulas have
   * no rates.
   */
  constructor(formula: string, graph: Graph, scope: Scope, constants: ConstantCheck, motion?: Motion) {
    this.graph = graph;
    this.values = this.#values;
    this.#formula = formula;
    this.#scope = scope;
    this.#constants = constants;
    this.#motion = motion;
  }

  readonly report: Context['report'] = (span, code, message, hint) => {
    pushOnce(this.diagnostics, faultOf(this.#formula, span, code, message, hint));
    return null;
  };

  /** The value of a part that must be a scalar, a vector or a matrix. */
  quantity(syntax: Syntax): Quantity | null {
    const sign = equalitySign(ungrouped(syntax));
    if (sign !== undefined)
      return this.report(
        sign,
        'E_EQUATION',
        'An equation can only be a whole entry of C, or stand in a condition.',
        'give each equation its own entry of C; put brackets around a conditional beside "=="',
      );
    const value = this.#value(syntax);
    if (value?.kind !== 'condition') return value;
    const message = 'A quantity is expected here, not a condition.';
    const isJoined = ungrouped(syntax).kind === 'binary';
    const hint = isJoined ? 'give each equation or inequality its own entry of C' : 'write condition ? a : b';
    return this.report(syntax.span, 'E_CONDITION', message, hint);
  }

  /**
   * The values of parts that must all be quantities. Undefined if one is faulty, after all were
   * checked.
   */
  operands(parts: readonly Syntax[]): Operand<Quantity>[] | null {
    const values = parts.map((syntax) => ({ syntax, value: this.quantity(syntax) }));
    return values.every((operand): operand is Operand<Quantity> => operand.value !== null) ? values : null;
  }

  #value(syntax: Syntax): Value | null {
    const value = syntax.kind === 'group' ? this.#value(syntax.inner) : this.#build(syntax);
    if (value === null || value.kind === 'condition') return value;
    this.#values.set(syntax, value);
    if (syntax.kind === 'group') return value;
    if (value.kind === 'scalar' && syntax.kind !== 'number') this.note(value.node, this.textOf(syntax));
    if (this.#checkConstants(syntax, value) === null || this.#isRateOfLostInput(syntax, value)) return null;
    return this.keepsRates(operandsIn(syntax), value, syntax.kind !== 'call');
  }

  /** The value made of some parts, unless a rate among them is lost; see {@link lostOperand}. */
  keepsRates(parts: readonly Syntax[], value: Quantity, isComponentwise = true): Quantity | null {
    const motion = this.#motion;
    if (motion === undefined) return value;
    const lost = lostOperand((node) => motion.isRate(node), this.#known(parts), value, isComponentwise);
    if (lost === undefined) return value;
    const message = `The rate in ${quote(this.textOf(lost.syntax))} has no effect here: it cancels, or its factor is always zero.`;
    return this.report(lost.syntax.span, 'E_VELOCITY_LEVEL', message, 'leave it out where a position is to be held');
  }

  #known(parts: readonly Syntax[]): Operand<Quantity>[] {
    return parts.flatMap((syntax) => {
      const value = this.#values.get(syntax);
      return value === undefined ? [] : [{ syntax, value }];
    });
  }

  /**
   * Reports a call of `ddt` of something in which inputs cancel or take no part in the rate: the
   * level of the row would not be the one that is written.
   */
  #isRateOfLostInput(syntax: Syntax, rate: Quantity): boolean {
    const motion = this.#motion;
    if (motion === undefined || syntax.kind !== 'call' || this.textOf(syntax.callee) !== 'ddt') return false;
    const argument = syntax.args[0]!;
    const rates = nodesOf(rate);
    const isLost = (node: Node, i: number): boolean => motion.moves(node) && !motion.isRate(rates[i]!);
    const isFlat = nodesOf(this.#values.get(argument)!).some(isLost);
    const lost = this.lostInput(argument) ?? (isFlat ? argument : undefined);
    if (lost === undefined) return false;
    const message = `Inputs cancel in ${quote(this.textOf(lost))}, or change nothing: its rate does not depend on them.`;
    this.report(lost.span, 'E_VELOCITY_LEVEL', message, 'leave them out, so that the level of the row shows');
    return true;
  }

  /** A part, after it was expanded, in which inputs cancel or have the factor zero. */
  lostInput(syntax: Syntax): Syntax | undefined {
    const motion = this.#motion;
    const value = this.#values.get(syntax);
    if (motion === undefined || value === undefined) return undefined;
    for (const part of quantitiesIn(syntax)) {
      const lost = this.lostInput(part);
      if (lost !== undefined) return lost;
    }
    if (syntax.kind === 'name') return this.#scope.isLossy(syntax.name) ? syntax : undefined;
    const isComponentwise = syntax.kind !== 'call';
    const operands = this.#known(operandsIn(syntax));
    return lostOperand((node) => motion.moves(node), operands, value, isComponentwise) && syntax;
  }

  readonly #kindOf = (name: string): Quantity['kind'] | undefined => this.#scope.get(name)?.kind;

  /** Tests whether a name is none of the spec's, but known from elsewhere: a unit, for instance. */
  readonly #isForeign = (name: string): boolean =>
    !this.#scope.has(name) && !FUNCTION_NAMES.has(name) && adviceForName(name, this.#kindOf) !== undefined;

  readonly note: Context['note'] = (node, text) => {
    if (!this.sources.has(node)) this.sources.set(node, text);
  };

  readonly textOf: Context['textOf'] = (syntax) => textOf(this.#formula, syntax);

  #build(syntax: Exclude<Syntax, { kind: 'group' }>): Value | null {
    switch (syntax.kind) {
      case 'number':
        return scalar(this.graph.number(Q.parseDecimal(syntax.text)));
      case 'name':
        return this.#name(syntax);
      case 'prefix': {
        if (syntax.operator === 'not') {
          const condition = this.#condition(syntax.operand, 'write not (a < b)');
          return condition && { kind: 'condition', truth: not(this.graph, condition.truth) };
        }
        const value = this.quantity(syntax.operand);
        return value && syntax.operator === '-' ? mapValue(value, (node) => this.graph.negate(node)) : value;
      }
      case 'binary':
        return this.#binary(syntax);
      case 'relation':
        return this.#relation(syntax);
      case 'conditional':
        return this.#conditional(syntax);
      case 'call':
        return expandCall(this, this.#scope, this.#motion, syntax);
      case 'member': {
        const object = this.quantity(syntax.object);
        return object && component(this, syntax, object, this.#kindOf);
      }
      case 'index': {
        const [object, indices] = [this.quantity(syntax.object), this.operands(syntax.indices)];
        return object && indices && element(this, syntax, object, indices);
      }
      case 'list': {
        const items = this.operands(syntax.items);
        return items && listValue(this, syntax, items);
      }
      case 'sum': {
        const { counter } = syntax;
        if (this.#scope.has(counter.name) || FUNCTION_NAMES.has(counter.name)) {
          const message = `"${counter.name}" cannot count the terms of a sum, since it has a meaning already.`;
          const free = ['k', 'i', 'j', 'n', 'm', 'a', 'b', 'c'].find((name) => !this.#scope.has(name));
          const hint = `give the counter another name${free === undefined ? '' : `, such as ${free}`}`;
          return this.report(counter.span, 'E_NAME_CLASH', message, hint);
        }
        const terms = this.operands(syntax.terms);
        return terms && this.#sum(syntax, terms);
      }
    }
  }

  #name(syntax: NameSyntax): Value | null {
    const { name, span } = syntax;
    if (this.#scope.curve(name) !== undefined)
      return this.report(span, 'E_FUNCTION_AS_VALUE', `The curve "${name}" needs an argument.`, `write ${name}(s)`);
    if (this.#scope.has(name)) return this.#scope.get(name);
    if (name === 'true' || name === 'false') return { kind: 'condition', truth: name === 'true' };
    const foreign = FOREIGN_NAMES.get(name);
    if (foreign !== undefined) return this.report(span, 'E_UNSUPPORTED', foreign);
    if (FUNCTION_NAMES.has(name))
      return this.report(span, 'E_FUNCTION_AS_VALUE', `The function "${name}" needs arguments.`, `write ${name}(…)`);
    const names = [...this.#scope.names()];
    const coordinates = names.flatMap((one) =>
      componentsOf(this.#scope.get(one)).includes(name) ? [`${one}.${name}`] : [],
    );
    const hint =
      (coordinates.length > 0 ? `write ${coordinates.slice(0, 4).join(' or ')}` : undefined) ??
      adviceForName(name, this.#kindOf, this.#factors.get(syntax)) ??
      suggestion(name, names) ??
      `known are ${names.join(', ')}; others are declared under "inputs" or "params"`;
    return this.report(span, 'E_UNKNOWN_NAME', `There is nothing called "${name}".`, hint);
  }

  #binary(syntax: BinarySyntax): Value | null {
    const { operator, left, right } = syntax;
    if (operator === 'and' || operator === 'or') {
      const hint = `join comparisons, as in a < b ${operator} c < d`;
      const [a, b] = [this.#condition(left, hint), this.#condition(right, hint)];
      return a && b && { kind: 'condition', truth: (operator === 'and' ? and : or)(this.graph, a.truth, b.truth) };
    }
    if (!checkImplicitProduct(this, this.#formula, syntax, this.#isForeign)) return null;
    if (syntax.implicit) this.#factors.set(right, this.textOf(left));
    const [a, b] = [this.quantity(left), this.quantity(right)];
    return a && b && ARITHMETIC[operator](this, syntax, a, b);
  }

  #sum({ span }: SumSyntax, [first, ...others]: readonly Operand<Quantity>[]): Quantity | null {
    let sum = first!.value;
    for (const { value } of others) {
      const longer = zipValues(sum, value, (a, b) => this.graph.add(a, b));
      if (longer === null)
        return this.report(span, 'E_SHAPE', `A term of this sum is ${shapeOf(sum)}, another ${shapeOf(value)}.`);
      sum = longer;
    }
    return sum;
  }

  #relation({ operands, operators }: RelationSyntax): Condition | null {
    const values = this.operands(operands);
    if (values === null) return null;
    const nodes = values.map(({ value, syntax }) =>
      value.kind === 'scalar'
        ? value.node
        : this.report(syntax.span, 'E_SHAPE', `Only scalars can be compared, not ${shapeOf(value)}.`),
    );
    if (!nodes.every((node) => node !== null)) return null;
    const truths = operators.map((operator, i) => relate(this.graph, operator, nodes[i]!, nodes[i + 1]!));
    return { kind: 'condition', truth: truths.reduce((a, b) => and(this.graph, a, b)) };
  }

  #conditional({ condition, whenTrue, whenFalse, span }: ConditionalSyntax): Value | null {
    const test = this.#condition(condition, 'compare with something, as in x > 0 ? a : b');
    const [a, b] = [this.quantity(whenTrue), this.quantity(whenFalse)];
    if (test === null || a === null || b === null) return null;
    return (
      zipValues(a, b, (x, y) => choose(this.graph, test.truth, x, y)) ??
      this.report(span, 'E_BRANCHES', `One result of the conditional is ${shapeOf(a)}, the other ${shapeOf(b)}.`)
    );
  }

  #condition(syntax: Syntax, hint: string): Condition | null {
    const value = this.#value(syntax);
    if (value === null || value.kind === 'condition') return value;
    return this.report(syntax.span, 'E_CONDITION', `A condition is expected here, not ${shapeOf(value)}.`, hint);
  }

  #checkConstants(syntax: Syntax, value: Quantity): Quantity | null {
    for (const node of nodesOf(value)) {
      const fault = this.#constants.faultOf(node);
      if (fault === 'zero divisor')
        return this.report(syntax.span, 'E_DIVISION_BY_ZERO', 'This divides by what is always zero.');
      if (fault === 'negative base')
        return this.report(syntax.span, 'E_NOT_REAL', NEGATIVE_BASE, 'write abs(x)^y for a power of a magnitude');
      if (fault === 'real')
        return this.report(syntax.span, 'E_NOT_REAL', 'This constant has no finite real value.', realHint(syntax));
      if (fault === 'levels') return this.report(syntax.span, 'E_FORMULA_SIZE', TOO_DEEP, NAMES_WRITTEN_OUT);
      if (fault === 'size') return this.report(syntax.span, 'E_NUMBER_SIZE', TOO_LONG);
    }
    return value;
  }
}

/** The names of the components of a vector. */
const componentsOf = (value: Quantity | null): readonly string[] =>
  value?.kind === 'vector' ? AXES.slice(0, value.items.length) : [];

const NEGATIVE_BASE = 'A negative number to a power that varies has no real value.';
const TOO_DEEP = `This takes more than ${LIMITS.levels} operations inside one another.`;
const NAMES_WRITTEN_OUT = 'quantities under "where" count with the operations that they are made of';

/**
 * A hint for a root: an odd root of a negative number is real, but a power with a fractional
 * exponent is not.
 */
const realHint = (syntax: Syntax): string | undefined =>
  syntax.kind === 'binary' && syntax.operator === '^' && ungrouped(syntax.right).kind === 'binary'
    ? 'odd roots of negative numbers are cbrt(x) and nthRoot(x, n)'
    : undefined;
