import type { DiagnosticCode, Span } from '../diagnostics/index.js';
import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import type { Syntax } from '../syntax/syntax.js';

/** The means by which the rules of the language build graph nodes and report faults. */
export interface Context {
  readonly graph: Graph;
  /**
   * Records a fault. Its result stands for a value that is not known, about which nothing more is
   * reported.
   */
  readonly report: (span: Span, code: DiagnosticCode, message: string, hint?: string) => null;
  /** Records the formula's own text for a scalar, unless that is known. */
  readonly note: (node: Node, text: string) => void;
  /** The text of a part of the formula. */
  readonly textOf: (syntax: Syntax) => string;
}

/** An argument of a function or an operand, with its place for messages. */
export interface Operand<V> {
  readonly value: V;
  readonly syntax: Syntax;
}
