import { Hash } from '../base/hash.js';
import { squared } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { copy } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { Newton } from '../implicit/newton.js';
import { ParticleStore } from '../model/particle-store.js';
import { TypedBodyStore } from '../model/bodies/typed-store.js';
import { parameterWidth } from '../model/parameters.js';
import { ImplicitStepper, readImplicitOptions, type ImplicitOptions } from './implicit-stepper.js';
import type { IntegratedSystem, Integrator } from './integrator.js';

/** Part of coordinates and velocities up to which a change between two steps is a correction. */
const CORRECTION = 1e-6;

/** Ratio of a step to the time since the state it goes on from beyond which the method loses its stability. */
const LARGEST_RATIO = 2.4;

/**
 * Hash of what accelerations jump with when it changes between two steps: masses and parameters of bodies, and
 * the numbers of forces and of rows. The same in every process, so that steps after a snapshot are the same.
 */
function fingerprintOf({ stores, forces, system }: EquationsOfMotion): number {
  const hash = new Hash();
  hash.add(forces.length);
  hash.add(system.all.rows.count - system.vacant.length);
  for (const store of stores) {
    if (store instanceof ParticleStore) for (let i = 0; i < store.coordinateCount; i++) hash.add(store.mass[i]!);
    else if (store instanceof TypedBodyStore) {
      const count = parameterWidth(store.type) * store.bodies.length;
      for (let i = 0; i < count; i++) hash.add(store.parameters[i]!);
    }
  }
  return hash.number();
}

class Bdf2 extends ImplicitStepper {
  readonly order = 2;

  /**
   * The last step, the {@link fingerprintOf} its world, and the step before, or 0; coordinates and velocities at the
   * beginning of that, and at the beginning and the end of the last step. Velocities are in body axes.
   */
  protected memoryLength(coordinates: number, velocities: number): number {
    return 3 + 3 * (coordinates + velocities);
  }

  protected take(system: IntegratedSystem, newton: Newton, h: number): boolean {
    const { memory, b, c } = this;
    const { q } = system;
    const [n, m] = [b.length, c.length];
    const [first, start, end] = [3, 3 + n + m, 3 + 2 * (n + m)];
    newton.motion.toBodyAxes(c);
    const before = memory[0]!;
    const fingerprint = fingerprintOf(newton.motion.motion);
    const isSame = before > 0 && fingerprint === memory[1] && this.#isEnd(q, end) && this.#isEnd(c, end + n);
    // A step far longer than the last one passes over that.
    const skips = h >= LARGEST_RATIO * before;
    const past = skips ? first : start;
    const ratio = h / (skips ? before + memory[2]! : before);
    const goesOn = isSame && ratio < LARGEST_RATIO;
    const present = memory.subarray(end);
    copy(q, 0, present, 0, n);
    copy(c, 0, present, n, m);
    const k = goesOn ? (h * (1 + ratio)) / (1 + 2 * ratio) : h;
    if (goesOn) {
      const [now, last] = [squared(1 + ratio) / (1 + 2 * ratio), squared(ratio) / (1 + 2 * ratio)];
      for (let i = 0; i < n; i++) b[i] = now * q[i]! - last * memory[past + i]!;
      for (let i = 0; i < m; i++) c[i] = now * c[i]! - last * memory[past + n + i]!;
      newton.motion.normalize(b);
      const { coordinates, velocities } = newton.motion.immovable;
      if (velocities.length > 0) {
        // What no force changes goes on with its present velocity, whatever it has done before.
        system.move(h - k);
        for (const i of coordinates) b[i] = q[i]!;
        for (const i of velocities) c[i] = present[n + i]!;
        copy(present, 0, q, 0, n);
      }
    } else copy(q, 0, b, 0, n);
    memory.copyWithin(first, start);
    memory[0] = h;
    memory[1] = fingerprint;
    memory[2] = isSame ? before : 0;
    system.time += h;
    if (!(goesOn ? newton.solve({ k, b, c }) : this.#begin(system, newton, h))) return false;
    newton.motion.toBodyAxes(c);
    copy(q, 0, memory, end, n);
    copy(c, 0, memory, end + n, m);
    return true;
  }

  /** True unless values have been changed since the end of the last step, at `at` in the memory. */
  #isEnd(values: Float64Array, at: number): boolean {
    let size = 0;
    let change = 0;
    for (let i = 0; i < values.length; i++) {
      size = Math.max(size, Math.abs(values[i]!));
      change = Math.max(change, Math.abs(values[i]! - this.memory[at + i]!));
    }
    return change <= CORRECTION * size;
  }

  /** The first step: two stages `γ h` of the method of Alexander (1977), of second order, with `γ = 1 − 1/√2`. */
  #begin(system: IntegratedSystem, newton: Newton, h: number): boolean {
    const { b, c } = this;
    const k = (1 - Math.SQRT1_2) * h;
    const { time } = system;
    const velocities = c.slice();
    system.time = time - h + k;
    if (!newton.solve({ k, b, c })) return false;
    // From the rates of the first stage: q ⊕ (h − k) v₁ and v + (h − k) a₁.
    const rates = new Float64Array(c.length);
    newton.motion.toBodyAxes(rates);
    copy(b, 0, system.q, 0, b.length);
    system.move(h - k);
    copy(system.q, 0, b, 0, b.length);
    for (let i = 0; i < c.length; i++) c[i] = velocities[i]! + ((h - k) * (rates[i]! - velocities[i]!)) / k;
    system.time = time;
    return newton.solve({ k, b, c });
  }
}

/**
 * The second backward differentiation formula for energies, constraints and bodies, with the equations of
 * {@link implicitEuler} at the end of the step and
 *
 *     v⁺ = (q⁺ − (4 q − q⁻)/3) / (2 dt/3),   v̇⁺ = (v⁺ − (4 v − v⁻)/3) / (2 dt/3)
 *
 * Second order in coordinates, velocities and multipliers, also with hard constraints, at the cost of
 * `implicitEuler` (Hairer & Wanner, Solving Ordinary Differential Equations II, sections V.1 and VII.3). It damps
 * what a step does not resolve. The first step is by the two stages of an implicit Runge-Kutta method, and so is one
 * after a change from outside: of the state, of masses and other parameters of bodies, or of the number of forces,
 * constraints or bodies. Parameters of forces and constraints may change smoothly from step to step; a jump of one,
 * or of a force in time, acts half a step late. Steps may differ in length; one that is 2.4 times as long as the
 * one before goes on from the state before that, and one that is 2.4 times as long as both begins anew: where that
 * happens again and again, velocities are of first order. It takes what `implicitEuler` takes, with the same options
 * and errors.
 */
export function bdf2(options: ImplicitOptions = {}): Integrator {
  const given = readImplicitOptions(options, 'bdf2');
  return printAs({ name: 'bdf2', create: () => new Bdf2(given) }, 'bdf2', () => given);
}
