import { HolonomicRuntimeError } from '../base/errors.js';
import { capitalized, showTime } from '../base/text.js';
import { findNonFinite, maxAbs } from '../base/vector.js';
import { labelOfVelocity, type BodyStore } from '../model/body-store.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { describeFaulty, describeFaultyHandle, describeInputs, FAULTY_HINT } from '../model/faulty-rows.js';
import type { State } from '../model/state.js';

/** Time ahead at which formulas are examined, s and relative to the time. */
const AHEAD = 1e-6;

/** Remedy for a motion that leaves the domain of a formula. */
const DOMAIN_HINT =
  'The step is undone. End the motion before, or give a formula that has a value there as well, such as ' +
  'norm(p) == radius in place of p.y == sqrt(radius^2 - p.x^2).';

/**
 * The first quantity found in a step that is infinite or NaN although its arguments are finite, and
 * a hint.
 */
interface Fault {
  readonly description: string;
  readonly hint: string;
  /** True for a constraint's formula, false for a force. */
  readonly isOfFormula: boolean;
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

  /** Finds the first fault, unless one is known: in the rows, then in handles, then by `findForce`. */
  note(findForce?: () => string | undefined): void {
    this.#first ??=
      this.#findRow() ??
      this.#findBody() ??
      this.#faultOf(describeFaultyHandle(this.#system.all)) ??
      this.#faultOf(findForce?.());
  }

  #faultOf(description: string | undefined): Fault | undefined {
    return description === undefined
      ? undefined
      : { description, hint: 'Look at what it computes there.', isOfFormula: false };
  }

  /** A body of finite coordinates whose own formulas have no value there. */
  #findBody(): Fault | undefined {
    const { table } = this.#system.all;
    const found = this.#stores.map((store) => store.describeUndefined?.(table)).find((one) => one !== undefined);
    return found === undefined || /NaN|Infinity/.test(found)
      ? undefined
      : { description: `there is no value for ${found}`, hint: FAULTY_HINT, isOfFormula: true };
  }

  #findRow(): Fault | undefined {
    const description = describeFaulty(this.#system.all);
    return description === undefined ? undefined : { description, hint: FAULTY_HINT, isOfFormula: true };
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

  /**
   * Returns `error` of a step from the present state, or E_STATE_NOT_FINITE in its place if that was set to what is not
   * finite before the step.
   */
  explainByStart(error: unknown, state: State, step: number): unknown {
    const q = findNonFinite(state.q);
    const v = findNonFinite(state.v);
    if (q < 0 && v < 0) return error;
    return new HolonomicRuntimeError(
      'E_STATE_NOT_FINITE',
      `The state of ${this.#labelOf(q, v)} was infinite or NaN before step ${step}.`,
      'Look at what sets its position or velocity.',
    );
  }

  /** Names the body of the velocity `v`, or of the coordinate `q` where that is −1. */
  #labelOf(q: number, v: number): string {
    if (v >= 0) return labelOfVelocity(v, this.#stores);
    return this.#stores.findLast(({ coordinateOffset }) => coordinateOffset <= q)!.labelOfCoordinate(q);
  }

  /**
   * Throws E_STATE_NOT_FINITE, naming the formula, if a formula has no value at the present state, the
   * end of the step.
   */
  checkFormulas(step: number, start: number): void {
    const { all, isPartial } = this.#system;
    if (!isPartial) return;
    all.evaluate(this.#stores);
    let description = describeFaulty(all);
    for (const store of this.#stores) {
      const found = description === undefined && store.describeUndefined?.(all.table);
      if (found) description = `there is no value for ${found}`;
    }
    if (description === undefined) return;
    throw leavesDomain(description, step, start);
  }

  /**
   * Returns `error`, or E_STATE_NOT_FINITE in place of E_STEP_UNDERFLOW if no step from `start` is short
   * enough because a formula has no value. The state must be the one where the step failed.
   */
  explain(error: unknown, step: number, start: number): unknown {
    if (!(error instanceof HolonomicRuntimeError && error.code === 'E_STEP_UNDERFLOW')) return error;
    if (this.#first?.isOfFormula) return leavesDomain(this.#first.description, step, start);
    const description = this.#system.isPartial ? this.#lookAhead() : undefined;
    return description === undefined ? error : leavesDomain(description, step, start);
  }

  /** Describes a formula in the time whose domain ends just ahead. */
  #lookAhead(): string | undefined {
    const system = this.#system;
    const { all, time } = system;
    system.time = time + AHEAD * Math.max(1, Math.abs(time));
    all.evaluate(this.#stores);
    const description = describeFaulty(all);
    system.time = time;
    return description;
  }

  /** The error of a state in which the coordinate `q` or the velocity `v` is not finite; −1 for none. */
  #notFinite(q: number, v: number, step: number, start: number): HolonomicRuntimeError {
    this.note();
    const cause = this.#first ? ` ${capitalized(this.#first.description)}.` : '';
    return new HolonomicRuntimeError(
      'E_STATE_NOT_FINITE',
      `In step ${step}, from t = ${showTime(start)}, the state of ${this.#labelOf(q, v)} became infinite or NaN.${cause}`,
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
    const { plain } = this.#system;
    const body = labelOfVelocity(i, this.#stores);
    if (this.#first) return `${body}; ${this.#first.description}`;
    let worst = -1;
    let suspect: string | undefined;
    for (const batch of plain.batches) {
      for (const constraint of batch.constraints) {
        const { connectors, label } = bindingOf(constraint);
        if (!connectors.some(({ owner }) => labelOf(owner) === body)) continue;
        const largest = maxAbs(constraint.lambda);
        const size = Number.isNaN(largest) ? Infinity : largest;
        if (size <= worst) continue;
        worst = size;
        suspect = `${label}, with ${describeInputs(constraint, plain)},`;
      }
    }
    return suspect === undefined ? body : `${body}, and of its constraints ${suspect} carries the largest multiplier`;
  }
}

/** The error of a motion that leaves the domain of a formula. */
function leavesDomain(description: string, step: number, start: number): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_STATE_NOT_FINITE',
    `In step ${step}, from t = ${showTime(start)}, the motion leaves the domain of a formula. ${capitalized(description)}.`,
    DOMAIN_HINT,
  );
}

function labelOf(owner: object | null): string | undefined {
  return owner !== null && 'label' in owner && typeof owner.label === 'string' ? owner.label : undefined;
}
