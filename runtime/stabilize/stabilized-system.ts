import type { BodyStore } from '../model/body-store.js';
import type { ConstraintRows } from '../model/constraint-rows.js';
import type { RowRange } from '../model/constraint-system.js';
import type { State } from '../model/state.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import type { StatedSolver } from '../equations/solver.js';
import type { StepMonitor } from '../equations/step-monitor.js';
import type { WarmStart } from '../equations/warm-start.js';
import { Impulses } from './impulses.js';

/** Data for corrections of positions and velocities, for one structure. */
export interface StabilizedSystem {
  readonly state: State;
  readonly stores: readonly BodyStore[];
  /** The rows of the impulses, and the rows of constraints, which come first among them. */
  readonly range: RowRange;
  readonly rows: ConstraintRows;
  readonly impulses: Impulses;
  readonly warmStart: WarmStart;
  readonly monitor: StepMonitor;
  /** Makes another solver like the one of the impulses. */
  readonly createSolver: () => StatedSolver;
}

/** Returns the system of `motion`. Its impulses share the matrix and the solver of `motion`. */
export function stabilizedSystem(motion: EquationsOfMotion): StabilizedSystem {
  const { state, stores, multipliers, solver, counts, report, warmStart, monitor, createSolver } = motion;
  const { range } = multipliers;
  const impulses = new Impulses(multipliers, solver, counts, report);
  return { state, stores, range, rows: range.rows, impulses, warmStart, monitor, createSolver };
}
