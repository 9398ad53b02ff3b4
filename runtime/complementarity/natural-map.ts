import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/**
 * Residual of a {@link ComplementarityProblem}, in units of velocity: the largest entry of
 *
 *     (λ − P(λ − r û)) / r,   û = u + μ |u_T| e_N in contacts, else u
 *
 * It is zero exactly at the solutions. `P` projects onto the bounds or onto the friction cone. With
 * De Saxcé's term `μ |u_T|`, Coulomb's law is the complementarity of `λ` and `û` in the cone and its
 * dual (De Saxcé & Feng 1998, "The bipotential method"). `1/r` is the mean diagonal entry of a
 * contact's block of `A + Σ`, and the diagonal entry of any other row.
 */
export class NaturalMap {
  /** `r` of each row. */
  readonly r: Float64Array;
  /** The residual at the point that was measured last, and the row in which it is. */
  residual = 0;
  worstRow = -1;
  /** Largest `|λ_i| / r_i` there. */
  largest = 0;
  readonly #groups: RowGroups;
  readonly #point = new Float64Array(3);

  constructor(groups: RowGroups) {
    this.#groups = groups;
    this.r = new Float64Array(groups.size);
  }

  /** Sets `r` from the diagonal of `A + Σ`. */
  scale(diagonal: Float64Array): void {
    const { count, first } = this.#groups;
    for (let g = 0; g < count; g++) {
      const end = first[g + 1]!;
      let sum = 0;
      for (let i = first[g]!; i < end; i++) sum += diagonal[i]!;
      const r = (end - first[g]!) / (sum > 0 ? sum : 1);
      for (let i = first[g]!; i < end; i++) this.r[i] = r;
    }
  }

  /** `λ = P(λ)`. */
  project({ lower, upper, contacts: { coefficient } }: ComplementarityProblem, lambda: Float64Array): void {
    const { count, first, contactOf } = this.#groups;
    const point = this.#point;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      if (contactOf[g]! < 0) {
        lambda[i] = Math.min(Math.max(lambda[i]!, lower[i]!), upper[i]!);
        continue;
      }
      const space = first[g + 1]! - i === 3;
      point[0] = lambda[i]!;
      point[1] = lambda[i + 1]!;
      point[2] = space ? lambda[i + 2]! : 0;
      projectOntoCone(coefficient, contactOf[g]!, point);
      lambda[i] = point[0]!;
      lambda[i + 1] = point[1]!;
      if (space) lambda[i + 2] = point[2]!;
    }
  }

  /** Measures the residual at `λ`, where `u = (A + Σ) λ − b`. */
  measure({ lower, upper, contacts }: ComplementarityProblem, lambda: Float64Array, u: Float64Array): void {
    const { count, first, contactOf } = this.#groups;
    const { r } = this;
    const entries = this.#point;
    // Numbers stay in this loop and in arrays: calls that pass them would allocate; see vector.ts.
    let residual = 0;
    let worst = -1;
    let largest = 0;
    for (let g = 0; g < count; g++) {
      const i = first[g]!;
      const end = first[g + 1]!;
      const contact = contactOf[g]!;
      if (contact >= 0) this.#measureContact(contacts.coefficient, contact, i, end - i === 3, lambda, u);
      else {
        const p = lambda[i]! - r[i]! * u[i]!;
        const bound = p < lower[i]! ? lower[i]! : upper[i]!;
        entries[0] = p < lower[i]! || p > upper[i]! ? (lambda[i]! - bound) / r[i]! : u[i]!;
      }
      for (let k = i; k < end; k++) {
        largest = Math.max(largest, Math.abs(lambda[k]!) / r[k]!);
        const size = Math.abs(entries[k - i]!);
        if (size <= residual) continue;
        // An entry that is not finite makes the residual infinite.
        residual = size < Infinity ? size : Infinity;
        worst = i;
      }
    }
    this.residual = residual;
    this.worstRow = worst;
    this.largest = largest;
  }

  /** Finds the entries of a contact's rows. */
  #measureContact(
    coefficient: Float64Array,
    contact: number,
    i: number,
    space: boolean,
    lambda: Float64Array,
    u: Float64Array,
  ): void {
    const mu = coefficient[contact]!;
    const r = this.r[i]!;
    const u1 = u[i + 1]!;
    const u2 = space ? u[i + 2]! : 0;
    const shifted = u[i]! + mu * Math.sqrt(u1 * u1 + u2 * u2);
    const point = this.#point;
    point[0] = lambda[i]! - r * shifted;
    point[1] = lambda[i + 1]! - r * u1;
    point[2] = space ? lambda[i + 2]! - r * u2 : 0;
    projectOntoCone(coefficient, contact, point);
    point[0] = (lambda[i]! - point[0]) / r;
    point[1] = (lambda[i + 1]! - point[1]) / r;
    if (space) point[2] = (lambda[i + 2]! - point[2]) / r;
  }
}

/** Replaces `p = (p_N, p_T)` by the nearest point of the cone `|p_T| ≤ μ p_N` of a contact. */
function projectOntoCone(coefficient: Float64Array, contact: number, p: Float64Array): void {
  const mu = coefficient[contact]!;
  const tangential = Math.sqrt(p[1]! * p[1]! + p[2]! * p[2]!);
  if (p[0]! >= 0 && tangential <= mu * p[0]!) return;
  // That is the apex, or a point of the surface.
  const normal = Math.max(0, (p[0]! + mu * tangential) / (1 + mu * mu));
  const along = tangential > 0 ? (mu * normal) / tangential : 0;
  p[0] = normal;
  p[1]! *= along;
  p[2]! *= along;
}
