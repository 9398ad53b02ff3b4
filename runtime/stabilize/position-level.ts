import { SoftRows } from '../equations/soft-rows.js';
import { countSolution, emptyReport, type MultiplierProblem, type MultiplierSolver } from '../equations/solver.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { CompliantMatrix } from '../linear/compliant-matrix.js';
import { addMultipliedEntries, addScaled, clear } from '../base/vector.js';
import { StiffRows, weightOf } from './stiff-rows.js';

/** Least `κ`, for which a row does nothing. */
const LEAST = 1e-300;

/**
 * Steps of `h` at position level, as of extended position-based dynamics. Where bodies have moved freely,
 * displacements `h W Bᵀ Jᵀ μ` bring them back onto the constraints, and velocities follow: `v += W Bᵀ Jᵀ μ`.
 * A soft row, `λ = −k C − c Cdot`, acts with its value at the end of the step. With `C₀` at its beginning and
 * `C` where the free motion has led,
 *
 *     (A + Σ) μ = (γ C₀ − C) / h,   Σ = 1 / κ,   γ = h c / κ,   κ = h (h k + c)
 *
 * and in hard rows `Σ = 0` and `γ = 0`, or `1 − h / h₀` after steps of a greater length `h₀`. Rows at velocity level
 * have their rates in place of `C / h`, and so have {@link StiffRows}.
 */
export class PositionLevel {
  readonly #motion: EquationsOfMotion;
  readonly #solver: MultiplierSolver;
  readonly #problem: MultiplierProblem;
  readonly #report = emptyReport();
  /** `Σ`. */
  readonly #compliance: Float64Array;
  /** `γ`, and `C₀ / h` or the rate at the beginning. */
  readonly #share: Float64Array;
  readonly #start: Float64Array;
  readonly #soft: SoftRows;
  readonly #stiff: StiffRows;
  readonly #response: Float64Array;

  constructor(motion: EquationsOfMotion, solver: MultiplierSolver) {
    const { system, state, allMultipliers: equations } = motion;
    const { count } = system.all.rows;
    const compliance = new Float64Array(count);
    this.#motion = motion;
    this.#solver = solver;
    this.#compliance = compliance;
    this.#problem = {
      size: count,
      matrix: new CompliantMatrix(equations.matrix, compliance),
      rightHandSide: new Float64Array(count),
      multipliers: new Float64Array(count),
      multiply(x, out) {
        equations.multiply(x, out);
        addMultipliedEntries(compliance, x, 0, out, 0, out.length);
      },
    };
    this.#share = new Float64Array(count);
    this.#start = new Float64Array(count);
    this.#soft = motion.soft?.rows ?? new SoftRows(system);
    this.#stiff = new StiffRows(motion);
    this.#response = new Float64Array(state.v.length);
  }

  /**
   * Begins a step of `h` at the state where constraints and forces have been evaluated last. Errors of hard rows
   * come from steps of the length `usual`, and are taken back as fast: in a shorter one bodies would be flung.
   */
  begin(h: number, usual: number): void {
    const { system, stores, allMultipliers } = this.#motion;
    const { isRate, isSoft } = system.rowTable;
    const { stiffness, damping, needsMasses } = this.#soft;
    const { constraints, first } = this.#stiff;
    for (const constraint of constraints) constraint.setSlopes(1);
    if (constraints.length > 0) system.all.evaluate(stores);
    const diagonal = this.#start;
    if (needsMasses || constraints.length > 0) allMultipliers.writeDiagonal(diagonal);
    if (needsMasses) this.#soft.setMasses(diagonal);
    for (let i = 0; i < first; i++) {
      if (isSoft[i] === 0) {
        this.#share[i] = isRate[i] === 1 ? 0 : Math.max(0, 1 - h / usual);
        continue;
      }
      const c = damping[i]!;
      this.#setSoftness(i, h * (h * stiffness[i]! + c), isRate[i] === 1 ? 0 : h * c);
    }
    for (let i = 0; i < constraints.length; i++) {
      const { stiffness: k, damping: c } = constraints[i]!.row;
      const weight = weightOf(this.#stiff.bound(i, h, diagonal[first + i]!));
      this.#setSoftness(first + i, h * (weight * h * k + c), h * c);
    }
    this.#writeErrors(h, this.#start);
  }

  /** Moves bodies back onto the constraints after they have moved freely for `h`. */
  end(h: number): void {
    const { system, stores, state, monitor, counts, allMultipliers: equations } = this.#motion;
    const { rightHandSide: b, multipliers } = this.#problem;
    const response = this.#response;
    system.all.evaluate(stores);
    this.#writeErrors(h, b);
    for (let i = 0; i < b.length; i++) b[i] = this.#share[i]! * this.#start[i]! - b[i]!;
    clear(multipliers);
    this.#solver.solve(this.#problem, this.#report);
    countSolution(counts, this.#report);
    if (!(this.#report.residual < Infinity)) monitor.notFinite();
    clear(response);
    equations.addResponse(multipliers, response);
    addScaled(state.v, 1, response);
    for (let i = 0; i < response.length; i++) response[i]! *= h;
    for (const store of stores) store.displace(response);
    for (const store of stores) store.normalize();
    const { lambda } = system.all.rows;
    for (let i = 0; i < lambda.length; i++) lambda[i] = multipliers[i]! / h;
    lambda.fill(0, this.#stiff.first);
    system.all.addImpulses(multipliers);
  }

  #setSoftness(i: number, kappa: number, damping: number): void {
    this.#compliance[i] = 1 / Math.max(LEAST, kappa);
    this.#share[i] = damping > 0 ? damping / kappa : 0;
  }

  /** `C / h`, and rates in rows at velocity level. */
  #writeErrors(h: number, out: Float64Array): void {
    const { rows } = this.#motion.system.all;
    const { isRate } = this.#motion.system.rowTable;
    for (let i = 0; i < out.length; i++) out[i] = isRate[i] === 1 ? rows.Cdot[i]! : rows.C[i]! / h;
  }
}
