import type { Value } from '../../lower/program.js';
import { Kinematics } from '../equations/kinematics.js';
import { couplingOf, massesOf, responseTo } from '../equations/motion.js';
import { rowsOf } from '../equations/rows.js';
import { factorizeMultipliers } from '../equations/solve.js';
import { stateLoads } from '../equations/state.js';
import type { StageTime } from '../plan/connectors.js';
import type { Model } from '../equations/system.js';
import { displaced } from './displace.js';

/**
 * What a step by RK4 is corrected by: coordinates, and then velocities where those have put the bodies. A
 * step leaves errors of its own order, and one iteration of Newton squares them.
 */
export const PROJECTIONS = ['projectPositions', 'projectVelocities'] as const;
export type ProjectionName = (typeof PROJECTIONS)[number];

/** Numbers of a projection: the time at the end of a step, and at its beginning, where handles were. */
export const PROJECTION_NUMBERS = ['t', 'begin'] as const;

/**
 * A state after a projection onto the constraints by the least changes, measured by the masses:
 *
 *     q ⊕ W Gᵀ δ,   A δ = −C;      v + W Gᵀ μ,   A μ = −Ċ
 *
 * (Hairer, Lubich & Wanner, Geometric Numerical Integration, section IV.4). The time is {@link PROJECTION_NUMBERS}
 * unless it is given.
 */
export function projected(model: Model, name: ProjectionName, given?: StageTime): Value[] {
  const { plan } = model;
  const { ops } = plan;
  const { q, v, time } = stateLoads(plan);
  const kinematics = new Kinematics(plan, q, v, given ?? { now: time.now, begin: ops.load('begin') });
  const masses = massesOf(plan, kinematics);
  const { C, Cdot, G } = rowsOf(plan, kinematics);
  const { H, A } = couplingOf(plan, masses, G);
  const { solve } = factorizeMultipliers(model, A);
  const change = (errors: readonly Value[]): Value[] =>
    responseTo(plan, masses, H, solve(errors.map((error) => ops.negate(error))));
  if (name === 'projectPositions') return displaced(plan, q, change(C));
  const impulses = change(Cdot);
  return v.map((rate, i) => ops.add(rate, impulses[i]!));
}
