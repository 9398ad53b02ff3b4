import { clear, greatestOf } from '../base/vector.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { rebounds } from '../base/restitution.js';
import type { ContactProblem } from './contact-problem.js';
import type { HeldMotion } from './held-motion.js';
import type { Contact } from './row-modes.js';

/** Law of restitution of an impact. */
export type ImpactLaw = 'newton' | 'poisson';

/** Rates after an impact up to this are rounding, relative to the largest rate before it. */
const SETTLED = 1e-10;
/** Compliance of a contact with a given impulse, relative to its diagonal entry of `A`. */
const SOFTNESS = 30;
/** Error of given impulses, relative to the largest, and the largest number of solutions for it. */
const GIVEN = 1e-14;
const MOST_ROUNDS = 60;

/**
 * Impacts: velocities change by impulses of all contacts that touch, at once, with Coulomb's law of
 * friction for the impulses, and one of two laws of restitution with the coefficient `e`.
 *
 * - Newton's law: the rate after the impact is `−e` times the rate before it, and 0 for contacts at
 *   rest; see {@link rebounds}.
 * - Poisson's law: a compression ends when contacts no longer approach. The impulse of the restitution
 *   that follows is `e` times the impulse of the compression, or the larger one that keeps the contact
 *   from approaching (Glocker & Pfeiffer 1995, "Multiple impacts with friction in rigid multibody
 *   systems"). Both parts have their own friction.
 */
export class Impact {
  readonly #motion: EquationsOfMotion;
  readonly #held: HeldMotion;
  readonly #problem: ContactProblem;
  readonly #law: ImpactLaw;

  constructor(motion: EquationsOfMotion, held: HeldMotion, problem: ContactProblem, law: ImpactLaw) {
    this.#motion = motion;
    this.#held = held;
    this.#problem = problem;
    this.#law = law;
  }

  /**
   * Changes velocities. If given, `pushes` are rates by which forces push contacts in addition: an impact
   * without a collision. Returns the rate that counts as rest after it.
   */
  apply(touching: readonly Contact[], pushes: Float64Array | undefined): number {
    const { Cdot } = this.#motion.system.all.rows;
    const { b } = this.#begin(touching);
    let largest = 0;
    for (const { row, tangents } of touching) {
      for (let i = row; i <= row + tangents; i++) {
        b[i]! += pushes?.[i] ?? 0;
        largest = Math.max(largest, Math.abs(Cdot[i]!));
      }
    }
    if (this.#law === 'newton') {
      for (const { row, binding } of touching) {
        const e = binding.coefficient(binding.type.restitution);
        if (rebounds(Cdot[row]!, largest)) b[row]! -= e * Cdot[row]!;
      }
    }
    this.#problem.solve();
    this.#changeVelocities();
    const rest = SETTLED * largest;
    if (this.#law === 'poisson' && !pushes) this.#restitute(touching, rest);
    return rest;
  }

  /** Begins the problem of the impulses that make the rates of all held or touching rows zero. */
  #begin(touching: readonly Contact[]): ContactProblem {
    const { Cdot } = this.#motion.system.all.rows;
    const problem = this.#problem;
    const { b, lower } = problem;
    problem.begin(touching);
    clear(b);
    for (let i = 0; i < b.length; i++) if (lower[i] === -Infinity) b[i] = -Cdot[i]!;
    for (const { row, tangents } of touching) for (let i = row; i <= row + tangents; i++) b[i] = -Cdot[i]!;
    return problem;
  }

  /** Changes velocities by the impulses. */
  #changeVelocities(): void {
    const { state, system } = this.#motion;
    this.#held.equations.addResponse(this.#problem.lambda, state.v);
    system.all.addImpulses(this.#problem.lambda);
    this.#held.evaluate();
  }

  /**
   * Changes velocities by the impulses of a restitution, after a compression with the impulses of the
   * problem. Contacts that would still approach are held.
   */
  #restitute(touching: readonly Contact[], rest: number): void {
    const { compliance } = this.#problem;
    const impulses = this.#problem.lambda.slice();
    let given: readonly number[] = touching.flatMap(({ row, binding }) => {
      impulses[row]! *= binding.coefficient(binding.type.restitution);
      return impulses[row]! > 0 ? [row] : [];
    });
    while (given.length > 0) {
      const rates = this.#give(touching, given, impulses);
      compliance.fill(0);
      const parting = given.filter((row) => rates[row]! >= -rest);
      if (parting.length === given.length) {
        this.#changeVelocities();
        return;
      }
      given = parting;
    }
  }

  /**
   * Solves for the impulses, with the impulses of the rows `given` prescribed and friction within its
   * cones. Returns the rates after them. A soft spring with a compliance `Σ`, loaded with `Σ μ* + u` for
   * the rate `u` of the previous solution, gives a row its impulse `μ*`: that converges with the factor
   * `A / (A + Σ)`.
   */
  #give(touching: readonly Contact[], given: readonly number[], impulses: Float64Array): Float64Array {
    const { Cdot } = this.#motion.system.all.rows;
    const problem = this.#begin(touching);
    const { b, u, lambda, compliance } = problem;
    const rates = new Float64Array(b.length);
    const largest = greatestOf(given.map((row) => impulses[row]!));
    for (const row of given) compliance[row] = SOFTNESS * problem.mobility(row);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (const row of given) b[row] = compliance[row]! * impulses[row]! + rates[row]! - Cdot[row]!;
      problem.solve(round > 0);
      for (const row of given) rates[row] = u[row]! + b[row]! + Cdot[row]!;
      if (given.every((row) => Math.abs(lambda[row]! - impulses[row]!) <= GIVEN * largest)) break;
    }
    return rates;
  }
}
