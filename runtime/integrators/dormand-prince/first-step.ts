import { pow } from '../../elementary/index.js';
import type { DormandPrinceState } from './state.js';
import type { IntegratedSystem } from '../integrator.js';
import type { StepNumbers } from './step-numbers.js';

/**
 * Finds a first step whose explicit Euler step is a small part of the solution, and which a method
 * of order 5 would take with an error of 1 % (Hairer, Nørsett, Wanner, section II.4, "Starting step
 * size"). The first stage of `state` must have been evaluated.
 */
export function firstStep(
  system: IntegratedSystem,
  state: DormandPrinceState,
  numbers: StepNumbers,
  span: number,
): number {
  const start = system.time;
  state.measure(0);
  const size = numbers.largest;
  state.measure(1);
  const rate = numbers.largest;
  const trial = Math.min(size < 1e-5 || rate < 1e-5 ? 1e-6 : (0.01 * size) / rate, span);
  numbers.h = 5 * trial;
  state.moveTo(2, system);
  system.time = start + trial;
  system.evaluate();
  state.keepRates(2, system);
  state.measure(2);
  const change = numbers.largest / trial;
  const steepest = Math.max(rate, change);
  const h = steepest <= 1e-15 ? Math.max(1e-6, 1e-3 * trial) : pow(0.01 / steepest, 0.2);
  state.clearRates();
  system.time = start;
  const first = Math.min(100 * trial, h);
  return first > 0 ? first : trial;
}
