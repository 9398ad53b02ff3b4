/**
 * The hanging chain of unit masses on unit rods, in its angles `θ_i`, released at rest from
 * horizontal, to the accuracy of doubles. It shares nothing with the runtime that it is compared
 * with: no multipliers of position constraints, no drift, another integrator.
 *
 * Let `u_i = (cos θ_i, sin θ_i)`, `n_i` its normal, and `T_i` the tension in rod `i`. The
 * accelerations of two neighbours differ by
 *
 *     a_i − a_{i−1} = θ̈_i n_i − ω_i² u_i = T_{i+1} u_{i+1} − 2 T_i u_i + T_{i−1} u_{i−1}
 *     (first rod: a_1 = T_2 u_2 − T_1 u_1 + g)
 *
 * The component along `u_i` is a diagonally dominant tridiagonal system for `T`. The component
 * along `n_i` gives `θ̈_i`.
 */
class ChainInAngles {
  readonly #n: number;
  readonly #g: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #above: Float64Array;
  readonly #tension: Float64Array;

  constructor(n: number, g: number) {
    this.#n = n;
    this.#g = g;
    this.#cos = new Float64Array(n);
    this.#sin = new Float64Array(n);
    this.#above = new Float64Array(n);
    this.#tension = new Float64Array(n + 1);
  }

  /** Computes `(θ, ω) → (ω, θ̈)`. */
  rate(state: Float64Array, out: Float64Array): void {
    const n = this.#n;
    const cos = this.#cos;
    const sin = this.#sin;
    const above = this.#above;
    const tension = this.#tension;
    for (let i = 0; i < n; i++) {
      cos[i] = Math.cos(state[i]!);
      sin[i] = Math.sin(state[i]!);
    }
    // Elimination downwards: T_i = tension_i + above_i T_{i+1}.
    for (let i = 0; i < n; i++) {
      const omega = state[n + i]!;
      let diagonal = 2;
      let right = omega * omega;
      if (i === 0) {
        diagonal = 1;
        right -= this.#g * sin[0]!;
      } else {
        const before = cos[i - 1]! * cos[i]! + sin[i - 1]! * sin[i]!;
        diagonal -= before * above[i - 1]!;
        right += before * tension[i - 1]!;
      }
      const next = i + 1 < n ? cos[i]! * cos[i + 1]! + sin[i]! * sin[i + 1]! : 0;
      above[i] = next / diagonal;
      tension[i] = right / diagonal;
    }
    tension[n] = 0;
    for (let i = n - 2; i >= 0; i--) tension[i]! += above[i]! * tension[i + 1]!;
    for (let i = 0; i < n; i++) {
      let turn = i === 0 ? -this.#g * cos[0]! : tension[i - 1]! * (sin[i - 1]! * cos[i]! - cos[i - 1]! * sin[i]!);
      if (i + 1 < n) turn += tension[i + 1]! * (sin[i + 1]! * cos[i]! - cos[i + 1]! * sin[i]!);
      out[i] = state[n + i]!;
      out[n + i] = turn;
    }
  }
}

/** Columns of the extrapolation table: the method is of order 16. */
const COLUMNS = 8;

/**
 * One step of Gragg's modified midpoint rule with 2, 4, 6, … substeps, extrapolated to step zero by
 * the Aitken-Neville scheme in `h²` (Hairer, Nørsett, Wanner, Solving Ordinary Differential
 * Equations I, section II.9).
 */
class Extrapolation {
  readonly #chain: ChainInAngles;
  readonly #rows: readonly Float64Array[];
  readonly #derivative: Float64Array;
  readonly #first: Float64Array;

  constructor(chain: ChainInAngles, size: number) {
    this.#chain = chain;
    this.#rows = Array.from({ length: COLUMNS }, () => new Float64Array(size));
    this.#derivative = new Float64Array(size);
    this.#first = new Float64Array(size);
  }

  step(state: Float64Array, h: number): void {
    const size = state.length;
    const rows = this.#rows;
    this.#chain.rate(state, this.#first);
    for (let j = 0; j < COLUMNS; j++) {
      const midpoint = this.#midpoint(state, h, 2 * (j + 1));
      // Row j of the table replaces row j − 1 from the right: rows[k] holds the entry of column k.
      for (let e = 0; e < size; e++) {
        let entry = midpoint[e]!;
        for (let k = 0; k < j; k++) {
          const ratio = (j + 1) / (j - k);
          const older = rows[k]![e]!;
          rows[k]![e] = entry;
          entry += (entry - older) / (ratio * ratio - 1);
        }
        rows[j]![e] = entry;
      }
    }
    state.set(rows[COLUMNS - 1]!);
  }

  #midpoint(state: Float64Array, h: number, substeps: number): Float64Array {
    const size = state.length;
    const sub = h / substeps;
    const derivative = this.#derivative;
    let before = Float64Array.from(state);
    let now = new Float64Array(size);
    for (let e = 0; e < size; e++) now[e] = state[e]! + sub * this.#first[e]!;
    for (let k = 1; k < substeps; k++) {
      this.#chain.rate(now, derivative);
      for (let e = 0; e < size; e++) before[e]! += 2 * sub * derivative[e]!;
      [before, now] = [now, before];
    }
    this.#chain.rate(now, derivative);
    for (let e = 0; e < size; e++) now[e] = 0.5 * (now[e]! + before[e]! + sub * derivative[e]!);
    return now;
  }
}

/**
 * Positions `x_1, y_1, x_2, …`, m, of the chain of `n` rods after `time`, s, in `steps` steps of
 * the extrapolation.
 */
export function chainInSteps(n: number, time: number, steps: number, g = 9.81, tilt = 0): Float64Array {
  const state = new Float64Array(2 * n);
  state.fill(tilt, 0, n);
  const method = new Extrapolation(new ChainInAngles(n, g), 2 * n);
  for (let k = 0; k < steps; k++) method.step(state, time / steps);
  const positions = new Float64Array(2 * n);
  let x = 0;
  let y = 0;
  for (let i = 0; i < n; i++) {
    x += Math.cos(state[i]!);
    y += Math.sin(state[i]!);
    positions[2 * i] = x;
    positions[2 * i + 1] = y;
  }
  return positions;
}

/** Largest distance between two masses of the same number, m. NaN if anything is not finite. */
export function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i += 2) {
    const distance = Math.hypot(a[i]! - b[i]!, a[i + 1]! - b[i + 1]!);
    if (!(distance <= largest)) largest = distance;
    if (Number.isNaN(distance)) return NaN;
  }
  return largest;
}
