import type { Diagnostic, Span } from '../diagnostics/index.js';
import { faultOf, pushOnce } from '../syntax/fault.js';
import { textOf, ungrouped, type BinarySyntax, type CallSyntax, type Syntax } from '../syntax/syntax.js';
import { AXES } from '../formula/values.js';
import { toNumber, TWO, ZERO } from '../symbolic/rational.js';
import type { UnitCode, UnitContext } from './context.js';
import { argumentOf } from './declared-units.js';
import { agree, NUMBER, over, SECOND, toThe, type Dimension } from './dimension.js';
import { rationalOf } from './exponent.js';
import { describeUnit, formatUnit } from './format-unit.js';
import { callUnits } from './function-units.js';
import { raise } from './powers.js';
import {
  entriesOf,
  entryOf,
  isScalar,
  mapEntries,
  product,
  scalarOf,
  sharedEntry,
  vectorOf,
  type Entry,
  type UnitValue,
} from './values.js';

/**
 * Finds the dimension of each part of a formula, from those of its names, and reports parts that do
 * not agree. The formula has been expanded before, so its shapes fit.
 */
export class UnitChecker implements UnitContext {
  readonly diagnostics: Diagnostic[] = [];
  readonly #formula: string;
  readonly #scope: ReadonlyMap<string, UnitValue>;
  /** A hint for a place where an angle meets another quantity. */
  readonly #angleHint: string | undefined;

  constructor(formula: string, scope: ReadonlyMap<string, UnitValue>, angleHint?: string) {
    this.#formula = formula;
    this.#scope = scope;
    this.#angleHint = angleHint;
  }

  readonly report: UnitContext['report'] = (span, code, message, hint) => {
    pushOnce(this.diagnostics, faultOf(this.#formula, span, code, message, hint));
    return null;
  };

  /**
   * The rows of an entry of `C`, of all its equations or inequalities: both sides of each are of
   * one dimension.
   */
  equations(syntax: Syntax): UnitValue {
    const root = ungrouped(syntax);
    if (root.kind !== 'relation') return this.quantity(root);
    const sides = root.operands.map((operand) => this.quantity(operand));
    return root.signs.flatMap((sign, i) => {
      const [left, right] = [sides[i]!, sides[i + 1]!];
      // A zero beside a vector has one entry, which fits each component.
      if (isScalar(right) && !isScalar(left)) return left;
      if (isScalar(left) && !isScalar(right)) return right;
      return this.#join(left, right, (a, b) =>
        this.#different(
          sign,
          'E_UNIT_COMPARE',
          `The left side is ${describeUnit(a)}, the right side ${describeUnit(b)}.`,
          [a, b],
          [root.operands[i]!, root.operands[i + 1]!],
        ),
      );
    });
  }

  quantity(syntax: Syntax): UnitValue {
    switch (syntax.kind) {
      case 'group':
        return this.quantity(syntax.inner);
      case 'number':
        return scalarOf(isZeroLiteral(syntax.text) ? null : NUMBER);
      case 'name':
        return this.#scope.get(syntax.name) ?? scalarOf(null);
      case 'prefix':
        return this.quantity(syntax.operand);
      case 'binary':
        return this.#binary(syntax);
      case 'relation':
        this.condition(syntax);
        return scalarOf(null);
      case 'conditional': {
        this.condition(syntax.condition);
        const [a, b] = [this.quantity(syntax.whenTrue), this.quantity(syntax.whenFalse)];
        return this.#join(a, b, (x, y) =>
          this.#different(
            syntax.whenFalse.span,
            'E_UNIT_COMPARE',
            `One result of the conditional is ${describeUnit(x)}, the other ${describeUnit(y)}.`,
            [x, y],
            [syntax.whenTrue, syntax.whenFalse],
          ),
        );
      }
      case 'call':
        return this.#call(syntax);
      case 'member':
        return scalarOf(
          entriesOf(this.quantity(syntax.object))[AXES.findIndex((axis) => axis === syntax.member)] ?? null,
        );
      case 'index': {
        const object = this.quantity(syntax.object);
        const [row, column = 1] = syntax.indices.map((index) => {
          const value = rationalOf(index);
          return value === undefined ? Number.NaN : toNumber(value);
        });
        const entry = object[row! - 1]?.[column - 1];
        // With a named index it may be any entry, if they agree.
        return scalarOf(entry === undefined ? (sharedEntry(entriesOf(object)) ?? null) : entry);
      }
      case 'list': {
        const items = syntax.items.map((item) => this.quantity(item));
        return items.every(isScalar) ? vectorOf(items.map(entryOf)) : items.map(entriesOf);
      }
      case 'sum': {
        const [first, ...others] = syntax.terms.map((term) => this.quantity(term));
        const differ = (x: NonNullable<Entry>, y: NonNullable<Entry>): null =>
          this.#different(
            syntax.span,
            'E_UNIT_SUM',
            `The terms of this sum differ in unit: one is ${describeUnit(x)}, one ${describeUnit(y)}.`,
            [x, y],
          );
        return others.reduce((sum, term) => this.#join(sum, term, differ), first!);
      }
    }
  }

  /** Checks the parts of a condition: compared quantities are of one dimension. */
  condition(part: Syntax): void {
    const syntax = ungrouped(part);
    if (syntax.kind === 'binary') {
      this.condition(syntax.left);
      this.condition(syntax.right);
    } else if (syntax.kind === 'prefix') this.condition(syntax.operand);
    else if (syntax.kind === 'relation') {
      const values = syntax.operands.map((operand) => entryOf(this.quantity(operand)));
      syntax.signs.forEach((sign, i) => {
        const [a = null, b = null] = [values[i], values[i + 1]];
        if (a !== null && b !== null && sharedEntry([a, b]) === undefined)
          this.#different(
            sign,
            'E_UNIT_COMPARE',
            `${capital(describeUnit(a))} is compared with ${describeUnit(b)}.`,
            [a, b],
            [syntax.operands[i]!, syntax.operands[i + 1]!],
          );
      });
    }
  }

  #binary(syntax: BinarySyntax): UnitValue {
    const { operator, left, right, sign } = syntax;
    const [a, b] = [this.quantity(left), this.quantity(right)];
    switch (operator) {
      case '+':
      case '-':
        return this.#join(a, b, (x, y) => {
          const message =
            operator === '+'
              ? `${capital(describeUnit(x))} cannot be added to ${describeUnit(y)}.`
              : `${capital(describeUnit(y))} cannot be subtracted from ${describeUnit(x)}.`;
          return this.#different(sign, 'E_UNIT_SUM', message, [x, y], [left, right]);
        });
      case '*':
        if (isScalar(a)) return multiplied(b, entryOf(a));
        if (isScalar(b)) return multiplied(a, entryOf(b));
        return this.#matrixProduct(a, b, sign);
      case '/': {
        const divisor = entryOf(b);
        return mapEntries(a, (entry) => divisor && over(entry, divisor));
      }
      case '^':
        return scalarOf(raise(this, entryOf(a), entryOf(b), right, sign));
      default:
        return scalarOf(null);
    }
  }

  #call(syntax: CallSyntax): UnitValue {
    const { callee, args } = syntax;
    const values = args.map((arg) => ({ syntax: arg, value: this.quantity(arg) }));
    const argument = callee.kind === 'name' ? this.#scope.get(argumentOf(callee.name)) : undefined;
    if (callee.kind === 'name' && argument !== undefined) {
      this.#join(values[0]!.value, argument, (given, taken) =>
        this.report(
          args[0]!.span,
          'E_UNIT_ARGUMENT',
          `The argument of the curve "${callee.name}" is ${describeUnit(given)}; it is declared to be ${describeUnit(taken)}.`,
          `the unit under "params" that says so is of: '${formatUnit(taken)}'`,
        ),
      );
      return this.#scope.get(callee.name) ?? scalarOf(null);
    }
    return callee.kind === 'name' ? callUnits(this, callee.name, values) : scalarOf(null);
  }

  /**
   * Joins two values entry by entry. `differ` describes the first two entries that do not agree.
   */
  #join(a: UnitValue, b: UnitValue, differ: (x: NonNullable<Entry>, y: NonNullable<Entry>) => null): UnitValue {
    let isFaulty = false;
    const joined = a.map((row, i) =>
      row.map((x, j) => {
        const y = b[i]?.[j] ?? null;
        const shared = sharedEntry([x, y]);
        if (shared !== undefined) return shared;
        if (!isFaulty && x !== null && y !== null) differ(x, y);
        isFaulty = true;
        return null;
      }),
    );
    return joined;
  }

  #matrixProduct(a: UnitValue, b: UnitValue, sign: Span): UnitValue {
    let isFaulty = false;
    return a.map((row) =>
      b[0]!.map((_, column) => {
        const terms = row.map((entry, k) => product(entry, b[k]?.[column] ?? null));
        const shared = sharedEntry(terms);
        if (shared === undefined && !isFaulty) {
          isFaulty = true;
          const [x, y] = terms.filter((term) => term !== null);
          this.report(
            sign,
            'E_UNIT_SUM',
            `This product adds ${describeUnit(x!)} to other quantities, such as ${describeUnit(y!)}.`,
          );
        }
        return shared ?? null;
      }),
    );
  }

  /** Reports that two quantities do not agree. `parts` are those of the formula that they are. */
  #different(
    span: Span,
    code: UnitCode,
    message: string,
    pair: readonly [Dimension, Dimension],
    parts?: readonly [Syntax, Syntax],
  ): null {
    const names = pair.map(describeUnit);
    const number = names.findIndex((name) => name.startsWith('a number'));
    const isLiteral = number >= 0 && parts !== undefined && ungrouped(parts[number]!).kind === 'number';
    if (this.#angleHint !== undefined && number < 0 && names.some((name) => name.startsWith('an ang')))
      return this.report(span, code, message, this.#angleHint);
    const known =
      number < 0
        ? hintForPair(pair)
        : `give the number a name, and under "params" its unit: ${formatUnit(pair[1 - number]!)}`;
    const factor =
      parts && !isLiteral
        ? divisorHint(
            pair,
            parts.map((part) => textOf(this.#formula, part)),
          )
        : undefined;
    const hints = [known, factor].filter((hint) => hint !== undefined);
    return this.report(span, code, message, hints.length > 0 ? hints.join('; or ') : undefined);
  }
}

/** A hint for the quotient of two quantities: the part that has more in its unit is divided by it. */
function divisorHint([a, b]: readonly [Dimension, Dimension], [left, right]: readonly string[]): string {
  // Angles are numbers.
  const ratio = { ...over(a, b), angle: ZERO };
  const [part, unit] = formatUnit(ratio).startsWith('1/') ? [right, over(NUMBER, ratio)] : [left, ratio];
  return `divide ${part!} by ${describeUnit(unit).replace(/ \(.*\)$/, '')}, such as 1 ${formatUnit(unit)}`;
}

/** A hint for two quantities of which one is a power of the other, or its rate. */
function hintForPair([a, b]: readonly [Dimension, Dimension]): string | undefined {
  if (agree(a, toThe(b, TWO)) || agree(b, toThe(a, TWO)))
    return 'one is the square of the other: square the latter, or take the sqrt of the former; the sqrt of dot(v, v) is norm(v)';
  if (agree(over(a, b), SECOND) || agree(over(b, a), SECOND))
    return 'one is the rate of change of the other: a rate is ddt(x)';
  return undefined;
}

const isZeroLiteral = (text: string): boolean => Number(text) === 0;

const multiplied = (value: UnitValue, factor: Entry): UnitValue =>
  value.map((row) => row.map((entry) => product(entry, factor)));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
