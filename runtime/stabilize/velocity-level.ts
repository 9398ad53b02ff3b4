import { addScaled, clear, copy, dot, findNonFinite, maxAbs } from '../base/vector.js';
import { ComplementaritySolver } from '../complementarity/complementarity-solver.js';
import type { ComplementarityProblem } from '../complementarity/problem.js';
import { emptyComplementarityReport } from '../complementarity/report.js';
import type { ConditionalRows } from './conditional-rows.js';
import { affordablePart, canAfford, largestRoot } from './feedback-energy.js';
import type { ImplicitForces } from './implicit-forces.js';
import type { StabilizedSystem } from './stabilized-system.js';

/** Corrections of errors may add this fraction of the energy that forces give from rest in a step. */
const FORCE_SHARE = 0.1;
/** Fraction of the kinetic energy that counts as rounding. */
const ENERGY_SHARE = 1e-6;
/** Parts of the rates that forces give in a step, and of all rates, that contacts may leave. */
const GIVEN_PART = 0.05;
const MOTION_PART = 1e-3;
/** Factor by which corrected coordinates may move beyond the errors that make them. */
const LEVER = 10;

/**
 * Corrections of velocities and coordinates at velocity level; see the methods of the same names of
 * {@link IntegratedSystem}.
 */
export class VelocityLevel {
  readonly #stabilized: StabilizedSystem;
  readonly #implicit: ImplicitForces | undefined;
  /** Workspace for a displacement, over the velocities. */
  readonly #d: Float64Array;
  /** `Cdot` at the beginning of the step. */
  readonly #rates: Float64Array;
  readonly #rowRates: Float64Array;
  /** The `Cdot` that feeds back errors, and its part in rows of constraints. */
  readonly #feedback: Float64Array;
  readonly #rowFeedback: Float64Array;
  /** Impulses without feedback and with it, and their part in rows of constraints. */
  readonly #mu1: Float64Array;
  readonly #rowMu1: Float64Array;
  readonly #rowMultipliers: Float64Array;
  readonly #rowTarget: Float64Array;
  /** Part of the velocities at the end of the step by which coordinates move, and those at its beginning. */
  #theta = 1;
  readonly #start: Float64Array;
  /** Velocities in which errors are corrected in full. */
  #rest: Float64Array | undefined;
  readonly #bounds = new ComplementaritySolver();
  readonly #report = emptyComplementarityReport();
  #problem: ComplementarityProblem | undefined;
  /** Work of the last impulses of plain equations within bounds, J. */
  #plainWork = 0;
  /** Residual that suffices within bounds, m/s. */
  #tolerance = 0;

  /** Takes `implicit` forces as rows behind the rows of constraints. */
  constructor(stabilized: StabilizedSystem, implicit?: ImplicitForces) {
    const { size, multipliers, rightHandSide } = stabilized.impulses;
    const { count } = stabilized.rows;
    this.#stabilized = stabilized;
    this.#implicit = implicit;
    this.#d = new Float64Array(stabilized.state.v.length);
    this.#start = new Float64Array(this.#d.length);
    this.#rates = new Float64Array(size);
    this.#rowRates = this.#rates.subarray(0, count);
    this.#feedback = new Float64Array(size);
    this.#rowFeedback = this.#feedback.subarray(0, count);
    this.#mu1 = new Float64Array(size);
    this.#rowMu1 = this.#mu1.subarray(0, count);
    this.#rowMultipliers = multipliers.subarray(0, count);
    this.#rowTarget = rightHandSide.subarray(0, count);
  }

  constrainVelocity(dt: number, parts: number): void {
    const { state, range, impulses } = this.#stabilized;
    this.#solve(dt / parts);
    impulses.addTo(state.v);
    range.addImpulses(impulses.multipliers);
    this.#setMultipliers(dt / parts);
  }

  /**
   * Begins a step at the evaluated state. Errors are fed back with the rate `r`, 1/s. Coordinates
   * move by `theta` of the velocities at its end, and the rest of those at its beginning, which it
   * returns.
   */
  begin(r: number, theta: number): Float64Array {
    const { rows, range, state } = this.#stabilized;
    const { C } = rows;
    const { Cdot } = range.rows;
    const rates = this.#rates;
    const feedback = this.#feedback;
    this.#theta = theta;
    if (theta < 1 || this.#implicit) copy(state.v, 0, this.#start, 0, state.v.length);
    for (let i = 0; i < rates.length; i++) rates[i] = Cdot[i]!;
    for (let i = 0; i < C.length; i++) feedback[i] = -r * C[i]!;
    return this.#start;
  }

  constrainAndMove(dt: number, bank: Float64Array): void {
    if (this.#implicit?.conditional.isBounded) {
      this.#constrainWithinBounds(dt, this.#implicit.conditional, bank);
      return;
    }
    const { state, stores, range, impulses } = this.#stabilized;
    const d = this.#d;
    const before = bank[0]!;
    this.#solve(dt, this.#feedback);
    clear(d);
    if (!canAfford(this.#rowMultipliers, this.#rowRates, this.#rowFeedback, bank)) this.#spend(dt, bank);
    range.system.taken.add(0);
    impulses.addTo(state.v);
    range.addImpulses(impulses.multipliers);
    this.#addMotion(dt, state.v, d);
    for (const store of stores) store.displace(d);
    this.#setMultipliers(dt);
  }

  /**
   * Takes from the impulses the part of the feedback that the energy in `bank` cannot pay for, and
   * adds the displacement by it to `d`.
   */
  #spend(dt: number, bank: Float64Array): void {
    const { rows, impulses } = this.#stabilized;
    const { rightHandSide, multipliers } = impulses;
    const feedback = this.#feedback;
    const mu1 = this.#mu1;
    copy(multipliers, 0, mu1, 0, mu1.length);
    clear(multipliers);
    if (dot(feedback, feedback) > 0) {
      copy(feedback, 0, rightHandSide, 0, mu1.length);
      impulses.solveAgain();
      addScaled(mu1, -1, multipliers);
    }
    // The work of the applied forces in the displacement by all of the feedback: h Q·W Bᵀ Jᵀ μ₂.
    const work = this.#implicit ? 0 : dot(this.#rowMultipliers, rows.Cdot) - dot(this.#rowMultipliers, this.#rowRates);
    const part = affordablePart(this.#rowMu1, this.#rowMultipliers, this.#rowRates, this.#rowFeedback, work, bank);
    addScaled(mu1, part, multipliers);
    addScaled(multipliers, dt * (1 - part) - 1, multipliers);
    impulses.addTo(this.#d);
    copy(mu1, 0, multipliers, 0, mu1.length);
  }

  /** `d += dt (θ v + (1 − θ) v_start)`. */
  #addMotion(dt: number, v: Float64Array, d: Float64Array): void {
    addScaled(d, this.#theta * dt, v);
    if (this.#theta < 1) addScaled(d, (1 - this.#theta) * dt, this.#start);
  }

  /**
   * The same with bounds of multipliers. Error feedback and restitution together may add at most the
   * energy that constraint impulses removed in earlier steps, plus a part of the energy that forces give
   * from rest in this one. The work is convex in the fraction of the feedback, so that linear
   * interpolation overestimates it. Coordinates are corrected by the remaining feedback as well.
   */
  #constrainWithinBounds(dt: number, conditional: ConditionalRows, bank: Float64Array): void {
    const { state, stores, range, impulses } = this.#stabilized;
    const { rightHandSide } = impulses;
    const returned = this.#feedback;
    const d = this.#d;
    copy(this.#start, 0, d, 0, d.length);
    addScaled(d, -1, state.v);
    const given = this.#energyOf(d);
    const limit = bank[0]! + FORCE_SHARE * given + ENERGY_SHARE * this.#energyOf(state.v);
    this.#updateRates();
    this.#prepare(dt, returned);
    impulses.equations.factors.outdate();
    this.#tolerance = this.#beginsAtRest() ? 0 : (range.system.contactTolerance ?? this.#visibleRate());
    let work = this.#solveWithinBounds(conditional);
    const isLimited = !(work <= limit);
    let largest = 0;
    if (isLimited) {
      this.#rest ??= new Float64Array(d.length);
      copy(state.v, 0, this.#rest, 0, d.length);
      impulses.addTo(this.#rest);
      addScaled(returned, 1, conditional.returned);
      largest = LEVER * maxAbs(returned) * Math.sqrt(2 * this.#energyOf(d.fill(1)));
      addScaled(rightHandSide, -1, returned);
      const least = this.#solveWithinBounds(conditional);
      const part = work > least ? Math.max(0, (limit - least) / (work - least)) || 0 : 0;
      addScaled(rightHandSide, part, returned);
      addScaled(returned, -1, conditional.returned);
      work = this.#solveWithinBounds(conditional);
    }
    if (this.#report.converged) {
      impulses.addTo(state.v);
      range.system.taken.add(-this.#plainWork);
    } else work = this.#addWithin(limit, conditional);
    bank[0] = Math.max(0, bank[0]! - work);
    range.addImpulses(impulses.multipliers);
    clear(d);
    this.#addMotion(dt, state.v, d);
    if (isLimited && this.#rest) this.#addRest(dt, this.#rest, largest, d);
    for (const store of stores) store.displace(d);
    this.#setMultipliers(dt);
  }

  /**
   * Changes velocities by impulses that are no solution, and may do any work: by the largest part `s`
   * of them that does no more than `limit`. Returns that, with the rates `u*` after the forces
   * `w(s) = ½ s μ·(u⁻ + u* + s (u⁺ − u*))`.
   */
  #addWithin(limit: number, { isHard }: ConditionalRows): number {
    const { state, range, impulses } = this.#stabilized;
    const { multipliers } = impulses;
    const { Cdot } = range.rows;
    const d = this.#d;
    let [linear, square] = [0, 0];
    for (let i = 0; i < multipliers.length; i++) {
      if (isHard[i] === 0) continue;
      linear += (multipliers[i]! * (this.#rates[i]! + Cdot[i]!)) / 2;
      square -= (multipliers[i]! * Cdot[i]!) / 2;
    }
    copy(state.v, 0, d, 0, d.length);
    impulses.addTo(state.v);
    this.#updateRates();
    for (let i = 0; i < multipliers.length; i++) if (isHard[i] !== 0) square += (multipliers[i]! * Cdot[i]!) / 2;
    const part = largestRoot(square, linear, -limit);
    for (let i = 0; i < d.length; i++) state.v[i] = d[i]! + part * (state.v[i]! - d[i]!);
    addScaled(multipliers, part - 1, multipliers);
    return part * (linear + part * square);
  }

  /**
   * Adds the displacement that velocities `rest` would have given beyond those of the step, up to a
   * `largest` momentum.
   */
  #addRest(dt: number, rest: Float64Array, largest: number, d: Float64Array): void {
    addScaled(rest, -1, this.#stabilized.state.v);
    const size = Math.sqrt(2 * this.#energyOf(rest));
    addScaled(d, size > largest ? (dt * largest) / size : dt, rest);
  }

  /**
   * A negligible rate, m/s: a fraction of the rate that forces give in a step, and a smaller fraction of
   * the largest rate.
   */
  #visibleRate(): number {
    const { Cdot } = this.#stabilized.range.rows;
    const rates = this.#rates;
    let given = 0;
    let largest = 0;
    for (let i = 0; i < rates.length; i++) {
      given = Math.max(given, Math.abs(Cdot[i]! - rates[i]!));
      largest = Math.max(largest, Math.abs(rates[i]!));
    }
    return GIVEN_PART * given + MOTION_PART * largest;
  }

  /** True where nothing has moved or pushed so far: what begins at rest is solved to rounding, and stays there. */
  #beginsAtRest(): boolean {
    return maxAbs(this.#rates) === 0 && maxAbs(this.#stabilized.impulses.multipliers) === 0;
  }

  /** `½ x·M x`. */
  #energyOf(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stabilized.stores) sum += store.squaredLength(x);
    return sum / 2;
  }

  /** Solves within bounds. Returns the work of the impulses of hard rows, drivers apart: `½ μ·(u⁻ + u⁺)`. */
  #solveWithinBounds({ lower, upper, contacts, isHard }: ConditionalRows): number {
    const { impulses, monitor, range } = this.#stabilized;
    const { matrix, size, rightHandSide, multipliers, compliance } = impulses;
    this.#implicit?.removeNullSpace(this.#rowTarget);
    this.#problem ??= {
      size,
      matrix,
      factors: impulses.equations.factors,
      compliance,
      rightHandSide,
      multipliers,
      lower,
      upper,
      contacts,
      tolerance: 0,
    };
    this.#problem.tolerance = this.#tolerance;
    this.#bounds.solve(this.#problem, this.#report);
    impulses.counts.factorizations += this.#report.factorizations;
    impulses.counts.iterations += this.#report.iterations;
    monitor.boundsSolved(this.#report);
    const { Cdot } = range.rows;
    const plain = range.system.plain.rows.count;
    let work = 0;
    for (let i = 0; i < size; i++) {
      if (i === plain) this.#plainWork = work / 2;
      if (isHard[i] === 0) continue;
      const mu = multipliers[i]!;
      work += mu * (this.#rates[i]! + rightHandSide[i]! + Cdot[i]! - compliance![i]! * mu);
    }
    this.#implicit?.removeNullSpace(this.#rowMultipliers);
    return work / 2;
  }

  /**
   * Solves for the impulses that make `Cdot = feedback`, 0 if left out, starting from `λ span`.
   */
  #solve(span: number, feedback?: Float64Array): void {
    const { impulses, monitor } = this.#stabilized;
    this.#updateRates();
    this.#prepare(span, feedback);
    impulses.solveFromEstimate();
    if (impulses.size > 0) monitor.impulsesSolved(impulses, impulses.report);
  }

  /** Finds the rates of all rows at the present velocities. */
  #updateRates(): void {
    const { state, stores, range } = this.#stabilized;
    range.updateRates(stores, state.v);
  }

  /** Sets the right-hand side and the estimate for {@link #solve}. */
  #prepare(span: number, feedback?: Float64Array): void {
    const { range, impulses, warmStart, monitor } = this.#stabilized;
    const { Cdot } = range.rows;
    const { rightHandSide, multipliers } = impulses;
    warmStart.recall();
    const target = this.#implicit?.target;
    const { lambda } = range.rows;
    for (let i = 0; i < rightHandSide.length; i++) {
      rightHandSide[i] = (feedback ? feedback[i]! : 0) + (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = span * lambda[i]!;
    }
    if (findNonFinite(rightHandSide) >= 0) monitor.notFinite();
  }

  /** Sets the multipliers of all rows to impulses over `span`. */
  #setMultipliers(span: number): void {
    const { range, impulses, warmStart } = this.#stabilized;
    const { lambda } = range.rows;
    const { multipliers } = impulses;
    const inverse = 1 / span;
    for (let i = 0; i < lambda.length; i++) lambda[i] = inverse * multipliers[i]!;
    // Stiff forces are no part of the state: the next step does not start from their impulses.
    if (this.#implicit) lambda.fill(0, this.#implicit.firstStiff);
    warmStart.note(true);
  }
}
