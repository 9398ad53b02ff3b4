import { squared } from '../base/powers.js';
import { copy } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import { SoftRows } from '../equations/soft-rows.js';
import { ConditionalRows } from './conditional-rows.js';
import { Impulses } from './impulses.js';
import type { StabilizedSystem } from './stabilized-system.js';
import { StiffRows, weightOf } from './stiff-rows.js';

/**
 * Bound on the change of `ẋ` in a step, relative to `ẋ`, below which a force is taken explicitly.
 */
const SMALL = 0.1;

/**
 * Stiff forces in a step of `h` at velocity level, by the impulses of {@link StiffRows}: of their equation
 * follows `ẋ⁺ + μ / κ = h c ẋ / κ`, a row of the equations of impulses with the compliance `1/κ`. To make its
 * diagonal entry 1, and to let it vanish with `κ`, the row is multiplied by `s = √(κ / (1 + κ A_ii))`, and its
 * compliance is `1 / (1 + κ A_ii)`.
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
  readonly #stiff: StiffRows;
  /** True where a force is stiff in the step that was begun last. */
  isStiff = false;
  /** `h² θ k` of each row, or 0 where a damper is stronger; of stiff rows the factor by which they are multiplied. */
  readonly #damping: Float64Array;
  readonly #factor: Float64Array;
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
    this.#stiff = new StiffRows(motion);
    this.#soft = motion.soft?.rows ?? new SoftRows(system);
    this.conditional = new ConditionalRows(system, this.#soft);
    this.#damping = new Float64Array(count);
    this.#factor = new Float64Array(this.#stiff.constraints.length);
    this.#diagonal = new Float64Array(count);
    this.#gamma = new Float64Array(count);
  }

  /** The index of the first stiff row. */
  get firstStiff(): number {
    return this.#stiff.first;
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
    const { constraints, first } = this.#stiff;
    for (const constraint of constraints) constraint.setSlopes(1);
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
      const k = this.#soft.stiffness[row]!;
      this.#damping[row] = h * k > this.#soft.damping[row]! ? h * h * k : 0;
    }
    if (theta < 1) this.conditional.activate(h, C, Cdot, this.target);
    if (!feedsBack) this.conditional.forgo(this.target);
    for (let i = 0; regularization > 0 && i < first; i++)
      compliance[i] = Math.max(compliance[i]!, regularization * this.#diagonal[i]!);
    this.#pinRedundantRows();
    this.isStiff = false;
    for (let i = 0; i < constraints.length; i++) {
      const constraint = constraints[i]!;
      const { stiffness: k, damping: c } = constraint.row;
      const Aii = this.#diagonal[first + i]!;
      const a = this.#stiff.bound(i, h, Aii);
      if (!(a <= SMALL)) this.isStiff = true;
      const weight = weightOf(a);
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
      energy += damping * (i < first ? Math.max(0, rate * rates[i]!) : squared(rate / this.#factor[i - first]!));
    }
    return energy;
  }

  /** Removes the part in the null space of redundant rows from `x`, over the rows of plain constraints. */
  removeNullSpace(x: Float64Array): void {
    if (this.#hasNullSpace) this.#plain.impulses.removeNullSpace(x);
  }
}
