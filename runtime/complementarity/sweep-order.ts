import { FACTOR_STRIDE, type RowFactors } from '../equations/row-factors.js';
import type { RowGroups } from './row-groups.js';

/**
 * The order in which a sweep takes the groups of rows: away from what is fixed. Rows on one body
 * alone come first, as they hold it against what does not move; then those of bodies that these lead
 * to, and so on (breadth first). So what the ground gives, a stack hands up to its top in one sweep.
 * Parts without anything fixed begin at their first body.
 */
export function sweepOrder({ start, parts, columns }: RowFactors, { count, first }: RowGroups): Int32Array {
  const depth = new Int32Array(columns).fill(-1);
  // The groups at each body, which is known by its first column.
  const groupStart = new Int32Array(columns + 1);
  const partsOf = (g: number): readonly [number, number] => [start[first[g]!]!, start[first[g]! + 1]!];
  for (let g = 0; g < count; g++) {
    const [from, to] = partsOf(g);
    for (let p = from; p < to; p++) groupStart[parts[FACTOR_STRIDE * p]! + 1]!++;
  }
  for (let c = 0; c < columns; c++) groupStart[c + 1]! += groupStart[c]!;
  const next = groupStart.slice();
  const groupAt = new Int32Array(groupStart[columns]!);
  const queue: number[] = [];
  for (let g = 0; g < count; g++) {
    const [from, to] = partsOf(g);
    for (let p = from; p < to; p++) {
      const body = parts[FACTOR_STRIDE * p]!;
      groupAt[next[body]!++] = g;
      if (to - from > 1 || depth[body]! >= 0) continue;
      depth[body] = 0;
      queue.push(body);
    }
  }
  const layer = new Int32Array(count).fill(-1);
  let read = 0;
  const spread = (): void => {
    for (; read < queue.length; read++) {
      const body = queue[read]!;
      for (let k = groupStart[body]!; k < groupStart[body + 1]!; k++) {
        const g = groupAt[k]!;
        if (layer[g]! >= 0) continue;
        const [from, to] = partsOf(g);
        layer[g] = to - from > 1 ? depth[body]! + 1 : 0;
        for (let p = from; p < to; p++) {
          const other = parts[FACTOR_STRIDE * p]!;
          if (depth[other]! >= 0) continue;
          depth[other] = depth[body]! + 1;
          queue.push(other);
        }
      }
    }
  };
  spread();
  for (let body = 0; body < columns; body++) {
    if (depth[body]! >= 0 || groupStart[body] === groupStart[body + 1]) continue;
    depth[body] = 0;
    queue.push(body);
    spread();
  }
  return byLayer(layer);
}

/** The groups by ascending layer, −1 at least, and by number within each. */
function byLayer(layer: Int32Array): Int32Array {
  const layers = layer.reduce((most, of) => Math.max(most, of), -1) + 2;
  const next = new Int32Array(layers + 1);
  for (const of of layer) next[of + 2]!++;
  for (let k = 0; k < layers; k++) next[k + 1]! += next[k]!;
  const order = new Int32Array(layer.length);
  layer.forEach((of, g) => (order[next[of + 1]!++] = g));
  return order;
}
