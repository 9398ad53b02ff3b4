import { hypot } from '../../base/powers.js';
import { atan2, cos, sin } from '../../elementary/index.js';
import type { BodyArrays } from './body-arrays.js';
import { principalAxes, tensorOf } from './inertia.js';
import { multiply } from './orientation.js';

/** Difference of moments, relative to them, that is rounding. */
const ROUND = 1e-9;
/** Sine of half the rest beyond full turns, below which it says nothing of the axis of a motion. */
const VAGUE = 0.25;
const TURN = 2 * Math.PI;
/** Largest angle of a free rotation at once, rad, and number of its parts at most. */
const LARGEST_PART = 0.5;
const MOST_PARTS = 64;
/** Parameters of a body: mass and `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`. */
const WIDTH = 7;
/** Number of coordinates of a body, and where its rotation begins among them. */
const NQ = 7;
const ROTATION = 3;

/**
 * Free rotation of rigid bodies in space, by the symmetric splitting of the rotor (Dullweber,
 * Leimkuhler and McLachlan 1997, J. Chem. Phys. 107, 5840). It is explicit, symplectic, and keeps
 * the angular momentum `L` in world axes, so that the energy is at most `L² / 2 I_min` for any step.
 * Here, with the principal moments `a ≤ b ≤ c`,
 *
 *     H = L²/2b + (1/a − 1/b) L_a²/2 + (1/c − 1/b) L_c²/2
 *
 * whose first term commutes with the others: bodies with two equal moments turn exactly.
 */
export class Rotor {
  readonly #arrays: BodyArrays;
  /** Parameters that moments and axes belong to. */
  #parameters = new Float64Array(0);
  /** Principal moments, ascending, and principal axes in body axes, as columns. */
  moments = new Float64Array(0);
  inverses = new Float64Array(0);
  #axes = new Float64Array(0);
  /** Angular momentum in principal axes before the last rotation, and after it. */
  readonly #before = new Float64Array(3);
  readonly #b = new Float64Array(3);
  /** Quaternion of the last rotation in principal axes. */
  readonly #rotation = new Float64Array(4);
  readonly #frame = new Float64Array(9);

  constructor(arrays: BodyArrays) {
    this.#arrays = arrays;
  }

  /** False for an infinite inertia, stored as 0. */
  turns(k: number): boolean {
    return this.moments[3 * k] !== 0;
  }

  /** True where the moments of body `k` are equal, but for rounding. */
  isRound(k: number): boolean {
    return this.moments[3 * k + 2]! - this.moments[3 * k]! <= ROUND * this.moments[3 * k + 2]!;
  }

  /**
   * Turns body `k` with the principal axes in the columns of `F` and the angular momentum `L` freely
   * for the time `h`, without its coordinates: sets `before` and `rotation`.
   */
  #split(k: number, F: Float64Array, f: number, L: Float64Array, l: number, h: number): void {
    const b = this.#b;
    const r = this.#rotation;
    const i = 3 * k;
    const x = F[f]! * L[l]! + F[f + 3]! * L[l + 1]! + F[f + 6]! * L[l + 2]!;
    const y = F[f + 1]! * L[l]! + F[f + 4]! * L[l + 1]! + F[f + 7]! * L[l + 2]!;
    const z = F[f + 2]! * L[l]! + F[f + 5]! * L[l + 1]! + F[f + 8]! * L[l + 2]!;
    this.#before[0] = b[0] = x;
    this.#before[1] = b[1] = y;
    this.#before[2] = b[2] = z;
    const inverseA = this.inverses[i]!;
    const inverseB = this.inverses[i + 1]!;
    const inverseC = this.inverses[i + 2]!;
    const size = Math.sqrt(x * x + y * y + z * z);
    const half = 0.5 * h * size * inverseB;
    const s = half < 1e-8 ? 0.5 * h * inverseB : sin(half) / size;
    r[0] = cos(half);
    r[1] = s * x;
    r[2] = s * y;
    r[3] = s * z;
    const fast = h * (inverseA - inverseB);
    const slow = h * (inverseC - inverseB);
    if (fast !== 0) turnAbout(0, (fast / 2) * b[0], b, r);
    if (slow !== 0) turnAbout(2, slow * b[2], b, r);
    if (fast !== 0) turnAbout(0, (fast / 2) * b[0], b, r);
  }

  /**
   * Writes the mean angular velocity of body `k` in a free rotation of the time `h` at `out[l …]`, with the principal axes
   * in the columns of `F` and the angular momentum `L`. Where the rotation is `vague`, it is the velocity at the beginning.
   */
  writeMean(
    k: number,
    F: Float64Array,
    f: number,
    L: Float64Array,
    l: number,
    h: number,
    vague: boolean,
    out: Float64Array,
  ): void {
    const { inverses } = this;
    const [r, before] = [this.#rotation, this.#before];
    this.#split(k, F, f, L, l, h);
    const wx = before[0]! * inverses[3 * k]!;
    const wy = before[1]! * inverses[3 * k + 1]!;
    const wz = before[2]! * inverses[3 * k + 2]!;
    // The logarithm of r that is nearest to h ω.
    const sine = Math.sqrt(r[1]! * r[1]! + r[2]! * r[2]! + r[3]! * r[3]!);
    const angle = 2 * atan2(sine, r[0]!);
    const along = sine === 0 ? 0 : (h * (wx * r[1]! + wy * r[2]! + wz * r[3]!)) / sine;
    const turns = Math.round((along - angle) / TURN);
    const isVague = vague || (sine < VAGUE && h * h * (wx * wx + wy * wy + wz * wz) > 4);
    const scale = sine < 1e-8 ? 2 / h : (angle + TURN * turns) / (h * sine);
    const ma = isVague ? wx : scale * r[1]!;
    const mb = isVague ? wy : scale * r[2]!;
    const mc = isVague ? wz : scale * r[3]!;
    out[l] = F[f]! * ma + F[f + 1]! * mb + F[f + 2]! * mc;
    out[l + 1] = F[f + 3]! * ma + F[f + 4]! * mb + F[f + 5]! * mc;
    out[l + 2] = F[f + 6]! * ma + F[f + 7]! * mb + F[f + 8]! * mc;
  }

  /**
   * Turns body `k` freely from its present orientation for the time `h` with the angular momentum `L`, in
   * parts of {@link LARGEST_PART} at most.
   */
  turn(k: number, L: Float64Array, l: number, h: number): void {
    const frame = this.#frame;
    this.writeFrame(k, frame, 0);
    this.apply(k, frame, 0, true, L, l, this.#b, 0);
    const angle = h * hypot(this.#b[0]!, this.#b[1]!, this.#b[2]);
    const parts = Math.max(1, Math.min(MOST_PARTS, Math.ceil(angle / LARGEST_PART) || 1));
    for (let part = 0; part < parts; part++) this.#turnOnce(k, L, l, h / parts);
  }

  #turnOnce(k: number, L: Float64Array, l: number, h: number): void {
    const { q } = this.#arrays;
    const [P, r, frame] = [this.#axes, this.#rotation, this.#frame];
    const i = NQ * k + ROTATION;
    this.writeFrame(k, frame, 0);
    this.#split(k, frame, 0, L, l, h);
    const a = P[9 * k]! * r[1]! + P[9 * k + 1]! * r[2]! + P[9 * k + 2]! * r[3]!;
    const b = P[9 * k + 3]! * r[1]! + P[9 * k + 4]! * r[2]! + P[9 * k + 5]! * r[3]!;
    const c = P[9 * k + 6]! * r[1]! + P[9 * k + 7]! * r[2]! + P[9 * k + 8]! * r[3]!;
    r[1] = a;
    r[2] = b;
    r[3] = c;
    multiply(q, i, r, 0, r);
    for (let e = 0; e < 4; e++) q[i + e] = r[e]!;
  }

  /**
   * `out = I x`, or `W x` if `inverse`, for body `k` with the principal axes in the columns of `F`;
   * `out` may be `x`.
   */
  apply(
    k: number,
    F: Float64Array,
    f: number,
    inverse: boolean,
    x: Float64Array,
    i: number,
    out: Float64Array,
    o: number,
  ): void {
    const factors = inverse ? this.inverses : this.moments;
    const x0 = x[i]!;
    const x1 = x[i + 1]!;
    const x2 = x[i + 2]!;
    const a = factors[3 * k]! * (F[f]! * x0 + F[f + 3]! * x1 + F[f + 6]! * x2);
    const b = factors[3 * k + 1]! * (F[f + 1]! * x0 + F[f + 4]! * x1 + F[f + 7]! * x2);
    const c = factors[3 * k + 2]! * (F[f + 2]! * x0 + F[f + 5]! * x1 + F[f + 8]! * x2);
    out[o] = F[f]! * a + F[f + 1]! * b + F[f + 2]! * c;
    out[o + 1] = F[f + 3]! * a + F[f + 4]! * b + F[f + 5]! * c;
    out[o + 2] = F[f + 6]! * a + F[f + 7]! * b + F[f + 8]! * c;
  }

  /** Writes the principal axes of body `k` at its present orientation. */
  writeFrame(k: number, out: Float64Array, at: number): void {
    const { q } = this.#arrays;
    const P = this.#axes;
    const i = NQ * k + ROTATION;
    const w = q[i]!;
    const x = q[i + 1]!;
    const y = q[i + 2]!;
    const z = q[i + 3]!;
    for (let e = 0; e < 3; e++) {
      const a = P[9 * k + e]!;
      const b = P[9 * k + 3 + e]!;
      const c = P[9 * k + 6 + e]!;
      // 2 u × p
      const d0 = 2 * (y * c - z * b);
      const d1 = 2 * (z * a - x * c);
      const d2 = 2 * (x * b - y * a);
      out[at + e] = a + w * d0 + (y * d2 - z * d1);
      out[at + 3 + e] = b + w * d1 + (z * d0 - x * d2);
      out[at + 6 + e] = c + w * d2 + (x * d1 - y * d0);
    }
  }

  /** Finds moments and axes anew where parameters have changed. */
  prepare(): void {
    const { parameters, bodies } = this.#arrays;
    if (this.moments.length !== 3 * bodies.length) this.#resize();
    for (let k = 0, p = 0; k < bodies.length; k++, p += WIDTH) {
      let isSame = true;
      for (let e = 1; e < WIDTH; e++) if (this.#parameters[p + e] !== parameters[p + e]) isSame = false;
      if (isSame) continue;
      this.#parameters.set(parameters.subarray(p, p + WIDTH), p);
      const { moments, axes } = principalAxes(tensorOf(parameters.subarray(p, p + WIDTH)));
      this.moments.set(moments, 3 * k);
      this.inverses.set(
        moments.map((moment) => 1 / moment),
        3 * k,
      );
      axes.forEach((axis, e) => {
        axis.forEach((entry, c) => (this.#axes[9 * k + 3 * c + e] = entry));
      });
    }
  }

  #resize(): void {
    const { length } = this.#arrays.bodies;
    this.#parameters = new Float64Array(WIDTH * length);
    this.moments = new Float64Array(3 * length);
    this.inverses = new Float64Array(3 * length);
    this.#axes = new Float64Array(9 * length);
  }
}

/** `r ← r ⊗ exp(angle e_k / 2)` and `b ← exp(−angle e_k) b`, with the unit vector `e_k`. */
function turnAbout(k: 0 | 2, angle: number, b: Float64Array, r: Float64Array): void {
  const c = cos(angle / 2);
  const s = sin(angle / 2);
  const i = k === 0 ? 1 : 0;
  const j = i + 1;
  const cosine = c * c - s * s;
  const sine = 2 * c * s;
  const bi = b[i]!;
  const bj = b[j]!;
  b[i] = cosine * bi + sine * bj;
  b[j] = cosine * bj - sine * bi;
  const w = r[0]!;
  const rk = r[k + 1]!;
  const ri = r[i + 1]!;
  const rj = r[j + 1]!;
  r[0] = c * w - s * rk;
  r[k + 1] = c * rk + s * w;
  r[i + 1] = c * ri + s * rj;
  r[j + 1] = c * rj - s * ri;
}
