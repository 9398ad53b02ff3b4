import { exact, type BigNumber } from '../reference/big.js';
import type { Place, ReferenceCheck } from './report.js';
import { LostDigits } from './lost-digits.js';
import { allowedError, isWellConditioned, REFERENCE_ERROR, sizeOfTerms } from './tolerance.js';
import { ulp } from './ulp.js';

/** One entry as a class computed it, beside its value at 64 digits. */
export interface ComparedEntry {
  /** Key of the entry within its quantity. */
  readonly entry: number;
  readonly computed: number;
  readonly reference: BigNumber;
  /** The formula's own rounding there. */
  readonly bound: number;
  /** The rounding noise of the class, which is only asked for where the error seems too large. */
  readonly noise?: () => number;
  /** The size of the terms of the differenced reference. */
  readonly terms: number;
  /** The size from which digits of the value are counted: for a vector, its largest component. */
  readonly size: number;
  readonly place: () => Place;
}

/** Judges the entries of one quantity against 64 digits, and keeps the worst. */
export class ReferenceTally {
  readonly #lost = new LostDigits();
  #compared = 0;
  #undecided = 0;
  #wellConditioned = 0;
  #worstUlps = 0;
  #worst = 0;
  #at: Place | undefined;

  add({ entry, computed, reference, bound, noise: ownNoise, terms, size, place }: ComparedEntry): void {
    const value = reference.toNumber();
    // Where the formula itself has no derivative (a kink, the boundary of a domain) nothing is
    // compared.
    if (!Number.isFinite(value)) return;
    const difference = Number.isFinite(computed) ? exact(computed).minus(reference).abs().toNumber() : Infinity;
    const noise = REFERENCE_ERROR * Math.max(1, terms, sizeOfTerms(value, bound));
    const error = difference <= noise ? 0 : difference;
    const isKnown = bound < Infinity;
    let allowed = allowedError(value, isKnown ? bound : 0);
    if (isKnown && error > allowed && error < Infinity)
      allowed = allowedError(value, Math.max(bound, ownNoise?.() ?? 0));
    // The formula as written gives no value there, but the class does: it need not be wrong.
    if (!isKnown && error > allowed && error < Infinity) {
      this.#undecided++;
      return;
    }
    this.#compared++;
    if (isWellConditioned(value, bound)) {
      this.#wellConditioned++;
      this.#worstUlps = Math.max(this.#worstUlps, error / ulp(value));
    }
    this.#lost.add(entry, error, size <= noise ? 0 : size, place);
    const part = error === 0 ? 0 : error / allowed;
    if (part > this.#worst || this.#at === undefined) {
      this.#worst = part;
      this.#at = place();
    }
  }

  result(): ReferenceCheck {
    const lost = this.#lost.result();
    const pass = this.#compared > 0 && this.#worst <= 1;
    return {
      pass,
      compared: this.#compared,
      undecided: this.#undecided,
      wellConditioned: this.#wellConditioned,
      worstUlps: finite(this.#worstUlps),
      worstPart: finite(this.#worst),
      ...(this.#at && { at: this.#at }),
      ...(pass && lost && { lost }),
    };
  }
}

const finite = (x: number): number | null => (Number.isFinite(x) ? x : null);
