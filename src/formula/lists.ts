import type { Context, Operand } from './context.js';
import { LIMITS } from '../syntax/limits.js';
import type { ListSyntax } from '../syntax/syntax.js';
import { matrix, nodesOf, shapeOf, vector, type Quantity, type Scalar, type Vector } from './values.js';

type Items<V extends Quantity> = readonly Operand<V>[];

/**
 * The value of a list. `[x, y]` is a vector, `[[a, b], [c, d]]` a matrix. So is `[u, v]` with rows
 * `u` and `v`.
 */
export function listValue(context: Context, { span }: ListSyntax, items: Items<Quantity>): Quantity | null {
  const [first] = items;
  if (first === undefined) return context.report(span, 'E_LITERAL', 'A vector needs at least one component.');
  const count = items.reduce((sum, { value }) => sum + nodesOf(value).length, 0);
  if (count > LIMITS.components)
    return context.report(span, 'E_LITERAL', `The literal has ${count} components; the limit is ${LIMITS.components}.`);
  if (isEach(items, 'scalar')) return vector(items.map(({ value }) => value.node));
  if (!isEach(items, 'vector')) {
    const { value, syntax } = items.find((item) => item.value.kind !== first.value.kind) ?? first;
    const beside = value === first.value ? '' : ` beside ${shapeOf(first.value)}`;
    const message = `A literal has scalars as components or vectors as rows, not ${shapeOf(value)}${beside}.`;
    return context.report(syntax.span, 'E_LITERAL', message);
  }
  const width = items[0]!.value.items.length;
  const odd = items.find(({ value }) => value.items.length !== width);
  if (odd !== undefined)
    return context.report(
      odd.syntax.span,
      'E_LITERAL',
      `This row is ${shapeOf(odd.value)}, the first ${shapeOf(first.value)}.`,
    );
  return matrix(items.map(({ value }) => value.items));
}

function isEach(items: Items<Quantity>, kind: 'scalar'): items is Items<Scalar>;
function isEach(items: Items<Quantity>, kind: 'vector'): items is Items<Vector>;
function isEach(items: Items<Quantity>, kind: Quantity['kind']): boolean {
  return items.every(({ value }) => value.kind === kind);
}
