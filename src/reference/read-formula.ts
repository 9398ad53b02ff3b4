import type { MathNode } from 'mathjs';
import { mathjs, referenceMathjs } from '../mathjs.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { equationsOf, parseFormula } from '../syntax/parse.js';
import { FUNCTIONS } from './functions.js';
import { OPERATIONS } from './operations/index.js';
import { ProgramBuilder, type Program } from './program.js';
import { rateInput } from './rates.js';
import { doubleConstant } from './run-on-doubles.js';
import {
  Algebra,
  asScalar,
  mapValue,
  matrix,
  scalar,
  transposed,
  UnreadableFormulaError,
  vector,
  zipValues,
  type Value,
} from './values.js';

/** The part of a class on which its formula depends. */
export type FormulaOwner = Pick<ConstraintType, 'inputs' | 'params' | 'formula'>;

const CONSTANTS: readonly string[] = ['pi', 'e', 'tau'];
const COMPONENTS: readonly string[] = ['x', 'y', 'z'];

/**
 * Names of the scalar inputs of a program: the components of inputs and parameters (`a.1`), `t`,
 * then the inputs' rates (`a.1'`).
 */
export function inputNames({ inputs, params }: FormulaOwner): readonly string[] {
  const components = (list: readonly { readonly name: string; readonly size: number }[]): string[] =>
    list.flatMap(({ name, size }) => Array.from({ length: size }, (_, k) => `${name}.${k + 1}`));
  return [...components(inputs), ...components(params), 't', ...components(inputs).map(rateInput)];
}

/** Parses the text of a formula. */
export type Parse = (text: string) => MathNode;

/** A parser with big numbers, which keep literals to all their digits. */
const parseAtFullLength: Parse = (text) => parseFormula(text, referenceMathjs()).tree;

/**
 * Reads the formulas of a class into a program with one row per component of `C`: from their text,
 * or from trees that mathjs' parser has made of it before.
 */
export function readFormula(owner: FormulaOwner, parse = parseAtFullLength): Program {
  const program = new ProgramBuilder(inputNames(owner));
  const reader = new FormulaReader(program, owner, parse);
  const rows = owner.formula.C.flatMap((text) =>
    equationsOf(parse(text)).flatMap(({ lhs, rhs }) => {
      const left = reader.read(lhs);
      const value = rhs === undefined ? left : reader.sides(left, reader.read(rhs));
      if (value.kind === 'scalar') return [value.place];
      if (value.kind === 'vector') return value.places;
      return value.rows.flat();
    }),
  );
  return program.finish(rows);
}

/**
 * Reads trees of scalars, one row per tree. The inputs occur in them under the names that
 * `symbolOf` gives.
 */
export function readTrees(
  owner: FormulaOwner,
  trees: readonly MathNode[],
  symbolOf: (input: string) => string,
): Program {
  const program = new ProgramBuilder(inputNames(owner));
  const reader = new FormulaReader(program, owner, parseAtFullLength, symbolOf);
  return program.finish(trees.map((tree) => asScalar(reader.read(tree), 'a row')));
}

/**
 * Walks trees of mathjs' parser. Every kind of node and every name that is not listed is refused.
 */
class FormulaReader {
  readonly #program: ProgramBuilder;
  readonly #algebra: Algebra;
  readonly #owner: FormulaOwner;
  readonly #parse: Parse;
  readonly #named = new Map<string, Value>();
  /** Handles of curves and paths. */
  readonly #curves = new Map<string, readonly number[]>();
  /** Names of `where` whose reading has begun but not ended: using one of them again is a cycle. */
  readonly #open = new Set<string>();

  constructor(program: ProgramBuilder, owner: FormulaOwner, parse: Parse, symbolOf?: (input: string) => string) {
    this.#program = program;
    this.#parse = parse;
    this.#algebra = new Algebra(program);
    this.#owner = owner;
    for (const { name, kind, size } of [...owner.inputs, ...owner.params]) {
      const places = Array.from({ length: size }, (_, k) => program.input(`${name}.${k + 1}`)!);
      if (kind === 'curve' || kind === 'path') {
        this.#curves.set(name, places);
        continue;
      }
      const value: Value = kind === 'direction' ? { kind: 'vector', places, isUnit: true } : vector(places);
      this.#named.set(name, kind === 'scalar' ? scalar(places[0]!) : value);
    }
    this.#named.set('t', scalar(program.input('t')!));
    if (symbolOf) for (const name of inputNames(owner)) this.#named.set(symbolOf(name), scalar(program.input(name)!));
  }

  read(node: MathNode): Value {
    if (mathjs.isParenthesisNode(node)) return this.read(node.content);
    if (mathjs.isConstantNode(node)) return this.#literal(node.value);
    if (mathjs.isSymbolNode(node)) return this.#symbol(node.name);
    if (mathjs.isOperatorNode(node))
      return this.#operator(
        node.fn,
        node.args.map((arg) => this.read(arg)),
      );
    if (mathjs.isFunctionNode(node)) return this.#call(node.fn.name, node.args);
    if (mathjs.isArrayNode(node)) return this.#array(node.items.map((item) => this.read(item)));
    if (mathjs.isAccessorNode(node)) return this.#component(this.read(node.object), node.index.dimensions);
    if (mathjs.isConditionalNode(node)) {
      const condition = asScalar(this.read(node.condition), 'a condition');
      return zipValues(this.read(node.trueExpr), this.read(node.falseExpr), 'choice', (a, b) =>
        this.#program.operation('select', condition, a, b),
      );
    }
    if (mathjs.isRelationalNode(node)) {
      const values = node.params.map((param) => this.read(param));
      return node.conditionals
        .map((name, k) => this.#operator(name, [values[k]!, values[k + 1]!]))
        .reduce((a, b) => this.#operator('and', [a, b]));
    }
    throw new UnreadableFormulaError(`a formula may not contain "${node.toString()}" (${node.type})`);
  }

  /**
   * `a − b` of the two sides of a relation. A scalar beside a vector stands for each of its
   * components. (The language allows only zero there.)
   */
  sides(a: Value, b: Value): Value {
    const difference = (x: number, y: number): number => this.#program.operation('subtract', x, y);
    if (a.kind === 'vector' && b.kind === 'scalar') return vector(a.places.map((x) => difference(x, b.place)));
    if (a.kind === 'scalar' && b.kind === 'vector') return vector(b.places.map((y) => difference(a.place, y)));
    return this.#operator('subtract', [a, b]);
  }

  #literal(value: unknown): Value {
    if (typeof value === 'boolean') return scalar(this.#program.constant(value ? '1' : '0'));
    if (typeof value === 'number' || mathjs.isBigNumber(value)) return scalar(this.#program.constant(String(value)));
    throw new UnreadableFormulaError(`a formula may not contain the literal ${JSON.stringify(value)}`);
  }

  #symbol(name: string): Value {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const where = this.#owner.formula.where;
    if (Object.hasOwn(where, name)) {
      if (this.#open.has(name)) throw new UnreadableFormulaError(`"${name}" is defined by itself`);
      this.#open.add(name);
      const value = this.read(this.#parse(where[name]!));
      this.#open.delete(name);
      this.#named.set(name, value);
      return value;
    }
    if (CONSTANTS.includes(name)) return scalar(this.#program.constant(name));
    throw new UnreadableFormulaError(`unknown name "${name}"`);
  }

  #operator(name: string, args: readonly Value[]): Value {
    const [a, b] = args as readonly [Value, Value];
    const operation = this.#program.operation.bind(this.#program);
    switch (name) {
      case 'unaryPlus':
        return a;
      case 'unaryMinus':
        return mapValue(a, (x) => operation('negate', x));
      case 'add':
      case 'subtract':
        return zipValues(a, b, name === 'add' ? 'sum' : 'difference', (x, y) => operation(name, x, y));
      case 'multiply':
        return this.#algebra.multiply(a, b);
      case 'divide': {
        const divisor = asScalar(b, 'division');
        return mapValue(a, (x) => operation('divide', x, divisor));
      }
      case 'pow':
        return scalar(operation('pow', asScalar(a, 'a power'), asScalar(b, 'an exponent')));
      case 'dotMultiply':
        return zipValues(a, b, 'product of components', (x, y) => operation('multiply', x, y));
      case 'dotDivide':
        return zipValues(a, b, 'quotient of components', (x, y) => operation('divide', x, y));
      case 'transpose':
      case 'ctranspose':
        return a.kind === 'matrix' ? matrix(transposed(a.rows)) : a;
      case 'smaller':
      case 'smallerEq':
      case 'equal':
      case 'and':
      case 'or':
        return scalar(operation(name, asScalar(a, name), asScalar(b, name)));
      case 'larger':
        return scalar(operation('smaller', asScalar(b, name), asScalar(a, name)));
      case 'largerEq':
        return scalar(operation('smallerEq', asScalar(b, name), asScalar(a, name)));
      case 'unequal':
        return scalar(operation('not', operation('equal', asScalar(a, name), asScalar(b, name))));
      case 'not':
        return scalar(operation('not', asScalar(a, name)));
      default:
        throw new UnreadableFormulaError(`unknown operator "${name}"`);
    }
  }

  #call(name: string, args: readonly MathNode[]): Value {
    if (name === 'sum') return this.#sum(args);
    const curve = this.#curves.get(name);
    if (curve !== undefined) {
      const argument = asScalar(this.read(args[0]!), 'an argument of a curve');
      const values = curve.map((handle) => this.#program.operation('curve', handle, argument));
      return values.length === 1 ? scalar(values[0]!) : vector(values);
    }
    const build = FUNCTIONS.get(name);
    if (build === undefined) throw new UnreadableFormulaError(`unknown function "${name}"`);
    if (args.length === 0) throw new UnreadableFormulaError(`${name} takes an argument`);
    return build(
      this.#program,
      args.map((arg) => this.read(arg)),
      name,
    );
  }

  /** `sum(k, first:last, f)`: `f` read with each number under the name `k`. */
  #sum([counter, range, body]: readonly MathNode[]): Value {
    if (!mathjs.isSymbolNode(counter) || !mathjs.isRangeNode(range) || body === undefined)
      throw new UnreadableFormulaError('sum takes a counter, a range and a formula');
    const [from, to] = [range.start, range.end].map((end) => this.#known(this.read(end)));
    const outer = this.#named.get(counter.name);
    let sum: Value | undefined;
    for (let k = from!; k <= to!; k++) {
      this.#named.set(counter.name, scalar(this.#program.constant(String(k))));
      const term = this.read(body);
      sum = sum === undefined ? term : this.#operator('add', [sum, term]);
    }
    if (outer === undefined) this.#named.delete(counter.name);
    else this.#named.set(counter.name, outer);
    if (sum === undefined) throw new UnreadableFormulaError('a sum without terms');
    return sum;
  }

  /** The number that a place has whatever the inputs are; NaN for one that depends on them. */
  #known(value: Value): number {
    const valueAt = (place: number): number => {
      const at = this.#program.at(place);
      if (at.kind === 'input') return Number.NaN;
      return at.kind === 'constant' ? doubleConstant(at.text) : OPERATIONS[at.name].double(...at.args.map(valueAt));
    };
    return valueAt(asScalar(value, 'an index'));
  }

  #array(items: readonly Value[]): Value {
    if (items.every((item) => item.kind === 'scalar')) return vector(items.map((item) => item.place));
    if (items.every((item) => item.kind === 'vector')) return matrix(items.map((item) => item.places));
    throw new UnreadableFormulaError('the entries of an array are all scalars or all vectors');
  }

  #component(object: Value, dimensions: readonly MathNode[]): Value {
    const indices = dimensions.map((dimension) => {
      const value = mathjs.isConstantNode(dimension) ? (dimension.value as unknown) : undefined;
      const index = typeof value === 'string' ? COMPONENTS.indexOf(value) : this.#known(this.read(dimension)) - 1;
      if (!Number.isInteger(index)) throw new UnreadableFormulaError(`not an index: ${dimension.toString()}`);
      return index;
    });
    const [first = -1, second = -1] = indices;
    let place: number | undefined;
    if (object.kind === 'vector' && indices.length === 1) place = object.places[first];
    if (object.kind === 'matrix' && indices.length === 2) place = object.rows[first]?.[second];
    if (object.kind === 'matrix' && indices.length === 1 && object.rows[first]) return vector(object.rows[first]);
    if (place === undefined) throw new UnreadableFormulaError(`no component ${first + 1} in a ${object.kind}`);
    return scalar(place);
  }
}
