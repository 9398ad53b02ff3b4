import { copy, findNonFinite, maxAbs, norm } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { Force, ForceWorld } from '../model/force.js';
import { RowKind } from '../model/row-table.js';
import type { State } from '../model/state.js';
import { AppliedForces } from './applied-forces.js';
import type { Feedback } from './feedback.js';
import { KeptEvaluation } from './kept-evaluation.js';
import { MotionSize } from './motion-size.js';
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

/** What {@link EquationsOfMotion} are made of. */
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
  /** `accelerations += W Bᵀ Jᵀ λ`, where they are `W Q`; `isFirst` at the beginning of a step. */
  accelerate(accelerations: Float64Array, isFirst: boolean): void;
}

/**
 * The equations of motion `v̇ = W (Q + Bᵀ Jᵀ λ)`, from state and time to accelerations. Each
 * evaluation takes one evaluation of the constraints, one of the applied forces, and one solution
 * for the multipliers. What steps need besides is in {@link SteppedSystem}.
 */
export abstract class EquationsOfMotion implements EquationParts {
  readonly world: ForceWorld;
  readonly state: State;
  readonly stores: readonly BodyStore[];
  readonly forces: readonly Force[];
  readonly system: ConstraintSystem;
  readonly createSolver: () => StatedSolver;
  readonly feedback: Feedback;
  readonly monitor: StepMonitor;
  /** Length of the last steps, s; 0 before the first. */
  usual = 0;
  readonly solver: StatedSolver;
  readonly warmStart: WarmStart;
  /** The evaluation of rows at the end of the last step. */
  readonly lastEvaluation: KeptEvaluation;
  /** Report of the last solution. */
  readonly report: SolverReport = emptyReport();
  /** Counts of all solutions. */
  readonly counts: SolverCounts = { iterations: 0, factorizations: 0, factorization: 'none', nearSingular: 0 };
  evaluations = 0;
  /** Multipliers of rows with bounds, where they count as applied forces. */
  #kept: Float64Array | undefined;
  /** Workspace, one entry per row. */
  #errors = new Float64Array(0);
  /** Size of the motion at the first evaluation of the step. */
  readonly start: MotionSize;

  /** The equations of plain rows, and those of all rows once they are needed. */
  multipliers: MultiplierEquations;
  #allMultipliers: MultiplierEquations | undefined;
  /** `v̇`, over the velocities. */
  accelerations: Float64Array;
  /** `q̇`, over the coordinates. */
  coordinateRates = new Float64Array(0);
  #applied: AppliedForces;
  /** Forces of soft rows, if there are any. */
  soft: SoftForces | undefined;
  /** Takes the place of the equations of plain rows where some rows begin and cease to act. */
  held: HeldRows | undefined;
  readonly #findFault = (): string | undefined => this.#applied.findFault();
  /** True until the first evaluation of the present step. */
  #isFirst = true;
  /** True in a part of a step that does not begin with it. */
  isLaterPart = false;

  constructor(parts: EquationParts) {
    const { world, stores, forces, system } = parts;
    this.world = world;
    this.state = parts.state;
    this.stores = stores;
    this.forces = forces;
    this.system = system;
    this.createSolver = parts.createSolver;
    this.feedback = parts.feedback;
    this.monitor = parts.monitor;
    this.solver = parts.createSolver();
    this.warmStart = new WarmStart(system);
    this.lastEvaluation = new KeptEvaluation(system, parts.state);
    this.start = new MotionSize(parts.state, stores, system);
    this.multipliers = new MultiplierEquations(system.plain, stores);
    this.accelerations = this.multipliers.accelerations;
    this.#applied = new AppliedForces(world, stores, forces, 0);
  }

  /**
   * Finds the rows that depend on others where `C = 0`, in view of the `report` on the last solution, if
   * there is one.
   */
  protected abstract findRedundantRows(report: SolverReport | undefined): void;

  /** Time of evaluations, s. */
  get time(): number {
    return this.system.time;
  }

  set time(t: number) {
    this.system.time = t;
  }

  /** The equations of all rows. */
  get allMultipliers(): MultiplierEquations {
    const { system, stores } = this;
    return (this.#allMultipliers ??= system.isPlain ? this.multipliers : new MultiplierEquations(system.all, stores));
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { world, state, system, stores, forces } = this;
    this.coordinateRates = new Float64Array(state.q.length);
    this.multipliers = new MultiplierEquations(system.plain, stores);
    this.#allMultipliers = undefined;
    this.accelerations = this.multipliers.accelerations;
    this.#applied = new AppliedForces(world, stores, forces, state.v.length);
    this.start.outdate();
    this.held = undefined;
    clearReport(this.report);
    const rows = new SoftRows(system);
    this.soft = rows.count > 0 ? new SoftForces(this.allMultipliers, stores, rows) : undefined;
  }

  /** Adapts to rows that were edited in place. Returns false, with nothing changed, where that is impossible. */
  takeEdits(): boolean {
    if (this.held || !this.multipliers.takeEdits()) return false;
    clearReport(this.report);
    return true;
  }

  /**
   * Sets feedback gains and everything else that depends on it to steps of `usual`, s; 0 before the
   * first.
   */
  setUsualStep(usual: number): void {
    this.usual = usual;
    this.feedback.setStep(usual);
  }

  /**
   * Begins a step, or a later part of one: what was measured where the step began stays. The default feedback is
   * set to steps of the {@link usual} length.
   */
  beginStep(isLaterPart = false): void {
    this.isLaterPart = isLaterPart;
    this.feedback.setStep(this.usual);
    this.#isFirst = true;
    this.warmStart.beginStep();
    this.system.chooseRows(true);
    this.monitor.beginStep(this.usual);
  }

  endStep(): void {
    this.isLaterPart = false;
    this.warmStart.endStep();
    this.system.chooseRows(false);
  }

  /** Finds accelerations and coordinate rates, as {@link evaluateAccelerations}. */
  evaluate(forcesMustBeFinite = false): void {
    this.evaluateAccelerations(forcesMustBeFinite);
    this.updateCoordinateRates();
  }

  /**
   * The same between steps, of the present state alone: default feedback is a part of steps. Those at velocity
   * level leave constraints by `Cdot ≈ v² dt / 2`, to which it would answer with a force that does not vanish as
   * `dt → 0`. Rows with bounds act as in the last step.
   */
  evaluateNow(): void {
    this.feedback.setStep(0);
    this.#kept = this.held ? undefined : forcesOfBounds(this.system);
    try {
      this.evaluate(true);
    } finally {
      this.#kept = undefined;
      this.feedback.setStep(this.usual);
    }
  }

  /**
   * Finds the accelerations. Throws E_NOT_FINITE, before anything is solved, if
   * `forcesMustBeFinite` and a force is infinite or NaN.
   */
  evaluateAccelerations(forcesMustBeFinite = false): void {
    const { feedback, multipliers, stores, system } = this;
    this.evaluations++;
    const innerStage = this.warmStart.withinStep && !this.#isFirst;
    if (!innerStage) this.reviewRedundantRows();
    if (this.soft) this.soft.evaluate(!innerStage);
    else if (innerStage || !this.lastEvaluation.stands)
      (this.held || this.#kept ? system.all : system.plain).evaluate(stores);
    this.#isFirst = false;
    if (this.held) {
      this.#accelerateHeld(this.held, !innerStage, forcesMustBeFinite);
      return;
    }
    if (!feedback.sampled || !innerStage) multipliers.updateFeedback(feedback);
    const revision = this.#applyForces(forcesMustBeFinite, innerStage);
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
    if (multipliers.redundant === undefined && !held) this.findRedundantRows(isSolved ? report : undefined);
    return multipliers.redundant !== undefined && multipliers.redundant.rows.length > 0;
  }

  /**
   * Looks for redundant rows anew where those that are known do not depend on others any more, as after a
   * change of parameters. While they do, they agree on the errors `C` of the others up to the order of `C²`.
   */
  reviewRedundantRows(): void {
    const { multipliers, solver, system } = this;
    if (multipliers.redundant === undefined || multipliers.redundant.rows.length === 0) return;
    const { C } = system.plain.rows;
    if (this.#errors.length !== C.length) this.#errors = new Float64Array(C.length);
    copy(C, 0, this.#errors, 0, C.length);
    const apart = solver.removeNullSpace(this.#errors);
    if (apart > ON_SURFACE && apart > LARGEST_PART * norm(C)) this.findRedundantRows(undefined);
  }

  #accelerateHeld(held: HeldRows, isFirst: boolean, forcesMustBeFinite: boolean): void {
    this.#applyForces(forcesMustBeFinite, !isFirst);
    this.warmStart.recall();
    held.accelerate(this.accelerations, isFirst);
    this.warmStart.note();
    this.#checkFinite();
  }

  /** Power of a force at the present state, W. Throws the errors of the force. */
  powerOf(force: Force): number {
    return this.#applied.power(force, this.state.v);
  }

  /**
   * Evaluates the constraints, and in {@link accelerations} the accelerations without them, `W Q`;
   * with those of soft rows unless they are taken `implicitly`. Measures the motion.
   */
  evaluateForces(implicitly = false): void {
    const { stores, system } = this;
    this.evaluations++;
    this.reviewRedundantRows();
    this.lookForRedundantRows();
    let revision: number;
    if (this.soft && !implicitly) {
      this.soft.evaluate(true);
      revision = this.#applyForces(false, false);
    } else {
      if (!this.lastEvaluation.stands) system.all.evaluate(stores);
      revision = this.#applied.apply(this.accelerations, false, false, this.state.still);
    }
    if (this.#isFirst || !this.warmStart.withinStep) this.#measureStart(maxAbs(system.all.rows.Cdot), 0, revision);
    this.#checkFinite();
  }

  /** `accelerations = W Q`, forces of soft rows included; see {@link AppliedForces.apply}. */
  #applyForces(mustBeFinite: boolean, again: boolean): number {
    const revision = this.#applied.apply(this.accelerations, mustBeFinite, again, this.state.still);
    if (!this.soft && !this.#kept) return revision;
    this.soft?.addTo(this.accelerations);
    if (this.#kept) this.allMultipliers.addResponse(this.#kept, this.accelerations);
    return 0;
  }

  /** The applied forces at the present state, over the velocities: a view until the next evaluation. */
  findForces(): Float64Array {
    return this.#applied.find();
  }

  /**
   * Returns `q̇` at the present velocities: {@link coordinateRates}, or the velocities themselves
   * where they are the same.
   */
  currentRates(): Float64Array {
    if (this.multipliers.velocitiesAreRates) return this.state.v;
    this.updateCoordinateRates();
    return this.coordinateRates;
  }

  /**
   * `out += weight Jᵀ λ` over the inputs of all constraints: the forces in the last accelerations.
   */
  addInputForces(weight: number, out: Float64Array): void {
    const { system } = this;
    if (this.held) {
      system.all.addInputProduct(weight, system.all.rows.lambda, out);
      return;
    }
    system.plain.addInputProduct(weight, system.plain.rows.lambda, out);
    this.soft?.addInputForces(weight, out);
  }

  updateCoordinateRates(): void {
    for (const store of this.stores) store.coordinateRates(this.coordinateRates);
  }

  #measureStart(rate: number, feedback: number, revision: number): void {
    if (!this.isLaterPart) this.start.measure(rate, feedback, this.accelerations, revision);
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
    this.monitor.solved(multipliers, report, warmStart.withinStep);
    if (!report.accelerated) multipliers.addConstraintAccelerations();
  }

  #checkFinite(): void {
    if (findNonFinite(this.accelerations) >= 0) this.monitor.notFinite(this.#findFault);
  }
}

/** The present multipliers of hard rows with bounds, 0 in others; undefined where none acts. */
function forcesOfBounds({ plain, all, rowTable: { kind, isSoft } }: ConstraintSystem): Float64Array | undefined {
  if (plain === all) return undefined;
  const forces = all.rows.lambda.map((lambda, i) =>
    i < plain.rows.count || isSoft[i] === 1 || kind[i] === RowKind.stiff ? 0 : lambda,
  );
  return forces.some((force) => force !== 0) ? forces : undefined;
}
