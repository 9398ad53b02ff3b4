import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { SoftRows } from './soft-rows.js';
import { diagonalWriter } from './diagonal.js';
import { MatrixAssembly } from './matrix-assembly.js';
import type { MatrixWriter } from './matrix-source.js';

/** Forces of soft rows, `Jᵀ λ` with `λ = −k C − c Cdot`, for integrators that take them explicitly. */
export class SoftForces {
  readonly rows: SoftRows;
  readonly #system: ConstraintSystem;
  readonly #stores: readonly BodyStore[];
  readonly #lambda: Float64Array;
  /** Forces on the connectors. */
  readonly #f: Float64Array;
  #diagonal: Float64Array | undefined;
  #writer: MatrixWriter | undefined;

  /** Takes the soft `rows` of `system`. */
  constructor(system: ConstraintSystem, stores: readonly BodyStore[], rows: SoftRows) {
    this.rows = rows;
    this.#system = system;
    this.#stores = stores;
    this.#lambda = new Float64Array(system.rows.count);
    this.#f = new Float64Array(system.table.x.length);
  }

  /** Evaluates all rows of the system. `isFirst` at the beginning of a step. */
  evaluate(time: number, isFirst: boolean): void {
    const system = this.#system;
    system.time = time;
    system.evaluate(this.#stores);
    if (isFirst) this.#measure();
  }

  /** Finds stiffness and damping of rows that are given by their frequency, at the present `J`. */
  #measure(): void {
    if (!this.rows.needsMasses) return;
    this.#diagonal ??= new Float64Array(this.#system.rows.count);
    this.#writer ??= diagonalWriter(new MatrixAssembly(this.#system, this.#stores));
    this.#writer.write(this.#diagonal);
    this.rows.setMasses(this.#diagonal);
  }

  /** Energy that soft rows hold at the present state, J. */
  energy(): number {
    this.#system.evaluate(this.#stores);
    return this.energyAtEvaluation();
  }

  /** Energy that soft rows hold where they were last evaluated, J. */
  energyAtEvaluation(): number {
    this.#measure();
    return this.rows.energy(this.#system.rows.C);
  }

  /** `accelerations += W Bᵀ Jᵀ λ`, at the last evaluation; also sets the multipliers of soft rows. */
  addTo(accelerations: Float64Array): void {
    const { C, Cdot, lambda, warmStart } = this.#system.rows;
    this.rows.setForces(C, Cdot, this.#lambda);
    this.rows.setForces(C, Cdot, lambda);
    this.rows.setForces(C, Cdot, warmStart);
    this.#system.multiplyTranspose(this.#lambda, this.#f);
    for (const store of this.#stores) store.addAccelerations(this.#f, accelerations);
  }

  /** `out += weight Jᵀ λ` of soft rows over the inputs, with what {@link addTo} found last. */
  addInputForces(weight: number, out: Float64Array): void {
    this.#system.addInputProduct(weight, this.#lambda, out);
  }
}
