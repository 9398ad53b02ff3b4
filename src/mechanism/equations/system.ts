import type { Value } from '../../lower/program.js';
import type { MechanismStep } from '../options.js';
import type { Plan } from '../plan/plan.js';
import type { Rows } from './rows.js';

/** The feedback acceleration of a row, of its error and the rate of it. */
export type FeedbackOf = (row: number, C: Value, Cdot: Value) => Value;

/** A plan with the decisions about its equations. */
export interface Model {
  readonly plan: Plan;
  readonly step: MechanismStep;
  /** True where a state is projected onto the constraints after each step by RK4. */
  readonly projects: boolean;
  /** Entries of the state: coordinates, velocities, and what a step hands on to the next one. */
  readonly size: number;
  /** The rows in the order in which they are eliminated. */
  readonly order: readonly number[];
  /** Rows that depend on others wherever `C = 0`. */
  readonly pinned: readonly number[];
}

/** `A λ = b` with `A = G M⁻¹ Gᵀ`, its lower triangle by rows and columns, and what it is made of. */
export interface LinearSystem {
  readonly A: readonly ReadonlyMap<number, Value>[];
  readonly b: readonly Value[];
  readonly rows: Rows;
  readonly feedback: readonly Value[];
  /** `v̇` without the constraints, and with their multipliers. */
  readonly free: readonly Value[];
  readonly accelerations: (lambda: readonly Value[]) => Value[];
  readonly Q: readonly Value[];
}
