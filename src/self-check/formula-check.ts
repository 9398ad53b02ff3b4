import type { Diagnostic } from '../diagnostics/index.js';
import { lowerDirectly } from '../lower/direct.js';
import { lower, type LoweringOptions } from '../lower/lower.js';
import type { Program } from '../lower/program.js';
import type { Program as Formulas } from '../reference/program.js';
import type { Parse } from '../reference/read-formula.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import type { Random } from '../sampling/random.js';
import type { ParsedField } from '../syntax/parse-field.js';
import type { Node } from '../symbolic/node.js';
import { parseFormula } from '../syntax/parse.js';
import { compare, type CheckedPoint, type Comparison } from './compare.js';
import { checkPoints, scaled, type CheckPoints } from './points.js';
import { oncePerCode, prove, unproven } from './prove.js';

/** The numbers of each quantity, in the order in which programs compute them. */
export type Quantities = (quantity: string) => readonly Bounded[];

/** All that a self-check needs to know of a kind: its formulas, its configurations, its quantities. */
export interface Checked<At, Values> {
  readonly formulas: Formulas;
  readonly draw: (random: Random) => At;
  /** The parts of a configuration that move, and the ranges that the spec gives. */
  readonly moving: readonly { readonly name: string; readonly kind: string; readonly size: number }[];
  readonly sample: Readonly<Record<string, unknown>>;
  /** The inputs of the formulas at a configuration. */
  readonly inputsOf: (at: At) => readonly number[];
  /** The names of the variables that programs load, and their values. */
  readonly loads: readonly string[];
  readonly loadsOf: (at: At) => readonly number[];
  /** The values of the formulas by Taylor arithmetic. */
  readonly valuesAt: (at: At) => Values;
  readonly quantitiesOf: (values: Values, at: At) => Quantities;
  /** The name of an entry of a quantity. */
  readonly nameOf: (quantity: string, entry: number) => string;
}

/**
 * The self-check of one constraint or body. Its formulas are read by a separate reader, which shares
 * nothing but the parser with graph, sweeps and lowering, and are evaluated by Taylor arithmetic at
 * a few configurations. This is translation validation (Pnueli, Siegel and Singerman 1998): it
 * proves each result of the toolkit, not the toolkit itself.
 */
export class FormulaCheck<At extends { readonly x: readonly number[] }, Values> {
  /** Configurations at which the formulas are finite; empty if none was found. */
  readonly points: readonly CheckedPoint<At>[];
  /** True where the points reach every branch of the formulas. */
  readonly reachesAll: boolean;
  /** The formulas' values at the points. */
  readonly values: readonly Values[];
  readonly #checked: Checked<At, Values>;
  readonly #warnings: Diagnostic[] = [];

  constructor(checked: Checked<At, Values>) {
    this.#checked = checked;
    const { points, isComplete } = this.#draw(1);
    this.points = points.map(({ at, isUsual }) => {
      const numbers = checked.loadsOf(at);
      return { at, isUsual, loads: new Map(checked.loads.map((name, k) => [name, numbers[k]!])) };
    });
    this.reachesAll = isComplete;
    this.values = points.map(({ at }) => checked.valuesAt(at));
    this.#warnings.push(...unproven(this));
  }

  /** Findings that do not keep code from being emitted. */
  get warnings(): readonly Diagnostic[] {
    return oncePerCode(this.#warnings);
  }

  /**
   * Lowers nodes that make up some quantities to a program that agrees with the formulas. Throws a
   * SpecError with the code `E_SELF_CHECK` if there is none.
   */
  lower(nodes: readonly Node[], quantities: readonly string[], options: LoweringOptions): Program {
    const { program, warnings } = prove(
      lower(nodes, options),
      () => lowerDirectly(nodes, options),
      (tried) => this.compare(tried, quantities),
    );
    this.#warnings.push(...warnings);
    return program;
  }

  /** Compares a program that computes all entries of some quantities with the formulas. */
  compare(program: Program, quantities: readonly string[]): Comparison {
    const { quantitiesOf, nameOf } = this.#checked;
    const at = (point: number): Quantities => quantitiesOf(this.values[point]!, this.points[point]!.at);
    const names = (): string[] => {
      const all = at(0);
      return quantities.flatMap((quantity) => all(quantity).map((_, entry) => nameOf(quantity, entry)));
    };
    const expectedAt = (point: number): readonly Bounded[] => {
      const all = at(point);
      return quantities.flatMap((quantity) => all(quantity));
    };
    return compare(program, this.points, expectedAt, (k) => names()[k]!);
  }

  /** The formulas' values at configurations of another size. */
  valuesAtScale(scale: number): readonly Values[] {
    return this.#draw(scale).points.map(({ at }) => this.#checked.valuesAt(at));
  }

  #draw(size: number): CheckPoints<At> {
    const { formulas, draw, moving, sample, inputsOf } = this.#checked;
    const drawn = (random: Random, scale: number): At => {
      const at = draw(random);
      return { ...at, x: scaled(at.x, moving, sample, scale) };
    };
    return checkPoints(formulas, drawn, inputsOf, size);
  }
}

/**
 * Returns a parser that gives the trees made when the formulas were expanded, and parses others.
 */
export function parsedBefore(fields: Iterable<ParsedField>): Parse {
  const trees = new Map([...fields].map(({ text, tree }) => [text, tree]));
  return (text) => trees.get(text) ?? parseFormula(text).tree;
}
