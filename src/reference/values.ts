import type { ProgramBuilder } from './program.js';

/**
 * A value of the formula language by its places in a program: a scalar, a vector, or a matrix as a
 * list of rows. `isUnit` is set where a vector is known to have the length 1.
 */
export type Value =
  | { readonly kind: 'scalar'; readonly place: number }
  | { readonly kind: 'vector'; readonly places: readonly number[]; readonly isUnit?: true }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly number[])[] };

/** A formula that the oracle cannot read. */
export class UnreadableFormulaError extends Error {
  readonly code = 'unreadable-formula';
  override readonly name = 'UnreadableFormulaError';
}

export const scalar = (place: number): Value => ({ kind: 'scalar', place });
export const vector = (places: readonly number[]): Value => ({ kind: 'vector', places });
export const matrix = (rows: readonly (readonly number[])[]): Value => ({ kind: 'matrix', rows });

export function asScalar(value: Value, role: string): number {
  if (value.kind !== 'scalar') throw new UnreadableFormulaError(`${role} takes a scalar, not a ${value.kind}`);
  return value.place;
}

export function asVector(value: Value, role: string, size?: number): readonly number[] {
  if (value.kind !== 'vector') throw new UnreadableFormulaError(`${role} takes a vector, not a ${value.kind}`);
  if (size !== undefined && value.places.length !== size)
    throw new UnreadableFormulaError(`${role} takes a vector of ${size} components, not ${value.places.length}`);
  return value.places;
}

/** Applies `f` to every component. */
export function mapValue(value: Value, f: (place: number) => number): Value {
  if (value.kind === 'scalar') return scalar(f(value.place));
  if (value.kind === 'vector') return vector(value.places.map(f));
  return matrix(value.rows.map((row) => row.map(f)));
}

/** Applies `f` to corresponding components of two values of the same shape. */
export function zipValues(a: Value, b: Value, role: string, f: (a: number, b: number) => number): Value {
  const zip = (x: readonly number[], y: readonly number[]): number[] => {
    if (x.length !== y.length) throw new UnreadableFormulaError(`${role} of ${x.length} and ${y.length} components`);
    return x.map((place, k) => f(place, y[k]!));
  };
  if (a.kind === 'scalar' && b.kind === 'scalar') return scalar(f(a.place, b.place));
  if (a.kind === 'vector' && b.kind === 'vector') return vector(zip(a.places, b.places));
  if (a.kind === 'matrix' && b.kind === 'matrix' && a.rows.length === b.rows.length)
    return matrix(a.rows.map((row, k) => zip(row, b.rows[k]!)));
  throw new UnreadableFormulaError(`${role} of a ${a.kind} and a ${b.kind}`);
}

export const transposed = (rows: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  (rows[0] ?? []).map((_, k) => rows.map((row) => row[k]!));

/** Vector algebra on the places of a program. */
export class Algebra {
  readonly #program: ProgramBuilder;

  constructor(program: ProgramBuilder) {
    this.#program = program;
  }

  sum(terms: readonly number[]): number {
    return terms.reduce((a, b) => this.#program.operation('add', a, b));
  }

  /** `a·b`. */
  dot(a: readonly number[], b: readonly number[]): number {
    if (a.length !== b.length || a.length === 0)
      throw new UnreadableFormulaError(`product of vectors of ${a.length} and ${b.length} components`);
    return this.sum(a.map((x, k) => this.#program.operation('multiply', x, b[k]!)));
  }

  /** `√(a·a)`. */
  norm(a: readonly number[]): number {
    return this.#program.operation('sqrt', this.dot(a, a));
  }

  /** `a₁ b₂ − a₂ b₁`. */
  minor(a1: number, a2: number, b1: number, b2: number): number {
    const { operation } = this.#bound();
    return operation('subtract', operation('multiply', a1, b2), operation('multiply', a2, b1));
  }

  /** The cross product: a vector in space, its one component across the plane in the plane. */
  cross(a: readonly number[], b: readonly number[]): Value {
    if (a.length === 2 && b.length === 2) return scalar(this.minor(a[0]!, a[1]!, b[0]!, b[1]!));
    if (a.length !== 3 || b.length !== 3)
      throw new UnreadableFormulaError(`cross product of ${a.length} and ${b.length} components`);
    const [a1, a2, a3] = a as readonly [number, number, number];
    const [b1, b2, b3] = b as readonly [number, number, number];
    return vector([this.minor(a2, a3, b2, b3), this.minor(a3, a1, b3, b1), this.minor(a1, a2, b1, b2)]);
  }

  /**
   * The product of the language: scalars scale, two vectors give their dot product, matrices act.
   */
  multiply(a: Value, b: Value): Value {
    const times = (x: number, y: number): number => this.#program.operation('multiply', x, y);
    if (a.kind === 'scalar') return mapValue(b, (y) => times(a.place, y));
    if (b.kind === 'scalar') return mapValue(a, (x) => times(x, b.place));
    if (a.kind === 'vector' && b.kind === 'vector') return scalar(this.dot(a.places, b.places));
    if (a.kind === 'matrix' && b.kind === 'vector') return vector(a.rows.map((row) => this.dot(row, b.places)));
    if (a.kind === 'vector' && b.kind === 'matrix')
      return vector(transposed(b.rows).map((column) => this.dot(a.places, column)));
    if (a.kind === 'matrix' && b.kind === 'matrix') {
      const columns = transposed(b.rows);
      return matrix(a.rows.map((row) => columns.map((column) => this.dot(row, column))));
    }
    throw new UnreadableFormulaError(`product of a ${a.kind} and a ${b.kind}`);
  }

  /** `[[cos θ, −sin θ], [sin θ, cos θ]]`. */
  rotation(theta: number): readonly (readonly number[])[] {
    const { operation } = this.#bound();
    const cos = operation('cos', theta);
    const sin = operation('sin', theta);
    return [
      [cos, operation('negate', sin)],
      [sin, cos],
    ];
  }

  #bound(): { readonly operation: ProgramBuilder['operation'] } {
    return { operation: (name, ...args) => this.#program.operation(name, ...args) };
  }
}
