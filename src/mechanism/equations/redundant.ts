import { lengthOf } from '../../../runtime/base/powers.js';
import { assemble } from '../../../runtime/index.js';
import { ProgramRunner } from '../../self-check/run-program.js';
import { stateOfWorld, type Plan } from '../plan/plan.js';
import { linearSystem } from './motion.js';
import { loadsAt, stateLoads } from './state.js';

/** Relative pivot at or below which a row depends on others, at a state with `C = 0`. */
const DEPENDENT = 1e-9;
/** States of the scene's motion at which rows are compared. */
const STATES = 40;
const MOST_STEPS = 4000;

/** Rows of `A` as numbers. */
type Matrix = readonly Float64Array[];

/**
 * Finds one row of each dependency that holds wherever `C = 0`, as in overconstrained mechanisms that
 * move. Rows that depend on others at the assembled state alone, as at a dead centre, do not count: the
 * scene's world moves on, and the state at which fewest rows depend decides. Of a dependency it takes
 * the row whose part of it is large in all states (Golub & Van Loan, Matrix Computations, section 5.5.7).
 */
export function redundantRows(plan: Plan, order: readonly number[]): number[] {
  if (plan.rows === 0) return [];
  const { q, v, time } = stateLoads(plan);
  const { A } = linearSystem(plan, q, v, time, (_, __, Cdot) => Cdot);
  const runner = new ProgramRunner({ outputs: A.flatMap((row) => [...row.values()]) });
  const matrixAt = (state: Float64Array, t: number): Matrix => {
    const values = runner.run(loadsAt(plan, state, t));
    let at = 0;
    const matrix = A.map(() => new Float64Array(plan.rows));
    A.forEach((row, i) => {
      for (const j of row.keys()) matrix[i]![j] = matrix[j]![i] = values[at++]!;
    });
    return matrix;
  };
  const states: Float64Array[][] = [];
  const built = plan.scene.build();
  const { world } = built;
  const { dt, until } = plan.scene;
  const steps = Math.min(MOST_STEPS, Math.ceil(until / dt));
  const every = Math.max(1, Math.floor(steps / STATES));
  try {
    for (let n = 0; n <= steps; n++) {
      if (n > 0) world.step(dt);
      if (n % every !== 0) continue;
      // The scene may begin off the constraints, and errors of steps lead off them.
      assemble(world);
      states.push(dependenciesOf(matrixAt(stateOfWorld(plan, built), world.time), order));
      if (states[0]!.length === 0) return [];
    }
  } catch {
    // The motion ends here, or leads where constraints cannot be met: the states so far decide.
  }
  // No state meets the constraints: they are compared where they are.
  if (states.length === 0) states.push(dependenciesOf(matrixAt(plan.state, 0), order));
  const fewest = Math.min(...states.map(({ length }) => length));
  return choose(
    states.filter(({ length }) => length === fewest),
    fewest,
    plan.rows,
  );
}

/** The null space of a matrix with unit diagonal after scaling: one vector for each row that depends on others. */
function dependenciesOf(A: Matrix, order: readonly number[]): Float64Array[] {
  const n = A.length;
  const scale = A.map((row, i) => Math.sqrt(row[i]!));
  const L: Float64Array[] = [];
  const d = new Float64Array(n);
  const vectors: Float64Array[] = [];
  order.forEach((own, k) => {
    const row = new Float64Array(n);
    const y = new Float64Array(k);
    let dk = A[own]![own]!;
    for (let j = 0; j < k; j++) {
      let value = A[own]![order[j]!]!;
      for (let i = 0; i < j; i++) value -= L[j]![i]! * y[i]!;
      y[j] = value;
      row[j] = d[j] === 0 ? 0 : value / d[j]!;
      dk -= row[j]! * value;
    }
    const isDependent = !(dk > DEPENDENT * A[own]![own]!);
    d[k] = isDependent ? 0 : dk;
    L.push(row);
    if (!isDependent) return;
    // n = L⁻ᵀ e_k over the rows before that do not depend on others.
    const x = new Float64Array(k + 1);
    x[k] = 1;
    for (let j = k - 1; j >= 0; j--) {
      if (d[j] === 0) continue;
      for (let m = j + 1; m <= k; m++) x[j]! -= L[m]![j]! * x[m]!;
    }
    const vector = new Float64Array(n);
    x.forEach((entry, j) => (vector[order[j]!] = entry * scale[order[j]!]!));
    vectors.push(vector);
  });
  orthonormalize(vectors);
  return vectors;
}

/** The rows, ascending, that serve in all states: each the one with the largest least part. */
function choose(states: readonly (readonly Float64Array[])[], count: number, rows: number): number[] {
  const chosen: number[] = [];
  const weight = (vectors: readonly Float64Array[], i: number): number =>
    vectors.reduce((sum, u) => sum + u[i]! * u[i]!, 0);
  for (let round = 0; round < count; round++) {
    let [best, most] = [-1, 0];
    for (let i = 0; i < rows; i++) {
      const least = Math.min(...states.map((vectors) => weight(vectors, i)));
      if (!chosen.includes(i) && least > most) [best, most] = [i, least];
    }
    if (best < 0) break;
    chosen.push(best);
    for (const vectors of states) leaveOut(vectors, best);
  }
  return chosen.sort((a, b) => a - b);
}

/** Leaves, of what vectors span, what is zero in entry `i`. */
function leaveOut(vectors: readonly Float64Array[], i: number): void {
  const pivot = vectors.map((u) => u[i]!);
  const square = pivot.reduce((sum, x) => sum + x * x, 0);
  for (let r = 0; r < vectors[0]!.length; r++) {
    const product = vectors.reduce((sum, u, j) => sum + pivot[j]! * u[r]!, 0) / square;
    vectors.forEach((u, j) => (u[r]! -= product * pivot[j]!));
  }
}

function orthonormalize(vectors: readonly Float64Array[]): void {
  vectors.forEach((x, j) => {
    for (const n of vectors.slice(0, j)) {
      const product = n.reduce((sum, entry, i) => sum + entry * x[i]!, 0);
      n.forEach((entry, i) => (x[i]! -= product * entry));
    }
    const size = lengthOf(x);
    x.forEach((entry, i) => (x[i] = size > 0 ? entry / size : 0));
  });
}
