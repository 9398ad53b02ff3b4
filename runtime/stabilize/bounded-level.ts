import { addScaled, clear, copy, maxAbs } from '../base/vector.js';
import { ComplementaritySolver } from '../complementarity/complementarity-solver.js';
import type { ComplementarityProblem } from '../complementarity/problem.js';
import { RowKind } from '../model/row-table.js';
import { emptyComplementarityReport } from '../complementarity/report.js';
import type { ConditionalRows } from './conditional-rows.js';
import { energyOf, largestRoot } from './feedback-energy.js';
import type { ImplicitForces } from './implicit-forces.js';
import { countForces, countTurns, endImpacts } from './rebounds.js';
import type { StabilizedSystem } from './stabilized-system.js';
import { VelocityLevel } from './velocity-level.js';
import { visibleRate } from './visible-rate.js';

/** Corrections may add these fractions of the energy that forces give from rest in a step, and of the kinetic one. */
const FORCE_SHARE = 0.1;
const ENERGY_SHARE = 1e-6;
/** Number of times at most that impulses are found for the turns that they lead to. */
const MOST_ROUNDS = 4;
/** Factor by which corrected coordinates may move beyond the errors that make them. */
const LEVER = 10;
/** Steps in a row in which a rope or a stop acts before it counts as an equation. */
const HELD = 2;

const isFrictionless = (kind: ArrayLike<number>, row: number): boolean =>
  kind[row] === RowKind.inequality && kind[row + 1] !== RowKind.friction;

/** Steps in which some multipliers have bounds. */
export class BoundedLevel extends VelocityLevel {
  readonly #forces: ImplicitForces;
  readonly #conditional: ConditionalRows;
  readonly #rowTarget: Float64Array;
  /** Velocities in which errors are corrected in full. */
  #corrected: Float64Array | undefined;
  readonly #bounds = new ComplementaritySolver();
  readonly #report = emptyComplementarityReport();
  #problem: ComplementarityProblem | undefined;
  /**
   * {@link HELD} in equations, and in ropes and stops without friction that have acted in the last two steps; 1
   * after one.
   */
  readonly #isHeld: Uint8Array;
  /** Work of the last impulses in these rows, J, and in equations and all ropes and stops. */
  #heldWork = 0;
  #keptWork = 0;
  /** Residual that suffices, m/s. */
  #tolerance = 0;

  constructor(stabilized: StabilizedSystem, forces: ImplicitForces) {
    super(stabilized, forces);
    this.#forces = forces;
    this.#conditional = forces.conditional;
    this.#rowTarget = stabilized.impulses.rightHandSide.subarray(0, stabilized.rows.count);
    this.#isHeld = new Uint8Array(stabilized.impulses.size);
    this.#isHeld.fill(HELD, 0, stabilized.range.system.plain.rows.count);
  }

  /**
   * Error feedback and restitution together may add at most the energy that equations, ropes and stops removed in
   * earlier steps, whose errors come from that, plus a part of the energy that forces give from rest in this one. The work is convex in
   * the fraction of the feedback, so that linear interpolation overestimates it. Coordinates are corrected
   * by the remaining feedback as well. Restitution can add energy where friction acts on bodies that joints
   * hold (Kane and Levinson, Dynamics, 1985).
   */
  override constrainAndMove(dt: number, bank: Float64Array): boolean {
    const { state, stores, range, impulses } = this.stabilized;
    const { rightHandSide } = impulses;
    const { d, feedback: returned } = this;
    const conditional = this.#conditional;
    copy(this.start, 0, d, 0, d.length);
    addScaled(d, -1, state.v);
    const given = energyOf(stores, d);
    const supply = this.fliesExactly ? given : 0;
    const limit = bank[0]! + supply + FORCE_SHARE * given + ENERGY_SHARE * energyOf(stores, state.v);
    if (stores.some(({ rotation }) => rotation !== undefined)) {
      range.updateRates(stores, this.start);
      countTurns(conditional, range.rows.Cdot, this.rates, this.#forces.target);
    }
    this.updateRates();
    this.prepare(dt, returned);
    this.#findHeld();
    if (this.fliesExactly) endImpacts(conditional, range.rows.Cdot, this.rates, rightHandSide);
    impulses.equations.factors.outdate();
    this.#tolerance = this.#beginsAtRest()
      ? 0
      : (range.system.contactTolerance ?? visibleRate(this.rates, range.rows.Cdot, conditional.returned));
    if (this.fliesExactly) countForces(conditional, range.rows.Cdot, this.rates);
    let [work, part, largest] = [0, 1, 0];
    for (let round = 1; ; round++) {
      work = this.#solveWithinBounds();
      if (!(work <= limit)) {
        this.#corrected ??= new Float64Array(d.length);
        copy(state.v, 0, this.#corrected, 0, d.length);
        impulses.addTo(this.#corrected);
        addScaled(returned, 1, conditional.returned);
        largest = LEVER * maxAbs(returned) * Math.sqrt(2 * energyOf(stores, d.fill(1)));
        addScaled(rightHandSide, -1, returned);
        const least = this.#solveWithinBounds();
        part = work > least ? Math.max(0, (limit - least) / (work - least)) || 0 : 0;
        addScaled(rightHandSide, part, returned);
        work = this.#solveWithinBounds();
      }
      const isLast = !this.#report.converged || round === MOST_ROUNDS || !this.#aim();
      if (part < 1 && !isLast) addScaled(rightHandSide, 1 - part, returned);
      if (part < 1) addScaled(returned, -1, conditional.returned);
      if (isLast) break;
      part = 1;
    }
    if (this.#report.converged) {
      impulses.addTo(state.v);
      range.system.taken.add(-this.#heldWork, this.#forces.dampedEnergy(impulses.multipliers, this.rates));
    } else work = this.#addWithin(limit);
    const other = work - this.#keptWork;
    bank[0] = Math.max(0, bank[0]! + supply - this.#keptWork - Math.max(0, other));
    range.addImpulses(impulses.multipliers);
    clear(d);
    this.addMotion(dt, state.v, d);
    if (part < 1 && this.#corrected) this.#addRest(dt, this.#corrected, largest);
    for (const store of stores) store.displace(d);
    this.setMultipliers(dt);
    return true;
  }

  /**
   * Gives bodies that turn the mean velocities that follow from their momenta after the impulses, which
   * these have changed as if their frames stood still. Returns true where that changes the rates, so that
   * the impulses have to be found again.
   */
  #aim(): boolean {
    const { stores, range, impulses } = this.stabilized;
    const { d, start, rates, mu1: before } = this;
    const { Cdot } = range.rows;
    const { turns, restitution, returned } = this.#conditional;
    clear(d);
    impulses.addTo(d);
    let differs = false;
    for (const { rotation } of stores) if (rotation?.aim(d, start) === true) differs = true;
    if (!differs) return false;
    copy(Cdot, 0, before, 0, before.length);
    this.updateRates();
    for (let i = 0; i < turns.length; i++) {
      const change = Cdot[i]! - before[i]!;
      turns[i]! += change;
      rates[i]! -= change;
      if (restitution[i] === 0) impulses.rightHandSide[i]! -= change;
      else returned[i]! += change;
    }
    return true;
  }

  /**
   * Changes velocities by impulses that are no solution, and may do any work: by the largest part `s`
   * of them that does no more than `limit`. Returns that, with the rates `u*` after the forces
   * `w(s) = ½ s μ·(u⁻ + u* + s (u⁺ − u*))`.
   */
  #addWithin(limit: number): number {
    const { state, range, impulses } = this.stabilized;
    const { multipliers } = impulses;
    const { Cdot } = range.rows;
    const { d, rates } = this;
    const { isHard } = this.#conditional;
    let [linear, square] = [0, 0];
    for (let i = 0; i < multipliers.length; i++) {
      if (isHard[i] === 0) continue;
      linear += (multipliers[i]! * (rates[i]! + Cdot[i]!)) / 2;
      square -= (multipliers[i]! * Cdot[i]!) / 2;
    }
    copy(state.v, 0, d, 0, d.length);
    impulses.addTo(state.v);
    this.updateRates();
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
  #addRest(dt: number, rest: Float64Array, largest: number): void {
    const { stores, state } = this.stabilized;
    addScaled(rest, -1, state.v);
    const size = Math.sqrt(2 * energyOf(stores, rest));
    addScaled(this.d, size > largest ? (dt * largest) / size : dt, rest);
  }

  /**
   * True where nothing has moved or pushed so far, and no error is fed back: what begins at rest is solved to rounding,
   * and stays there.
   */
  #beginsAtRest(): boolean {
    const { returned } = this.#conditional;
    return [this.rates, this.stabilized.impulses.multipliers, returned].every((rates) => maxAbs(rates) === 0);
  }

  /**
   * Finds the rows that hold as equations do. What begins to act stops a motion, and takes energy rightly: in one step
   * as far as its bound, and there in the next.
   */
  #findHeld(): void {
    const { multipliers } = this.stabilized.impulses;
    const { plain, rowTable } = this.stabilized.range.system;
    for (let i = plain.rows.count; i < multipliers.length; i++) {
      const acts = multipliers[i]! > 0 && isFrictionless(rowTable.kind, i);
      this.#isHeld[i] = acts ? Math.min(HELD, this.#isHeld[i]! + 1) : 0;
    }
  }

  /**
   * The part of the impulse of a held row that its rate `u` at the beginning of the step causes. Where projections keep
   * places, but not the rates of inequalities, forces do no work along `u`: none is taken by the part `u* − u`
   * that they cause.
   */
  #shareOf(i: number, plain: number): number {
    const { Cdot } = this.stabilized.range.rows;
    if (i < plain || !this.stabilized.range.system.taken.isProjected || Cdot[i] === 0) return 1;
    const u = this.fliesExactly ? (this.rates[i]! + Cdot[i]!) / 2 - this.#conditional.turns[i]! : this.rates[i]!;
    return Math.max(0, Math.min(1, u / Cdot[i]!));
  }

  /** Solves for the impulses. Returns the work that hard rows do, drivers apart: `½ μ·(u⁻ + u⁺)`. */
  #solveWithinBounds(): number {
    const { impulses, monitor, range } = this.stabilized;
    const { lower, upper, contacts, isHard, turns } = this.#conditional;
    const { matrix, size, rightHandSide, multipliers, compliance } = impulses;
    this.#forces.removeNullSpace(this.#rowTarget);
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
    const { kind } = range.system.rowTable;
    let [work, kept] = [0, 0];
    this.#heldWork = 0;
    for (let i = 0; i < size; i++) {
      if (isHard[i] === 0) continue;
      const mu = multipliers[i]!;
      const twice = mu * (this.rates[i]! + rightHandSide[i]! + Cdot[i]! - compliance![i]! * mu);
      work += twice;
      // What forces change too early, {@link countForces}, they take back in later steps.
      const early = this.fliesExactly ? mu * ((Cdot[i]! - this.rates[i]!) / 2 - turns[i]!) : 0;
      if (this.#isHeld[i] === HELD) this.#heldWork += (this.#shareOf(i, plain) * (twice + early)) / 2;
      if (i < plain || isFrictionless(kind, i)) kept += twice;
    }
    this.#keptWork = kept / 2;
    this.#forces.removeNullSpace(this.rowMultipliers);
    return work / 2;
  }
}
