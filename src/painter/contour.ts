import type { Box, Point2, Polyline } from './plane.js';

/** A function of the plane and its gradient, at many points at once. */
export type Field = (points: readonly Point2[]) => {
  readonly value: ArrayLike<number>;
  readonly gradient: ArrayLike<number>;
};

/** Cells per side of the box that is searched. */
export const CELLS = 96;
/** Newton steps that bring each point of the contour onto the curve. */
const REFINEMENTS = 4;

/**
 * Finds the curves along which a function is zero, within a box: marching squares (Lorensen and
 * Cline 1987, in the plane), and Newton's method along the gradient for the error of linear
 * interpolation.
 */
export function zeroContour(field: Field, { min, max }: Box, cells = CELLS): Polyline[] {
  const side = cells + 1;
  const grid = Array.from({ length: side * side }, (_, k): Point2 => {
    const [i, j] = [k % side, Math.floor(k / side)];
    return [min[0] + ((max[0] - min[0]) * i) / cells, min[1] + ((max[1] - min[1]) * j) / cells];
  });
  const { value } = field(grid);
  const crossings: Point2[] = [];
  const crossingOfEdge = new Map<string, number>();
  /**
   * The crossing on the edge between two grid points, by its number; the same for both cells that
   * share the edge.
   */
  const crossing = (a: number, b: number): number[] => {
    const [fa, fb] = [value[a]!, value[b]!];
    if (!(fa < 0 !== fb < 0) || !Number.isFinite(fa - fb)) return [];
    const key = `${a} ${b}`;
    let number = crossingOfEdge.get(key);
    if (number === undefined) {
      number = crossings.length;
      crossingOfEdge.set(key, number);
      const share = fa / (fa - fb);
      crossings.push([
        grid[a]![0] + share * (grid[b]![0] - grid[a]![0]),
        grid[a]![1] + share * (grid[b]![1] - grid[a]![1]),
      ]);
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
      const found = [...crossing(a, b), ...crossing(b, c), ...crossing(d, c), ...crossing(a, d)];
      // With four crossings there are two ways to pair them; either is right at this scale.
      for (let k = 0; k + 1 < found.length; k += 2) connect(found[k]!, found[k + 1]!);
    }
  }
  const refined = refine(field, crossings, (max[0] - min[0]) / cells);
  return chains(neighbours).map((chain) => chain.map((k) => refined[k]!));
}

/** `x ← x − f ∇f / |∇f|²`, by at most `reach`. */
function refine(field: Field, points: readonly Point2[], reach: number): readonly Point2[] {
  let refined = points;
  for (let n = 0; n < REFINEMENTS; n++) {
    const { value, gradient } = field(refined);
    refined = refined.map(([x, y], k): Point2 => {
      const [gx, gy] = [gradient[2 * k]!, gradient[2 * k + 1]!];
      const square = gx * gx + gy * gy;
      const step = value[k]! / square;
      const small = Math.abs(step) * Math.sqrt(square) <= reach; // also false for NaN
      return small ? [x - step * gx, y - step * gy] : [x, y];
    });
  }
  return refined;
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
