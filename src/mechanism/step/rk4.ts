import type { Value } from '../../lower/program.js';
import { evaluate, normalizedCoordinates, type Evaluation } from '../equations/motion.js';
import type { Pivots } from '../equations/solve.js';
import type { Model } from '../equations/system.js';
import { stateLoads } from '../equations/state.js';
import type { Plan } from '../plan/plan.js';

/** Decay rate of the default feedback times the step, as the runtime has it. */
export const RATE_TIMES_STEP = 0.2;

/** What a step says of itself, in this order in the array of the watch. */
export const WATCHED = ['leastPivot', 'C', 'Cdot', 'accuracy'] as const;

/** A whole step as one program. */
export interface StepProgram {
  readonly y: readonly Value[];
  readonly lambda: readonly Value[];
  readonly watch: readonly Value[];
}

/** What the watch of a step is made of: errors and their rates at its beginning, and pivots. */
export interface Watched {
  readonly C: readonly Value[];
  readonly Cdot: readonly Value[];
  readonly pivots: Pivots;
}

/** Least pivot, relative to the diagonal entry of its row, `max |C|` and `max |Cdot|`. */
export function watchOf({ ops }: Plan, { C, Cdot, pivots: { D, diagonal } }: Watched): Value[] {
  const most = (list: readonly Value[]): Value => ops.largest(list.map((one) => ops.call('abs', one)));
  const least = D.reduce((before, d, k) => ops.call('min', before, ops.divide(d, diagonal[k]!)), ops.one);
  return [least, most(C), most(Cdot)];
}

/** `ks C + kd Cdot` with gains that are values. */
export const feedbackBy =
  ({ ops }: Plan, ks: Value, kd: Value) =>
  (_: number, C: Value, Cdot: Value): Value =>
    ops.add(ops.multiply(ks, C), ops.multiply(kd, Cdot));

/**
 * The classical Runge-Kutta method (Kutta 1901), with the operations of the runtime's `rk4()` in the
 * same order. Default feedback is found at the beginning of the step and held, other feedback at each
 * stage.
 */
export function rk4Step(model: Model): StepProgram {
  const { plan } = model;
  const { ops, nq, feedback } = plan;
  const { q, v } = stateLoads(plan);
  const y = [...q, ...v];
  const [t, dt] = [ops.load('t'), ops.load('dt')];
  const half = ops.divide(dt, ops.two);
  const along = (h: Value, k: readonly Value[]): Value[] => y.map((one, i) => ops.add(one, ops.multiply(h, k[i]!)));
  const own =
    feedback === undefined
      ? () => ops.zero
      : feedback === 'sampled'
        ? sampledFeedback(plan, dt)
        : feedbackBy(plan, feedback.ks, feedback.kd);
  const stage = (at: readonly Value[], now: Value, feedbackOf: typeof own): Evaluation =>
    evaluate(model, at.slice(0, nq), at.slice(nq), { now, begin: t }, feedbackOf);
  const one = stage(y, t, own);
  const held: typeof own = feedback === 'sampled' ? (row) => one.feedback[row]! : own;
  const middle = ops.add(t, half);
  const two = stage(along(half, one.rates), middle, held);
  const three = stage(along(half, two.rates), middle, held);
  const four = stage(along(dt, three.rates), ops.add(t, dt), held);
  const sixth = ops.divide(dt, ops.literal(6));
  const end = y.map((before, i) => {
    const [a, b, c, d] = [one, two, three, four].map(({ rates }) => rates[i]!) as [Value, Value, Value, Value];
    const twice = (x: Value): Value => ops.multiply(ops.two, x);
    return ops.add(before, ops.multiply(sixth, ops.add(ops.add(ops.add(a, twice(b)), twice(c)), d)));
  });
  const third = ops.divide(dt, ops.literal(3));
  const uneven = two.rates.slice(nq).map((k2, i) => ops.multiply(third, ops.subtract(k2, three.rates[nq + i]!)));
  return {
    y: [...normalizedCoordinates(plan, end.slice(0, nq)), ...end.slice(nq)],
    lambda: four.lambda,
    watch: [...watchOf(plan, { ...one.rows, pivots: one.pivots }), ops.largest(uneven.map((x) => ops.call('abs', x)))],
  };
}

/** Critically damped feedback at a rate tied to the step. */
function sampledFeedback(plan: Plan, dt: Value): (row: number, C: Value, Cdot: Value) => Value {
  const { ops } = plan;
  const rate = ops.divide(ops.literal(RATE_TIMES_STEP), dt);
  return feedbackBy(plan, ops.multiply(rate, rate), ops.multiply(ops.two, rate));
}
