import type { Value } from '../../lower/program.js';
import { isLiteral, type Ops } from '../ops/ops.js';
import type { LinearSystem, Model } from './system.js';

/** `A` in factors: solutions of `A λ = b`, and the pivots with the diagonal entries of their rows. */
export interface Multipliers {
  readonly solve: (b: readonly Value[]) => Value[];
  readonly pivots: Pivots;
}

/** Pivots, and the diagonal entries of the same rows. */
export interface Pivots {
  readonly D: readonly Value[];
  readonly diagonal: readonly Value[];
}

/** The factors of `P (A + Σ) Pᵀ = L D Lᵀ`: rows of `L` below its diagonal, and `1 / D`. */
interface Factors {
  readonly L: readonly ReadonlyMap<number, Value>[];
  readonly inverse: readonly Value[];
  readonly pivots: Pivots;
}

/**
 * `λ` of `A λ = b`, in straight line: `L D Lᵀ` with the rows in the model's order (Davis 2005,
 * "Algorithm 849"), then two substitutions.
 *
 * Rows that depend on others wherever `C = 0` are pinned, as the runtime does it (`PinnedRows`). With
 * `E` the unit vectors of these rows and `T` their diagonal entries, `M = A + E T Eᵀ` is as regular as
 * the mechanism, and `N = M⁻¹ E T` spans the null space of `A`. Without its component in it, `b` is what
 * the rows agree on, and `λ` is the shortest solution.
 */
export function factorizeMultipliers({ plan: { ops }, order, pinned }: Model, A: LinearSystem['A']): Multipliers {
  const factors = factorize(ops, A, order, new Set(pinned));
  const { L, inverse, pivots } = factors;
  const substitute = (x: readonly Value[]): Value[] => backward(ops, L, inverse, forward(ops, L, x));
  const basis = orthonormal(
    ops,
    pinned.map((row) => substitute(order.map((one) => (one === row ? A[row]!.get(row)! : ops.zero)))),
  );
  const solve = (b: readonly Value[]): Value[] => {
    const reachable = removed(
      ops,
      basis,
      order.map((row) => b[row]!),
    );
    const z = removed(ops, basis, substitute(reachable));
    const lambda = new Array<Value>(order.length);
    order.forEach((row, k) => (lambda[row] = z[k]!));
    return lambda;
  };
  return { solve, pivots };
}

function factorize(ops: Ops, A: LinearSystem['A'], order: readonly number[], pinned: ReadonlySet<number>): Factors {
  const entry = (i: number, j: number): Value => (i > j ? A[i]!.get(j) : A[j]!.get(i)) ?? ops.zero;
  const L: Map<number, Value>[] = [];
  const inverse: Value[] = [];
  const D: Value[] = [];
  const diagonals: Value[] = [];
  order.forEach((own, k) => {
    // y = L⁻¹ a_k, l_kj = y_j / d_j, d_k = a_kk − Σ l_kj y_j
    const y = new Map<number, Value>();
    const row = new Map<number, Value>();
    for (let j = 0; j < k; j++) {
      let value = entry(own, order[j]!);
      for (const [i, yi] of y) {
        const l = L[j]!.get(i);
        if (l !== undefined) value = ops.subtract(value, ops.multiply(l, yi));
      }
      if (isLiteral(value, 0)) continue;
      y.set(j, value);
      row.set(j, ops.multiply(value, inverse[j]!));
    }
    const diagonal = entry(own, own);
    const a = pinned.has(own) ? ops.multiply(ops.two, diagonal) : diagonal;
    let d = a;
    for (const [j, l] of row) d = ops.subtract(d, ops.multiply(l, y.get(j)!));
    L.push(row);
    inverse.push(ops.divide(ops.one, d));
    D.push(d);
    diagonals.push(a);
  });
  return { L, inverse, pivots: { D, diagonal: diagonals } };
}

/** `L⁻¹ x` */
function forward(ops: Ops, L: Factors['L'], x: readonly Value[]): Value[] {
  const z: Value[] = [];
  L.forEach((row, k) => {
    let zk = x[k]!;
    for (const [j, l] of row) zk = ops.subtract(zk, ops.multiply(l, z[j]!));
    z.push(zk);
  });
  return z;
}

/** `L⁻ᵀ D⁻¹ z`, terms in the order of the runtime. */
function backward(ops: Ops, L: Factors['L'], inverse: readonly Value[], z: readonly Value[]): Value[] {
  const x = new Array<Value>(z.length);
  for (let k = z.length - 1; k >= 0; k--) {
    let value = ops.multiply(z[k]!, inverse[k]!);
    for (let m = k + 1; m < z.length; m++) {
      const l = L[m]!.get(k);
      if (l !== undefined) value = ops.subtract(value, ops.multiply(l, x[m]!));
    }
    x[k] = value;
  }
  return x;
}

/** Makes vectors orthonormal, one after the other (modified Gram-Schmidt). */
function orthonormal(ops: Ops, vectors: readonly (readonly Value[])[]): Value[][] {
  const basis: Value[][] = [];
  for (const vector of vectors) {
    const u = removed(ops, basis, vector);
    const scale = ops.divide(ops.one, ops.sqrt(ops.dot(u, u)));
    basis.push(u.map((x) => ops.multiply(x, scale)));
  }
  return basis;
}

/** `x − U Uᵀ x`, column by column. */
const removed = (ops: Ops, basis: readonly (readonly Value[])[], x: readonly Value[]): Value[] =>
  basis.reduce<Value[]>(
    (one, u) => {
      const along = ops.dot(u, one);
      return one.map((entry, i) => ops.subtract(entry, ops.multiply(along, u[i]!)));
    },
    [...x],
  );
