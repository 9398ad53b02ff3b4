import { cubed, squared } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { Analyses } from '../linear/analyses.js';
import type { Elimination } from '../linear/elimination.js';
import { IncompleteCholesky } from '../linear/incomplete-cholesky.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import { blockGraph, type Graph } from '../equations/symmetric-pattern.js';
import { BlockLDL } from './block-ldl.js';
import { ConjugateDirections, DEFAULT_LIMITS } from './conjugate-directions.js';
import type { MultiplierProblem, MultiplierSolver, Solver, SolverReport } from '../equations/solver.js';

/**
 * Number of entries of `A` above which it is not written out, 16 bytes each. A hub with thousands
 * of constraints makes `A` dense.
 */
const MOST_ENTRIES = 4e6;
/** Number of entries of `L` above which they are not stored, 16 bytes each. */
const MOST_FILL = 2e7;
/**
 * Iterations of IC(0) conjugate residuals, to a residual of 1e-13, per edge of the longest path
 * through the graph of constraints.
 */
const ITERATIONS_PER_STEP = 3;
/** Least number of iterations assumed. */
const LEAST_ITERATIONS = 10;
/** The same without a preconditioner: masses that differ by 1e4 take this many on a star. */
const PLAIN_ITERATIONS_PER_STEP = 300;

/**
 * The default solver. It chooses by predicted cost, once per structure. The cost of a factorization
 * is known from the symbolic analysis. Conjugate residuals with incomplete Cholesky cost a
 * few products with `A` and with the factors for each edge of the longest path through the network,
 * as an iteration carries forces only one constraint further. This amounts to {@link blockLDL} for
 * all but large nets in space. Where hundreds of constraints meet at one body, their rows of `A` are
 * dense, and factors take the cube of their number. Conjugate residuals without a preconditioner
 * need only products with `J` there, and few of them.
 */
export function automatic(): Solver {
  const solver = printAs<Solver>({ name: 'automatic', create: () => new Automatic() }, 'automatic');
  automatics.add(solver);
  return solver;
}

const automatics = new WeakSet<Solver>();

/** True for solvers that {@link automatic} made. */
export const isAutomatic = (solver: Solver): boolean => automatics.has(solver);

/** Predicted operations of {@link conjugateResiduals} without a preconditioner. */
const costOfPlain = ({ size }: MatrixSource, steps: number): number => PLAIN_ITERATIONS_PER_STEP * steps * 60 * size;

/**
 * True where so many rows meet at one body that their factorization alone takes longer than
 * conjugate residuals. Half of the entries of a column, at least, are of rows that meet at the same
 * body: a dense block, which any order of elimination fills. Nothing is analysed for that.
 */
function isDense(matrix: MatrixSource): boolean {
  const { start } = matrix.pattern;
  let longest = 0;
  for (let j = 0; j < matrix.size; j++) longest = Math.max(longest, start[j + 1]! - start[j]!);
  const block = (2 / 3) * cubed(longest / 2);
  return block > costOfPlain(matrix, 1) && block > costOfPlain(matrix, diameter(blockGraph(matrix.pattern)));
}

/**
 * True if a factorization is predicted to take less time than conjugate residuals with incomplete
 * Cholesky. Operations are counted alike for both: multiplications and additions, and as many again
 * for each index that is followed. The dense fronts of a factorization with much fill follow hardly
 * any.
 */
function favoursFactorization(matrix: MatrixSource, { graph, fill, flops }: Elimination): boolean {
  const entries = matrix.pattern.row.length;
  const direct = Math.min(2 * flops + 8 * fill, flops + 24 * fill) + 4 * entries;
  const perIteration = 12 * entries + 20 * matrix.size;
  if (direct <= LEAST_ITERATIONS * perIteration) return true;
  const iterations = ITERATIONS_PER_STEP * diameter(graph) + LEAST_ITERATIONS;
  const { start } = matrix.pattern;
  let factors = 0;
  for (let j = 0; j < matrix.size; j++) factors += 2 * squared(start[j + 1]! - start[j]!);
  return direct <= factors + Math.min(matrix.size, iterations) * perIteration + 12 * entries;
}

class Automatic implements MultiplierSolver {
  readonly #direct = new BlockLDL();
  // Residuals, as rows may contradict each other, and an iteration costs half.
  readonly #plain = new ConjugateDirections('residuals', DEFAULT_LIMITS);
  readonly #preconditioned = new ConjugateDirections('residuals', {
    ...DEFAULT_LIMITS,
    makePreconditioner: (matrix) => new IncompleteCholesky(matrix),
  });
  readonly #analyses = new Analyses();
  #matrix: MatrixSource | undefined;
  #chosen: MultiplierSolver = this.#direct;
  /** The solver that solved last. */
  #last: MultiplierSolver = this.#direct;

  solve(problem: MultiplierProblem, report: SolverReport): void {
    if (this.#direct.solveChain(problem, report)) {
      this.#last = this.#direct;
      return;
    }
    const { matrix } = problem;
    if (matrix !== this.#matrix) {
      this.#matrix = matrix;
      this.#chosen = matrix ? this.#choose(matrix) : this.#direct;
    }
    this.#last = this.#chosen;
    this.#last.solve(problem, report);
  }

  solveAgain(problem: MultiplierProblem, report: SolverReport): void {
    if (this.#last.solveAgain) this.#last.solveAgain(problem, report);
    else this.solve(problem, report);
  }

  #choose(matrix: MatrixSource): MultiplierSolver {
    if (matrix.entryBound > MOST_ENTRIES) return this.#plain;
    if (isDense(matrix)) return this.#plain;
    const elimination = this.#analyses.of(matrix, MOST_FILL);
    if (!(elimination.fill <= MOST_FILL)) return this.#preconditioned;
    if (!favoursFactorization(matrix, elimination)) return this.#preconditioned;
    this.#direct.prepare(matrix, elimination);
    return this.#direct;
  }
}

/**
 * Estimates the diameter of the graph by the last of two breadth-first searches in each component.
 */
function diameter(graph: Graph): number {
  const distance = new Int32Array(graph.size).fill(-1);
  const queue = new Int32Array(graph.size);
  let longest = 0;
  for (let node = 0; node < graph.size; node++) {
    if (distance[node]! >= 0) continue;
    const farthest = search(graph, node, distance, queue);
    for (let k = 0; k < farthest.count; k++) distance[queue[k]!] = -1;
    longest = Math.max(longest, search(graph, farthest.node, distance, queue).steps);
  }
  return longest;
}

/**
 * Searches breadth first from `from`. Returns the last node reached, its distance, and the number
 * of nodes reached.
 */
function search(
  { start, neighbour }: Graph,
  from: number,
  distance: Int32Array,
  queue: Int32Array,
): { node: number; steps: number; count: number } {
  let count = 1;
  let node = from;
  queue[0] = from;
  distance[from] = 0;
  for (let head = 0; head < count; head++) {
    node = queue[head]!;
    for (let e = start[node]!; e < start[node + 1]!; e++) {
      const next = neighbour[e]!;
      if (distance[next]! >= 0) continue;
      distance[next] = distance[node]! + 1;
      queue[count++] = next;
    }
  }
  return { node, steps: distance[node]!, count };
}
