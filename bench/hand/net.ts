/**
 * A hand-written planar net of rods between particles of equal mass, hung up at particle 0, which
 * the runtime is measured against. It makes velocity steps
 *
 *     v* = v + dt g,   A μ = −r C − J v*,   v = v* + w Jᵀ μ,   q += dt v
 *
 * `A` has `w s_i s_j u_i·u_j` for rods `i`, `j` that meet at a particle. Its lower triangle is
 * stored by rows in elimination order. For a factorisation the order is nested dissection, and
 * there are places for the fill; for conjugate gradients with IC(0) the entries are those of `A`
 * itself.
 */
export abstract class HandWrittenNet {
  readonly q: Float64Array;
  readonly v: Float64Array;
  protected readonly rods: number;
  /** Ends of each rod, in elimination order, as offsets in `q`. */
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #length: Float64Array;
  protected readonly ux: Float64Array;
  protected readonly uy: Float64Array;
  protected readonly b: Float64Array;
  protected readonly mu: Float64Array;
  readonly #g: number;

  /** `rods` are pairs of particles, in elimination order. */
  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number) {
    const n = rods.length;
    this.q = Float64Array.from(q);
    this.v = new Float64Array(this.q.length);
    this.rods = n;
    this.#a = Int32Array.from(rods, ([a]) => 2 * a);
    this.#b = Int32Array.from(rods, ([, b]) => 2 * b);
    this.ux = new Float64Array(n);
    this.uy = new Float64Array(n);
    this.b = new Float64Array(n);
    this.mu = new Float64Array(n);
    this.#length = Float64Array.from(rods, ([a, b]) =>
      Math.hypot(q[2 * b]! - q[2 * a]!, q[2 * b + 1]! - q[2 * a + 1]!),
    );
    this.#g = g;
  }

  /** Solves `A μ = b`. */
  protected abstract solve(): void;

  step(dt: number): void {
    const { q, v, ux, uy, b, mu, rods } = this;
    const from = this.#a;
    const to = this.#b;
    const length = this.#length;
    const rate = 0.2 / dt;
    for (let i = 3; i < v.length; i += 2) v[i]! -= dt * this.#g;
    for (let k = 0; k < rods; k++) {
      const i = from[k]!;
      const j = to[k]!;
      const dx = q[j]! - q[i]!;
      const dy = q[j + 1]! - q[i + 1]!;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const x = dx / distance;
      const y = dy / distance;
      ux[k] = x;
      uy[k] = y;
      b[k] = -rate * (distance - length[k]!) - (x * (v[j]! - v[i]!) + y * (v[j + 1]! - v[i + 1]!));
    }
    this.solve();
    for (let k = 0; k < rods; k++) {
      const i = from[k]!;
      const j = to[k]!;
      const fx = mu[k]! * ux[k]!;
      const fy = mu[k]! * uy[k]!;
      v[i]! -= fx;
      v[i + 1]! -= fy;
      v[j]! += fx;
      v[j + 1]! += fy;
    }
    v[0] = v[1] = 0;
    for (let i = 0; i < q.length; i++) q[i]! += dt * v[i]!;
  }
}
