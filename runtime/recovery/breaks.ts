import { findJump, type Jump } from '../base/find-jump.js';
import type { EquationParts } from '../equations/equations-of-motion.js';
import { RowSizes } from '../equations/row-sizes.js';
import { bindingOf } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import { SingleEvaluation } from '../model/single-evaluation.js';
import type { StepStart, StepStarts } from './step-start.js';
import { INEQUALITY, kindsOfRows } from './violations.js';

/** Smallest jump of a value that counts, relative to the size of its row; of a rate, to the sum `Σ |J v|` of its parts. */
const LEAST = 1e-6;
const LEAST_OF_RATE = 1e-3;

/** A break that a step passes: the value of a formula jumps there, or its slope, or the rate that it asks for. */
export interface Break {
  readonly what: 'value' | 'slope' | 'rate';
  /** The part of the step before it, on a straight way. */
  readonly at: number;
  readonly binding: ConstraintBinding;
}

/**
 * Finds the places that steps pass at which formulas or their slopes jump, as with `abs`, `max`, `floor` and
 * conditionals. Constraints are evaluated on the straight line between their inputs at both ends of the step,
 * `x = x₀ + s (x₁ − x₀)` with the rate `v = (x₁ − x₀)/h`, at the time of its beginning. Along it are bisected
 *
 *     C(x) − s h Cdot(x₀, v),   Cdot(x, v),   0 ≤ s ≤ 1.
 *
 * The former hardly differs at the ends unless the formula jumps, even where the step ends on the constraints again.
 */
export class Breaks {
  readonly #parts: EquationParts;
  #followed: readonly Followed[] = [];
  #kinds: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(parts: EquationParts) {
    this.#parts = parts;
  }

  /** Adapts to a change of structure. Returns true if there are formulas that break. */
  resize(): boolean {
    const { all, rowTable } = this.#parts.system;
    this.#followed = all.batches.flatMap(({ type, constraints }) =>
      type.breaks === true ? constraints.map((constraint) => new Followed(bindingOf(constraint))) : [],
    );
    if (this.#followed.length > 0) this.#kinds = kindsOfRows(rowTable);
    return this.#followed.length > 0;
  }

  /** Begins a step at the present state. */
  begin(): void {
    this.#start = this.#parts.system.time;
    for (const one of this.#followed) one.readTo(one.first);
  }

  /** Returns a break that the step of `h` from there to the present state passes. */
  find(h: number): Break | undefined {
    for (const one of this.#followed) {
      const found = this.#findIn(one, h);
      if (found) return found;
    }
    return undefined;
  }

  /** Returns a break that the part `h` of a step passes, from `start` to the present state, which stays. */
  findBetween(start: StepStart, starts: StepStarts, h: number): Break | undefined {
    if (this.#followed.length === 0) return undefined;
    const end = starts.save('end');
    start.goBack();
    this.begin();
    end.goBack();
    return this.find(h);
  }

  #findIn(one: Followed, h: number): Break | undefined {
    const { system } = this.#parts;
    const { binding } = one;
    const { type, row } = binding;
    const { C, Cdot } = one.evaluation;
    one.follow(this.#start, h);
    for (let r = 0; r < type.rows; r++) {
      const kind = this.#kinds[row + r]!;
      const isRate = system.rowTable.isRate[row + r] === 1;
      if (kind === 0) continue;
      const value = isRate ? undefined : one.findJump(r, h);
      if (value && Math.abs(value.by) > LEAST * new RowSizes(system.all).find()[row + r]!) {
        // An inequality that opens pushes nothing.
        if (kind !== INEQUALITY || (value.by < 0 && C[r]! < 0)) return { what: 'value', at: value.at, binding };
      } else if (kind !== INEQUALITY) {
        const rate = one.findJump(r);
        if (rate && Math.abs(rate.by) > LEAST_OF_RATE * (one.sizeOfRate(r) + Math.abs(Cdot[r]!)))
          return { what: isRate ? 'rate' : 'slope', at: rate.at, binding };
      }
    }
    return undefined;
  }
}

/** A constraint that is evaluated along the way of a step. */
class Followed {
  readonly binding: ConstraintBinding;
  readonly evaluation: SingleEvaluation;
  readonly first: Float64Array;
  readonly #last: Float64Array;
  #time = 0;
  #row = 0;
  /** The slope of what is taken from the value, per part of the way. */
  #ahead = 0;

  constructor(binding: ConstraintBinding) {
    this.binding = binding;
    this.evaluation = new SingleEvaluation(binding.type);
    this.first = this.evaluation.x.slice();
    this.#last = this.evaluation.x.slice();
  }

  /** Reads the present inputs. */
  readTo(x: Float64Array): void {
    this.binding.read(this.evaluation);
    x.set(this.evaluation.x);
  }

  /** Begins to follow a step of `h` at `time` to the present state. */
  follow(time: number, h: number): void {
    const { first } = this;
    const last = this.#last;
    this.readTo(last);
    this.#time = time;
    for (let i = 0; i < last.length; i++) this.evaluation.v[i] = (last[i]! - first[i]!) / h;
  }

  /** Finds where the value of row `r` jumps in a step of `h`, or else its rate, and evaluates the constraint there. */
  findJump(r: number, h?: number): Jump | undefined {
    const period = h === undefined ? 0 : this.binding.type.periods?.[r];
    this.#row = r;
    this.#rateAt(0);
    this.#ahead = (h ?? 0) * this.evaluation.Cdot[r]!;
    const valueAt = h === undefined ? this.#rateAt : this.#valueAt;
    const jump = findJump(valueAt, 0, 1, valueAt(0), valueAt(1), 0, period);
    if (jump) valueAt(jump.at);
    return jump;
  }

  /** `Σ |J v|` of row `r` where it was evaluated last. */
  sizeOfRate(r: number): number {
    const { type, v, J, offsets } = this.evaluation;
    let sum = 0;
    for (let i = 0; i < offsets.length; i++)
      for (let c = 0; c < type.inputs[i]!.size; c++)
        sum += Math.abs(J[this.evaluation.blockRow(i, r) + c]! * v[offsets[i]! + c]!);
    return sum;
  }

  readonly #rateAt = (s: number): number => {
    const { evaluation, first } = this;
    for (let i = 0; i < first.length; i++) evaluation.x[i] = first[i]! + s * (this.#last[i]! - first[i]!);
    evaluation.evaluate(this.#time);
    return evaluation.Cdot[this.#row]!;
  };

  readonly #valueAt = (s: number): number => {
    this.#rateAt(s);
    return this.evaluation.C[this.#row]! - s * this.#ahead;
  };
}
