import { copy } from '../base/vector.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import type { RowFactors } from '../equations/row-factors.js';
import { BasisFactorization } from './basis-factorization.js';
import { BoundPivoting } from './bound-pivoting.js';
import { ConeSweeps } from './cone-sweeps.js';
import { FrictionNewton } from './friction-newton.js';
import { FrictionSearch } from './friction-search.js';
import { GroupedMatrix } from './grouped-matrix.js';
import { InteriorPoint } from './interior-point.js';
import { Iterate } from './iterate.js';
import { NaturalMap } from './natural-map.js';
import { ProximalNewton } from './proximal-newton.js';
import type { ComplementarityProblem, FrictionContacts } from './problem.js';
import { clearComplementarityReport, type ComplementarityReport } from './report.js';
import { groupRows, type RowGroups } from './row-groups.js';

/** Number of rows from which on a problem may be left within its tolerance. */
const LARGE = 150;

/**
 * Solver of {@link ComplementarityProblem}: equations, bounds and dry friction in one problem. It
 * starts from the estimate in `multipliers`, and needs no factorization at all if that fits. A
 * matrix is analysed when it is first met; after that, nothing that grows with the problem is
 * allocated.
 */
export class ComplementaritySolver {
  #matrix: MatrixSource | undefined;
  #contacts: FrictionContacts | undefined;
  #workspace!: Workspace;

  /**
   * Replaces `multipliers` by the solution and fills in `report`. Where no solution is found, they
   * are the best that were met, the estimate included, and the report says by how much they fail,
   * and where. They are NaN where the problem is not finite.
   */
  solve(problem: ComplementarityProblem, report: ComplementarityReport): void {
    clearComplementarityReport(report);
    if (problem.size === 0) return;
    if (problem.matrix !== this.#matrix || problem.contacts !== this.#contacts) {
      this.#workspace = new Workspace(problem);
      this.#matrix = problem.matrix;
      this.#contacts = problem.contacts;
    }
    this.#workspace.solve(problem, report);
  }
}

/** Returns a function that makes something at its first call, and returns that at all later ones. */
function whenNeeded<T extends object>(create: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= create());
}

/** Everything that belongs to one structure. */
class Workspace {
  readonly #groups: RowGroups;
  readonly #toRounding: () => Exact;
  readonly #withinTolerance: () => Sweeping;

  constructor({ size, matrix, factors, contacts }: ComplementarityProblem) {
    const groups = groupRows(size, contacts);
    this.#groups = groups;
    this.#toRounding = whenNeeded(() => new Exact(matrix, groups));
    this.#withinTolerance = whenNeeded(() => new Sweeping(factors!, groups));
  }

  solve(problem: ComplementarityProblem, report: ComplementarityReport): void {
    const { size, tolerance = 0, factors } = problem;
    const isLarge = size > LARGE && factors !== undefined;
    if (isLarge && this.#withinTolerance().solve(problem, report)) return;
    this.#toRounding().solve(problem, report, isLarge ? tolerance : 0);
    if (report.converged || isLarge || factors === undefined) return;
    // What Newton's method did not find, sweeps come near: an impact on a tower, with many contacts at their
    // limits. Equations that contradict each other have nothing that could be found.
    const { groupOf, contactOf } = this.#groups;
    if (contactOf[groupOf[report.worstRow]!]! >= 0) this.#withinTolerance().solve(problem, report);
  }
}

/** Looks whether the estimate will do, and sweeps until a problem is solved within its tolerance if it has one. */
class Sweeping {
  readonly #factors: RowFactors;
  readonly #map: NaturalMap;
  readonly #iterate: Iterate;
  readonly #sweeps: ConeSweeps;
  readonly #diagonal: Float64Array;

  constructor(factors: RowFactors, groups: RowGroups) {
    this.#factors = factors;
    this.#map = new NaturalMap(groups);
    this.#sweeps = new ConeSweeps(factors, groups);
    this.#iterate = new Iterate(this.#sweeps, this.#map, groups);
    this.#diagonal = new Float64Array(groups.size);
  }

  /** Improves `multipliers`. Returns true where they suffice. */
  solve(problem: ComplementarityProblem, report: ComplementarityReport): boolean {
    const { tolerance = 0, compliance, multipliers } = problem;
    const iterate = this.#iterate;
    this.#factors.load();
    this.#sweeps.load(compliance);
    this.#sweeps.diagonal(this.#diagonal);
    this.#map.scale(this.#diagonal);
    iterate.begin(problem);
    if (!(iterate.residual < Infinity)) return false;
    if (!iterate.isSolved()) {
      if (!(tolerance > 0)) return false;
      report.iterations += this.#sweeps.solve(problem, iterate, tolerance);
    }
    copy(iterate.best, 0, multipliers, 0, multipliers.length);
    report.residual = iterate.bestResidual;
    report.largest = iterate.largest;
    report.worstRow = iterate.worstRow;
    report.converged = iterate.isSolved() || iterate.bestResidual <= tolerance;
    return report.converged;
  }
}

/** Solves to rounding, with all that belongs to one matrix. */
class Exact {
  readonly #matrix: GroupedMatrix;
  readonly #factorization: BasisFactorization;
  readonly #map: NaturalMap;
  readonly #iterate: Iterate;
  readonly #pivoting: BoundPivoting;
  readonly #search: FrictionSearch;
  readonly #diagonal: Float64Array;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;

  constructor(matrix: MatrixSource, groups: RowGroups) {
    const { size } = groups;
    this.#matrix = new GroupedMatrix(matrix, groups);
    this.#factorization = new BasisFactorization(this.#matrix, groups);
    this.#map = new NaturalMap(groups);
    this.#iterate = new Iterate(this.#matrix, this.#map, groups);
    this.#pivoting = new BoundPivoting(this.#factorization, groups);
    const newton = new FrictionNewton(this.#matrix, this.#factorization, groups);
    this.#search = new FrictionSearch(
      newton,
      whenNeeded(() => new ProximalNewton(this.#matrix, newton, groups)),
      whenNeeded(() => new InteriorPoint(this.#factorization, groups)),
      groups,
    );
    this.#diagonal = new Float64Array(size);
    this.#lower = new Float64Array(size);
    this.#upper = new Float64Array(size);
  }

  /** Solves to rounding, or until a residual is `sufficient`, m/s. */
  solve(problem: ComplementarityProblem, report: ComplementarityReport, sufficient: number): void {
    const factorization = this.#factorization;
    const iterate = this.#iterate;
    iterate.sufficient = sufficient;
    const { factorizations, substitutions } = factorization;
    this.#matrix.load();
    this.#matrix.diagonal(this.#diagonal);
    this.#map.scale(this.#diagonal);
    iterate.begin(problem);
    if (!(iterate.residual < Infinity)) {
      // A matrix or a right-hand side that is not finite has no solution, and must not seem to have one.
      problem.multipliers.fill(NaN);
      report.residual = NaN;
      report.converged = false;
      return;
    }
    if (!iterate.isSolved()) {
      if (problem.contacts.coefficient.some((mu) => mu > 0)) report.iterations += this.#search.solve(problem, iterate);
      else {
        this.#readBounds(problem);
        report.iterations += this.#pivoting.solve(iterate, this.#lower, this.#upper);
        if (!iterate.isSolved()) report.iterations += this.#search.solve(problem, iterate);
      }
    }
    copy(iterate.best, 0, problem.multipliers, 0, problem.size);
    report.residual = iterate.bestResidual;
    report.largest = iterate.largest;
    report.worstRow = iterate.worstRow;
    report.converged = iterate.isSolved() || iterate.bestResidual <= sufficient;
    report.factorizations = factorization.factorizations - factorizations;
    report.substitutions = factorization.substitutions - substitutions;
  }

  /** Reads the bounds of all rows: contacts here have no friction. */
  #readBounds({ lower, upper, contacts: { normal, tangents } }: ComplementarityProblem): void {
    this.#lower.set(lower);
    this.#upper.set(upper);
    for (const row of normal) {
      this.#lower[row] = 0;
      this.#upper[row] = Infinity;
      this.#lower.fill(0, row + 1, row + 1 + tangents);
      this.#upper.fill(0, row + 1, row + 1 + tangents);
    }
  }
}
