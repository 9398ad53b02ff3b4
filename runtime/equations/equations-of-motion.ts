import { copy, findNonFinite, maxAbs, norm } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { Force, ForceWorld } from '../model/force.js';
import type { State } from '../model/state.js';
import { AppliedForces } from './applied-forces.js';
import type { Feedback } from './feedback.js';
import { SoftRows } from './soft-rows.js';
import { MultiplierEquations } from './multiplier-equations.js';
import { SoftForces } from './soft-forces.js';
import {
  clearReport,
  countSolution,
  emptyReport,
  type StatedSolver,
  type SolverCounts,
  type SolverReport,
} from './solver.js';
import type { StepMonitor } from './step-monitor.js';
import { WarmStart } from './warm-start.js';

/** Part of the errors `C` in which redundant rows may disagree, and `|C|` that is no error at all. */
const LARGEST_PART = 0.1;
const ON_SURFACE = 1e-9;

/** The parts that {@link EquationsOfMotion} are made of. */
export interface EquationParts {
  readonly world: ForceWorld;
  readonly state: State;
  readonly stores: readonly BodyStore[];
  readonly forces: readonly Force[];
  readonly system: ConstraintSystem;
  readonly createSolver: () => StatedSolver;
  readonly feedback: Feedback;
  readonly monitor: StepMonitor;
}

/** Equations for the multipliers of all rows, with rows that begin and cease to act. */
export interface HeldRows {
  /** Evaluates the constraints at the present state. */
  evaluate(): void;
  /** `accelerations += W Bᵀ Jᵀ λ`, where they are `W Q`; `isFirst` at the beginning of a step. */
  accelerate(accelerations: Float64Array, isFirst: boolean): void;
}

/**
 * The equations of motion `v̇ = W (Q + Bᵀ Jᵀ λ)`, from state and time to accelerations. Each
 * evaluation takes one evaluation of the constraints, one of the applied forces, and one solution
 * for the multipliers.
 */
export class EquationsOfMotion {
  readonly parts: EquationParts;
  readonly solver: StatedSolver;
  readonly warmStart: WarmStart;
  /** Report of the last solution. */
  readonly report: SolverReport = emptyReport();
  /** Counts of all solutions. */
  readonly counts: SolverCounts = { iterations: 0, factorizations: 0, factorization: 'none', nearSingular: 0 };
  evaluations = 0;
  /** Workspace, one entry per row. */
  #errors = new Float64Array(0);
  /**
   * Size of the motion at the first evaluation of the step: `max |Cdot|`, the largest feedback
   * acceleration, `max |gamma|`, `√(v·M v)`, and `√(a·M a)` of the accelerations `a` by the applied
   * forces alone.
   */
  readonly start = { rate: 0, feedback: 0, gamma: 0, momentum: 0, force: 0 };

  multipliers: MultiplierEquations;
  /** `v̇`, over the velocities. */
  accelerations: Float64Array;
  /** `q̇`, over the coordinates. */
  coordinateRates = new Float64Array(0);
  #forces: AppliedForces;
  /** Forces of soft rows, if there are any. */
  soft: SoftForces | undefined;
  /**
   * Finds the rows that depend on others where `C = 0`, in view of the `report` on the last solution, if
   * there is one. Set by the stepped system.
   */
  findRedundantRows: ((report: SolverReport | undefined) => void) | undefined;
  /** Takes the place of the equations of plain rows where some rows begin and cease to act. */
  held: HeldRows | undefined;
  readonly #findFault = (): string | undefined => this.#forces.findFault();
  /** True until the first evaluation of the present step. */
  #isFirst = true;
  /** Revision of the `W Q` that was measured last. */
  #measuredRevision = 0;

  constructor(parts: EquationParts) {
    this.parts = parts;
    this.solver = parts.createSolver();
    this.warmStart = new WarmStart(parts.system);
    this.multipliers = new MultiplierEquations(parts.system, parts.stores);
    this.accelerations = this.multipliers.accelerations;
    this.#forces = new AppliedForces(parts.world, parts.stores, parts.forces, 0);
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { world, state, system, stores, forces } = this.parts;
    this.coordinateRates = new Float64Array(state.q.length);
    this.multipliers = new MultiplierEquations(system, stores);
    this.accelerations = this.multipliers.accelerations;
    this.#forces = new AppliedForces(world, stores, forces, state.v.length);
    this.#measuredRevision = 0;
    this.held = undefined;
    clearReport(this.report);
    const rows = new SoftRows(system.extended);
    this.soft = rows.count > 0 ? new SoftForces(system.extended, stores, rows) : undefined;
  }

  /** Adapts to rows that were edited in place. Returns false, with nothing changed, where that is impossible. */
  takeEdits(): boolean {
    if (this.held || !this.multipliers.takeEdits()) return false;
    clearReport(this.report);
    return true;
  }

  /** Begins a step. The default feedback is set to steps of `usual`, s. */
  beginStep(usual: number): void {
    this.parts.feedback.setStep(usual);
    this.#isFirst = true;
    this.warmStart.beginStep();
    this.parts.system.chooseRows(true);
    this.parts.monitor.beginStep();
  }

  endStep(): void {
    this.warmStart.endStep();
    this.parts.system.chooseRows(false);
  }

  /** Finds accelerations and coordinate rates, as {@link evaluateAccelerations}. */
  evaluate(forcesMustBeFinite = false): void {
    this.evaluateAccelerations(forcesMustBeFinite);
    this.updateCoordinateRates();
  }

  /**
   * Finds the accelerations. Throws E_NOT_FINITE, before anything is solved, if
   * `forcesMustBeFinite` and a force is infinite or NaN.
   */
  evaluateAccelerations(forcesMustBeFinite = false): void {
    const { feedback, stores, system } = this.parts;
    const { multipliers } = this;
    this.evaluations++;
    const innerStage = this.warmStart.withinStep && !this.#isFirst;
    if (!innerStage) this.#reviewRedundantRows();
    if (this.soft) this.soft.evaluate(system.time, !innerStage);
    else if (this.held) this.held.evaluate();
    else system.evaluate(stores);
    this.#isFirst = false;
    if (this.held) {
      this.#accelerateHeld(this.held, !innerStage, forcesMustBeFinite);
      return;
    }
    if (!feedback.sampled || !innerStage) multipliers.updateFeedback(feedback);
    const revision = this.#applyForces(forcesMustBeFinite);
    multipliers.begin(revision);
    if (!innerStage) this.#measureStart(multipliers.largestRate, multipliers.largestFeedback, revision);
    this.#solve(innerStage);
    this.#checkFinite();
  }

  /**
   * Finds the rows that depend on others where `C = 0`, unless that has been done in this structure. Returns
   * true if there are any.
   */
  lookForRedundantRows(): boolean {
    const { multipliers, report, held } = this;
    const isSolved = report.factorizations + report.iterations > 0;
    if (multipliers.redundant === undefined && !held) this.findRedundantRows?.(isSolved ? report : undefined);
    return multipliers.redundant !== undefined && multipliers.redundant.rows.length > 0;
  }

  /**
   * Looks for redundant rows anew where those that are known do not depend on others any more, as after a
   * change of parameters. While they do, they agree on the errors `C` of the others up to the order of `C²`.
   */
  #reviewRedundantRows(): void {
    const { multipliers, parts, solver } = this;
    if (multipliers.redundant === undefined || multipliers.redundant.rows.length === 0) return;
    const { C } = parts.system.rows;
    if (this.#errors.length !== C.length) this.#errors = new Float64Array(C.length);
    copy(C, 0, this.#errors, 0, C.length);
    const apart = solver.removeNullSpace(this.#errors);
    if (apart > ON_SURFACE && apart > LARGEST_PART * norm(C)) this.findRedundantRows?.(undefined);
  }

  #accelerateHeld(held: HeldRows, isFirst: boolean, forcesMustBeFinite: boolean): void {
    this.#applyForces(forcesMustBeFinite);
    this.warmStart.recall();
    held.accelerate(this.accelerations, isFirst);
    this.warmStart.note();
    this.#checkFinite();
  }

  /** Power of a force at the present state, W. Throws the errors of the force. */
  powerOf(force: Force): number {
    return this.#forces.power(force, this.parts.state.v);
  }

  /**
   * Evaluates the constraints, and in {@link accelerations} the accelerations without them, `W Q`;
   * with those of soft rows unless they are taken `implicitly`. Measures the motion.
   */
  evaluateForces(implicitly = false): void {
    const { stores, system } = this.parts;
    this.evaluations++;
    this.#reviewRedundantRows();
    this.lookForRedundantRows();
    let revision: number;
    if (this.soft && !implicitly) {
      this.soft.evaluate(system.time, true);
      revision = this.#applyForces(false);
    } else {
      system.extended.time = system.time;
      system.extended.evaluate(stores);
      revision = this.#forces.apply(this.accelerations, false);
    }
    this.#measureStart(maxAbs(system.extended.rows.Cdot), 0, revision);
    this.#checkFinite();
  }

  /** `accelerations = W Q`, forces of soft rows included; see {@link AppliedForces.apply}. */
  #applyForces(mustBeFinite: boolean): number {
    const revision = this.#forces.apply(this.accelerations, mustBeFinite);
    if (!this.soft) return revision;
    this.soft.addTo(this.accelerations);
    return 0;
  }

  /**
   * Returns `q̇` at the present velocities: {@link coordinateRates}, or the velocities themselves
   * where they are the same.
   */
  currentRates(): Float64Array {
    if (this.multipliers.velocitiesAreRates) return this.parts.state.v;
    this.updateCoordinateRates();
    return this.coordinateRates;
  }

  /**
   * `out += weight Jᵀ λ` over the inputs of all constraints: the forces in the last accelerations.
   */
  addInputForces(weight: number, out: Float64Array): void {
    const { system } = this.parts;
    if (this.held) {
      system.extended.addInputProduct(weight, system.extended.rows.lambda, out);
      return;
    }
    system.addInputProduct(weight, system.rows.lambda, out);
    this.soft?.addInputForces(weight, out);
  }

  updateCoordinateRates(): void {
    for (const store of this.parts.stores) store.coordinateRates(this.coordinateRates);
  }

  /**
   * Measures the motion, whose largest `rate` and `feedback` are known. `revision` as in
   * {@link MultiplierEquations.begin}.
   */
  #measureStart(rate: number, feedback: number, revision: number): void {
    const { start } = this;
    start.rate = rate;
    start.feedback = feedback;
    start.gamma = maxAbs(this.parts.system.rows.gamma);
    start.momentum = Math.sqrt(this.#squaredLength(this.parts.state.v));
    if (revision !== 0 && revision === this.#measuredRevision) return;
    start.force = Math.sqrt(this.#squaredLength(this.accelerations));
    this.#measuredRevision = revision;
  }

  /** `x·M x`. */
  #squaredLength(x: Float64Array): number {
    let sum = 0;
    for (const store of this.parts.stores) sum += store.squaredLength(x);
    return sum;
  }

  #solve(innerStage: boolean): void {
    const { multipliers, report, warmStart } = this;
    if (multipliers.size === 0) return;
    warmStart.recall();
    this.solver.solve(multipliers, report);
    if (multipliers.redundant === undefined && this.lookForRedundantRows()) {
      countSolution(this.counts, report);
      this.solver.solve(multipliers, report);
    }
    // Inner stages are off the surface `C = 0`, where redundant rows contradict each other a little.
    if (innerStage) report.contradictory = false;
    countSolution(this.counts, report);
    warmStart.note();
    this.parts.monitor.solved(multipliers, report, warmStart.withinStep);
    if (!report.accelerated) multipliers.addConstraintAccelerations();
  }

  #checkFinite(): void {
    if (findNonFinite(this.accelerations) >= 0) this.parts.monitor.notFinite(this.#findFault);
  }
}
