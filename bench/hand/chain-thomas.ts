/**
 * A hand-written planar chain of `N` unit rods and masses under gravity, hung from the origin,
 * which the runtime is measured against: RK4, multipliers of the tridiagonal `A λ = b` by the
 * Thomas algorithm. Rod `i` joins mass `i − 1` (or the origin) to mass `i`:
 *
 *     u_i = (x_i − x_{i−1}) / ℓ_i,   A_ii = w_{i−1} + w_i,   A_{i,i+1} = −w_i u_i·u_{i+1},
 *     b_i = −(|ẋ_i − ẋ_{i−1}|² − Cdot²)/ℓ_i − u_i·(g_i − g_{i−1}) − feedback_i
 */
export class HandWrittenChain {
  readonly n: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly lambda: Float64Array;
  readonly #inverseMass: Float64Array;
  readonly #ux: Float64Array;
  readonly #uy: Float64Array;
  readonly #c: Float64Array;
  readonly #d: Float64Array;
  readonly #feedback: Float64Array;
  readonly #a: Float64Array;
  readonly #q0: Float64Array;
  readonly #v0: Float64Array;
  readonly #qSum: Float64Array;
  readonly #vSum: Float64Array;
  readonly #g: number;

  constructor(n: number, q: ArrayLike<number>, inverseMass: ArrayLike<number>, g: number) {
    this.n = n;
    this.q = Float64Array.from(q);
    this.v = new Float64Array(2 * n);
    this.#inverseMass = Float64Array.from(inverseMass);
    this.#g = g;
    this.lambda = new Float64Array(n + 1);
    this.#ux = new Float64Array(n + 1);
    this.#uy = new Float64Array(n + 1);
    this.#c = new Float64Array(n + 1);
    this.#d = new Float64Array(n + 1);
    this.#feedback = new Float64Array(n);
    this.#a = new Float64Array(2 * n);
    this.#q0 = new Float64Array(2 * n);
    this.#v0 = new Float64Array(2 * n);
    this.#qSum = new Float64Array(2 * n);
    this.#vSum = new Float64Array(2 * n);
  }

  step(dt: number): void {
    const { n, q, v } = this;
    const a = this.#a;
    const q0 = this.#q0;
    const v0 = this.#v0;
    const qSum = this.#qSum;
    const vSum = this.#vSum;
    const alpha = 0.2 / dt;
    q0.set(q);
    v0.set(v);
    this.#accelerations(alpha);
    for (let i = 0; i < 2 * n; i++) {
      qSum[i] = v[i]!;
      vSum[i] = a[i]!;
      q[i] = q0[i]! + (dt / 2) * v[i]!;
      v[i] = v0[i]! + (dt / 2) * a[i]!;
    }
    for (let stage = 1; stage <= 2; stage++) {
      const reach = stage === 1 ? dt / 2 : dt;
      this.#accelerations(0);
      for (let i = 0; i < 2 * n; i++) {
        qSum[i]! += 2 * v[i]!;
        vSum[i]! += 2 * a[i]!;
        q[i] = q0[i]! + reach * v[i]!;
        v[i] = v0[i]! + reach * a[i]!;
      }
    }
    this.#accelerations(0);
    for (let i = 0; i < 2 * n; i++) {
      q[i] = q0[i]! + (dt / 6) * (qSum[i]! + v[i]!);
      v[i] = v0[i]! + (dt / 6) * (vSum[i]! + a[i]!);
    }
  }

  /** Computes `v̇` at the present state, and a new feedback acceleration unless `alpha` is zero. */
  #accelerations(alpha: number): void {
    const { n, q, v, lambda } = this;
    const w = this.#inverseMass;
    const ux = this.#ux;
    const uy = this.#uy;
    const c = this.#c;
    const d = this.#d;
    const feedback = this.#feedback;
    const g = this.#g;
    let px = 0;
    let py = 0;
    let pvx = 0;
    let pvy = 0;
    let wp = 0;
    let lux = 0;
    let luy = 0;
    let lc = 0;
    let ld = 0;
    for (let i = 0; i < n; i++) {
      const x = q[2 * i]!;
      const y = q[2 * i + 1]!;
      const vx = v[2 * i]!;
      const vy = v[2 * i + 1]!;
      const dx = x - px;
      const dy = y - py;
      const dvx = vx - pvx;
      const dvy = vy - pvy;
      const length = Math.sqrt(dx * dx + dy * dy);
      const inverse = 1 / length;
      const uxi = dx * inverse;
      const uyi = dy * inverse;
      const rate = uxi * dvx + uyi * dvy;
      if (alpha !== 0) feedback[i] = alpha * alpha * (length - 1) + 2 * alpha * rate;
      // Gravity pulls both ends alike, except where one is the origin.
      const free = i === 0 ? -g * uyi : 0;
      const b = -(dvx * dvx + dvy * dvy - rate * rate) * inverse - free - feedback[i]!;
      const wi = w[i]!;
      const below = i === 0 ? 0 : -wp * (uxi * lux + uyi * luy);
      const pivot = 1 / (wp + wi - below * lc);
      const nextOff = i + 1 < n ? 1 : 0;
      ux[i] = uxi;
      uy[i] = uyi;
      // The entry above the diagonal needs the next direction: it is completed in the next
      // iteration.
      ld = (b - below * ld) * pivot;
      d[i] = ld;
      if (nextOff === 1) {
        const nx = q[2 * i + 2]! - x;
        const ny = q[2 * i + 3]! - y;
        const nl = 1 / Math.sqrt(nx * nx + ny * ny);
        lc = -wi * (uxi * nx + uyi * ny) * nl * pivot;
        c[i] = lc;
      }
      lux = uxi;
      luy = uyi;
      px = x;
      py = y;
      pvx = vx;
      pvy = vy;
      wp = wi;
    }
    const a = this.#a;
    let next = 0;
    let nx = 0;
    let ny = 0;
    lambda[n] = 0;
    for (let i = n - 1; i >= 0; i--) {
      const l = i === n - 1 ? d[i]! : d[i]! - c[i]! * next;
      lambda[i] = l;
      const fx = l * ux[i]!;
      const fy = l * uy[i]!;
      a[2 * i] = w[i]! * (fx - nx);
      a[2 * i + 1] = w[i]! * (fy - ny) - g;
      next = l;
      nx = fx;
      ny = fy;
    }
  }
}
