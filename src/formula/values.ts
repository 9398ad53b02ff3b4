import type { Node } from '../symbolic/node.js';
import type { Orientation } from '../symbolic/rotations.js';

/** The value of a part of a formula: scalars of the graph in a shape. */
export type Value = Scalar | Vector | Matrix | Condition;
export type Quantity = Scalar | Vector | Matrix;

export interface Scalar {
  readonly kind: 'scalar';
  readonly node: Node;
}
export interface Vector {
  readonly kind: 'vector';
  readonly items: readonly Node[];
  /** Set where the vector is the quaternion of a body in space. */
  readonly orientation?: Orientation;
  /** Set where the vector is known to have the length 1: a direction, or what is normalised. */
  readonly isUnit?: true;
}
/** Rows of equal length, at least one. */
export interface Matrix {
  readonly kind: 'matrix';
  readonly rows: readonly (readonly Node[])[];
}
/** A truth value; `boolean` where it is known. */
export interface Condition {
  readonly kind: 'condition';
  readonly truth: Node | boolean;
}

export const scalar = (node: Node): Scalar => ({ kind: 'scalar', node });
export const vector = (items: readonly Node[]): Vector => ({ kind: 'vector', items });
export const unitVector = (items: readonly Node[]): Vector => ({ kind: 'vector', items, isUnit: true });
export const matrix = (rows: readonly (readonly Node[])[]): Matrix => ({ kind: 'matrix', rows });

/** The scalars of a quantity, a matrix row by row. */
export function nodesOf(value: Quantity): readonly Node[] {
  if (value.kind === 'scalar') return [value.node];
  return value.kind === 'vector' ? value.items : value.rows.flat();
}

/** Applies `f` to every scalar. */
export function mapValue<Q extends Quantity>(value: Q, f: (node: Node) => Node): Q;
export function mapValue(value: Quantity, f: (node: Node) => Node): Quantity {
  if (value.kind === 'scalar') return scalar(f(value.node));
  return value.kind === 'vector' ? vector(value.items.map(f)) : matrix(value.rows.map((row) => row.map(f)));
}

/** Joins two quantities of one shape scalar by scalar. Undefined if their shapes differ. */
export function zipValues(a: Quantity, b: Quantity, f: (a: Node, b: Node) => Node): Quantity | null {
  if (!sameShape(a, b)) return null;
  const others = nodesOf(b);
  let i = 0;
  return mapValue(a, (node) => f(node, others[i++]!));
}

function sameShape(a: Quantity, b: Quantity): boolean {
  if (a.kind === 'matrix' && b.kind === 'matrix')
    return a.rows.length === b.rows.length && a.rows[0]!.length === b.rows[0]!.length;
  return a.kind === b.kind && nodesOf(a).length === nodesOf(b).length;
}

/** `a scalar`, `a vector of 2 components`, `a 2×3 matrix`, `a condition`. */
export function shapeOf(value: Value): string {
  switch (value.kind) {
    case 'scalar':
      return 'a scalar';
    case 'vector':
      return `a vector of ${value.items.length} component${value.items.length === 1 ? '' : 's'}`;
    case 'matrix':
      return `a ${value.rows.length}×${value.rows[0]!.length} matrix`;
    case 'condition':
      return 'a condition';
  }
}

export const AXES = ['x', 'y', 'z'] as const;
