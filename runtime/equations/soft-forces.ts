import type { BodyStore } from '../model/body-store.js';
import type { Constraint } from '../model/constraint.js';
import type { RowRange } from '../model/constraint-system.js';
import type { MultiplierEquations } from './multiplier-equations.js';
import type { SoftRows } from './soft-rows.js';

/** Forces of soft rows, `Jᵀ λ` with `λ = −k C − c Cdot`, for integrators that take them explicitly. */
export class SoftForces {
  readonly rows: SoftRows;
  readonly #equations: MultiplierEquations;
  readonly #range: RowRange;
  readonly #stores: readonly BodyStore[];
  readonly #lambda: Float64Array;
  #diagonal: Float64Array | undefined;

  /** Takes the soft `rows` among those of `equations`. */
  constructor(equations: MultiplierEquations, stores: readonly BodyStore[], rows: SoftRows) {
    this.rows = rows;
    this.#equations = equations;
    this.#range = equations.range;
    this.#stores = stores;
    this.#lambda = new Float64Array(equations.size);
  }

  /** Evaluates all rows. `isFirst` at the beginning of a step. */
  evaluate(isFirst: boolean): void {
    this.#range.evaluate(this.#stores);
    if (isFirst) this.#measure();
  }

  /** Finds stiffness and damping of rows that are given by their frequency, at the present `J`. */
  #measure(): void {
    if (!this.rows.needsMasses) return;
    this.#diagonal ??= new Float64Array(this.#equations.size);
    this.#equations.writeDiagonal(this.#diagonal);
    this.rows.setMasses(this.#diagonal);
  }

  /** Energy that soft rows hold at the present state, J: of all constraints, or of those among `only`. */
  energy(only?: ReadonlySet<Constraint>): number {
    this.#range.evaluate(this.#stores);
    return this.energyAtEvaluation(only);
  }

  /** Energy that soft rows hold where they were last evaluated, J. */
  energyAtEvaluation(only?: ReadonlySet<Constraint>): number {
    this.#measure();
    return this.rows.energy(this.#range.rows.C, only);
  }

  /** `accelerations += W Bᵀ Jᵀ λ`, at the last evaluation; also sets the multipliers of soft rows. */
  addTo(accelerations: Float64Array): void {
    const { C, Cdot, lambda, warmStart } = this.#range.rows;
    this.rows.setForces(C, Cdot, this.#lambda);
    this.rows.setForces(C, Cdot, lambda);
    this.rows.setForces(C, Cdot, warmStart);
    this.#equations.addResponse(this.#lambda, accelerations);
  }

  /** `out += weight Jᵀ λ` of soft rows over the inputs, with what {@link addTo} found last. */
  addInputForces(weight: number, out: Float64Array): void {
    this.#range.addInputProduct(weight, this.#lambda, out);
  }
}
