import type { Diagnostic } from '../diagnostics/index.js';
import { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import { ConstantCheck } from './constants.js';
import { Expander } from './expander.js';
import type { Motion } from './motion.js';
import { nameNodes } from './node-names.js';
import { parseField, type ParsedField } from '../syntax/parse-field.js';
import { constantsOf, Scope } from './scope.js';
import { graphBudgets, inField } from './size.js';
import { orderByUse } from './where-order.js';

/** Expands the formulas of one spec on one graph, and collects their faults. */
export class FieldExpansion {
  readonly graph = new Graph(graphBudgets());
  readonly scope = new Scope();
  readonly names = new Map<Node, string>();
  /** The formulas' own text for nodes that stand in them. */
  readonly sources = new Map<Node, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #constants = new ConstantCheck();

  /** Reads a formula; records its fault, if any. */
  parse(field: string, formula: string, key = field): ParsedField {
    return parseField(field, formula, this.diagnostics, key);
  }

  /**
   * Defines the constants of the language and the quantities under `where`. Each quantity comes
   * after those that it uses.
   */
  where(fields: readonly ParsedField[]): void {
    for (const [name, value] of Object.entries(constantsOf(this.graph))) this.scope.define(name, value);
    // Declared first, so that a call of a quantity is told from a call of an unknown function.
    for (const { key } of fields) this.scope.define(key, null);
    for (const field of orderByUse(fields, this.diagnostics)) {
      const value = field.isCyclic
        ? null
        : this.read(field, (expander) => (field.syntax ? expander.quantity(field.syntax) : null));
      this.scope.define(field.key, value);
      if (value !== null) nameNodes(this.names, field.key, value);
    }
  }

  /**
   * Expands one formula; records faults under its field. `motion` is what its rates are taken along,
   * if it may have any.
   */
  read<T>(field: ParsedField, read: (expander: Expander) => T, motion?: Motion): T {
    const expander = new Expander(field.text, this.graph, this.scope, this.#constants, motion);
    const result = inField(field.field, () => read(expander));
    for (const [node, source] of expander.sources) if (!this.sources.has(node)) this.sources.set(node, source);
    this.diagnostics.push(...expander.diagnostics.map((diagnostic) => ({ ...diagnostic, field: field.field })));
    return result;
  }
}
