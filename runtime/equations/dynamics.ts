import type { BodyFamily } from '../model/body-store.js';
import { capitalized, labelOfVelocity } from '../recovery/check-state.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { Feedback } from './feedback.js';
import type { Force, ForceWorld } from '../model/force.js';
import type { IntegratedSystem } from '../integrators/integrator.js';
import { correctedParts, DisplacementConstraint } from '../stabilize/displacement.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { findForceFault, tracedToForce } from '../recovery/force-faults.js';
import { countSolution, type Impulses } from '../stabilize/impulses.js';
import { MultiplierEquations } from './multiplier-equations.js';
import type { SingularityGuard } from '../recovery/ill-conditioning.js';
import type { SolutionWatch } from '../recovery/solver-monitor.js';
import { emptyReport, type MultiplierSolver, type SolverReport } from './solver.js';
import type { State } from '../model/state.js';
import { SteadyForces } from './steady-forces.js';
import { clear, copy, findNonFinite } from '../base/vector.js';
import { VelocityLevel } from '../stabilize/velocity-level.js';

const NOTHING = new Float64Array(0);

/** The parts that {@link Dynamics} puts together. */
export interface DynamicsParts {
  readonly world: ForceWorld;
  readonly state: State;
  readonly families: readonly BodyFamily[];
  readonly forces: readonly Force[];
  readonly system: ConstraintSystem;
  readonly createSolver: () => MultiplierSolver;
  readonly feedback: Feedback;
}

/**
 * The equations of motion `v̇ = W (Q + Bᵀ Jᵀ λ)`: from state and time to accelerations, by one evaluation of the constraints, one of the applied
 * forces and one solution for the multipliers.
 */
export class Dynamics implements IntegratedSystem {
  accelerations: Float64Array = NOTHING;
  coordinateRates: Float64Array = NOTHING;
  equations: MultiplierEquations;
  /** Impulses with the same matrix, and the same solver, once somebody has asked for them; see {@link impulsesOf}. */
  impulses: Impulses | undefined;
  /** Look at the solutions of a step, and at each solution; absent where nobody asked for that. */
  guard: SingularityGuard | undefined;
  watch: SolutionWatch | undefined;
  /** True once the integrator has given the step up. */
  givenUp = false;
  readonly report: SolverReport = emptyReport();
  evaluations = 0;
  iterations = 0;
  factorizations = 0;
  nearSingular = 0;

  /** Length of the last steps, s; 0 before the first: one entry. */
  readonly usual = new Float64Array(1);

  readonly parts: DynamicsParts;
  readonly solver: MultiplierSolver;
  readonly #clock: Float64Array;
  #velocities: VelocityLevel | undefined;
  #displacements: DisplacementConstraint | undefined;
  /** Generalized forces, over the velocities. */
  #Q: Float64Array = NOTHING;
  #steady: SteadyForces | undefined;
  /** Revision of the steady `W Q` that {@link accelerations} began with, 0 where it may be any. */
  #freeRevision = 0;
  /** True until the feedback acceleration has been found in the present step. */
  #feedbackDue = true;
  /** True during a step: its multipliers are what later solutions start from. */
  #stepping = false;
  /** True where forces that are infinite or NaN are an error at once. */
  #demandsFinite = false;
  /** True once there are multipliers of the present step: from then to its end they are in `lambda`, and not yet in `warmStart`. */
  #solved = false;

  constructor(parts: DynamicsParts) {
    this.parts = parts;
    this.#clock = parts.system.clock;
    this.solver = parts.createSolver();
    this.equations = new MultiplierEquations(parts.system, parts.families);
  }

  get time(): number {
    return this.#clock[0]!;
  }

  set time(t: number) {
    this.#clock[0] = t;
  }

  get q(): Float64Array {
    return this.parts.state.q;
  }

  get v(): Float64Array {
    return this.parts.state.v;
  }

  get integral(): Float64Array {
    return this.parts.feedback.ki === 0 ? NOTHING : this.parts.system.rows.integral;
  }

  get integralRates(): Float64Array {
    return this.parts.system.rows.C;
  }

  get C(): Float64Array {
    return this.parts.system.rows.C;
  }

  get Cdot(): Float64Array {
    return this.parts.system.rows.Cdot;
  }

  get samplesFeedback(): boolean {
    return this.parts.feedback.sampled;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system, families, forces } = this.parts;
    this.coordinateRates = new Float64Array(state.q.length);
    this.#Q = new Float64Array(state.v.length);
    this.equations = new MultiplierEquations(system, families);
    this.accelerations = this.equations.accelerations;
    this.#steady = new SteadyForces(families, forces, state.v.length);
    this.impulses = undefined;
    this.#velocities = undefined;
    this.#displacements = undefined;
  }

  beginStep(): void {
    this.parts.feedback.setStep(this.usual);
    this.#feedbackDue = true;
    this.#stepping = true;
    this.guard?.beginStep();
    this.givenUp = false;
  }

  endStep(): void {
    if (this.#solved) this.#keepMultipliers();
    this.#solved = false;
    this.#stepping = false;
  }

  evaluate(): void {
    this.evaluateAccelerations();
    this.updateCoordinateRates();
  }

  /** {@link evaluate} for somebody who asks for it outside of steps. Throws E_NOT_FINITE, before anything is solved, if a force is infinite or NaN. */
  evaluateNow(): void {
    this.#demandsFinite = true;
    try {
      this.evaluate();
    } finally {
      this.#demandsFinite = false;
    }
  }

  evaluateAccelerations(): void {
    const { feedback, families, system } = this.parts;
    const { equations } = this;
    const steady = this.#steady;
    this.evaluations++;
    system.evaluate(families);
    if (!feedback.sampled || this.#feedbackDue || !this.#stepping) equations.updateFeedback(feedback);
    this.#feedbackDue = false;

    // Chains begin from the `W Q` that the equations have noted.
    const known = equations.chain && steady && equations.hasBegunWith(steady.revision) && steady.isKnown();
    if (!known) {
      this.#applyForces();
      equations.begin(this.#freeRevision);
    }
    if (!this.#solveChain()) {
      if (known) this.#applyForces();
      equations.assemble();
      this.#solve();
      equations.addConstraintAccelerations();
    }
    this.#diagnose();
  }

  evaluateForces(): void {
    const { families, system } = this.parts;
    this.evaluations++;
    system.evaluate(families);
    this.#applyForces();
    this.#diagnose();
  }

  displace(dt: number): void {
    this.#velocityLevel().displace(dt);
  }

  feedBackVelocity(dt: number, target: Float64Array): void {
    this.#velocityLevel().feedBackVelocity(dt, target);
  }

  constrainVelocity(dt: number, parts: number, target?: Float64Array): void {
    this.#velocityLevel().constrainVelocity(dt, parts, target);
  }

  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean {
    this.#displacements ??= new DisplacementConstraint(correctedParts(this));
    return this.#displacements.solve(dt, tolerance, maxIterations);
  }

  giveUp(): void {
    this.givenUp = true;
  }

  currentRates(): Float64Array {
    if (this.equations.velocitiesAreRates) return this.v;
    this.updateCoordinateRates();
    return this.coordinateRates;
  }

  updateCoordinateRates(): void {
    const { families } = this.parts;
    for (const family of families) family.coordinateRates(this.coordinateRates);
  }

  describeVelocity(i: number): string {
    const { families, system } = this.parts;
    const body = labelOfVelocity(i, families);
    return system.diagnosis?.suspectAt(body, system) ?? body;
  }

  /** Feedback gains and what else depends on it are those of steps of `usual`, s; 0 before the first. */
  setUsualStep(usual: number): void {
    this.usual[0] = usual;
    this.parts.feedback.setStep(this.usual);
  }

  /** Looks for the cause where accelerations are infinite or NaN, in case the step ends so. */
  #diagnose(): void {
    const { system } = this.parts;
    if (!system.diagnosis || findNonFinite(this.accelerations) < 0) return;
    system.diagnosis.note(system, () => findForceFault(this.parts));
  }

  /** The whole solution where the constraints form chains, and nothing about them needs a second look. */
  #solveChain(): boolean {
    const { chain } = this.equations;
    if (!chain || this.solver.solveChain?.(chain, this.report) !== true) return false;
    countSolution(this, this.report);
    if (this.#stepping) {
      this.#solved = true;
      this.guard?.observeWork(this.report, chain.work);
    }
    return true;
  }

  #solve(): void {
    const { lambda } = this.parts.system.rows;
    if (lambda.length === 0) return;
    this.recallMultipliers();
    this.solver.solve(this.equations, this.report);
    countSolution(this, this.report);
    if (this.#stepping) {
      this.#solved = true;
      this.guard?.observe(this.report, lambda, this.equations.rightHandSide);
    }
    this.watch?.check(this);
  }

  /** Makes `lambda` the multipliers of the last evaluation within a step. */
  recallMultipliers(): void {
    if (this.#solved) return;
    const { lambda, warmStart } = this.parts.system.rows;
    copy(warmStart, 0, lambda, 0, lambda.length);
  }

  /** Takes note of multipliers that are in `lambda` now. */
  noteMultipliers(): void {
    if (this.#stepping) this.#solved = true;
    else this.#keepMultipliers();
  }

  #velocityLevel(): VelocityLevel {
    return (this.#velocities ??= new VelocityLevel(this));
  }

  #keepMultipliers(): void {
    const { lambda, warmStart } = this.parts.system.rows;
    copy(lambda, 0, warmStart, 0, lambda.length);
  }

  /** The first part of `v̇ = W Q + W Bᵀ Jᵀ λ`. */
  #applyForces(): void {
    const steady = this.#steady;
    if (steady?.recall(this.accelerations)) {
      this.#freeRevision = steady.revision;
      return;
    }
    this.#collectForces(this.#Q);
    for (const family of this.parts.families) family.applyInverseMass(this.#Q, this.accelerations);
    this.#freeRevision = steady?.remember(this.accelerations) ? steady.revision : 0;
  }

  #collectForces(Q: Float64Array): void {
    const { families, forces, world } = this.parts;
    clear(Q);
    for (const family of families) {
      family.addInertialForces(Q);
      family.forces = Q;
    }
    let k = 0;
    try {
      for (; k < forces.length; k++) forces[k]!.apply(world);
    } catch (error) {
      throw tracedToForce(error, forces[k]!, k);
    } finally {
      for (const family of families) family.forces = null;
    }
    if (this.#demandsFinite && findNonFinite(Q) >= 0) {
      const fault = findForceFault(this.parts) ?? 'a force is infinite or NaN';
      throw new HolonomicRuntimeError('E_NOT_FINITE', `${capitalized(fault)}.`, 'Look at what it computes there.');
    }
  }
}
