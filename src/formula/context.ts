import type { DiagnosticCode, Span } from '../diagnostics/index.js';
import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import type { Syntax } from '../syntax/syntax.js';

/** What the rules of the language need to build graph nodes and to complain. */
export interface Context {
  readonly graph: Graph;
  /** Records a fault. Its result stands for a value that is not known: whoever meets it says nothing more. */
  readonly report: (span: Span, code: DiagnosticCode, message: string, hint?: string) => null;
  /** Records what a scalar is in the terms of the formula, unless that is known. */
  readonly note: (node: Node, text: string) => void;
  /** A part of the formula as it is written. */
  readonly textOf: (syntax: Syntax) => string;
}

/** An argument of a function or an operand, with the place to point at. */
export interface Operand<V> {
  readonly value: V;
  readonly syntax: Syntax;
}
