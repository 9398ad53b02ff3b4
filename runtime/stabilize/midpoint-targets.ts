import type { RowRange } from '../model/constraint-system.js';

/** Part of errors of rates that a step removes where those of positions are not fed back. */
const REMOVED = 0.2;
/** Errors of rates up to this part of what curves and forces change a rate by in the step are left to the feedback. */
const SMALL = 0.5;

/**
 * The rates that equations are given at the end of a step of `h`, where they are evaluated halfway
 * through it with the velocities at its beginning.
 *
 * At the midpoint, velocities along the surface have rates `u` at the beginning and `−u` at the end,
 * but for `h³`. To reverse them does no work: `½ μ·(u + u⁺) = 0`. Errors `C` and `ε = Cdot` at the
 * beginning, fed back with the rate `r`, 1/s,
 *
 *     u⁺ = −u + (ρ/2) ε − (ρ/h) C,   ρ = h r (2 − h r)
 *
 * are both multiplied by `± (1 − h r)`. As `C` changes by `h (u + u⁺)/2`, the work of the feedback is
 * `λ·ΔC`, like that of a spring: it comes back with `C`, and energy is kept over long times. To remove
 * `ε` at once would take out of the motion what the curve gives in each step. But where `ε` is large
 * beside what curves, `u − ε`, and forces change rates by, as after a change of velocities, what is
 * beyond goes at once.
 */
export class MidpointTargets {
  /** `C` and `ε` at the beginning, and `u`. */
  readonly #C: Float64Array;
  readonly #errors: Float64Array;
  readonly #rates: Float64Array;
  readonly #reversed: Float64Array;

  constructor(size: number) {
    this.#C = new Float64Array(size);
    this.#errors = new Float64Array(size);
    this.#rates = new Float64Array(size);
    this.#reversed = new Float64Array(size);
  }

  /** Keeps the errors at the beginning, where `rows` have been evaluated. */
  keep({ rows: { C, Cdot } }: RowRange): void {
    this.#C.set(C);
    this.#errors.set(Cdot);
  }

  /** Keeps the rates of the velocities at the beginning, where `rows` have been evaluated halfway through the step. */
  begin({ rows: { Cdot } }: RowRange): void {
    this.#rates.set(Cdot);
  }

  /**
   * Finds the `feedback` where `rows` have the rates after forces, and in `sums` the rates before and
   * after the step without feedback. Returns the rates after it without feedback.
   */
  find(
    { rows: { Cdot, count }, system }: RowRange,
    r: number,
    h: number,
    sums: Float64Array,
    feedback: Float64Array,
  ): Float64Array {
    const { isRate } = system.rowTable;
    const reversed = this.#reversed;
    const rho = h * r * (2 - h * r);
    for (let i = 0; i < count; i++) {
      const u = this.#rates[i]!;
      const error = this.#errors[i]!;
      const largest = SMALL * Math.max(Math.abs(u - error), Math.abs(Cdot[i]! - u));
      const kept = Math.max(-largest, Math.min(largest, error));
      const removed = error - kept;
      sums[i] = removed;
      reversed[i] = removed - u;
      feedback[i] =
        rho > 0 && isRate[i] === 0 ? (rho / 2) * kept - (rho / h) * (this.#C[i]! + (h / 2) * removed) : REMOVED * kept;
    }
    return reversed;
  }
}
