import type { RowLevel } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { reachable, type Node } from '../symbolic/node.js';
import { Writer, type Notation } from '../notation/notation.js';

/** A line of a derivation: `symbol = expression`. */
export interface Equation {
  readonly symbol: string;
  readonly expression: string;
}

/** A part of a derivation, under its heading. */
export interface Part {
  readonly heading: string;
  readonly equations: readonly Equation[];
}

/** `C`, `Cdot`, `phi`, `J` and `gamma` written out, after the quantities that they share. */
export interface Formulas {
  readonly where: readonly Equation[];
  /** Rows at position level. */
  readonly C: readonly Equation[];
  readonly Cdot: readonly Equation[];
  /** Rows at velocity level: the rates that they hold at zero. */
  readonly phi: readonly Equation[];
  /** One equation per row and input; the expression lists the components. */
  readonly J: readonly Equation[];
  readonly gamma: readonly Equation[];
}

/** A quantity used this often gets a name, unless it is short already. */
const NAMED_FROM = 2;
const SHORT_LEAVES = 2;
const SHORT_OPERATIONS = 8;

/**
 * Writes a derivation in a notation. Repeated subexpressions are named `s1, s2, …`; the formula's
 * own names are kept. The term of a sum is called `term`, and its derivatives after it.
 */
export function writeFormulas(derivation: SpaceDerivation, notation: Notation, term = ''): Formulas {
  const { derivatives, inputs, expanded } = derivation;
  const { levels, C, Cdot, J, gamma } = derivatives;
  const roots = [...C, ...Cdot, ...J.flat(2), ...gamma];
  const writer = new EquationWriter(roots, expanded.names, derivatives.rate, notation);
  const linesOf = (level: RowLevel, rows: readonly Node[], name: (row: number) => string): Equation[] =>
    rows.flatMap((row, i) => (levels[i] === level ? [writer.equation(name(i), [row])] : []));
  const numbered = (name: string, row: number): string => (C.length > 1 ? `${name}${row + 1}` : name);
  const value = term === '' ? 'C' : term;
  return {
    where: writer.where,
    C: linesOf('position', C, (i) => numbered(value, i)),
    Cdot: linesOf('position', Cdot, (i) => `${numbered(value, i)}'`),
    phi: linesOf('velocity', Cdot, (i) => numbered(`phi${term}`, i)),
    J: J.flatMap((row, i) =>
      inputs.map((input, j) => ({
        symbol: notation.indexed(numbered(`J${term}`, i), input.name).text,
        expression: writer.list(row[j]!),
      })),
    ),
    gamma: gamma.map((row, i) => writer.equation(numbered(`gamma${term}`, i), [row])),
  };
}

/** Writes the equations of one derivation, whose parts share names. */
export class EquationWriter {
  /** The definitions of the named quantities. */
  readonly where: readonly Equation[];
  readonly #notation: Notation;
  readonly #writer: Writer;

  constructor(
    roots: readonly Node[],
    formulaNames: ReadonlyMap<Node, string>,
    rateOf: (node: Node) => Node,
    notation: Notation,
  ) {
    const names = nameShared(roots, formulaNames, rateOf);
    const writer = new Writer(notation, names);
    this.#notation = notation;
    this.#writer = writer;
    this.where = [...names].map(([node, name]) => ({
      symbol: notation.symbol(name).text,
      expression: writer.define(node),
    }));
  }

  equation(name: string, nodes: readonly Node[]): Equation {
    return { symbol: this.#notation.symbol(name).text, expression: this.list(nodes) };
  }

  /** Expressions in brackets; a single one without. */
  list(nodes: readonly Node[]): string {
    return nodes.length === 1 ? this.#writer.write(nodes[0]!) : `[${this.#row(nodes)}]`;
  }

  /** Rows in brackets; a matrix of one row is that row. */
  matrix(rows: readonly (readonly Node[])[]): string {
    return rows.length === 1 ? this.list(rows[0]!) : `[${rows.map((row) => `[${this.#row(row)}]`).join(', ')}]`;
  }

  #row(nodes: readonly Node[]): string {
    return nodes.map((node) => this.#writer.write(node)).join(', ');
  }
}

/**
 * Names what a derivation uses repeatedly: quantities of the formula, their rates, and `s1, s2, …`.
 */
function nameShared(
  roots: readonly Node[],
  formulaNames: ReadonlyMap<Node, string>,
  rateOf: (node: Node) => Node,
): Map<Node, string> {
  const names = new Map<Node, string>();
  const uses = new Map<Node, number>();
  const nodes = reachable(roots);
  for (const node of nodes) for (const child of node.children) uses.set(child, (uses.get(child) ?? 0) + 1);
  const known = new Map(formulaNames);
  for (const [node, name] of formulaNames) {
    const rate = rateOf(node);
    if (!known.has(rate)) known.set(rate, `${name}'`);
  }
  let counter = 0;
  const sizes = new Sizes(names);
  for (const node of nodes) {
    if (node.kind === 'number' || node.kind === 'constant' || node.kind === 'variable' || node.kind === 'condition')
      continue;
    const name = known.get(node);
    if (name !== undefined) names.set(node, name);
    else if ((uses.get(node) ?? 0) >= NAMED_FROM && !sizes.isShort(node)) names.set(node, `s${++counter}`);
  }
  return names;
}

/**
 * Lengths of expressions as text, counting named parts as one: names are given from the leaves up.
 */
class Sizes {
  readonly #names: ReadonlyMap<Node, string>;
  readonly #known = new Map<Node, { readonly leaves: number; readonly operations: number }>();

  constructor(names: ReadonlyMap<Node, string>) {
    this.#names = names;
  }

  isShort(node: Node): boolean {
    const { leaves, operations } = this.#of(node);
    return leaves <= SHORT_LEAVES && operations <= SHORT_OPERATIONS;
  }

  #of(node: Node): { readonly leaves: number; readonly operations: number } {
    let size = this.#known.get(node);
    if (size === undefined) {
      const parts = node.children.map((child) =>
        this.#names.has(child) ? { leaves: 1, operations: 0 } : this.#of(child),
      );
      size = {
        leaves: node.children.length === 0 ? 1 : parts.reduce((sum, { leaves }) => sum + leaves, 0),
        operations: parts.reduce((sum, { operations }) => sum + operations, node.children.length === 0 ? 0 : 1),
      };
      this.#known.set(node, size);
    }
    return size;
  }
}
