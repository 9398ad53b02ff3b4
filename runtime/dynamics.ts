import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import type { Feedback } from './feedback.js';
import type { Force, ForceWorld } from './force.js';
import type { IntegratedSystem } from './integrators/integrator.js';
import { MultiplierEquations } from './multiplier-equations.js';
import { emptyReport, type MultiplierSolver, type SolverReport } from './solvers/solver.js';
import type { State } from './state.js';
import { suspectAt } from './suspect.js';
import { clear, copy } from './vector.js';

const NOTHING = new Float64Array(0);

/** The parts that {@link Dynamics} puts together. */
export interface DynamicsParts {
  readonly world: ForceWorld;
  readonly state: State;
  readonly families: readonly BodyFamily[];
  readonly forces: readonly Force[];
  readonly system: ConstraintSystem;
  readonly solver: MultiplierSolver;
  readonly feedback: Feedback;
}

/**
 * The equations of motion `v̇ = W (Q + Bᵀ Jᵀ λ)`: from state and time to accelerations, by one evaluation of the constraints, one of the applied
 * forces and one solution for the multipliers.
 */
export class Dynamics implements IntegratedSystem {
  time = 0;
  accelerations: Float64Array = NOTHING;
  coordinateRates: Float64Array = NOTHING;
  equations: MultiplierEquations;
  readonly report: SolverReport = emptyReport();
  evaluations = 0;
  iterations = 0;
  factorizations = 0;
  nearSingular = 0;

  /** Length of the last steps that {@link beginStep} was told, s; 0 before the first. */
  usual = 0;

  readonly #parts: DynamicsParts;
  /** Generalized forces, over the velocities. */
  #Q: Float64Array = NOTHING;
  /** True until the feedback acceleration has been found in the present step. */
  #feedbackDue = true;
  /** True during a step: its multipliers are what later solutions start from. */
  #stepping = false;
  /** Called after each solution. */
  readonly #solved: (dynamics: Dynamics) => void;

  constructor(parts: DynamicsParts, solved: (dynamics: Dynamics) => void) {
    this.#parts = parts;
    this.#solved = solved;
    this.equations = new MultiplierEquations(parts.system, parts.families);
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

  get samplesFeedback(): boolean {
    return this.#parts.feedback.sampled;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system, families } = this.#parts;
    this.accelerations = new Float64Array(state.v.length);
    this.coordinateRates = new Float64Array(state.q.length);
    this.#Q = new Float64Array(state.v.length);
    this.equations = new MultiplierEquations(system, families);
  }

  /** `usual` is the length of the steps around this one, s, which may be shorter to end at a given time. */
  beginStep(usual: number): void {
    this.usual = usual;
    this.#parts.feedback.setStep(usual);
    this.#feedbackDue = true;
    this.#stepping = true;
  }

  endStep(): void {
    this.#stepping = false;
  }

  evaluate(): void {
    const { families, system, feedback } = this.#parts;
    const { equations } = this;
    const Q = this.#Q;
    this.evaluations++;
    system.evaluate(families, this.time);

    if (!feedback.sampled || this.#feedbackDue || !this.#stepping) equations.updateFeedback(feedback);
    this.#feedbackDue = false;

    this.#collectForces(Q);
    // v̇ = W Q + W Bᵀ Jᵀ λ.
    for (const family of families) family.applyInverseMass(Q, this.accelerations);
    equations.assemble(this.accelerations);
    this.#solve();
    equations.addConstraintAccelerations(this.accelerations);
    this.updateCoordinateRates();
  }

  updateCoordinateRates(): void {
    const { families } = this.#parts;
    for (const family of families) family.coordinateRates(this.coordinateRates);
  }

  describeVelocity(i: number): string {
    return suspectAt(i, this.#parts.families, this.#parts.system);
  }

  #solve(): void {
    const { system, solver } = this.#parts;
    const { lambda, warmStart } = system.rows;
    if (lambda.length === 0) return;
    copy(warmStart, 0, lambda, 0, lambda.length);
    solver.solve(this.equations, this.report);
    this.iterations += this.report.iterations;
    this.factorizations += this.report.factorizations;
    if (this.report.nearSingular) this.nearSingular++;
    if (this.#stepping) copy(lambda, 0, warmStart, 0, lambda.length);
    this.#solved(this);
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
