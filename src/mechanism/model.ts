import { eliminationOrder } from './equations/order.js';
import { redundantRows } from './equations/redundant.js';
import type { Model } from './equations/system.js';
import type { Plan } from './plan/plan.js';

/** Decides the order of elimination and the redundant rows of a plan. */
export function modelOf(plan: Plan): Model {
  const order = eliminationOrder(plan);
  return { plan, order, pinned: redundantRows(plan, order) };
}
