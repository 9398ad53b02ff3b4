import { squared } from '../base/powers.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { copy, maxAbs } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { NO_REDUNDANCY, type RedundantRows } from '../equations/permanent-redundancy.js';
import type { Constraint } from '../model/constraint.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { emptyReport, type SolverReport } from '../equations/solver.js';
import { Analyses } from '../linear/analyses.js';
import type { Elimination } from '../linear/elimination.js';
import { createFactorization } from '../linear/factorization.js';
import { LEAST, type GuardedFactorization } from '../linear/guarded-factorization.js';
import { magnitudeOfProduct } from '../model/constraint-system.js';
import { BlockLDL } from '../solvers/block-ldl.js';
import { PinnedRows } from '../solvers/pinned-rows.js';
import { Impulses } from './impulses.js';
import { Projection } from './projection.js';
import type { StabilizedSystem } from './stabilized-system.js';

/** Numbers of entries of `A` and of its factor above which no redundant rows are sought. */
const MOST_ENTRIES = 1e5;
const MOST_FILL = 3e5;
/**
 * A row with a larger relative pivot is not suspected to be redundant on `C = 0`. Off the surface, pivots
 * grow by at most this factor times the square of the relative error. Bennett's mechanism has 6e4.
 */
const UNSUSPECTED = 1e-8;
const GROWTH = 1e6;
/** Sizes of the trial displacement, relative to the terms of `C`. */
const DISPLACEMENTS = [1e-2, 1e-3, 1e-4, 1e-5];
/**
 * Relative error at which a state is on the surface: the pivots of redundant rows are then less than
 * 1e-12. If a mechanism is held in an isolated state, as a taut net is, pivots vanish only in proportion
 * to the error and stay above that: such rows do hold it.
 */
const ON_SURFACE = 1e-9;
const MOST_ITERATIONS = 40;
const WORTHWHILE = 0.5;

/** A row that disagrees with others and has a larger pivot is no longer redundant. */
const INDEPENDENT = 1e-2;
/** After a failed search, another is tried once the error has fallen to this fraction. */
const CLOSER = 0.5;

/** The redundant rows of a world, from one structure to the next. */
export class Redundancy {
  readonly #motion: EquationsOfMotion;
  /** The plain constraints, and their redundant rows once these are known. */
  #constraints: readonly Constraint[] = [];
  #redundant: RedundantRows | undefined;
  /** True where no row was vacant when they were found. */
  #examinedAll = false;
  /** `max |C|` at the last search that did not reach the surface. */
  #error = Infinity;
  /** Requests for a new search that are ignored before the next one, and after that one. */
  #pause = 0;
  #nextPause = 0;
  readonly #analyses = new Analyses();

  constructor(motion: EquationsOfMotion) {
    this.#motion = motion;
  }

  /** Adapts to a change of structure. The redundant rows stay if the plain constraints do. */
  recall(): void {
    const { multipliers, system } = this.#motion;
    const constraints = system.plain.batches.flatMap((batch) => batch.constraints);
    const before = this.#constraints;
    if (constraints.length !== before.length || constraints.some((one, i) => one !== before[i])) {
      this.#constraints = constraints;
      this.#forget();
    }
    multipliers.redundant = this.#redundant;
  }

  /**
   * Adapts to rows that were edited in place, without redundant ones among them. Fewer rows depend on each
   * other no more than before, and neither do those that were there when rows were examined.
   */
  takeEdits(): void {
    const { system } = this.#motion;
    const { newcomers } = system;
    system.newcomers = 'none';
    const areKnown = newcomers === 'none' || (newcomers === 'returned' && this.#examinedAll);
    if (!areKnown || this.#redundant === undefined) this.#forget();
  }

  #forget(): void {
    this.#redundant = undefined;
    this.#error = Infinity;
    this.#pause = this.#nextPause = 0;
    this.#motion.multipliers.redundant = undefined;
  }

  /** Finds the redundant rows; see {@link EquationsOfMotion.findRedundantRows}. */
  find(stabilized: StabilizedSystem, report: SolverReport | undefined): void {
    const { multipliers, system, solver, warmStart } = this.#motion;
    const error = maxAbs(system.plain.rows.C);
    if (this.#redundant === undefined) {
      if (!(error < CLOSER * this.#error)) return;
    } else {
      if (this.#pause-- > 0) return;
      this.#pause = this.#nextPause;
      this.#nextPause = 2 * this.#nextPause + 1;
    }
    multipliers.redundant = undefined;
    this.#examinedAll = system.vacant.length === 0;
    system.chooseRows(false);
    const rows = findRedundantRows(stabilized, multipliers, this.#analyses, report);
    system.chooseRows(warmStart.withinStep);
    if (rows) this.#redundant = rows.length === 0 ? NO_REDUNDANCY : { rows };
    else if (!(this.#redundant && solver.redundantPivot() <= INDEPENDENT)) this.#redundant = undefined;
    if (this.#redundant === undefined) this.#error = error;
    multipliers.redundant = this.#redundant;
  }
}

/**
 * Finds one row of each dependency that exists on `C = 0` alone; see {@link RedundantRows}. The present
 * state may be off the surface or special, such as a dead centre, where more rows depend on each other
 * than nearby. So rows are judged at a nearby state: the present one displaced at random, which shows
 * the rows that depend on others everywhere, and then projected onto the surface. The state is restored.
 * `analyses` are of earlier structures. `report`, on a solution at or shortly before the present state, shows if there are any suspects.
 * Returns undefined if the surface is not reached, which decides nothing.
 */
function findRedundantRows(
  stabilized: StabilizedSystem,
  equations: MultiplierEquations,
  analyses: Analyses,
  report?: SolverReport,
): Int32Array | undefined {
  const { matrix } = equations;
  const none = new Int32Array(0);
  if (equations.size === 0 || matrix.entryBound > MOST_ENTRIES) return none;
  const { state, stores, range } = stabilized;
  if (!report) range.evaluate(stores);
  const size = magnitudeOfProduct(range, range.table.x);
  const isSound = (leastPivot: number, dependent: number): boolean =>
    dependent === 0 && leastPivot > Math.max(UNSUSPECTED, GROWTH * squared(maxAbs(range.rows.C) / size));
  if (report && isSound(report.leastPivot, report.dependent)) return none;
  const elimination = analyses.of(matrix, MOST_FILL);
  if (!(elimination.fill <= MOST_FILL)) return none;
  const factorization = createFactorization(matrix.pattern, elimination);
  const writer = matrix.writer(factorization.position);
  const zero = new Float64Array(equations.size);
  const z = new Float64Array(equations.size);
  const factorize = (): GuardedFactorization => {
    range.evaluate(stores);
    writer.write(factorization.values);
    factorization.factorize(zero, z);
    return factorization;
  };
  const { dependentCount, pivots } = factorize();
  if (isSound(pivots[LEAST]!, dependentCount)) return none;

  const projection = new Projection(withSolver(stabilized, equations));
  const start = state.q.slice();
  const goBack = (): void => {
    copy(start, 0, state.q, 0, start.length);
    range.table.refresh(stores);
  };
  try {
    for (const displacement of DISPLACEMENTS) {
      try {
        if (!displace(stabilized, equations, displacement * size)) return none;
        const everywhere = new Set(dependentRows(factorize()));
        const limits = { position: ON_SURFACE * size, velocity: Infinity, maxIterations: MOST_ITERATIONS };
        if (projection.projectPositions(limits, WORTHWHILE))
          return withNeighbours(dependentRows(factorize()), everywhere, elimination);
      } catch (error) {
        // Formulas may have no value there.
        if (!(error instanceof HolonomicRuntimeError)) throw error;
      }
      goBack();
      range.evaluate(stores);
    }
    return undefined;
  } finally {
    goBack();
    range.evaluate(stores);
  }
}

/** The dependent rows, except rows of zeros. */
function dependentRows({ dependent, dependentCount, order, values, size }: GuardedFactorization): Int32Array {
  const diagonal = values.length - size;
  return dependent
    .slice(0, dependentCount)
    .filter((k) => values[diagonal + k]! > 0)
    .map((k) => order[k]!);
}

/**
 * Returns the rows in `found` that belong to the same mechanism as a row that does not depend on others
 * `everywhere`, ascending. With more rows than velocities, some rows depend on others everywhere, but in
 * another way on the surface.
 */
function withNeighbours(
  found: Int32Array,
  everywhere: ReadonlySet<number>,
  { parent, place }: Pick<Elimination, 'parent' | 'place'>,
): Int32Array {
  const rootOf = (row: number): number => {
    let k = place[row]!;
    while (parent[k]! >= 0) k = parent[k]!;
    return k;
  };
  const roots = new Set([...found].filter((row) => !everywhere.has(row)).map(rootOf));
  return found.filter((row) => roots.has(rootOf(row))).sort();
}

/** The same with a direct solver of its own, since others fail at states off the surface. */
function withSolver(stabilized: StabilizedSystem, equations: MultiplierEquations): StabilizedSystem {
  const counts = { iterations: 0, factorizations: 0, factorization: 'none', nearSingular: 0 } as const;
  const createSolver = (): PinnedRows => new PinnedRows(new BlockLDL());
  const impulses = new Impulses(equations, createSolver(), { ...counts }, emptyReport());
  return { ...stabilized, impulses, createSolver };
}

/**
 * Moves all coordinates that constraints depend on, such that `C` changes by `size` at most, to first
 * order. Each moves by the square root of a mobility, so that units are irrelevant. Returns false if
 * nothing can move.
 */
function displace({ state, stores, range }: StabilizedSystem, equations: MultiplierEquations, size: number): boolean {
  const d = new Float64Array(state.v.length);
  const weights = new Float64Array(equations.size).map((_, i) => spread(i) * (i % 2 === 0 ? 1 : -1));
  equations.addResponse(weights, d);
  d.forEach((x, i) => (d[i] = Math.sign(x) * Math.sqrt(Math.abs(x)) * spread(i)));
  const moved = new Float64Array(range.table.x.length);
  for (const store of stores) store.toConnectors(d, moved);
  const change = new Float64Array(equations.size);
  range.multiply(moved, change);
  const largest = maxAbs(change);
  if (!(largest > 0 && largest < Infinity)) return false;
  d.forEach((x, i) => (d[i] = (size / largest) * x));
  for (const store of stores) store.displace(d);
  for (const store of stores) store.normalize();
  return true;
}

/** Numbers from 1/2 to 3/2 without a pattern. */
const spread = (i: number): number => 0.5 + ((i * 0.618033988749895) % 1);
