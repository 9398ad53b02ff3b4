import { eliminationOrder } from './equations/order.js';
import { redundantRows } from './equations/redundant.js';
import type { Model } from './equations/system.js';
import type { MechanismStep } from './options.js';
import type { Plan } from './plan/plan.js';
import { memoryOf } from './step/velocity-step.js';

/** Decides the order of elimination, the redundant rows and the size of the state of a plan. */
export function modelOf(plan: Plan, step: MechanismStep = 'rk4', projects = false): Model {
  const order = eliminationOrder(plan);
  const size = plan.nq + plan.nv + (step === 'velocityStep' ? memoryOf(plan) : 0);
  return { plan, step, projects, size, order, pinned: redundantRows(plan, order) };
}
