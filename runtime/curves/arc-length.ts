import { lengthOf } from '../base/powers.js';
import type { Path } from './path.js';

/** Nodes and weights of Gauss and Legendre's rule with five points, on −1 … 1. */
const NODES = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const WEIGHTS = [128 / 225, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908];

/** Parts of a piece, whose lengths are found by one rule each. */
const PARTS = 8;

/**
 * Divides the pieces of a path between `knots`, each into parts that are equal in the path's argument,
 * and returns the points there with their lengths along the path, `∫ |r′(s)| ds`.
 */
export function alongPath(path: Path, knots: readonly number[]): { lengths: number[]; points: number[][] } {
  const lengths = [0];
  const points = [path.point(knots[0]!)];
  for (let i = 1; i < knots.length; i++) {
    const half = (knots[i]! - knots[i - 1]!) / (2 * PARTS);
    for (let k = 1; k <= PARTS; k++) {
      const middle = knots[i - 1]! + (2 * k - 1) * half;
      const speed = NODES.reduce(
        (sum, node, n) => sum + WEIGHTS[n]! * lengthOf(path.derivative(middle + node * half)),
        0,
      );
      lengths.push(lengths.at(-1)! + half * speed);
      points.push(path.point(k === PARTS ? knots[i]! : middle + half));
    }
  }
  return { lengths, points };
}
