import type { ShapeOutline, World } from '../../../runtime/index.js';

interface Bounds {
  readonly carrier: ShapeOutline['carrier'];
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/**
 * Counts the pairs of shapes whose bounds overlap at the present state, up to one more than `most`:
 * what rows a step would lay out at once, before it does. Shapes of one body are no pair.
 */
export function pairsAtOnce(world: World, most: number): number {
  const all = world.shapes.map(boundsOf).sort((a, b) => a.min[0]! - b.min[0]!);
  let pairs = 0;
  for (const [i, a] of all.entries()) {
    for (let k = i + 1; k < all.length && all[k]!.min[0]! <= a.max[0]!; k++) {
      const b = all[k]!;
      if (a.carrier !== b.carrier && a.min.every((low, c) => low <= b.max[c]! && b.min[c]! <= a.max[c]!)) pairs++;
      if (pairs > most) return pairs;
    }
  }
  return pairs;
}

/** The box around a shape; all of space for a half-space. */
function boundsOf({ carrier, vertices, radius, normal }: ShapeOutline): Bounds {
  const axes = Array.from(vertices[0]!.keys());
  if (normal !== undefined) return { carrier, min: axes.map(() => -Infinity), max: axes.map(() => Infinity) };
  return {
    carrier,
    min: axes.map((k) => vertices.reduce((least, v) => Math.min(least, v[k]!), Infinity) - radius),
    max: axes.map((k) => vertices.reduce((most, v) => Math.max(most, v[k]!), -Infinity) + radius),
  };
}
