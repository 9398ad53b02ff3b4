import { LARGEST_TURN, ROTATION_MEMORY, type BodyRotation } from '../body-store.js';
import type { BodyArrays } from './body-arrays.js';
import { tensorOf } from './inertia.js';
import { principalAxes } from './principal-axes.js';

/** Sine of half the rest beyond full turns, below which it says nothing of the axis of a motion. */
const VAGUE = 0.25;
/** Difference of moments, relative to them, that is rounding. */
const ROUND = 1e-9;
/** Relative change of an angular velocity in a step by the gyroscopic torque. */
const NOTICEABLE = 1e-3;
const NOTHING = new Float64Array(0);
const TURN = 2 * Math.PI;
/** Parameters of a body: mass and `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]`. */
const WIDTH = 7;
/** Coordinates and velocities of a body, and where those of its rotation begin. */
const NQ = 7;
const NV = 6;
const ROTATION = 3;

/**
 * The rotation of rigid bodies in space in a step of `h` at velocity level. The angular momentum `L`
 * in world axes is what impulses and torques act on, at the beginning of the step. Then the body
 * turns freely, by the symmetric splitting of the rotor (Dullweber, Leimkuhler and McLachlan 1997,
 * J. Chem. Phys. 107, 5840). It is explicit, and keeps `L`, so that the energy is at most
 * `L² / 2 I_min` for any step. Here, with the principal moments `a ≤ b ≤ c`,
 *
 *     H = L²/2b + (1/a − 1/b) L_a²/2 + (1/c − 1/b) L_c²/2
 *
 * whose first term commutes with the others: bodies with two equal moments turn exactly.
 *
 * Constraints act on the mean velocity of that rotation, `ω̄`, by which coordinates move. They change
 * it by `W Jᵀ μ`, and `L` by `Jᵀ μ`. With `ω̄` halfway through a step, `L` between impulses, this is a
 * leapfrog method. Bodies on which no constraint acts have the velocity `W L` at the end. Others
 * have the mean one, which constraints hold; the difference `L − I ω̄` is handed on to the next step.
 */
export class FreeRotation implements BodyRotation {
  readonly #arrays: BodyArrays;
  /** Parameters that moments and axes belong to. */
  #parameters = new Float64Array(0);
  /** Principal moments, ascending, and principal axes in body axes, as columns. */
  #moments = new Float64Array(0);
  #inverses = new Float64Array(0);
  #axes = new Float64Array(0);
  /** Principal axes in world axes at the beginning of the step, as columns. */
  #frames = new Float64Array(0);
  /** At the beginning: `ω`, `L` after torques, and `ω̄` after torques. In world axes. */
  #omega = new Float64Array(0);
  #isHeld = new Uint8Array(0);
  #L = new Float64Array(0);
  #mean = new Float64Array(0);
  /** The present step, s, and the angle up to which rotations are followed in it. */
  #h = 0;
  #largest = Infinity;
  readonly #end = new Float64Array(9);
  readonly #x = new Float64Array(3);
  readonly #b = new Float64Array(3);
  /** Quaternion of a rotation in principal axes. */
  readonly #r = new Float64Array(4);

  constructor(arrays: BodyArrays) {
    this.#arrays = arrays;
  }

  get count(): number {
    return this.#arrays.bodies.length;
  }

  /** Sets velocities from the angular momenta that the last step has left in `memory`, from `at` on. */
  recall(memory: Float64Array = NOTHING, at = 0): void {
    const { v } = this.#arrays;
    this.#prepare();
    const [omega, x] = [this.#omega, this.#x];
    for (let k = 0, j = ROTATION, m = at; k < this.count; k++, j += NV, m += ROTATION_MEMORY) {
      this.#writeFrame(k, this.#frames, 9 * k);
      const isKept = v[j] === memory[m + 3] && v[j + 1] === memory[m + 4] && v[j + 2] === memory[m + 5];
      if (isKept && this.#turns(k)) {
        this.#apply(k, this.#frames, 9 * k, true, memory, m, x, 0);
        for (let c = 0; c < 3; c++) v[j + c]! += x[c]!;
      }
      for (let c = 0; c < 3; c++) omega[3 * k + c] = v[j + c]!;
    }
  }

  /**
   * Turns velocities after `h` of explicit forces, gyroscopic torques among them, into the mean ones
   * of the free rotation after the other forces. `start`, over the velocities of the world, gets those
   * before them.
   */
  turn(h: number, start?: Float64Array, mayBeHeld = false): void {
    this.#largest = mayBeHeld ? 1.01 * LARGEST_TURN : Infinity;
    this.#h = h;
    const { v, velocityOffset } = this.#arrays;
    const [omega, L, mean, x] = [this.#omega, this.#L, this.#mean, this.#x];
    for (let k = 0, j = ROTATION, i = 0; k < this.count; k++, j += NV, i += 3) {
      if (!this.#turns(k)) continue;
      this.#apply(k, this.#frames, 9 * k, false, omega, i, x, 0);
      this.#apply(k, this.#frames, 9 * k, false, v, j, L, i);
      const a = omega[i]!;
      const b = omega[i + 1]!;
      const c = omega[i + 2]!;
      // The torque without the gyroscopic one, −ω × I ω.
      L[i]! += h * (b * x[2]! - c * x[1]!);
      L[i + 1]! += h * (c * x[0]! - a * x[2]!);
      L[i + 2]! += h * (a * x[1]! - b * x[0]!);
      for (let e = 0; e < 3; e++) x[e] = L[i + e]! - x[e]!;
      this.#apply(k, this.#frames, 9 * k, true, x, 0, x, 0);
      this.#findMean(k, h);
      for (let e = 0; e < 3; e++) {
        v[j + e] = mean[i + e]!;
        if (start) start[velocityOffset + j + e] = mean[i + e]! - x[e]!;
      }
    }
  }

  /** Finds the velocities at the end of the step, where the bodies have moved to. */
  settle(memory: Float64Array = NOTHING, at = 0): void {
    const { v } = this.#arrays;
    const [L, mean, x, end] = [this.#L, this.#mean, this.#x, this.#end];
    for (let k = 0, j = ROTATION, i = 0, m = at; k < this.count; k++, j += NV, i += 3, m += ROTATION_MEMORY) {
      memory.fill(0, m, m + ROTATION_MEMORY);
      if (!this.#turns(k)) continue;
      for (let e = 0; e < 3; e++) x[e] = v[j + e]! - mean[i + e]!;
      const isFree = x[0] === 0 && x[1] === 0 && x[2] === 0;
      this.#writeFrame(k, end, 0);
      if (isFree) {
        this.#apply(k, end, 0, true, L, i, v, j);
        continue;
      }
      if (this.#isTooFast(k)) continue;
      this.#apply(k, this.#frames, 9 * k, false, x, 0, x, 0);
      for (let e = 0; e < 3; e++) memory[m + e] = L[i + e]! + x[e]!;
      this.#apply(k, end, 0, false, v, j, x, 0);
      for (let e = 0; e < 3; e++) {
        memory[m + e]! -= x[e]!;
        memory[m + 3 + e] = v[j + e]!;
      }
    }
  }

  accept(memory: Float64Array, at: number): void {
    const { v } = this.#arrays;
    for (let k = 0, j = ROTATION, m = at; k < this.count; k++, j += NV, m += ROTATION_MEMORY) {
      for (let c = 0; c < 3; c++) memory[m + 3 + c] = v[j + c]!;
    }
  }

  /** False for an infinite inertia, stored as 0. */
  #turns(k: number): boolean {
    return this.#moments[3 * k] !== 0;
  }

  /** True where body `k`, which may be held, turns too fast in the step for its gyroscopic torque to be followed. */
  #isTooFast(k: number): boolean {
    const omega = this.#omega;
    const [a, b, c] = [omega[3 * k]!, omega[3 * k + 1]!, omega[3 * k + 2]!];
    const angle = this.#h * Math.sqrt(a * a + b * b + c * c);
    return angle > this.#largest && !this.#isRound(k);
  }

  /** True where the moments of body `k` are equal, but for rounding. */
  #isRound(k: number): boolean {
    return this.#moments[3 * k + 2]! - this.#moments[3 * k]! <= ROUND * this.#moments[3 * k + 2]!;
  }

  fastest(): number {
    const { v } = this.#arrays;
    this.#prepare();
    let largest = 0;
    for (let k = 0, j = ROTATION; k < this.count; k++, j += NV) {
      if (this.#isRound(k)) continue;
      largest = Math.max(largest, v[j]! * v[j]! + v[j + 1]! * v[j + 1]! + v[j + 2]! * v[j + 2]!);
    }
    return Math.sqrt(largest);
  }

  isHeldWhileTurning(h: number): boolean {
    const { v, placed } = this.#arrays;
    const x = this.#x;
    this.#prepare();
    this.#isHeld.fill(0);
    for (const k of placed) this.#isHeld[k] = 1;
    for (let k = 0, j = ROTATION; k < this.count; k++, j += NV) {
      if (this.#isHeld[k] === 0 || this.#isRound(k)) continue;
      const [a, b, c] = [v[j]!, v[j + 1]!, v[j + 2]!];
      this.#writeFrame(k, this.#end, 0);
      this.#apply(k, this.#end, 0, false, v, j, x, 0);
      const [x0, x1, x2] = [x[0]!, x[1]!, x[2]!];
      const torque = Math.hypot(b * x2 - c * x1, c * x0 - a * x2, a * x1 - b * x0);
      if (h * torque > NOTICEABLE * this.#moments[3 * k]! * Math.hypot(a, b, c)) return true;
    }
    return false;
  }

  /** Finds `ω̄` of body `k` in a free rotation of the time `h` with the angular momentum `L`. */
  #findMean(k: number, h: number): void {
    const F = this.#frames;
    const L = this.#L;
    const mean = this.#mean;
    const b = this.#b;
    const r = this.#r;
    const f = 9 * k;
    const i = 3 * k;
    const x = F[f]! * L[i]! + F[f + 3]! * L[i + 1]! + F[f + 6]! * L[i + 2]!;
    const y = F[f + 1]! * L[i]! + F[f + 4]! * L[i + 1]! + F[f + 7]! * L[i + 2]!;
    const z = F[f + 2]! * L[i]! + F[f + 5]! * L[i + 1]! + F[f + 8]! * L[i + 2]!;
    b[0] = x;
    b[1] = y;
    b[2] = z;
    const inverseA = this.#inverses[i]!;
    const inverseB = this.#inverses[i + 1]!;
    const inverseC = this.#inverses[i + 2]!;
    const size = Math.sqrt(x * x + y * y + z * z);
    const half = 0.5 * h * size * inverseB;
    const s = half < 1e-8 ? 0.5 * h * inverseB : Math.sin(half) / size;
    r[0] = Math.cos(half);
    r[1] = s * x;
    r[2] = s * y;
    r[3] = s * z;
    const fast = h * (inverseA - inverseB);
    const slow = h * (inverseC - inverseB);
    if (fast !== 0) turnAbout(0, (fast / 2) * b[0], b, r);
    if (slow !== 0) turnAbout(2, slow * b[2], b, r);
    if (fast !== 0) turnAbout(0, (fast / 2) * b[0], b, r);

    // The logarithm of r that is nearest to h ω.
    const wx = x * inverseA;
    const wy = y * inverseB;
    const wz = z * inverseC;
    const sine = Math.sqrt(r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    const angle = 2 * Math.atan2(sine, r[0]);
    const along = sine === 0 ? 0 : (h * (wx * r[1] + wy * r[2] + wz * r[3])) / sine;
    const turns = Math.round((along - angle) / TURN);
    const isVague = (sine < VAGUE && h * h * (wx * wx + wy * wy + wz * wz) > 4) || this.#isTooFast(k);
    const scale = sine < 1e-8 ? 2 / h : (angle + TURN * turns) / (h * sine);
    const ma = isVague ? wx : scale * r[1];
    const mb = isVague ? wy : scale * r[2];
    const mc = isVague ? wz : scale * r[3];
    mean[i] = F[f]! * ma + F[f + 1]! * mb + F[f + 2]! * mc;
    mean[i + 1] = F[f + 3]! * ma + F[f + 4]! * mb + F[f + 5]! * mc;
    mean[i + 2] = F[f + 6]! * ma + F[f + 7]! * mb + F[f + 8]! * mc;
  }

  /**
   * `out = I x`, or `W x` if `inverse`, for body `k` with the principal axes in the columns of `F`;
   * `out` may be `x`.
   */
  #apply(
    k: number,
    F: Float64Array,
    f: number,
    inverse: boolean,
    x: Float64Array,
    i: number,
    out: Float64Array,
    o: number,
  ): void {
    const factors = inverse ? this.#inverses : this.#moments;
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
  #writeFrame(k: number, out: Float64Array, at: number): void {
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
  #prepare(): void {
    if (this.#omega.length !== 3 * this.count) this.#resize();
    const { parameters } = this.#arrays;
    for (let k = 0, p = 0; k < this.count; k++, p += WIDTH) {
      let isSame = true;
      for (let e = 1; e < WIDTH; e++) if (this.#parameters[p + e] !== parameters[p + e]) isSame = false;
      if (isSame) continue;
      this.#parameters.set(parameters.subarray(p, p + WIDTH), p);
      const { moments, axes } = principalAxes(tensorOf(parameters.subarray(p, p + WIDTH)));
      this.#moments.set(moments, 3 * k);
      this.#inverses.set(
        moments.map((moment) => 1 / moment),
        3 * k,
      );
      axes.forEach((axis, e) => {
        axis.forEach((entry, c) => (this.#axes[9 * k + 3 * c + e] = entry));
      });
    }
  }

  #resize(): void {
    const { count } = this;
    this.#parameters = new Float64Array(WIDTH * count);
    this.#moments = new Float64Array(3 * count);
    this.#inverses = new Float64Array(3 * count);
    this.#axes = new Float64Array(9 * count);
    this.#frames = new Float64Array(9 * count);
    this.#L = new Float64Array(3 * count);
    this.#mean = new Float64Array(3 * count);
    this.#omega = new Float64Array(3 * count);
    this.#isHeld = new Uint8Array(count);
  }
}

/** `r ← r ⊗ exp(angle e_k / 2)` and `b ← exp(−angle e_k) b`, with the unit vector `e_k`. */
function turnAbout(k: 0 | 2, angle: number, b: Float64Array, r: Float64Array): void {
  const c = Math.cos(angle / 2);
  const s = Math.sin(angle / 2);
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
