import type { Box, Point2, Polyline } from './plane.js';

/** A function of the plane and its gradient, at many points at once: `x`, `y` of each in turn. */
export type Field = (points: Float64Array) => {
  readonly value: ArrayLike<number>;
  readonly gradient: ArrayLike<number>;
};

/** Cells per side of the box that is searched. */
export const CELLS = 96;
/** Newton steps that bring each point of the contour onto the curve. */
const REFINEMENTS = 4;
/** Bisections that tell a root from a pole or a jump, and the most of the difference that they leave of a root. */
const BISECTIONS = 6;
const LEFT = 0.5;

/**
 * Finds the curves along which a function is zero, within a box: marching squares (Lorensen and
 * Cline 1987, in the plane), and Newton's method along the gradient for the error of linear
 * interpolation. Where it changes its sign at a pole or by a jump there is no curve.
 */
export function zeroContour(field: Field, { min, max }: Box, cells = CELLS): Polyline[] {
  const side = cells + 1;
  const grid = new Float64Array(2 * side * side);
  for (let k = 0; k < side * side; k++) {
    grid[2 * k] = min[0] + ((max[0] - min[0]) * (k % side)) / cells;
    grid[2 * k + 1] = min[1] + ((max[1] - min[1]) * Math.floor(k / side)) / cells;
  }
  const { value } = field(grid);
  /** Coordinates of the crossings, `x` and `y` in turn. */
  const crossings: number[] = [];
  const crossingOfEdge = new Map<number, number>();
  /** The grid points of the edges that are crossed. */
  const edges: (readonly [number, number])[] = [];
  /**
   * The crossing on the edge from a grid point to the one after it, or above it, by its number; the
   * same for both cells that share the edge.
   */
  const crossing = (a: number, b: number): number[] => {
    const [fa, fb] = [value[a]!, value[b]!];
    if (!(fa < 0 !== fb < 0) || !Number.isFinite(fa - fb)) return [];
    const key = 2 * a + (b === a + 1 ? 0 : 1);
    let number = crossingOfEdge.get(key);
    if (number === undefined) {
      number = crossings.length / 2;
      crossingOfEdge.set(key, number);
      edges.push([a, b]);
      const share = fa / (fa - fb);
      for (const k of [0, 1]) crossings.push(grid[2 * a + k]! + share * (grid[2 * b + k]! - grid[2 * a + k]!));
    }
    return [number];
  };
  const neighbours: number[][] = [];
  const connect = (a: number, b: number): void => {
    (neighbours[a] ??= []).push(b);
    (neighbours[b] ??= []).push(a);
  };
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const [a, b] = [j * side + i, j * side + i + 1];
      const [d, c] = [a + side, b + side];
      // Most cells are on one side of all curves.
      const isBelow = value[a]! < 0;
      if (value[b]! < 0 === isBelow && value[c]! < 0 === isBelow && value[d]! < 0 === isBelow) continue;
      const found = [...crossing(a, b), ...crossing(b, c), ...crossing(d, c), ...crossing(a, d)];
      // With four crossings there are two ways to pair them; either is right at this scale.
      for (let k = 0; k + 1 < found.length; k += 2) connect(found[k]!, found[k + 1]!);
    }
  }
  const isRoot = rootsOn(field, edges, grid, value);
  const joined = neighbours.map((all, k) => (isRoot[k] ? all.filter((other) => isRoot[other]) : []));
  const refined = refine(field, Float64Array.from(crossings), (max[0] - min[0]) / cells);
  return chains(joined).flatMap((chain) => (chain.length > 1 ? [chain.map((k) => refined[k]!)] : []));
}

/** Tests which changes of sign, on edges of a grid with these values, are roots: between closer points they are smaller. */
function rootsOn(
  field: Field,
  edges: readonly (readonly [number, number])[],
  grid: Float64Array,
  value: ArrayLike<number>,
): readonly boolean[] {
  const ends = edges.map(([a, b]) => ({
    at: [grid[2 * a]!, grid[2 * a + 1]!, grid[2 * b]!, grid[2 * b + 1]!] as [number, number, number, number],
    values: [value[a]!, value[b]!] as [number, number],
  }));
  for (let n = 0; n < BISECTIONS; n++) {
    const middles = ends.map(({ at: [ax, ay, bx, by] }) => [(ax + bx) / 2, (ay + by) / 2] as const);
    const { value: found } = field(Float64Array.from(middles.flat()));
    ends.forEach(({ at, values }, k) => {
      const end = found[k]! < 0 === values[0] < 0 ? 0 : 1;
      values[end] = found[k]!;
      [at[2 * end], at[2 * end + 1]] = middles[k]!;
    });
  }
  return ends.map(({ values: [fa, fb] }, k) => {
    const [a, b] = edges[k]!;
    return Math.abs(fa - fb) <= LEFT * Math.abs(value[a]! - value[b]!);
  });
}

/** `x ← x − f ∇f / |∇f|²`, by at most `reach`. */
function refine(field: Field, points: Float64Array, reach: number): readonly Point2[] {
  const count = points.length / 2;
  for (let n = 0; n < REFINEMENTS; n++) {
    const { value, gradient } = field(points);
    for (let k = 0; k < count; k++) {
      const [gx, gy] = [gradient[2 * k]!, gradient[2 * k + 1]!];
      const square = gx * gx + gy * gy;
      const step = value[k]! / square;
      if (!(Math.abs(step) * Math.sqrt(square) <= reach)) continue; // also for NaN
      points[2 * k]! -= step * gx;
      points[2 * k + 1]! -= step * gy;
    }
  }
  return Array.from({ length: count }, (_, k) => [points[2 * k]!, points[2 * k + 1]!] as const);
}

/** Follows neighbours from end to end. Closed chains end where they began. */
function chains(neighbours: readonly (readonly number[])[]): number[][] {
  const visited = new Set<number>();
  const follow = (start: number): number[] => {
    const chain = [start];
    visited.add(start);
    for (let at = start; ;) {
      const next = neighbours[at]!.find((k) => !visited.has(k));
      if (next === undefined) {
        if (chain.length > 2 && neighbours[at]!.includes(start)) chain.push(start);
        return chain;
      }
      visited.add(next);
      chain.push(next);
      at = next;
    }
  };
  const all = neighbours.map((_, k) => k);
  const ends = all.filter((k) => neighbours[k]!.length === 1);
  return [...ends, ...all].flatMap((k) => (visited.has(k) ? [] : [follow(k)]));
}
