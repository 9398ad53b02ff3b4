import { copy, dot } from '../base/vector.js';
import type { BoundedRows } from './bounds.js';
import { displaceAlong } from './displacement.js';
import { energyOf } from './feedback-energy.js';
import { MidpointTargets } from './midpoint-targets.js';
import type { StabilizedSystem } from './stabilized-system.js';
import { VelocityLevel } from './velocity-level.js';

/** Part of the kinetic energy that constraints may owe in a step. */
const CREDIT = 1e-3;

/** Steps whose rows are evaluated halfway through them; see {@link MidpointTargets}. */
export class MidpointLevel extends VelocityLevel {
  protected override readonly rest = 0.5;
  readonly #targets: MidpointTargets;
  readonly #hasSoftRows: boolean;
  /** True where formulas of bodies have no value at some places. */
  readonly #hasDomain: boolean;
  /** Coordinates before a trial motion. */
  #before = new Float64Array(0);
  #feedbackRate = 0;
  /** The energy that constraints may spend in the present step, J. */
  #bank = 0;

  constructor(stabilized: StabilizedSystem) {
    super(stabilized);
    this.#targets = new MidpointTargets(this.rates.length);
    this.#hasSoftRows = stabilized.range.system.rowTable.isSoft.includes(1);
    this.#hasDomain = stabilized.stores.some(({ type }) => type?.partial === true);
  }

  /**
   * Evaluates the rows at the beginning of a step of `dt`, and keeps their errors. Returns false where
   * such a step will not do; see {@link IntegratedSystem.foreseesMidpoint}.
   */
  foresees(dt: number, accelerations: Float64Array, { bindings, bounds }: BoundedRows): boolean {
    const { state, stores, range } = this.stabilized;
    const { system } = range;
    if (this.#hasSoftRows || (this.#hasDomain && this.#leavesDomain(dt))) return false;
    const rows = bounds ? system.all : system.plain;
    rows.evaluate(stores);
    this.#targets.keep(range);
    if (!bounds) return true;
    const { d: moved } = this;
    for (let i = 0; i < moved.length; i++) moved[i] = state.v[i]! + dt * accelerations[i]!;
    rows.updateRates(stores, moved);
    return !bounds.act(system, bindings, dt);
  }

  /** True where formulas of bodies have no value after a time `dt` with the present velocities. */
  #leavesDomain(dt: number): boolean {
    const { state, stores, range } = this.stabilized;
    const { table } = range.system.all;
    const { q, v } = state;
    if (this.#before.length !== q.length) this.#before = new Float64Array(q.length);
    copy(q, 0, this.#before, 0, q.length);
    displaceAlong(stores, v, dt, this.d);
    table.refresh(stores);
    const leaves = stores.some((store) => store.describeUndefined?.(table) !== undefined);
    copy(this.#before, 0, q, 0, q.length);
    return leaves;
  }

  /** Begins a step at the evaluated state halfway through it, after {@link foresees}. */
  beginMidpoint(r: number): void {
    this.#feedbackRate = r;
    this.#targets.begin(this.stabilized.range);
  }

  override constrainAndMove(dt: number, bank: Float64Array): boolean {
    this.#bank = bank[0]!;
    this.updateRates();
    const { rates, feedback } = this;
    this.target = this.#targets.find(this.stabilized.range, this.#feedbackRate, dt, rates, feedback);
    return super.constrainAndMove(dt, bank);
  }

  /** NaN where the step would owe more than {@link CREDIT}. */
  protected override workOf(forces: number): number {
    const { stores, state, impulses } = this.stabilized;
    const least = dot(this.mu1, this.rates) / 2;
    if (least > 0 && least > this.#bank + CREDIT * energyOf(stores, state.v)) return NaN;
    return this.rest * (forces + dot(impulses.multipliers, this.target!));
  }
}
