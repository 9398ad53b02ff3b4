import type { Expression } from '../../emit/syntax.js';
import { inOrder, type BinaryOperator, type Value } from '../../lower/program.js';
import { normalizedCoordinates } from '../equations/motion.js';
import { STATE } from '../equations/state.js';
import { storesOf, type ArrayOf, type FunctionPlan, type StoreOf } from '../ops/functions.js';
import type { Ops } from '../ops/ops.js';
import type { Plan } from '../plan/plan.js';
import { RATE_TIMES_STEP, WATCHED, watchOf } from './rk4.js';
import { ADJOINTS, type StepCall, type StepRoutine } from './routine.js';

const name = (of: string): Expression => ({ kind: 'name', name: of });
const number = (value: number): Expression => ({ kind: 'number', value });
const operation = (left: Expression, operator: BinaryOperator, right: Expression): Expression => ({
  kind: 'operation',
  operator,
  left,
  right,
});
const [T, DT, HALF, RATE] = [name('t'), name('dt'), name('half'), name('rate')];

/** Arrays of a stage: its state, its rates, and what the watch is made of. */
export const STAGE = { state: 'at', rates: 'r', watched: 'watched' } as const;

/** Values of a state at the state of a stage. */
export const atStage = (ops: Ops, values: readonly Value[]): Value[] =>
  ops.inline(values, (name) => ops.load(name.startsWith(`${STATE}[`) ? STAGE.state + name.slice(STATE.length) : name));

/** Arrays that a step is handed; all others of its stages are its own. */
const HANDED: ReadonlySet<string> = new Set([STATE, ADJOINTS.state]);

/** A function of one entry of each array, which is called for all of them. */
export function entrywise(
  own: string,
  entries: number,
  values: Readonly<Record<string, Value>>,
  numbers: Readonly<Record<string, Expression>> = {},
): StepCall {
  const loads = inOrder(Object.values(values)).flatMap((value) => (value.kind === 'load' ? [value.name] : []));
  const single = (array: string): ArrayOf => ({ name: array, size: 1, isOwn: !HANDED.has(array) });
  const written = Object.keys(values);
  const read = loads.filter((load) => load.endsWith('[0]')).map((load) => load.slice(0, -'[0]'.length));
  const plan: FunctionPlan = {
    name: own,
    reads: read.filter((array) => !written.includes(array)).map(single),
    numbers: loads.filter((load) => !load.endsWith(']')),
    writes: written.map(single),
    stores: Object.entries(values).map(([array, value]): StoreOf => ({ array, index: 0, value })),
  };
  return { plan, entries, numbers };
}

/** Numbers of a step by RK4 and its evaluations: at the beginning, where default feedback is found, in the middle, at the end. */
export function evaluationsOf({ feedback, rows }: Plan): {
  readonly isSampled: boolean;
  readonly numbers: StepRoutine['numbers'];
  readonly times: Readonly<Record<'first' | 'middle' | 'last', NonNullable<StepCall['numbers']>>>;
} {
  const isSampled = feedback === 'sampled' && rows > 0;
  const at = (now: Expression, isFound = false): NonNullable<StepCall['numbers']> => ({
    t: now,
    begin: T,
    ks: isFound ? operation(RATE, '*', RATE) : number(0),
    kd: isFound ? operation(number(2), '*', RATE) : number(0),
  });
  return {
    isSampled,
    numbers: [
      { name: 'half', value: operation(DT, '/', number(2)) },
      ...(isSampled ? [{ name: 'rate', value: operation(number(RATE_TIMES_STEP), '/', DT) }] : []),
    ],
    times: {
      first: at(T, isSampled),
      middle: at(operation(T, '+', HALF)),
      last: at(operation(T, '+', DT)),
    },
  };
}

/** A sixth and a third of a step. */
export const SIXTH = { sixth: operation(DT, '/', number(6)) };
export const THIRD = { third: operation(DT, '/', number(3)) };

/**
 * The stages of the classical Runge-Kutta method around a function of one evaluation, with the
 * operations of {@link rk4Step} in the same order. Default feedback is found by the first evaluation,
 * and held for the others. The state of a step stays what it is until the end, where projections may correct it.
 */
export function rk4Stages(plan: Plan, evaluate: FunctionPlan, projections: readonly FunctionPlan[] = []): StepRoutine {
  const { nq, nv, ops, rows } = plan;
  const ns = nq + nv;
  const { isSampled, numbers, times } = evaluationsOf(plan);
  const load = (array: string): Value => ops.load(`${array}[0]`);
  const [y, r, sum] = [load(STATE), load(STAGE.rates), load('sum')];
  const along = (h: string, k: Value): Value => ops.add(y, ops.multiply(ops.load(h), k));
  const twice = ops.add(sum, ops.multiply(ops.two, r));
  const turned = normalizedFunction(plan);
  return {
    numbers,
    calls: [
      ...(isSampled ? [entrywise('forget', rows, { fb: ops.zero })] : []),
      entrywise('begin', ns, { at: y }),
      { plan: evaluate, numbers: times.first },
      { plan: watchFunction(plan) },
      entrywise('toSecond', ns, { sum: r, at: along('half', r) }),
      { plan: evaluate, numbers: times.middle },
      entrywise('toThird', ns, { second: r, sum: twice, at: along('half', r) }),
      { plan: evaluate, numbers: times.middle },
      { plan: accuracyFunction(plan), numbers: THIRD },
      entrywise('toFourth', ns, { sum: twice, at: along('dt', r) }),
      { plan: evaluate, numbers: times.last },
      entrywise('finish', ns, { y: along('sixth', ops.add(sum, r)) }, SIXTH),
      ...(turned.stores.length > 0 ? [{ plan: turned }] : []),
      ...projections.map((project) => ({ plan: project, numbers: { t: times.last['t']!, begin: T } })),
    ],
    workspace: [
      ...[STAGE.state, 'sum', 'second', STAGE.rates].map((array) => ({ name: array, size: ns })),
      ...stageWorkspace(plan),
    ],
  };
}

/** What evaluations hand on besides rates. */
export const stageWorkspace = (plan: Plan): ArrayOf[] => [
  ...(plan.rows > 0 ? [{ name: STAGE.watched, size: 4 * plan.rows }] : []),
  ...(evaluationsOf(plan).isSampled ? [{ name: 'fb', size: plan.rows }] : []),
];

/** The watch of the beginning of a step. */
function watchFunction(plan: Plan): FunctionPlan {
  const { ops, rows } = plan;
  const watched = { name: STAGE.watched, size: 4 * rows, isOwn: true };
  const all = ops.loads(watched.name, watched.size);
  const part = (k: number): Value[] => all.slice(k * rows, (k + 1) * rows);
  const [C, Cdot, pivots] = [part(0), part(1), { D: part(2), diagonal: part(3) }];
  return {
    name: 'watching',
    reads: [watched],
    numbers: [],
    writes: [{ name: 'watch', size: WATCHED.length }],
    stores: storesOf('watch', watchOf(plan, { C, Cdot, pivots })),
  };
}

/** The largest entry of `h/3 (k₂ − k₃)` of the velocities. */
function accuracyFunction({ nq, nv, ops }: Plan): FunctionPlan {
  const arrays = ['second', STAGE.rates].map((array) => ({ name: array, size: nq + nv, isOwn: true }));
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
