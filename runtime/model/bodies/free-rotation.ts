import { hypot, squared } from '../../base/powers.js';
import { LARGEST_TURN, ROTATION_MEMORY, type BodyRotation } from '../body-store.js';
import type { BodyArrays } from './body-arrays.js';
import { FlightRotation } from './flight-rotation.js';
import { multiply, turn } from './orientation.js';
import { Rotor } from './rotor.js';

/** Relative change of an angular velocity in a step by the gyroscopic torque. */
const NOTICEABLE = 1e-3;
/** Error of mean velocities after impulses, relative to them. */
const AIM = 2e-3;
const NOTHING = new Float64Array(0);
/** Numbers of coordinates and velocities of a body, and where its rotation begins among them. */
const NQ = 7;
const NV = 6;
const ROTATION = 3;

/**
 * The rotation of rigid bodies in space in a step of `h` at velocity level. The angular momentum `L`
 * in world axes is what impulses and torques act on, at the beginning of the step. Then the body
 * turns freely; see {@link Rotor}.
 *
 * Constraints act on the mean velocity of that rotation, `ω̄`, by which coordinates move. They change
 * it by `W Jᵀ μ`, and `L` by `Jᵀ μ`. With `ω̄` halfway through a step, `L` between impulses, this is a
 * leapfrog method. Bodies on which no constraint acts have the velocity `W L` at the end. Others
 * have the mean one, which constraints hold; the difference `L − I ω̄` is handed on to the next step.
 *
 * Midpoint steps are the same leapfrog, seen halfway between two impulses. Bodies on which no
 * constraint acts turn freely from the beginning of the step, with half of the torque.
 */
export class FreeRotation implements BodyRotation {
  readonly #arrays: BodyArrays;
  readonly #rotor: Rotor;
  #flight: FlightRotation | undefined;
  /** Principal axes in world axes at the beginning of the step, as columns. */
  #frames = new Float64Array(0);
  /** At the beginning: `ω`, `L` after torques, and `ω̄` after torques. In world axes. */
  #omega = new Float64Array(0);
  /** 1 for bodies that something acts on, and for those that more than contacts act on. */
  #isHeld = new Uint8Array(0);
  #isTied = new Uint8Array(0);
  #L = new Float64Array(0);
  #mean = new Float64Array(0);
  /** Orientations at the beginning of a midpoint step, and what torques have added to `L`. */
  #before = new Float64Array(0);
  #impulse = new Float64Array(0);
  /** The present step, s, and the angle up to which rotations are followed in it. */
  #h = 0;
  #largest = Infinity;
  readonly #end = new Float64Array(9);
  readonly #x = new Float64Array(3);
  readonly #kept = new Float64Array(6);
  /** Quaternions. */
  readonly #p = new Float64Array(4);
  readonly #r = new Float64Array(4);

  constructor(arrays: BodyArrays) {
    this.#arrays = arrays;
    this.#rotor = new Rotor(arrays);
  }

  get count(): number {
    return this.#arrays.bodies.length;
  }

  /** Sets velocities from the angular momenta that the last step has left in `memory`, from `at` on. */
  recall(memory: Float64Array = NOTHING, at = 0): void {
    const { v } = this.#arrays;
    this.#prepare();
    const [omega, x] = [this.#omega, this.#x];
    if (this.#arrays.placed.length > 0) this.#keepOrientations();
    for (let k = 0, j = ROTATION, m = at; k < this.count; k++, j += NV, m += ROTATION_MEMORY) {
      this.#rotor.writeFrame(k, this.#frames, 9 * k);
      if (isLeftBy(memory, m, v, j) && this.#rotor.turns(k)) {
        this.#rotor.apply(k, this.#frames, 9 * k, true, memory, m, x, 0);
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
      if (!this.#rotor.turns(k)) continue;
      this.#rotor.apply(k, this.#frames, 9 * k, false, omega, i, x, 0);
      this.#rotor.apply(k, this.#frames, 9 * k, false, v, j, L, i);
      const a = omega[i]!;
      const b = omega[i + 1]!;
      const c = omega[i + 2]!;
      // The torque without the gyroscopic one, −ω × I ω.
      L[i]! += h * (b * x[2]! - c * x[1]!);
      L[i + 1]! += h * (c * x[0]! - a * x[2]!);
      L[i + 2]! += h * (a * x[1]! - b * x[0]!);
      for (let e = 0; e < 3; e++) x[e] = L[i + e]! - x[e]!;
      this.#rotor.apply(k, this.#frames, 9 * k, true, x, 0, x, 0);
      this.#findMean(k, h);
      for (let e = 0; e < 3; e++) {
        v[j + e] = mean[i + e]!;
        if (start) start[velocityOffset + j + e] = mean[i + e]! - x[e]!;
      }
    }
  }

  aim(change: Float64Array, start: Float64Array): boolean {
    const { v, velocityOffset } = this.#arrays;
    const [L, mean, x, kept] = [this.#L, this.#mean, this.#x, this.#kept];
    let differs = false;
    for (let k = 0, j = ROTATION, i = 0; k < this.count; k++, j += NV, i += 3) {
      if (this.#isTied[k] === 0 || this.#rotor.isRound(k)) continue;
      const s = velocityOffset + j;
      if (change[s] === 0 && change[s + 1] === 0 && change[s + 2] === 0) continue;
      this.#rotor.apply(k, this.#frames, 9 * k, false, change, s, x, 0);
      for (let e = 0; e < 3; e++) {
        kept[e] = L[i + e]!;
        kept[e + 3] = mean[i + e]!;
        L[i + e]! += x[e]!;
      }
      this.#findMean(k, this.#h);
      let [size, error] = [0, 0];
      for (let e = 0; e < 3; e++) {
        x[e] = mean[i + e]! - change[s + e]! - kept[e + 3]!;
        size += squared(mean[i + e]!);
        error += squared(x[e]!);
        L[i + e] = kept[e]!;
        mean[i + e] = kept[e + 3]!;
      }
      if (!(error > AIM * AIM * size)) continue;
      differs = true;
      for (let e = 0; e < 3; e++) {
        mean[i + e]! += x[e]!;
        v[j + e]! += x[e]!;
        start[s + e]! += x[e]!;
      }
    }
    return differs;
  }

  /** Finds the velocities at the end of the step, where the bodies have moved to. */
  settle(memory: Float64Array = NOTHING, at = 0): void {
    const { v } = this.#arrays;
    const [L, mean, x] = [this.#L, this.#mean, this.#x];
    for (let k = 0, j = ROTATION, i = 0, m = at; k < this.count; k++, j += NV, i += 3, m += ROTATION_MEMORY) {
      memory.fill(0, m, m + ROTATION_MEMORY);
      if (!this.#rotor.turns(k)) continue;
      for (let e = 0; e < 3; e++) x[e] = v[j + e]! - mean[i + e]!;
      const isFree = x[0] === 0 && x[1] === 0 && x[2] === 0;
      // Without impulses as with them, momenta turn with the bodies, however fast.
      if (isFree && (this.#isTied[k] === 1 || !this.#isTooFast(k))) {
        this.#setVelocity(k);
        continue;
      }
      if (this.#isTied[k] === 0) {
        this.#turnAfterContact(k, L);
        continue;
      }
      if (!this.#isTooFast(k)) this.#handOn(k, L, memory, m);
    }
  }

  accept(memory: Float64Array, at: number): void {
    const { v } = this.#arrays;
    for (let k = 0, j = ROTATION, m = at; k < this.count; k++, j += NV, m += ROTATION_MEMORY) {
      for (let c = 0; c < 3; c++) memory[m + 3 + c] = v[j + c]!;
    }
  }

  /** True where body `k`, which may be held, turns too fast in the step for its gyroscopic torque to be followed. */
  #isTooFast(k: number): boolean {
    const omega = this.#omega;
    const [a, b, c] = [omega[3 * k]!, omega[3 * k + 1]!, omega[3 * k + 2]!];
    const angle = this.#h * Math.sqrt(a * a + b * b + c * c);
    return angle > this.#largest && !this.#rotor.isRound(k);
  }

  fastest(ofAny = false): number {
    const { v } = this.#arrays;
    this.#prepare();
    let largest = 0;
    for (let k = 0, j = ROTATION; k < this.count; k++, j += NV) {
      if (!ofAny && this.#rotor.isRound(k)) continue;
      largest = Math.max(largest, v[j]! * v[j]! + v[j + 1]! * v[j + 1]! + v[j + 2]! * v[j + 2]!);
    }
    return Math.sqrt(largest);
  }

  isHeldWhileTurning(h: number): boolean {
    const { v } = this.#arrays;
    const x = this.#x;
    this.#prepare();
    this.#findHeld();
    for (let k = 0, j = ROTATION; k < this.count; k++, j += NV) {
      if (this.#isHeld[k] === 0 || this.#rotor.isRound(k)) continue;
      const [a, b, c] = [v[j]!, v[j + 1]!, v[j + 2]!];
      this.#rotor.writeFrame(k, this.#end, 0);
      this.#rotor.apply(k, this.#end, 0, false, v, j, x, 0);
      const [x0, x1, x2] = [x[0]!, x[1]!, x[2]!];
      const torque = hypot(b * x2 - c * x1, c * x0 - a * x2, a * x1 - b * x0);
      if (h * torque > NOTICEABLE * this.#rotor.moments[3 * k]! * hypot(a, b, c)) return true;
    }
    return false;
  }

  tie(bodies: ReadonlySet<number>): void {
    this.#prepare();
    for (let k = 0; k < this.count; k++) this.#isTied[k] = bodies.has(k) ? 1 : 0;
  }

  /**
   * Turns body `k`, which only contacts act on, freely with the angular momentum after the impulse that has
   * changed its velocities by `x`, and by what coordinates were corrected besides.
   */
  #turnAfterContact(k: number, L: Float64Array): void {
    const { q, v } = this.#arrays;
    const [x, before, p, r] = [this.#x, this.#before, this.#p, this.#r];
    const [i, j] = [NQ * k + ROTATION, NV * k + ROTATION];
    this.#rotor.apply(k, this.#frames, 9 * k, false, x, 0, x, 0);
    for (let e = 0; e < 3; e++) L[3 * k + e]! += x[e]!;
    // r = q_moved ⊗ p⁻¹ with the orientation p that the mean velocity alone gives.
    for (let e = 0; e < 4; e++) p[e] = before[4 * k + e]!;
    for (let e = 0; e < 3; e++) x[e] = this.#h * v[j + e]!;
    turn(p, 0, x, 0);
    for (let e = 1; e < 4; e++) p[e] = -p[e]!;
    multiply(q, i, p, 0, r);
    for (let e = 0; e < 4; e++) q[i + e] = before[4 * k + e]!;
    this.#rotor.turn(k, L, 3 * k, this.#h);
    for (let e = 0; e < 4; e++) p[e] = q[i + e]!;
    multiply(r, 0, p, 0, r);
    for (let e = 0; e < 4; e++) q[i + e] = r[e]!;
    this.#setVelocity(k);
  }

  get flight(): FlightRotation {
    return (this.#flight ??= new FlightRotation(this.#arrays));
  }

  #keepOrientations(): void {
    const { q } = this.#arrays;
    for (let k = 0; k < this.count; k++)
      for (let e = 0; e < 4; e++) this.#before[4 * k + e] = q[NQ * k + ROTATION + e]!;
  }

  beginMidpoint(memory: Float64Array, at: number): void {
    const { v } = this.#arrays;
    this.#prepare();
    this.#keepOrientations();
    const [L, end] = [this.#L, this.#end];
    for (let k = 0, j = ROTATION, i = 0, m = at; k < this.count; k++, j += NV, i += 3, m += ROTATION_MEMORY) {
      this.#rotor.writeFrame(k, end, 0);
      this.#rotor.apply(k, end, 0, false, v, j, L, i);
      const isKept = isLeftBy(memory, m, v, j);
      for (let e = 0; isKept && e < 3; e++) L[i + e]! += memory[m + e]!;
    }
  }

  keep(): void {
    const { v } = this.#arrays;
    for (let k = 0, j = ROTATION; k < this.count; k++, j += NV) {
      this.#rotor.writeFrame(k, this.#frames, 9 * k);
      for (let e = 0; e < 3; e++) this.#omega[3 * k + e] = v[j + e]!;
    }
  }

  turnAtMidpoint(h: number, start: Float64Array): void {
    this.#largest = 1.01 * LARGEST_TURN;
    this.#h = h;
    const { v, velocityOffset } = this.#arrays;
    const [omega, L, impulse, mean, x] = [this.#omega, this.#L, this.#impulse, this.#mean, this.#x];
    this.#findHeld();
    for (let k = 0, j = ROTATION, i = 0; k < this.count; k++, j += NV, i += 3) {
      if (!this.#rotor.turns(k)) continue;
      const s = velocityOffset + j;
      // The torques for the time h, without the gyroscopic one, −ω × I ω.
      this.#rotor.apply(k, this.#frames, 9 * k, false, omega, i, x, 0);
      const [x0, x1, x2] = [x[0]!, x[1]!, x[2]!];
      const [a, b, c] = [omega[i]!, omega[i + 1]!, omega[i + 2]!];
      for (let e = 0; e < 3; e++) x[e] = v[j + e]! - start[s + e]!;
      this.#rotor.apply(k, this.#frames, 9 * k, false, x, 0, x, 0);
      impulse[i] = x[0]! + h * (b * x2 - c * x1);
      impulse[i + 1] = x[1]! + h * (c * x0 - a * x2);
      impulse[i + 2] = x[2]! + h * (a * x1 - b * x0);
      for (let e = 0; e < 3; e++) L[i + e]! += impulse[i + e]!;
      if (this.#isHeld[k] === 1) this.#findMean(k, h);
      else for (let e = 0; e < 3; e++) mean[i + e] = v[j + e]!;
      for (let e = 0; e < 3; e++) v[j + e] = mean[i + e]!;
    }
  }

  settleFromMidpoint(memory: Float64Array, at: number): void {
    const { v, q } = this.#arrays;
    const [before, L, impulse, mean, x] = [this.#before, this.#L, this.#impulse, this.#mean, this.#x];
    for (let k = 0, j = ROTATION, i = 0, m = at; k < this.count; k++, j += NV, i += 3, m += ROTATION_MEMORY) {
      memory.fill(0, m, m + ROTATION_MEMORY);
      if (!this.#rotor.turns(k)) continue;
      for (let e = 0; e < 3; e++) x[e] = v[j + e]! - mean[i + e]!;
      if (x[0] !== 0 || x[1] !== 0 || x[2] !== 0) {
        if (!this.#isTooFast(k)) this.#handOn(k, L, memory, m);
        continue;
      }
      for (let e = 0; e < 4; e++) q[NQ * k + ROTATION + e] = before[4 * k + e]!;
      for (let e = 0; e < 3; e++) x[e] = L[i + e]! - impulse[i + e]! / 2;
      this.#rotor.turn(k, x, 0, this.#h);
      this.#setVelocity(k);
    }
  }

  /**
   * Hands on the difference `L − I ω̄` at the end of the step, with `L` after an impulse that has changed
   * velocities by `x`.
   */
  #handOn(k: number, L: Float64Array, memory: Float64Array, m: number): void {
    const { v } = this.#arrays;
    const [x, end] = [this.#x, this.#end];
    const j = NV * k + ROTATION;
    this.#rotor.writeFrame(k, end, 0);
    this.#rotor.apply(k, this.#frames, 9 * k, false, x, 0, x, 0);
    for (let e = 0; e < 3; e++) memory[m + e] = L[3 * k + e]! + x[e]!;
    this.#rotor.apply(k, end, 0, false, v, j, x, 0);
    for (let e = 0; e < 3; e++) {
      memory[m + e]! -= x[e]!;
      memory[m + 3 + e] = v[j + e]!;
    }
  }

  /** Gives body `k` the velocity `W L` where it is now. */
  #setVelocity(k: number): void {
    const end = this.#end;
    this.#rotor.writeFrame(k, end, 0);
    this.#rotor.apply(k, end, 0, true, this.#L, 3 * k, this.#arrays.v, NV * k + ROTATION);
  }

  /** Finds which bodies something may hold. */
  #findHeld(): void {
    this.#isHeld.fill(0);
    for (const k of this.#arrays.placed) this.#isHeld[k] = 1;
  }

  #prepare(): void {
    if (this.#omega.length !== 3 * this.count) this.#resize();
    this.#rotor.prepare();
  }

  /** Finds `ω̄` of body `k` in a free rotation of the time `h` with the angular momentum `L`. */
  #findMean(k: number, h: number): void {
    this.#rotor.writeMean(k, this.#frames, 9 * k, this.#L, 3 * k, h, this.#isTooFast(k), this.#mean);
  }

  #resize(): void {
    const { count } = this;
    this.#frames = new Float64Array(9 * count);
    this.#L = new Float64Array(3 * count);
    this.#mean = new Float64Array(3 * count);
    this.#omega = new Float64Array(3 * count);
    this.#isHeld = new Uint8Array(count);
    this.#isTied = new Uint8Array(count);
    this.#before = new Float64Array(4 * count);
    this.#impulse = new Float64Array(3 * count);
  }
}

/** True if the angular velocity at `v[j …]` is still the one that the last step has left, noted in its `memory`. */
const isLeftBy = (memory: Float64Array, m: number, v: Float64Array, j: number): boolean =>
  v[j] === memory[m + 3] && v[j + 1] === memory[m + 4] && v[j + 2] === memory[m + 5];
