import type { Graph } from '../symbolic/graph.js';
import type { Node } from '../symbolic/node.js';
import type { Context, Operand } from './context.js';
import { matrix, scalar, shapeOf, type Matrix, type Quantity } from './values.js';
import type { VectorFunction } from './vector-arguments.js';

/** The functions of matrices. */
export const MATRIX_FUNCTIONS: Readonly<Record<'det' | 'trace' | 'transpose', VectorFunction>> = {
  det: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'det(A), or det([u, v]) of vectors as rows',
    build: (context, [A]) => {
      const value = squareMatrix(context, 'det', A!);
      return value && scalar(determinant(context.graph, value.rows));
    },
  },
  // Σ aᵢᵢ
  trace: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'trace(A)',
    build: (context, [A]) => {
      const value = squareMatrix(context, 'trace', A!);
      return value && scalar(context.graph.add(...value.rows.map((row, i) => row[i]!)));
    },
  },
  transpose: {
    minArgs: 1,
    maxArgs: 1,
    usage: 'transpose(A)',
    build: (context, [A]) => {
      const value = matrixOf(context, 'transpose', A!);
      return value && matrix(value.rows[0]!.map((_, column) => value.rows.map((row) => row[column]!)));
    },
  },
};

/**
 * The determinant, expanded along its rows: `det A = Σⱼ ± a₁ⱼ det A₁ⱼ`. Each minor of the lower rows
 * is computed once: `n 2ⁿ` products, not `n!`.
 */
function determinant(graph: Graph, rows: readonly (readonly Node[])[]): Node {
  const known = new Map<string, Node>();
  const minor = (row: number, columns: readonly number[]): Node => {
    if (row === rows.length) return graph.one;
    const key = columns.join();
    let value = known.get(key);
    if (value === undefined) {
      const terms = columns.map((column, j) => {
        const rest = columns.filter((other) => other !== column);
        const term = graph.multiply(rows[row]![column]!, minor(row + 1, rest));
        return j % 2 === 0 ? term : graph.negate(term);
      });
      known.set(key, (value = graph.add(...terms)));
    }
    return value;
  };
  return minor(
    0,
    rows.map((_, column) => column),
  );
}

function matrixOf(context: Context, name: string, { value, syntax }: Operand<Quantity>): Matrix | null {
  if (value.kind === 'matrix') return value;
  const message = `${name} takes a matrix, not ${shapeOf(value)}.`;
  const hint =
    name === 'transpose' && value.kind === 'vector'
      ? 'the product of a row and a column is dot(a, b)'
      : 'a matrix is written [[a, b], [c, d]], or [u, v] with the vectors u and v as rows';
  return context.report(syntax.span, 'E_ARGUMENT_SHAPE', message, hint);
}

function squareMatrix(context: Context, name: string, operand: Operand<Quantity>): Matrix | null {
  const value = matrixOf(context, name, operand);
  if (value === null || value.rows.length === value.rows[0]!.length) return value;
  const message = `${name} takes a square matrix, not ${shapeOf(value)}.`;
  return context.report(operand.syntax.span, 'E_ARGUMENT_SHAPE', message);
}
