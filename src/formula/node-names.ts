import type { Node } from '../symbolic/node.js';
import { AXES, type Quantity } from './values.js';

/**
 * Names the scalars of a quantity: `r`; `d_x`, `d_y`; `R_1_2` of a matrix. A node keeps the first
 * name it gets.
 */
export function nameNodes(names: Map<Node, string>, name: string, value: Quantity): void {
  const give = (node: Node, label: string): void => {
    if (node.kind === 'variable' || node.kind === 'number' || node.kind === 'constant') return;
    if (!names.has(node)) names.set(node, label);
  };
  switch (value.kind) {
    case 'scalar':
      give(value.node, name);
      break;
    case 'vector': {
      const { items } = value;
      items.forEach((node, i) => {
        give(node, `${name}_${items.length <= AXES.length ? AXES[i]! : i + 1}`);
      });
      break;
    }
    case 'matrix':
      value.rows.forEach((row, i) => {
        row.forEach((node, j) => {
          give(node, `${name}_${i + 1}_${j + 1}`);
        });
      });
  }
}
