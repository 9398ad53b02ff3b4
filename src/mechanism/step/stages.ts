import type { Expression } from '../../emit/syntax.js';
import type { BinaryOperator, Value } from '../../lower/program.js';
import { normalizedCoordinates } from '../equations/motion.js';
import { STATE } from '../equations/state.js';
import { storesOf, type ArrayOf, type FunctionPlan, type StoreOf } from '../ops/functions.js';
import type { Plan } from '../plan/plan.js';
import { RATE_TIMES_STEP, WATCHED } from './rk4.js';
import type { StepCall, StepRoutine } from './routine.js';

const name = (of: string): Expression => ({ kind: 'name', name: of });
const number = (value: number): Expression => ({ kind: 'number', value });
const operation = (left: Expression, operator: BinaryOperator, right: Expression): Expression => ({
  kind: 'operation',
  operator,
  left,
  right,
});
const [T, DT, HALF, RATE] = [name('t'), name('dt'), name('half'), name('rate')];

/**
 * The stages of the classical Runge-Kutta method around a function of one evaluation, with the
 * operations of {@link rk4Step} in the same order. Default feedback is found by the first evaluation,
 * and held for the others.
 */
export function rk4Stages(plan: Plan, evaluate: FunctionPlan): StepRoutine {
  const { feedback, nq, nv, ops, rows } = plan;
  const ns = nq + nv;
  const isSampled = feedback === 'sampled' && rows > 0;
  const load = (array: string): Value => ops.load(`${array}[0]`);
  const [y, r, start, sum] = [load(STATE), load('r'), load('start'), load('sum')];
  /** A function of one entry of each array, which is called for all. */
  const entrywise = (own: string, h: string | undefined, values: Readonly<Record<string, Value>>): FunctionPlan => {
    const single = (array: string): ArrayOf => ({ name: array, size: 1 });
    const written = Object.keys(values);
    return {
      name: own,
      reads: ['r', 'start', 'sum'].filter((array) => !written.includes(array)).map(single),
      numbers: h === undefined ? [] : [h],
      writes: written.map(single),
      stores: Object.entries(values).map(([array, value]): StoreOf => ({ array, index: 0, value })),
    };
  };
  const plus = (x: Value, h: string, k: Value): Value => ops.add(x, ops.multiply(ops.load(h), k));
  const twice = ops.add(sum, ops.multiply(ops.two, r));
  const stage = (now: Expression, isFirst = false): StepCall => {
    const isFound = isFirst && isSampled;
    return {
      plan: evaluate,
      numbers: {
        t: now,
        begin: T,
        ks: isFound ? operation(RATE, '*', RATE) : number(0),
        kd: isFound ? operation(number(2), '*', RATE) : number(0),
      },
      arrays: isFirst ? {} : { watch: 'rest' },
    };
  };
  const middle = operation(T, '+', HALF);
  const turned = normalizedFunction(plan);
  return {
    numbers: [
      { name: 'half', value: operation(DT, '/', number(2)) },
      ...(isSampled ? [{ name: 'rate', value: operation(number(RATE_TIMES_STEP), '/', DT) }] : []),
    ],
    calls: [
      ...(isSampled ? [{ plan: entrywise('forget', undefined, { fb: ops.zero }), entries: rows }] : []),
      stage(T, true),
      { plan: entrywise('toSecond', 'half', { start: y, sum: r, y: plus(y, 'half', r) }), entries: ns },
      stage(middle),
      { plan: entrywise('toThird', 'half', { second: r, sum: twice, y: plus(start, 'half', r) }), entries: ns },
      stage(middle),
      { plan: accuracyFunction(plan), numbers: { third: operation(DT, '/', number(3)) } },
      { plan: entrywise('toFourth', 'dt', { sum: twice, y: plus(start, 'dt', r) }), entries: ns },
      stage(operation(T, '+', DT)),
      {
        plan: entrywise('finish', 'sixth', { y: plus(start, 'sixth', ops.add(sum, r)) }),
        entries: ns,
        numbers: { sixth: operation(DT, '/', number(6)) },
      },
      ...(turned.stores.length > 0 ? [{ plan: turned }] : []),
    ],
    workspace: [
      ...['start', 'sum', 'second', 'r'].map((array) => ({ name: array, size: ns })),
      { name: 'rest', size: WATCHED.length },
      ...(isSampled ? [{ name: 'fb', size: rows }] : []),
    ],
  };
}

/** The largest entry of `h/3 (k₂ − k₃)` of the velocities. */
function accuracyFunction({ nq, nv, ops }: Plan): FunctionPlan {
  const arrays = ['second', 'r'].map((array) => ({ name: array, size: nq + nv }));
  const third = ops.load('third');
  const uneven = Array.from({ length: nv }, (_, i) => {
    const [second, k] = arrays.map((array) => ops.load(`${array.name}[${nq + i}]`)) as [Value, Value];
    return ops.call('abs', ops.multiply(third, ops.subtract(second, k)));
  });
  return {
    name: 'accuracy',
    reads: arrays,
    numbers: ['third'],
    writes: [{ name: 'watch', size: WATCHED.length }],
    stores: [{ array: 'watch', index: WATCHED.indexOf('accuracy'), value: ops.largest(uneven) }],
  };
}

/** Scales orientations to length 1. */
function normalizedFunction(plan: Plan): FunctionPlan {
  const { nq, nv, ops } = plan;
  const q = ops.loads(STATE, nq);
  const scaled = storesOf(STATE, normalizedCoordinates(plan, q));
  return {
    name: 'normalize',
    reads: [],
    numbers: [],
    writes: [{ name: STATE, size: nq + nv }],
    stores: scaled.filter(({ value, index }) => value !== q[index]),
  };
}
