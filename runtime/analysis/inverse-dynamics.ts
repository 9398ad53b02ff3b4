import { checkList, checkNumber, checkVector, readOptions } from '../base/check.js';
import { copy } from '../base/vector.js';
import { apply, applyTranspose, factorize } from '../solvers/orthogonal-decomposition.js';
import type { AnyWorld } from '../world/internals.js';
import { HingeAngle } from '../model/bodies/hinge-angle.js';
import { checkQuantity, readQuantity, rowsOf, sizeOf, type BodyQuantity } from './connector-rows.js';
import { Reduction } from './reduction.js';
import { RestState } from './rest-state.js';

/** An acceleration that is wanted. */
export interface WantedMotion {
  readonly of: BodyQuantity;
  /** A number for a scalar or a hinge angle, else a vector; m/s², rad/s². */
  readonly acceleration: number | ArrayLike<number>;
}

/** Arguments of {@link inverseDynamics}. */
export interface InverseDynamicsOptions {
  readonly motion: readonly WantedMotion[];
  /** Where forces or torques act that are to bring it about. */
  readonly actuators: readonly BodyQuantity[];
}

/** Result of {@link inverseDynamics}. */
export interface InverseDynamics {
  /** Per actuator its force, N, of a point, or its generalized force, N m for an angle: one entry per component. */
  readonly forces: readonly Float64Array[];
  /** What constraints and actuators do not let happen, and by how much the nearest motion misses it. */
  readonly unreachable: readonly { readonly of: BodyQuantity; readonly error: Float64Array }[];
}

/** Least part of a column that is no rounding, and of the terms of an acceleration that counts as a miss. */
const RANK_TOLERANCE = 1e-12;
const MISS = 1e-9;

/**
 * Returns the forces of actuators with which quantities of a world get the accelerations that are
 * wanted, at its present positions and velocities, under all its forces and constraints. Of actuators
 * that can take each other's place it takes the least forces, in the sense of least squares. Where
 * the motion cannot be had, `unreachable` names what misses it, and the forces come nearest. The multipliers of
 * constraints, and so `forceOn`, become those under these forces.
 *
 * ```ts
 * const { forces } = inverseDynamics(world, {
 *   motion: [{ of: crank.angle, acceleration: 0 }],
 *   actuators: [crank.angle],
 * });
 * ```
 *
 * Throws E_ANALYSIS for inequalities, friction and largest forces, E_WORLD, E_STEPPING, E_OPTIONS,
 * E_OPTION_UNKNOWN, E_LIST, E_INPUT_KIND, E_OTHER_WORLD, E_NUMBER, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
 */
export function inverseDynamics(world: AnyWorld, options: InverseDynamicsOptions): InverseDynamics {
  const given = readOptions(options, 'Options of inverseDynamics', ['motion', 'actuators']);
  const wanted = checkList(given.motion, "Option 'motion' of inverseDynamics", '{ of, acceleration }').map((one, i) => {
    const what = `Motion #${i + 1} of inverseDynamics`;
    const { of, acceleration } = readOptions(one as WantedMotion, what, ['of', 'acceleration']);
    const quantity = checkQuantity(of, world, `What ${what} is of`);
    const target =
      quantity instanceof HingeAngle || quantity.kind === 'scalar'
        ? Float64Array.of(checkNumber(acceleration, `The acceleration in ${what}`))
        : checkVector(acceleration, quantity.size, `The acceleration in ${what}`);
    return { of: quantity, target };
  });
  const actuators = checkList(
    given.actuators,
    "Option 'actuators' of inverseDynamics",
    'points, scalars or hinge angles',
  ).map((one, i) => checkQuantity(one, world, `Actuator #${i + 1} of inverseDynamics`));
  const state = new RestState(world, 'inverseDynamics', 'any');
  return state.internals.structure.during('calculating', () => solve(state, wanted, actuators));
}

function solve(
  state: RestState,
  wanted: readonly { readonly of: BodyQuantity; readonly target: Float64Array }[],
  actuators: readonly BodyQuantity[],
): InverseDynamics {
  const reduction = new Reduction(state);
  const { rows } = state.internals.structure.system.all;
  const applied = reduction.solveLower(reduction.gather(state.forces().Q));
  const gamma = Float64Array.from(state.hardRows, (row) => -rows.gamma[row]!);
  // v̇ = J⁺ (−γ) + N Nᵀ W (Q + Bᵀ u), in the coordinates of the reduction.
  const particular = reduction.leastSolution(gamma);
  const free = reduction.project(applied);
  const acting = actuators.map((actuator) => rowsOf(actuator, reduction));
  const columns = acting.flat().map((row) => reduction.project(row));
  const targets = wanted.map(({ of, target }) => {
    const { a } = readQuantity(of);
    return rowsOf(of, reduction).map((row, c) => {
      const own = reduction.project(row);
      const given = dot(row, particular) + a[c]!;
      return {
        own,
        miss: target[c]! - given - dot(own, free),
        size: Math.abs(target[c]!) + Math.abs(given) + Math.abs(dot(own, free)),
      };
    });
  });
  const equations = targets.flat();
  const E = new Float64Array(equations.length * columns.length);
  columns.forEach((column, j) => {
    equations.forEach(({ own }, i) => (E[j * equations.length + i] = dot(own, column)));
  });
  const u = leastSquares(
    E,
    equations.length,
    Float64Array.from(equations, ({ miss }) => miss),
  );
  const sizes: number[] = [];
  const rest = equations.map(({ miss, size }, i) => {
    let sum = miss;
    let terms = size;
    for (let j = 0; j < u.length; j++) {
      const part = E[j * equations.length + i]! * u[j]!;
      sum -= part;
      terms += Math.abs(part);
    }
    sizes.push(terms);
    return sum;
  });
  setMultipliers(state, reduction, applied, particular, acting.flat(), u);
  let at = 0;
  const forces = actuators.map((actuator) => u.slice(at, (at += sizeOf(actuator))));
  at = 0;
  const unreachable = wanted.flatMap(({ of }) => {
    const end = at + sizeOf(of);
    const error = Float64Array.from(rest.slice(at, end));
    const misses = rest.some((entry, i) => i >= at && i < end && Math.abs(entry) > MISS * sizes[i]!);
    at = end;
    return misses ? [{ of, error }] : [];
  });
  return { forces, unreachable };
}

/** `Jᵀ λ = M v̇ − Q − Bᵀ u`, of which only `J⁺ (−γ)` and the part across the motion count. */
function setMultipliers(
  state: RestState,
  reduction: Reduction,
  applied: Float64Array,
  particular: Float64Array,
  acting: readonly Float64Array[],
  u: Float64Array,
): void {
  const left = applied.slice();
  for (let i = 0; i < left.length; i++) left[i]! -= particular[i]!;
  acting.forEach((row, j) => {
    for (let i = 0; i < left.length; i++) left[i]! += u[j]! * row[i]!;
  });
  const lambda = reduction.multipliers(left);
  const { rows } = state.internals.structure.system.all;
  state.hardRows.forEach((row, r) => {
    rows.lambda[row] = rows.warmStart[row] = lambda[r]!;
  });
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0);

/**
 * Returns the shortest of the least-squares solutions of `E u = b`, `E` by columns of `m` entries, by a complete
 * orthogonal decomposition (Golub & Van Loan, Matrix Computations, section 5.4.7).
 */
function leastSquares(E: Float64Array, m: number, b: Float64Array): Float64Array {
  const n = m === 0 ? 0 : E.length / m;
  const A = E.slice();
  const tau = new Float64Array(Math.max(m, n));
  const order = new Int32Array(n);
  const rank = factorize(A, m, n, tau, order, RANK_TOLERANCE);
  const c = b.slice();
  applyTranspose(A, m, rank, tau, c);
  // [R₁₁ R₁₂]ᵀ = Q' R', and the shortest y is Q' R'⁻ᵀ c.
  const T = new Float64Array(rank * n);
  for (let i = 0; i < rank; i++) for (let j = i; j < n; j++) T[i * n + j] = A[j * m + i]!;
  factorize(T, n, rank, tau, null, 0);
  const y = new Float64Array(n);
  copy(c, 0, y, 0, rank);
  for (let j = 0; j < rank; j++) {
    for (let i = 0; i < j; i++) y[j]! -= T[j * n + i]! * y[i]!;
    y[j]! /= T[j * n + j]!;
  }
  apply(T, n, rank, tau, y);
  const u = new Float64Array(n);
  order.forEach((column, j) => (u[column] = y[j]!));
  return u;
}
