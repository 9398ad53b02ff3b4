import { RowSizes } from '../equations/row-sizes.js';
import { copy, maxAbs } from '../base/vector.js';
import type { ImplicitMotion } from './implicit-motion.js';
import type { Stage } from './inertia.js';

/** Parts of coordinates and of rows that are rounding. */
const ROUNDING = 64 * Number.EPSILON;
/** Part of the coordinates below which a step that gains nothing more was made by rounding. */
const SMALL_STEP = 1e-10;
/** Part of the slope by which the merit must fall, and of the merit that is rounding. */
const ARMIJO = 1e-4;
const MERIT_NOISE = 1e-12;
const SHORTEST = 1e-9;
/** Error, as a part of the forces, below which a saddle is taken for the solution. */
const NEAR = 1e-2;
/** Factor by which steps shrink where the method converges faster than linearly. */
const FAST = 0.1;
/** First shift of the diagonal by masses, the factor between two, and the largest number of them. */
const FIRST_SHIFT = 1;
const SHIFT_GROWTH = 8;
const MOST_SHIFTS = 20;
/** Factor by which multipliers may grow before errors of rows weigh more than the energy. */
const MARGIN = 2;

/**
 * Newton's method for the equations of a stage: a search for a minimum of the potential
 * `Σ V + k² a·M a / 2` where `C = 0`. Where the matrix is not that of a minimum, the Hessians of energies and
 * constraints are made semidefinite one by one, and then masses are added. Each step is halved until the
 * potential with the errors of rows as a penalty falls: `ρ |C|` in hard rows, in soft ones their energy up to the
 * force `ρ`, and that force from there on (Huber's function).
 */
export class Newton {
  readonly motion: ImplicitMotion;
  readonly #tolerance: number;
  readonly #maxIterations: number;
  readonly #sizes: RowSizes;
  readonly #step: Float64Array;
  readonly #right: Float64Array;
  readonly #q: Float64Array;
  readonly #lambda: Float64Array;
  /** Displacements of the stage at the last error: as a part of the coordinates, or in radians. */
  #moved = 0;
  /** True where the last step was shortened. */
  #isShortened = false;
  /**
   * True where the last matrix was of semidefinite Hessians, and where it was so at once. Such a matrix is followed by
   * another one, and near the solution by one that is tried as it is.
   */
  #wasProjected = false;
  #beganProjected = false;

  constructor(motion: ImplicitMotion, tolerance: number, maxIterations: number) {
    const { n, rowCount } = motion;
    const { state, system } = motion.motion;
    this.motion = motion;
    this.#tolerance = tolerance;
    this.#maxIterations = maxIterations;
    this.#sizes = new RowSizes(system.all);
    this.#step = new Float64Array(n + rowCount);
    this.#right = new Float64Array(n + rowCount);
    this.#q = new Float64Array(state.q.length);
    this.#lambda = new Float64Array(rowCount);
  }

  /** Solves a stage from the present coordinates, or those without accelerations. Returns false where it fails. */
  solve(stage: Stage): boolean {
    const motion = this.motion;
    const { q } = motion.motion.state;
    copy(q, 0, this.#q, 0, q.length);
    motion.foresee(stage);
    // Coordinates that no force changes move on, also where the step begins again from its start.
    for (const i of motion.immovable.coordinates) this.#q[i] = q[i]!;
    copy(this.#q, 0, q, 0, q.length);
    motion.evaluate(stage);
    const here = this.#merit(this.#largestForce());
    motion.foresee(stage);
    motion.evaluate(stage);
    // Ahead, where nothing pulls back; here, where stiff energies would be strained.
    if (!(this.#isFinite() && this.#merit(this.#largestForce()) <= here)) {
      copy(this.#q, 0, q, 0, q.length);
      motion.evaluate(stage);
    }
    if (!this.#isFinite()) return false;
    let shift = 0;
    this.#wasProjected = false;
    let last = NaN;
    let error = this.#error(stage);
    for (let iteration = 0; error > 1; iteration++) {
      if (iteration >= this.#maxIterations || !(error < Infinity)) return false;
      this.motion.motion.counts.iterations++;
      shift = this.#findStep(stage, shift / SHIFT_GROWTH, error);
      const size = this.#stepSize();
      if (!this.#take(stage, error)) return size <= SMALL_STEP;
      const before = error;
      error = this.#error(stage);
      // What is left is the rounding of stiff forces, or less than the step after this one would change.
      if (size <= ROUNDING || (size <= SMALL_STEP && error > before / 2)) break;
      if (!this.#isShortened && size < FAST * last && size * (size / last) <= this.#tolerance * this.#moved) break;
      last = size;
    }
    return error < Infinity;
  }

  #isFinite(): boolean {
    const { residual, potential } = this.motion;
    let sum = potential;
    for (const entry of residual) sum += Math.abs(entry);
    return sum < Infinity;
  }

  /** Error of the equations at the last evaluation, as a multiple of the tolerance. */
  #error({ k }: Stage): number {
    const motion = this.motion;
    const { n, rowCount, residual, sizes, velocityOf, isLength, masses } = motion;
    const { state } = motion.motion;
    let [length, turn] = [0, 0];
    for (let i = 0; i < n; i++) {
      const moved = Math.abs(k * state.v[velocityOf[i]!]!);
      if (isLength[i] === 1) length = Math.max(length, moved);
      else turn = Math.max(turn, moved);
    }
    this.#moved = Math.max(turn, length / this.#length());
    let worst = 0;
    for (let i = 0; i < n; i++) {
      const moved = isLength[i] === 1 ? length : turn;
      const limit = this.#tolerance * Math.max(sizes[i]!, masses[i]! * moved);
      const ratio = residual[i] === 0 ? 0 : Math.abs(residual[i]!) / limit;
      if (!(ratio <= worst)) worst = ratio;
    }
    if (rowCount === 0) return worst;
    const rows = this.#sizes.find();
    const part = Math.max(ROUNDING, this.#tolerance * Math.min(1, Math.max(turn, length / this.#sizes.length())));
    for (let r = 0; r < rowCount; r++) {
      const ratio = residual[n + r] === 0 ? 0 : Math.abs(residual[n + r]!) / (part * rows[r]!);
      if (!(ratio <= worst)) worst = ratio;
    }
    return worst;
  }

  /** Finds the step, with as little of a shift as the matrix of a minimum takes. Returns that shift. */
  #findStep(stage: Stage, least: number, error: number): number {
    const motion = this.motion;
    const { matrix, residual } = motion;
    const right = this.#right;
    residual.forEach((entry, i) => (right[i] = -entry));
    let shift = least < FIRST_SHIFT ? 0 : least;
    const isNear = error * this.#tolerance < NEAR;
    let projected = this.#wasProjected && !(isNear && this.#beganProjected);
    this.#beganProjected = projected;
    for (let attempt = 0; ; attempt++) {
      motion.linearize(stage, projected, shift);
      matrix.solve(right, this.#step);
      motion.motion.counts.factorizations++;
      if (matrix.isConvex || attempt >= MOST_SHIFTS) break;
      // Symmetric motions lead to saddles. Near one, a minimum would be looked for in vain.
      if (!projected && isNear) {
        matrix.refine(right, this.#step);
        if (this.#leadsNearer(stage, error)) return shift;
      }
      if (!projected) projected = true;
      else shift = Math.max(FIRST_SHIFT, SHIFT_GROWTH * shift);
    }
    this.#wasProjected = projected;
    matrix.refine(right, this.#step);
    return shift;
  }

  /** True where the full step halves the error. Takes the world back. */
  #leadsNearer(stage: Stage, error: number): boolean {
    this.#keep();
    this.#moveBy(1, stage);
    const isNearer = this.#isFinite() && this.#error(stage) < error / 2;
    this.#moveBy(0, stage);
    return isNearer;
  }

  /** The largest displacement of the step, as a part of the coordinates, or in radians. */
  #stepSize(): number {
    const { n, isLength } = this.motion;
    const length = this.#length();
    let size = 0;
    for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(this.#step[i]!) / (isLength[i] === 1 ? length : 1));
    return size;
  }

  /** The largest coordinate, 1 where all are zero. */
  #length(): number {
    return maxAbs(this.motion.motion.state.q) || 1;
  }

  /** Takes the step, or a part of it in which the merit falls. Returns false where there is none. */
  #take(stage: Stage, error: number): boolean {
    const { n, rowCount, matrix, residual, gap, lambda, stretch, potential } = this.motion;
    const step = this.#step;
    this.#keep();
    let largest = this.#largestForce();
    for (let r = 0; r < rowCount; r++) largest = Math.max(largest, Math.abs(lambda[r]! - step[n + r]!));
    const penalty = MARGIN * largest;
    const { compliance } = matrix;
    // The slope of the merit along the step d, with (J d)_r = −(s + α λ)_r − α Δλ_r.
    let slope = 0;
    let correction = 0;
    for (let i = 0; i < n; i++) {
      slope += residual[i]! * step[i]!;
      correction += gap[i]! * step[i]!;
    }
    for (let r = 0; r < rowCount; r++) {
      const alpha = compliance[r]!;
      const Jd = -residual[n + r]! + alpha * step[n + r]!;
      const force = stretch[r]! / alpha;
      slope += lambda[r]! * Jd;
      slope += alpha > 0 ? Math.max(-penalty, Math.min(penalty, force)) * Jd : -penalty * Math.abs(stretch[r]!);
    }
    const before = this.#merit(penalty);
    const noise = MERIT_NOISE * (Math.abs(before) + Math.abs(potential));
    for (let length = 1; length > SHORTEST; length /= 2) {
      this.#moveBy(length, stage);
      const fallen = this.#merit(penalty) + length * correction - before;
      this.#isShortened = length < 1;
      if (fallen <= ARMIJO * length * Math.min(0, slope) + noise) return true;
      // Curved constraints lift the merit although all errors fall; so do saddles.
      if (length === 1 && this.#isFinite() && this.#error(stage) < error / 2) return true;
    }
    this.#moveBy(0, stage);
    return false;
  }

  /** Keeps coordinates and multipliers for {@link #moveBy}. */
  #keep(): void {
    const { lambda, rowCount, motion } = this.motion;
    const { q } = motion.state;
    copy(q, 0, this.#q, 0, q.length);
    copy(lambda, 0, this.#lambda, 0, rowCount);
  }

  /** Evaluates the equations a part of the step away from what was kept. */
  #moveBy(length: number, stage: Stage): void {
    const { motion } = this;
    const { n, rowCount, lambda } = motion;
    const { q } = motion.motion.state;
    copy(this.#q, 0, q, 0, q.length);
    if (length > 0) motion.move(this.#step, length);
    for (let r = 0; r < rowCount; r++) lambda[r] = this.#lambda[r]! - length * this.#step[n + r]!;
    motion.evaluate(stage);
  }

  /** The largest multiplier. */
  #largestForce(): number {
    const { lambda, rowCount } = this.motion;
    let largest = 0;
    for (let r = 0; r < rowCount; r++) largest = Math.max(largest, Math.abs(lambda[r]!));
    return largest;
  }

  #merit(penalty: number): number {
    const { potential, stretch, matrix, rowCount } = this.motion;
    let merit = potential;
    for (let r = 0; r < rowCount; r++) {
      const alpha = matrix.compliance[r]!;
      const size = Math.abs(stretch[r]!);
      merit += size < penalty * alpha ? (size * size) / (2 * alpha) : penalty * (size - (penalty * alpha) / 2);
    }
    return merit;
  }
}
