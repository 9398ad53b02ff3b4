import { projectOntoCone } from './natural-map.js';
import type { GroupedMatrix } from './grouped-matrix.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/**
 * Projected Gauss-Seidel sweeps: group by group,
 *
 *     λ_g ← P(λ_g − r_g û_g)
 *
 * with `u` kept up to date and `û`, `r` of the {@link NaturalMap}. Near a solution a few of them find
 * which rows are active and which contacts slide, long before they find the multipliers; Newton's
 * method then finds these (Silcowitz, Niebe & Erleben 2010, "A nonsmooth nonlinear conjugate gradient
 * method for interactive contact force problems").
 */
export class ProjectedSweeps {
  readonly #matrix: GroupedMatrix;
  readonly #groups: RowGroups;
  /** Of each row, the entries of the pattern to the left of its diagonal, and their columns. */
  readonly #start: Int32Array;
  readonly #entry: Int32Array;
  readonly #column: Int32Array;
  readonly #point = new Float64Array(3);

  constructor(matrix: GroupedMatrix, groups: RowGroups) {
    const { size, start, row } = matrix.pattern;
    this.#matrix = matrix;
    this.#groups = groups;
    const first = new Int32Array(size + 1);
    for (let j = 0; j < size; j++) for (let e = start[j]! + 1; e < start[j + 1]!; e++) first[row[e]! + 1]!++;
    for (let i = 0; i < size; i++) first[i + 1]! += first[i]!;
    const next = first.slice();
    this.#start = first;
    this.#entry = new Int32Array(first[size]!);
    this.#column = new Int32Array(first[size]!);
    for (let j = 0; j < size; j++) {
      for (let e = start[j]! + 1; e < start[j + 1]!; e++) {
        const at = next[row[e]!]!++;
        this.#entry[at] = e;
        this.#column[at] = j;
      }
    }
  }

  /** Improves `iterate` by `count` sweeps, and measures it. */
  run({ lower, upper, contacts: { coefficient } }: ComplementarityProblem, iterate: Iterate, count: number): void {
    const { count: groups, first, contactOf } = this.#groups;
    const { lambda, u } = iterate;
    const { r } = iterate.map;
    const point = this.#point;
    iterate.move();
    for (let sweep = 0; sweep < count; sweep++) {
      for (let k = 0; k < groups; k++) {
        // There and back, so that no end of a pile is preferred.
        const g = sweep % 2 === 0 ? k : groups - 1 - k;
        const i = first[g]!;
        const width = first[g + 1]! - i;
        const contact = contactOf[g]!;
        if (contact < 0) {
          const p = Math.min(Math.max(lambda[i]! - r[i]! * u[i]!, lower[i]!), upper[i]!);
          this.#change(i, p - lambda[i]!, lambda, u);
          continue;
        }
        const mu = coefficient[contact]!;
        const u1 = u[i + 1]!;
        const u2 = width === 3 ? u[i + 2]! : 0;
        point[0] = lambda[i]! - r[i]! * (u[i]! + mu * Math.sqrt(u1 * u1 + u2 * u2));
        point[1] = lambda[i + 1]! - r[i]! * u1;
        point[2] = width === 3 ? lambda[i + 2]! - r[i]! * u2 : 0;
        projectOntoCone(coefficient, contact, point);
        for (let c = 0; c < width; c++) this.#change(i + c, point[c]! - lambda[i + c]!, lambda, u);
      }
    }
    iterate.measure();
  }

  /** `λ_i += by`, and `u` with it. */
  #change(i: number, by: number, lambda: Float64Array, u: Float64Array): void {
    if (by === 0) return;
    const { start, row } = this.#matrix.pattern;
    const { values } = this.#matrix;
    lambda[i]! += by;
    const end = start[i + 1]!;
    for (let e = start[i]!; e < end; e++) u[row[e]!]! += values[e]! * by;
    const last = this.#start[i + 1]!;
    for (let k = this.#start[i]!; k < last; k++) u[this.#column[k]!]! += values[this.#entry[k]!]! * by;
  }
}
