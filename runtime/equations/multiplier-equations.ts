import type { BodyStore } from '../model/body-store.js';
import type { RowRange } from '../model/constraint-system.js';
import { DiagonalMobility } from './diagonal-mobility.js';
import type { Feedback } from './feedback.js';
import { MatrixAssembly } from './matrix-assembly.js';
import { diagonalWriter, type MatrixWriter } from './matrix-source.js';
import type { MotionTerms, StatedProblem } from './solver.js';
import { SystemFactors } from './system-factors.js';
import type { RedundantRows } from './permanent-redundancy.js';

/**
 * The equations of the multipliers,
 *
 *     A λ = b,   A = J B W Bᵀ Jᵀ,   b = −gamma − J B W Q − (ks C + kd Cdot + ki ∫C)
 *
 * (Witkin, "An Introduction to Physically Based Modeling: Constrained Dynamics", SIGGRAPH course
 * notes, equation 11). `J` is the constraints' Jacobian over the connectors, and `B` that of the
 * connectors over the velocities.
 */
export class MultiplierEquations implements StatedProblem {
  readonly range: RowRange;
  readonly multipliers: Float64Array;
  /** `ks C + kd Cdot + ki ∫C`. */
  readonly feedback: Float64Array;
  /** `max |Cdot|` and `max |feedback|` where the feedback was found. */
  largestRate = 0;
  largestFeedback = 0;
  /** Accelerations, over the velocities: first `W Q`, at the end `v̇`. */
  readonly accelerations: Float64Array;
  /** Another object after rows were edited in place. */
  motion: MotionTerms | undefined;
  redundant: RedundantRows | undefined;

  readonly #stores: readonly BodyStore[];
  readonly #b: Float64Array;
  /** True where `b` is not that of the present evaluation. It is assembled when first read. */
  #due = false;
  /**
   * Forces on the connectors and accelerations of the connectors. The accelerations of fixed
   * connectors stay zero.
   */
  readonly #f: Float64Array;
  readonly #y: Float64Array;
  /**
   * Accelerations of the connectors under the applied forces alone, `B W Q`, and the revision of
   * that `W Q`.
   */
  readonly #free: Float64Array;
  #freeRevision = 0;
  /**
   * {@link accelerations} with room for the connectors that no velocity stands for, in a world
   * whose other connectors are the velocities.
   */
  readonly #extended: Float64Array;
  /** `W` in such a world. */
  readonly #diagonal: DiagonalMobility | undefined;
  #matrix: MatrixAssembly | undefined;
  #factors: SystemFactors | undefined;
  #diagonalWriter: MatrixWriter | undefined;

  constructor(range: RowRange, stores: readonly BodyStore[]) {
    const { count, lambda, gamma } = range.rows;
    const connectors = range.table.x.length;
    let velocities = 0;
    for (const store of stores) velocities += store.velocityCount;
    this.range = range;
    this.#stores = stores;
    this.#b = new Float64Array(count);
    this.multipliers = lambda;
    this.feedback = new Float64Array(count);
    this.#f = new Float64Array(connectors);
    this.#y = new Float64Array(connectors);
    this.#free = new Float64Array(connectors);
    const diagonal = DiagonalMobility.of(stores, connectors);
    this.#diagonal = diagonal;
    this.#extended = new Float64Array(diagonal ? connectors : velocities);
    this.accelerations = this.#extended.subarray(0, velocities);
    this.motion = diagonal && {
      batches: range.batches,
      vacant: range.system.vacant,
      velocities,
      mobility: diagonal,
      gamma,
      feedback: this.feedback,
      lambda,
      free: this.#free,
      accelerations: this.#extended,
    };
  }

  /** True where `N` is the identity, so that coordinates change by the velocities themselves. */
  get velocitiesAreRates(): boolean {
    return this.#diagonal !== undefined;
  }

  get size(): number {
    return this.#b.length;
  }

  get rightHandSide(): Float64Array {
    if (this.#due) {
      this.#due = false;
      this.range.setResidual(this.feedback, this.#free, this.#b);
    }
    return this.#b;
  }

  /** `A` written out. */
  get matrix(): MatrixAssembly {
    return (this.#matrix ??= new MatrixAssembly(this.range, this.#stores));
  }

  /** Writes `A_ii` to `out`. */
  writeDiagonal(out: Float64Array): void {
    this.#diagonalWriter ??= diagonalWriter(this.matrix);
    this.#diagonalWriter.write(out);
  }

  /** `A` by its factor. */
  get factors(): SystemFactors {
    return (this.#factors ??= new SystemFactors(this.range, this.#stores));
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.range.multiplyTranspose(x, this.#f);
    for (const store of this.#stores) store.applyMobility(this.#f, this.#y);
    this.range.multiply(this.#y, out);
    for (const row of this.range.system.vacant) out[row] = x[row]!;
  }

  /** Adapts to rows that were edited in place. Returns false, with nothing changed, where that is impossible. */
  takeEdits(): boolean {
    const dependent = this.redundant?.rows.length ?? 0;
    if (dependent > 0 || this.#matrix?.isWhole === false) return false;
    this.motion &&= { ...this.motion };
    this.accelerations.fill(0);
    return true;
  }

  /** Finds the feedback acceleration for the last evaluated constraint errors. */
  updateFeedback({ ks, kd, ki }: Feedback): void {
    const { C, Cdot, integral } = this.range.rows;
    const feedback = this.feedback;
    let largestRate = 0;
    let largest = 0;
    for (let i = 0; i < feedback.length; i++) {
      const rate = Cdot[i]!;
      const f = ks * C[i]! + kd * rate + ki * integral[i]!;
      feedback[i] = f;
      if (Math.abs(rate) > largestRate) largestRate = Math.abs(rate);
      if (Math.abs(f) > largest) largest = Math.abs(f);
    }
    this.largestRate = largestRate;
    this.largestFeedback = largest;
  }

  /**
   * Takes note of a new evaluation of the constraints, for which {@link accelerations} hold `W Q`.
   * `revision` identifies this `W Q`; it is 0 where it may be a new one.
   */
  begin(revision: number): void {
    this.#due = true;
    if (revision !== 0 && revision === this.#freeRevision) return;
    for (const store of this.#stores) store.toConnectors(this.accelerations, this.#free);
    this.#freeRevision = revision;
  }

  /** `accelerations += W Bᵀ Jᵀ λ`. */
  addConstraintAccelerations(): void {
    const diagonal = this.#diagonal;
    if (diagonal) this.range.addWeightedTransposeProduct(this.multipliers, diagonal.current, this.#extended);
    else this.addResponse(this.multipliers, this.accelerations);
  }

  /** `x += W Bᵀ Jᵀ z`, over the velocities. */
  addResponse(z: Float64Array, x: Float64Array): void {
    this.range.multiplyTranspose(z, this.#f);
    for (const store of this.#stores) store.addAccelerations(this.#f, x);
  }
}
