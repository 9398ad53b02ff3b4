import { HolonomicRuntimeError } from '../base/errors.js';
import { capitalized, showTime } from '../base/text.js';
import { findNonFinite, maxAbs } from '../base/vector.js';
import { labelOfVelocity, type BodyStore } from '../model/body-store.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { describeFaulty, describeInputs, FAULTY_HINT } from '../model/faulty-rows.js';
import type { State } from '../model/state.js';

/**
 * The first quantity found in a step that is infinite or NaN although its arguments are finite, and
 * a hint.
 */
interface Fault {
  readonly description: string;
  readonly hint: string;
}

/** Explains why a state became infinite or NaN, and which constraint loads a body most. */
export class Faults {
  readonly #system: ConstraintSystem;
  readonly #stores: readonly BodyStore[];
  #first: Fault | undefined;

  constructor(system: ConstraintSystem, stores: readonly BodyStore[]) {
    this.#system = system;
    this.#stores = stores;
  }

  /** Begins a step without faults. */
  forget(): void {
    this.#first = undefined;
  }

  /** Looks for the first fault, unless one is known: first among the rows, then by `findForce`. */
  note(findForce?: () => string | undefined): void {
    this.#first ??= this.#findRow() ?? this.#forceFault(findForce?.());
  }

  #forceFault(description: string | undefined): Fault | undefined {
    return description === undefined ? undefined : { description, hint: 'Look at what it computes there.' };
  }

  #findRow(): Fault | undefined {
    const description = describeFaulty(this.#system.extended);
    return description === undefined ? undefined : { description, hint: FAULTY_HINT };
  }

  /**
   * Throws E_STATE_NOT_FINITE unless coordinates and velocities are finite. The error names the
   * body, the number of the `step`, the time when it began, s, and the constraint or force that it
   * began with.
   */
  checkState(state: State, step: number, start: number): void {
    const q = findNonFinite(state.q);
    const v = findNonFinite(state.v);
    if (q >= 0 || v >= 0) throw this.#notFinite(q, v, step, start);
  }

  /** The error of a state in which the coordinate `q` or the velocity `v` is not finite; −1 for none. */
  #notFinite(q: number, v: number, step: number, start: number): HolonomicRuntimeError {
    const stores = this.#stores;
    const body =
      v >= 0
        ? labelOfVelocity(v, stores)
        : stores.findLast(({ coordinateOffset }) => coordinateOffset <= q)!.labelOfCoordinate(q);
    this.note();
    const cause = this.#first ? ` ${capitalized(this.#first.description)}.` : '';
    return new HolonomicRuntimeError(
      'E_STATE_NOT_FINITE',
      `In step ${step}, from t = ${showTime(start)}, the state of ${body} became infinite or NaN.${cause}`,
      this.#first?.hint ??
        'Look for a force that grows without bound or a formula without a value, or take smaller steps.',
    );
  }

  /**
   * Describes the body that the velocity `i` belongs to, as the subject of a sentence. It adds the
   * fault, if one was found. Otherwise it adds the constraint on that body with the largest
   * multiplier, and the values of its inputs.
   */
  describeVelocity(i: number): string {
    const system = this.#system;
    const body = labelOfVelocity(i, this.#stores);
    if (this.#first) return `${body}; ${this.#first.description}`;
    let worst = -1;
    let suspect: string | undefined;
    for (const batch of system.batches) {
      for (const constraint of batch.constraints) {
        const { connectors, label } = bindingOf(constraint);
        if (!connectors.some(({ owner }) => labelOf(owner) === body)) continue;
        const largest = maxAbs(constraint.lambda);
        const size = Number.isNaN(largest) ? Infinity : largest;
        if (size <= worst) continue;
        worst = size;
        suspect = `${label}, with ${describeInputs(constraint, system)},`;
      }
    }
    return suspect === undefined ? body : `${body}, and of its constraints ${suspect} carries the largest multiplier`;
  }
}

function labelOf(owner: object | null): string | undefined {
  return owner !== null && 'label' in owner && typeof owner.label === 'string' ? owner.label : undefined;
}
