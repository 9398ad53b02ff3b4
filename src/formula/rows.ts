import { isZeroNode, reachable, type Node } from '../symbolic/node.js';
import type { Context } from './context.js';
import type { RowOrigin } from './expanded.js';
import type { Held } from './equation.js';
import type { Motion } from './motion.js';
import type { Syntax } from '../syntax/syntax.js';
import { AXES, shapeOf } from './values.js';

export interface Row {
  readonly node: Node;
  readonly origin: RowOrigin;
}

/**
 * The rows of one entry of `C`. Each must depend on an input: a constraint could not satisfy
 * another.
 */
export function rowsOf(
  context: Context,
  { span }: Syntax,
  { value, relation }: Held,
  formula: number,
  inputs: ReadonlySet<Node>,
  motion: Motion,
): Row[] {
  if (value.kind === 'matrix') {
    const message = `An entry of C is a scalar or a vector, not ${shapeOf(value)}.`;
    context.report(span, 'E_ROW_SHAPE', message, 'give each of its rows, or each component, an entry of C of its own');
    return [];
  }
  const nodes = value.kind === 'scalar' ? [value.node] : value.items;
  return nodes.map((node, i) => {
    const component = nodes.length <= AXES.length ? AXES[i]! : i + 1;
    const level = motion.isRate(node) ? 'velocity' : 'position';
    if (level === 'position' && !reachable([node]).some((child) => inputs.has(child))) {
      const subject = value.kind === 'scalar' ? 'This formula' : `Component ${component} of this formula`;
      const hint = isZeroNode(node)
        ? 'it is always zero, so it constrains nothing'
        : 'a constraint says what its inputs have to fulfil';
      context.report(span, 'E_ROW_CONSTANT', `${subject} does not depend on any input.`, hint);
    }
    return { node, origin: { formula, level, relation, ...(value.kind !== 'scalar' && { component }) } };
  });
}
