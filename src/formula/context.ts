import type { DiagnosticCode, Span } from '../diagnostics/index.js';
import type { Graph } from '../symbolic/graph.js';
import type { Syntax } from './syntax.js';

/** What the rules of the language need to build graph nodes and to complain. */
export interface Context {
  readonly graph: Graph;
  /** Records a fault. Its result stands for a value that is not known: whoever meets it says nothing more. */
  readonly report: (span: Span, code: DiagnosticCode, message: string, hint?: string) => null;
}

/** An argument of a function or an operand, with the place to point at. */
export interface Operand<V> {
  readonly value: V;
  readonly syntax: Syntax;
}
