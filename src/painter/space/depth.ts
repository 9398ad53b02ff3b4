import type { Shape } from '../shape.js';
import type { Position, View } from '../view.js';

/** The pieces into which a rod or a bar is cut so that others can be in front of one end alone. */
const PIECES = 4;

/** Cuts long shapes into pieces, and orders all by their distance, the farthest first. */
export function sortedByDepth(shapes: readonly Shape[], view: View): Shape[] {
  const pieces = shapes.flatMap((shape): readonly Shape[] => {
    if ((shape.kind !== 'rod' && shape.kind !== 'bar') || (shape.kind === 'bar' && shape.isWhole)) return [shape];
    const at = (k: number): number[] => Array.from(shape.a, (x, i) => x + (k / PIECES) * (shape.b[i]! - x));
    return Array.from({ length: PIECES }, (_, k) => ({ ...shape, a: at(k), b: at(k + 1), isPiece: true }));
  });
  const far = new Map(pieces.map((shape) => [shape, depthOf(shape, view)]));
  return pieces.sort((a, b) => far.get(b)! - far.get(a)!);
}

function depthOf(shape: Shape, view: View): number {
  const middle = (points: readonly Position[]): number =>
    points.reduce((sum, point) => sum + view.depth(point), 0) / points.length;
  switch (shape.kind) {
    case 'rod':
    case 'bar':
    case 'spring':
      return middle([shape.a, shape.b]);
    case 'plate':
    case 'solid':
    case 'floor':
    case 'hatching':
    case 'face':
    case 'link':
    case 'rope':
    case 'wire':
    case 'line':
      return middle(shape.points);
    default:
      return view.depth(shape.at);
  }
}
