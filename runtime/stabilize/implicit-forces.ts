import { copy } from '../base/vector.js';
import { incidencesByBody } from '../equations/incidence.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { SoftRows } from '../equations/soft-rows.js';
import { StiffConstraint } from '../model/stiff-row.js';
import { ConditionalRows } from './conditional-rows.js';
import { Impulses } from './impulses.js';
import type { StabilizedSystem } from './stabilized-system.js';

/**
 * Bound on the change of `ẋ` in a step, relative to `ẋ`, below which a force is taken explicitly.
 */
const SMALL = 0.1;

/**
 * Stiff forces in a step of `h` at velocity level. A force `f(x, ẋ)` along a coordinate `x`, with
 * `k = −∂f/∂x` and `c = −∂f/∂ẋ`, acts with the impulse
 *
 *     h f(x, ẋ) + μ,   μ = h c ẋ − κ ẋ⁺,   κ = h (θ h k + c)
 *
 * whose first part is among the applied forces. So `ẋ⁺ + μ / κ = h c ẋ / κ`, a row of the equations
 * of impulses with the compliance `1/κ`. To make its diagonal entry 1, and to let it vanish with
 * `κ`, the row is multiplied by `s = √(κ / (1 + κ A_ii))`, and its compliance is `1 / (1 + κ A_ii)`.
 *
 * With `θ = 1` this is the implicit Euler method, which damps oscillations that are not stiff at the
 * rate `h k / 2m`. With `θ = 0` it is the symplectic one, which damps none and is unstable for
 * `h² k / m > 4`. Here `θ = a / (1 + a)`, with `a` a bound on `h² k / m`. Without damping, the method
 * is stable if `M ⪰ h² Jᵀ K (1/4 − Θ/2) J`. So it is with `a_i = n_i h (h k_i + c_i) A_ii`, `n_i` the
 * number of rows that share a body with row `i`: `h² √K A √K ⪯ diag(a)`, as `|A_ij|² ≤ A_ii A_jj`,
 * by Gershgorin's theorem with the scales `1 / √(k_i A_ii)`; and `a (1/4 − θ/2) < 1` for all `a`.
 */
export class ImplicitForces {
  readonly stabilized: StabilizedSystem;
  /** The `Cdot` of the equations of impulses without feedback. Zero in rows of constraints. */
  readonly target: Float64Array;
  /** Rows of constraints that are not plain. */
  readonly conditional: ConditionalRows;
  readonly #soft: SoftRows;
  readonly #motion: EquationsOfMotion;
  readonly #plain: StabilizedSystem;
  readonly #equations: MultiplierEquations;
  #hasNullSpace = false;
  readonly #compliance: Float64Array;
  /** Stiff rows, and the index of the first. */
  readonly #constraints: readonly StiffConstraint[] = [];
  readonly firstStiff: number;
  /** True where a force is stiff in the step that was begun last. */
  isStiff = false;
  /** `h² θ k` of each row, or 0 where a damper is stronger; of stiff rows the factor by which they are multiplied. */
  readonly #damping: Float64Array;
  readonly #factor: Float64Array;
  /** Number `n_i` of the stiff rows that share a body with each, itself included. */
  readonly #neighbours: Int32Array;
  /** `A_ii`. */
  readonly #diagonal: Float64Array;
  /** `gamma` at the beginning of the step. */
  readonly #gamma: Float64Array;

  constructor(motion: EquationsOfMotion, plain: StabilizedSystem) {
    const { system, createSolver, allMultipliers: equations } = motion;
    const { range, size: count } = equations;
    const compliance = new Float64Array(count);
    const { counts, report } = plain.impulses;
    const impulses = new Impulses(equations, createSolver(), counts, report, compliance);
    this.stabilized = { ...plain, range, impulses };
    this.target = new Float64Array(count);
    this.#motion = motion;
    this.#plain = plain;
    this.#equations = equations;
    this.#compliance = compliance;
    this.#constraints = range.batches
      .flatMap(({ constraints }) => constraints)
      .filter((constraint) => constraint instanceof StiffConstraint);
    this.firstStiff = count - this.#constraints.length;
    this.#soft = motion.soft?.rows ?? new SoftRows(system);
    this.conditional = new ConditionalRows(system, this.#soft);
    this.#damping = new Float64Array(count);
    this.#factor = new Float64Array(this.#constraints.length);
    this.#neighbours = countNeighbours(motion, this.firstStiff);
    this.#diagonal = new Float64Array(count);
    this.#gamma = new Float64Array(count);
  }

  /**
   * Prepares the rows for a step of `h` from the present state, at which they have been evaluated and
   * the forces applied; `r` is the rate, 1/s, at which errors of equations are fed back, `theta` as in
   * {@link IntegratedSystem.beginVelocityStep}. Rows of constraints have a compliance of
   * `regularization · A_ii` at least. Unless it `feedsBack`, errors stay. Returns false, with nothing to be done, where no force is stiff
   * and all constraints are plain.
   */
  begin(h: number, r: number, theta: number, regularization: number, feedsBack: boolean): boolean {
    const { range, stores, state } = this.stabilized;
    const { C, Cdot } = range.rows;
    const first = this.firstStiff;
    for (const constraint of this.#constraints) constraint.setSlopes(1);
    copy(range.rows.gamma, 0, this.#gamma, 0, this.#gamma.length);
    range.updateRates(stores, state.v);
    const { factors } = this.#equations;
    factors.outdate();
    factors.load();
    factors.diagonal(this.#diagonal);

    if (this.#soft.needsMasses) this.#soft.setMasses(this.#diagonal);
    const compliance = this.#compliance;
    compliance.fill(0, 0, first);
    this.conditional.begin(h, r, range.rows, this.#gamma, theta, compliance, this.target);
    for (let row = 0; row < first; row++) {
      const [k, c] = [this.#soft.stiffness[row]!, this.#soft.damping[row]!];
      this.#damping[row] = h * k > c ? h * h * k : 0;
    }
    if (theta < 1) this.conditional.activate(h, C, Cdot, this.target);
    if (!feedsBack) this.conditional.forgo(this.target);
    for (let i = 0; regularization > 0 && i < first; i++)
      compliance[i] = Math.max(compliance[i]!, regularization * this.#diagonal[i]!);
    this.#pinRedundantRows();
    this.isStiff = false;
    for (let i = 0; i < this.#constraints.length; i++) {
      const constraint = this.#constraints[i]!;
      const { stiffness: k, damping: c } = constraint.row;
      const Aii = this.#diagonal[first + i]!;
      const a = this.#neighbours[i]! * h * (h * k + c) * Aii;
      if (!(a <= SMALL)) this.isStiff = true;
      const weight = a / (1 + a);
      const kappa = h * (weight * h * k + c);
      const scale = 1 + kappa * Aii;
      const factor = Math.sqrt(kappa / scale);
      constraint.setSlopes(factor);
      this.#damping[first + i] = weight * h * k > c ? weight * h * h * k : 0;
      this.#factor[i] = factor;
      this.#compliance[first + i] = 1 / scale;
      this.target[first + i] = kappa > 0 ? (h * c * Cdot[first + i]!) / Math.sqrt(kappa * scale) : 0;
    }
    return this.isStiff || first > this.#motion.system.plain.rows.count;
  }

  /**
   * Gives redundant rows the compliance that solvers without bounds give them by themselves; see
   * {@link PinnedRows}.
   */
  #pinRedundantRows(): void {
    const { redundant } = this.#motion.multipliers;
    this.#equations.redundant = redundant;
    this.#hasNullSpace = this.conditional.isBounded && this.#plain.impulses.findNullSpace();
    if (!this.#hasNullSpace || !redundant) return;
    for (const row of redundant.rows)
      this.#compliance[row] = Math.max(this.#compliance[row]!, this.#diagonal[row]! || 1);
  }

  /**
   * The energy that steps take out of the motion because stiff forces and those of soft constraints are those at their
   * end, `h² θ k ẋ⁺²`, J: a damping that springs do not have. Dampers that are stronger hide it, and are left out.
   * What a soft constraint takes back of its stretch by steps along a tangent is none: there `ẋ⁺` and `ẋ` are opposite.
   * `multipliers` are the impulses of the rows, and `rates` those at the beginning of the step.
   */
  dampedEnergy(multipliers: Float64Array, rates: Float64Array): number {
    const first = this.firstStiff;
    let energy = 0;
    for (let i = 0; i < this.#damping.length; i++) {
      const damping = this.#damping[i]!;
      // Inequalities that do not act have no impulse.
      if (!(damping > 0) || multipliers[i] === 0) continue;
      const rate = this.target[i]! - this.#compliance[i]! * multipliers[i]!;
      energy += damping * (i < first ? Math.max(0, rate * rates[i]!) : (rate / this.#factor[i - first]!) ** 2);
    }
    return energy;
  }

  /** Removes the part in the null space of redundant rows from `x`, over the rows of plain constraints. */
  removeNullSpace(x: Float64Array): void {
    if (this.#hasNullSpace) this.#plain.impulses.removeNullSpace(x);
  }
}

/** Counts, for each row from `first` on, the rows from there on that share a body with it. */
function countNeighbours({ system, stores }: EquationsOfMotion, first: number): Int32Array {
  if (first === system.all.rows.count) return new Int32Array(0);
  const { bodyStart, firstRow } = incidencesByBody(system.all, stores);
  const rowsAt = Array.from({ length: bodyStart.length - 1 }, (_, b) =>
    Array.from(new Set(firstRow.subarray(bodyStart[b], bodyStart[b + 1]))).filter((row) => row >= first),
  );
  const count = new Int32Array(system.all.rows.count - first);
  // Rows that share two bodies are counted twice, a row itself once.
  for (const rows of rowsAt) for (const row of rows) count[row - first]! += rows.length - 1;
  return count.map((n) => n + 1);
}
