import { HolonomicRuntimeError } from '../base/errors.js';
import { maxAbs, norm } from '../base/vector.js';
import type { Connector } from '../model/connector.js';
import type { AnyWorld } from '../world/internals.js';
import { readQuantity } from './connector-rows.js';
import { returnToConstraints } from './constraint-surface.js';
import { Reduction } from './reduction.js';
import { checkShapes } from './equations-alone.js';
import { RestState } from './rest-state.js';

/** Part of a step by which the return to the constraints may correct it; beyond, it is taken in halves. */
const LARGEST_CORRECTION = 0.05;
/** Largest angle of a step, rad: beside that of whole turns, which is met at once, corrections of all else look small. */
const LARGEST_TURN = 0.5;
/** Part of a self-stress that is rounding. */
const ROUNDING = 1e-6;
/** Most halvings of a step. */
const MOST_HALVINGS = 24;

/**
 * The motion that constraints alone prescribe, as handles and formulas in the time do: positions,
 * velocities, accelerations, and the multipliers under the forces of the world. Nothing is integrated.
 */
export class Kinematics {
  readonly #rest: RestState;
  readonly #length: number;
  /** Velocities and accelerations of the last place. */
  #v: Float64Array;
  #a: Float64Array;
  #time: number;
  #isRegular = true;

  /** Takes a world that has no freedom left. Its velocities are replaced. Throws E_ANALYSIS where it has, and as {@link checkShapes} and {@link RestState}. */
  constructor(world: AnyWorld, what: string) {
    checkShapes(world, what);
    this.#rest = new RestState(world, what, 'driven');
    this.#time = world.time;
    this.#v = this.#a = new Float64Array(this.#rest.velocities.length);
    const isMet = returnToConstraints(this.#rest);
    const reduction = new Reduction(this.#rest);
    const [message, hint] = !isMet
      ? ['whose constraints can be met where it begins.', 'Begin nearer to a place where they hold.']
      : isDriveIdle(this.#rest, reduction)
        ? [
            'that its drive moves, and this one moves nothing where it begins: that may be a dead centre of this drive.',
            'Draw it elsewhere on its way, or drive another scalar.',
          ]
        : [
            `that its drive moves, and ${reduction.freedoms} freedom${reduction.freedoms === 1 ? ' is' : 's are'} left.`,
            'Drive another scalar, or add what holds the rest.',
          ];
    if (!isMet || reduction.freedoms > 0)
      throw new HolonomicRuntimeError('E_ANALYSIS', `${what} takes a mechanism ${message}`, hint);
    this.#length = this.#rest.length();
    this.evaluate();
  }

  /** False where constraints depend on each other, so that velocities are undetermined: a change point. */
  get isRegular(): boolean {
    return this.#isRegular;
  }

  /** The largest velocity, m/s, of angles times the length of the world at its beginning. */
  get speed(): number {
    return maxAbs(this.#lengths(this.#v));
  }

  /** About the time in which parts move by this part of the world's length at its beginning, or so many radians, s. */
  timeFor(part: number): number {
    const way = part * this.#length;
    return Math.min(way / this.speed, Math.sqrt((2 * way) / maxAbs(this.#lengths(this.#a))));
  }

  /** Velocities or displacements, angles times the length of the world. */
  #lengths(entries: Float64Array): Float64Array {
    return entries.map((entry, i) => entry * (this.#rest.isLength[i] === 1 ? 1 : this.#length));
  }

  /** Moves the world to the time `t` on the present branch. Returns false, at the last place that is reached, where it cannot go on. */
  moveTo(t: number): boolean {
    let at = 0;
    let step = 1;
    const begin = this.#time;
    for (let halvings = 0; at < 1;) {
      if (this.#tryStep(begin + (t - begin) * Math.min(1, at + step))) {
        at += step;
        continue;
      }
      if (++halvings > MOST_HALVINGS) return false;
      step /= 2;
    }
    return true;
  }

  /** The way back to the present place, also from where there is no other. */
  wayBack(): () => void {
    const rest = this.#rest;
    const { state, system } = rest.internals.structure;
    const [q, time] = [state.q.slice(), this.#time];
    return () => {
      this.#time = system.time = time;
      rest.moveTo(q);
      this.evaluate();
    };
  }

  /** Time of the present place, s. */
  get time(): number {
    return this.#time;
  }

  #tryStep(t: number): boolean {
    const rest = this.#rest;
    const { state, system } = rest.internals.structure;
    const q = state.q.slice();
    const h = t - this.#time;
    const d = this.#v.map((rate, i) => h * (rate + 0.5 * h * this.#a[i]!));
    if (d.some((entry, i) => rest.isLength[i] !== 1 && Math.abs(entry) > LARGEST_TURN)) return false;
    state.v.fill(0);
    system.time = t;
    rest.moveTo(q, d);
    const correction = new Float64Array(d.length);
    const isBack = returnToConstraints(rest, correction);
    if (
      isBack &&
      norm(this.#lengths(correction)) <= LARGEST_CORRECTION * norm(this.#lengths(d)) + 1e-10 * this.#length
    ) {
      this.#time = t;
      this.evaluate();
      return true;
    }
    system.time = this.#time;
    rest.moveTo(q);
    this.evaluate();
    return false;
  }

  /** `J v = −∂C/∂t`, `J v̇ = −γ`, `Jᵀ λ = M v̇ − Q` at the present place. */
  evaluate(): void {
    const rest = this.#rest;
    const { state, system } = rest.internals.structure;
    state.v.fill(0);
    rest.evaluate();
    const { rows } = system.all;
    const reduction = new Reduction(rest);
    this.#isRegular = reduction.freedoms === 0;
    const of = (values: Float64Array): Float64Array => Float64Array.from(rest.hardRows, (row) => -values[row]!);
    this.#v = reduction.velocities(reduction.leastSolution(of(rows.Cdot)));
    state.v.set(this.#v);
    rest.evaluate();
    const y = reduction.leastSolution(of(rows.gamma));
    this.#a = reduction.velocities(y);
    if (state.accelerations.length === this.#a.length) state.accelerations.set(this.#a);
    const left = reduction.solveLower(reduction.gather(rest.forces().Q));
    for (let i = 0; i < left.length; i++) left[i]! -= y[i]!;
    const lambda = reduction.multipliers(left);
    rest.hardRows.forEach((row, r) => {
      rows.lambda[row] = rows.warmStart[row] = lambda[r]!;
    });
  }

  /** Value, rate and acceleration of a connector at the present place. */
  motionOf(connector: Connector): { readonly x: Float64Array; readonly v: Float64Array; readonly a: Float64Array } {
    const { state } = this.#rest.internals.structure;
    const { x, v, a } = readQuantity(connector);
    // ẍ = B v̇ + a, and B v̇ is what the velocities v̇ add to the rates at rest.
    state.v.fill(0);
    const still = readQuantity(connector).v;
    state.v.set(this.#a);
    const moved = readQuantity(connector).v;
    state.v.set(this.#v);
    return { x, v, a: a.map((entry, c) => entry + moved[c]! - still[c]!) };
  }
}

/** Returns true where what depends on the time has a row that follows from the others: they hold what it is to move. */
const isDriveIdle = ({ constraints, hardRows }: RestState, reduction: Reduction): boolean =>
  reduction.selfStresses().some((stress) => {
    const least = ROUNDING * maxAbs(stress);
    return constraints.some(
      ({ constraint: { type }, row }) =>
        type.dependsOnTime === true &&
        stress.some((s, r) => Math.abs(s) > least && hardRows[r]! >= row && hardRows[r]! < row + type.rows),
    );
  });
