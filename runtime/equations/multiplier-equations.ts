import type { BodyFamily } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { Feedback } from './feedback.js';
import { DiagonalMobility } from './diagonal-mobility.js';
import { MatrixAssembly } from './matrix-assembly.js';
import { PlanarChain } from '../linear/planar-chain.js';
import type { ChainProblem, MultiplierProblem } from './solver.js';

/**
 * The equations of the multipliers,
 *
 *     A λ = b,   A = J B W Bᵀ Jᵀ,   b = −gamma − J B W Q − (ks C + kd Cdot + ki ∫C)
 *
 * (Witkin, "An Introduction to Physically Based Modeling: Constrained Dynamics", SIGGRAPH course notes, equation 11). `J` is the constraints'
 * Jacobian over the connectors, and `B` that of the connectors over the velocities.
 */
export class MultiplierEquations implements MultiplierProblem {
  readonly rightHandSide: Float64Array;
  readonly multipliers: Float64Array;
  /** `ks C + kd Cdot + ki ∫C`. */
  readonly feedback: Float64Array;
  /** Accelerations, over the velocities: first `W Q`, in the end `v̇`. */
  readonly accelerations: Float64Array;
  readonly chain: ChainProblem | undefined;

  readonly #system: ConstraintSystem;
  readonly #families: readonly BodyFamily[];
  /** Forces on the connectors and accelerations of the connectors. Those of fixed connectors stay zero in the latter. */
  readonly #f: Float64Array;
  readonly #y: Float64Array;
  /** What the applied forces alone make of the connectors, `B W Q`, and which `W Q` that is of. */
  readonly #free: Float64Array;
  #freeRevision = 0;
  /** {@link accelerations} with room for the connectors that no velocity stands for, where the others are the velocities. */
  readonly #extended: Float64Array;
  /** `W` in that case. */
  readonly #diagonal: DiagonalMobility | undefined;
  #matrix: MatrixAssembly | undefined;

  constructor(system: ConstraintSystem, families: readonly BodyFamily[]) {
    const { count, lambda } = system.rows;
    const connectors = system.table.x.length;
    let velocities = 0;
    for (const family of families) velocities += family.velocityCount;
    this.#system = system;
    this.#families = families;
    this.rightHandSide = new Float64Array(count);
    this.multipliers = lambda;
    this.feedback = new Float64Array(count);
    this.#f = new Float64Array(connectors);
    this.#y = new Float64Array(connectors);
    this.#free = new Float64Array(connectors);
    this.#diagonal = DiagonalMobility.of(families, connectors);
    this.#extended = new Float64Array(this.#diagonal ? connectors : velocities);
    this.accelerations = this.#extended.subarray(0, velocities);
    const mobility = this.#diagonal;
    const parts = mobility && {
      mobility,
      gamma: system.rows.gamma,
      feedback: this.feedback,
      lambda,
      free: this.#free,
      accelerations: this.#extended,
    };
    this.chain = parts && PlanarChain.of(system.batches, velocities, parts);
  }

  /** True where `N` is the identity, so that coordinates change by the velocities themselves. */
  get velocitiesAreRates(): boolean {
    return this.#diagonal !== undefined;
  }

  get size(): number {
    return this.rightHandSide.length;
  }

  /** `A` written out. */
  get matrix(): MatrixAssembly {
    return (this.#matrix ??= new MatrixAssembly(this.#system, this.#families));
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.#system.multiplyTranspose(x, this.#f);
    for (const family of this.#families) family.applyMobility(this.#f, this.#y);
    this.#system.multiply(this.#y, out);
  }

  /** Finds the feedback acceleration at the last evaluated constraint errors. */
  updateFeedback({ ks, kd, ki }: Feedback): void {
    const { C, Cdot, integral } = this.#system.rows;
    const feedback = this.feedback;
    for (let i = 0; i < feedback.length; i++) feedback[i] = ks * C[i]! + kd * Cdot[i]! + ki * integral[i]!;
  }

  /**
   * Takes note of what {@link accelerations} begin with, `W Q`. `revision` is a number that comes with no other `W Q`, or 0 where it is not known to be that of
   * an evaluation before.
   */
  begin(revision: number): void {
    if (revision !== 0 && this.hasBegunWith(revision)) return;
    for (const family of this.#families) family.toConnectors(this.accelerations, this.#free);
    this.#freeRevision = revision;
  }

  /** Whether the `W Q` of that revision is what was noted last. */
  hasBegunWith(revision: number): boolean {
    return revision === this.#freeRevision;
  }

  /** Assembles `b`. */
  assemble(): void {
    this.#system.setResidual(this.feedback, this.#free, this.rightHandSide);
  }

  /** `accelerations += W Bᵀ Jᵀ λ`. */
  addConstraintAccelerations(): void {
    const diagonal = this.#diagonal;
    if (diagonal) this.#system.addWeightedTransposeProduct(this.multipliers, diagonal.current, this.#extended);
    else this.addResponse(this.multipliers, this.accelerations);
  }

  /** `x += W Bᵀ Jᵀ z`, over the velocities. */
  addResponse(z: Float64Array, x: Float64Array): void {
    this.#system.multiplyTranspose(z, this.#f);
    for (const family of this.#families) family.addAccelerations(this.#f, x);
  }
}
