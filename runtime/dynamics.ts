import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import type { Feedback } from './feedback.js';
import type { Force, ForceWorld } from './force.js';
import type { IntegratedSystem } from './integrators/integrator.js';
import { DisplacementConstraint, displaceAlong, type CorrectedParts } from './displacement.js';
import { countSolution, Impulses } from './impulses.js';
import { MultiplierEquations } from './multiplier-equations.js';
import { SingularityGuard } from './singularity-guard.js';
import type { SolutionWatch } from './solution-watch.js';
import { emptyReport, type MultiplierSolver, type SolverReport } from './solvers/solver.js';
import type { State } from './state.js';
import { SteadyForces } from './steady-forces.js';
import { suspectAt } from './suspect.js';
import { clear, copy, findNonFinite } from './vector.js';

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
  /** Looks at each solution. */
  readonly watch: SolutionWatch;
}

/**
 * The equations of motion `v̇ = W (Q + Bᵀ Jᵀ λ)`: from state and time to accelerations, by one evaluation of the constraints, one of the applied
 * forces and one solution for the multipliers.
 */
export class Dynamics implements IntegratedSystem {
  accelerations: Float64Array = NOTHING;
  coordinateRates: Float64Array = NOTHING;
  equations: MultiplierEquations;
  /** Impulses with the same matrix, and the same solver. */
  impulses: Impulses;
  readonly guard = new SingularityGuard();
  /** True once the integrator has given the step up. */
  givenUp = false;
  readonly report: SolverReport = emptyReport();
  evaluations = 0;
  iterations = 0;
  factorizations = 0;
  nearSingular = 0;

  /** Length of the last steps, s; 0 before the first: one entry. */
  readonly usual = new Float64Array(1);

  readonly #parts: DynamicsParts;
  readonly #clock: Float64Array;
  readonly #solver: MultiplierSolver;
  #displacement: DisplacementConstraint | undefined;
  /** A displacement, over the velocities. */
  #d: Float64Array = NOTHING;
  /** Generalized forces, over the velocities. */
  #Q: Float64Array = NOTHING;
  #steady: SteadyForces;
  /** Revision of the steady `W Q` that {@link accelerations} began with, 0 where it may be any. */
  #freeRevision = 0;
  /** True until the feedback acceleration has been found in the present step. */
  #feedbackDue = true;
  /** True during a step: its multipliers are what later solutions start from. */
  #stepping = false;
  /** True once there are multipliers of the present step: from then to its end they are in `lambda`, and not yet in `warmStart`. */
  #solved = false;
  readonly #watch: SolutionWatch;

  constructor(parts: DynamicsParts) {
    this.#parts = parts;
    this.#watch = parts.watch;
    this.#clock = parts.system.clock;
    this.#solver = parts.createSolver();
    this.equations = new MultiplierEquations(parts.system, parts.families);
    this.impulses = this.#createImpulses();
    this.#steady = new SteadyForces(parts.families, parts.forces, 0);
  }

  get time(): number {
    return this.#clock[0]!;
  }

  set time(t: number) {
    this.#clock[0] = t;
  }

  get q(): Float64Array {
    return this.#parts.state.q;
  }

  get v(): Float64Array {
    return this.#parts.state.v;
  }

  get integral(): Float64Array {
    return this.#parts.feedback.ki === 0 ? NOTHING : this.#parts.system.rows.integral;
  }

  get integralRates(): Float64Array {
    return this.#parts.system.rows.C;
  }

  get C(): Float64Array {
    return this.#parts.system.rows.C;
  }

  get Cdot(): Float64Array {
    return this.#parts.system.rows.Cdot;
  }

  feedBackVelocity(dt: number, target: Float64Array): void {
    this.#parts.feedback.feedBackVelocity(dt, this.C, target);
  }

  /** What corrections of the state need. */
  get corrected(): CorrectedParts {
    const { state, families, system } = this.#parts;
    return { state, families, system, impulses: this.impulses, clock: this };
  }

  get samplesFeedback(): boolean {
    return this.#parts.feedback.sampled;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system, families } = this.#parts;
    this.coordinateRates = new Float64Array(state.q.length);
    this.#Q = new Float64Array(state.v.length);
    this.#d = new Float64Array(state.v.length);
    this.equations = new MultiplierEquations(system, families);
    this.accelerations = this.equations.accelerations;
    this.#steady = new SteadyForces(families, this.#parts.forces, state.v.length);
    this.impulses = this.#createImpulses();
    this.#displacement = undefined;
  }

  beginStep(): void {
    this.#parts.feedback.setStep(this.usual);
    this.#feedbackDue = true;
    this.#stepping = true;
    this.guard.beginStep();
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

  evaluateAccelerations(): void {
    const { feedback, families, system } = this.#parts;
    const { equations } = this;
    const steady = this.#steady;
    this.evaluations++;
    system.evaluate(families);
    if (!feedback.sampled || this.#feedbackDue || !this.#stepping) equations.updateFeedback(feedback);
    this.#feedbackDue = false;

    // Chains begin from the `W Q` that the equations have noted.
    const known = equations.chain !== undefined && equations.hasBegunWith(steady.revision) && steady.isKnown();
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
    if (findNonFinite(this.accelerations) >= 0) system.noteFault();
  }

  evaluateForces(): void {
    const { families, system } = this.#parts;
    this.evaluations++;
    system.evaluate(families);
    this.#applyForces();
  }

  displace(dt: number): void {
    displaceAlong(this.#parts.families, this.v, dt, this.#d);
  }

  constrainVelocity(dt: number, parts: number, target?: Float64Array): void {
    const span = dt / parts;
    const { families, system } = this.#parts;
    const { lambda, Cdot } = system.rows;
    const { impulses } = this;
    const { rightHandSide, multipliers } = impulses;
    system.evaluate(families);
    this.#recallMultipliers();
    for (let i = 0; i < lambda.length; i++) {
      rightHandSide[i] = (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = span * lambda[i]!;
    }
    if (findNonFinite(rightHandSide) >= 0) system.noteFault();
    impulses.solveFromEstimate();
    if (lambda.length > 0) this.#watch.checkImpulses(this);
    impulses.addTo(this.v);
    for (let i = 0; i < lambda.length; i++) lambda[i] = multipliers[i]! / span;
    if (this.#stepping) this.#solved = true;
    else this.#keepMultipliers();
  }

  constrainDisplacement(dt: number, tolerance: number, maxIterations: number): boolean {
    this.#displacement ??= new DisplacementConstraint(this.corrected);
    return this.#displacement.solve(dt, tolerance, maxIterations);
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
    const { families } = this.#parts;
    for (const family of families) family.coordinateRates(this.coordinateRates);
  }

  describeVelocity(i: number): string {
    return suspectAt(i, this.#parts.families, this.#parts.system);
  }

  /** The whole solution where the constraints form chains, and nothing about them needs a second look. */
  #solveChain(): boolean {
    const { chain } = this.equations;
    if (!chain || this.#solver.solveChain?.(chain, this.report) !== true) return false;
    countSolution(this, this.report);
    if (this.#stepping) {
      this.#solved = true;
      this.guard.observeWork(this.report, chain.work);
    }
    return true;
  }

  #solve(): void {
    const { lambda } = this.#parts.system.rows;
    if (lambda.length === 0) return;
    this.#recallMultipliers();
    this.#solver.solve(this.equations, this.report);
    countSolution(this, this.report);
    if (this.#stepping) {
      this.#solved = true;
      this.guard.observe(this.report, lambda, this.equations.rightHandSide);
    }
    this.#watch.check(this);
  }

  /** Makes `lambda` the multipliers of the last evaluation within a step. */
  #recallMultipliers(): void {
    if (this.#solved) return;
    const { lambda, warmStart } = this.#parts.system.rows;
    copy(warmStart, 0, lambda, 0, lambda.length);
  }

  #keepMultipliers(): void {
    const { lambda, warmStart } = this.#parts.system.rows;
    copy(lambda, 0, warmStart, 0, lambda.length);
  }

  #createImpulses(): Impulses {
    return new Impulses(this.equations, this.#solver, this.#parts.createSolver, this, this.report);
  }

  /** The first part of `v̇ = W Q + W Bᵀ Jᵀ λ`. */
  #applyForces(): void {
    const steady = this.#steady;
    if (steady.recall(this.accelerations)) {
      this.#freeRevision = steady.revision;
      return;
    }
    this.#collectForces(this.#Q);
    for (const family of this.#parts.families) family.applyInverseMass(this.#Q, this.accelerations);
    this.#freeRevision = steady.remember(this.accelerations) ? steady.revision : 0;
  }

  #collectForces(Q: Float64Array): void {
    const { families, forces, world } = this.#parts;
    clear(Q);
    for (const family of families) {
      family.addInertialForces(Q);
      family.forces = Q;
    }
    try {
      for (const force of forces) force.apply(world);
    } finally {
      for (const family of families) family.forces = null;
    }
  }
}
