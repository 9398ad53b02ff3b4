import type { Value } from '../../lower/program.js';
import { normalizedCoordinates } from '../equations/motion.js';
import { STATE } from '../equations/state.js';
import { storesOf, type ArrayOf, type FunctionPlan } from '../ops/functions.js';
import { reverse } from '../ops/reverse.js';
import type { Plan } from '../plan/plan.js';
import { ADJOINTS, type StepRoutine } from './routine.js';
import { entrywise, evaluationsOf, SIXTH, STAGE, stageWorkspace, THIRD } from './stages.js';

/** Adjoints of a stage: of its state, of its rates, and of the feedback that is held. */
const BACK = { state: 'atb', rates: 'rb', feedback: 'fbb' } as const;
const FEEDBACK = 'fb';
const END = 'end';

/** Stores that add to what an array of adjoints holds. */
export type Added = (array: string, amounts: readonly Value[]) => FunctionPlan['stores'];

/**
 * A step of RK4 back: its stages once more, whose states are kept, and then the last stage first (Griewank
 * and Walther, Evaluating Derivatives, section 4.1). Feedback that the first stage has found acts on all of them.
 */
export function rk4Back(plan: Plan, evaluate: FunctionPlan, prepared: number, added: Added): StepRoutine {
  const { nq, nv, ops, rows } = plan;
  const ns = nq + nv;
  const { isSampled, numbers, times } = evaluationsOf(plan);
  const back = evaluationBack(plan, evaluate, prepared, added);
  const turned = normalizedBack(plan);
  const isTurned = turned.stores.length > 0;
  const load = (array: string): Value => ops.load(`${array}[0]`);
  const product = (h: string, of: string): Value => ops.multiply(ops.load(h), load(of));
  const along = (h: string, k: Value = load(STAGE.rates)): Value => ops.add(load(STATE), ops.multiply(ops.load(h), k));
  const summed = (sum: Value): Readonly<Record<string, Value>> => (isTurned ? { sum } : {});
  const twice = ops.add(load('sum'), ops.multiply(ops.two, load(STAGE.rates)));
  const yb = ops.add(load(ADJOINTS.state), load(BACK.state));
  const before = (weight: string, h: string): Value => ops.add(product(weight, 'endb'), product(h, BACK.state));
  const forget = isSampled ? [entrywise('forget', rows, { fb: ops.zero })] : [];
  return {
    numbers,
    calls: [
      ...forget,
      entrywise('begin', ns, { at: load(STATE) }),
      { plan: evaluate, numbers: times.first },
      entrywise('keepSecond', ns, { two: along('half'), at: along('half'), ...summed(load(STAGE.rates)) }),
      { plan: evaluate, numbers: times.middle },
      entrywise('keepThird', ns, { three: along('half'), at: along('half'), ...summed(twice) }),
      { plan: evaluate, numbers: times.middle },
      entrywise('keepFourth', ns, { at: along('dt'), ...summed(twice) }),
      ...(isTurned
        ? [
            { plan: evaluate, numbers: times.last },
            entrywise('keepEnd', ns, { end: along('sixth', ops.add(load('sum'), load(STAGE.rates))) }, SIXTH),
            { plan: turned },
          ]
        : []),
      entrywise('fromEnd', ns, { endb: load(ADJOINTS.state), rb: product('sixth', ADJOINTS.state) }, SIXTH),
      ...(isSampled ? [entrywise('forgetBack', rows, { fbb: ops.zero })] : []),
      { plan: back, numbers: times.last },
      entrywise('fromFourth', ns, { yb, rb: before('third', 'dt'), at: load('three') }, THIRD),
      { plan: back, numbers: times.middle },
      entrywise('fromThird', ns, { yb, rb: before('third', 'half'), at: load('two') }, THIRD),
      { plan: back, numbers: times.middle },
      entrywise('fromSecond', ns, { yb, rb: before('sixth', 'half'), at: load(STATE) }, SIXTH),
      ...forget,
      { plan: back, numbers: times.first },
      entrywise('fromFirst', ns, { yb }),
    ],
    workspace: [
      ...[STAGE.state, STAGE.rates, 'two', 'three', 'endb', BACK.rates, BACK.state].map((name) => ({ name, size: ns })),
      ...(isTurned ? ['sum', END].map((name) => ({ name, size: ns })) : []),
      ...stageWorkspace(plan),
      ...(isSampled ? [{ name: BACK.feedback, size: rows }] : []),
    ],
  };
}

/** One evaluation back: from adjoints of rates and of the feedback that it hands on to those of all that it reads. */
function evaluationBack(plan: Plan, evaluate: FunctionPlan, prepared: number, added: Added): FunctionPlan {
  const { ops, nq, nv } = plan;
  const ns = nq + nv;
  const own = (name: string, size: number): ArrayOf => ({ name, size, isOwn: true });
  const valuesOf = (name: string): Value[] =>
    evaluate.stores.flatMap(({ array, value }) => (array === name ? [value] : []));
  const [rates, feedback] = [valuesOf(STAGE.rates), valuesOf(FEEDBACK)];
  const held = feedback.length;
  const seeds = [...ops.loads(BACK.rates, ns), ...ops.loads(BACK.feedback, held)];
  const adjoints = reverse(ops, [...rates, ...feedback], seeds, [
    ...ops.loads(STAGE.state, ns),
    ...ops.loads(FEEDBACK, held),
    ...ops.loads('par', prepared),
  ]);
  return {
    name: 'evaluateBack',
    reads: [...evaluate.reads, own(FEEDBACK, held), own(BACK.rates, ns)],
    numbers: evaluate.numbers,
    writes: [own(BACK.state, ns), own(BACK.feedback, held), { name: ADJOINTS.prepared, size: prepared }],
    stores: [
      ...storesOf(BACK.state, adjoints.slice(0, ns)),
      ...storesOf(BACK.feedback, adjoints.slice(ns, ns + held)),
      ...added(ADJOINTS.prepared, adjoints.slice(ns + held)),
    ],
  };
}

/** The scaling of orientations back. */
function normalizedBack(plan: Plan): FunctionPlan {
  const { nq, nv, ops } = plan;
  const end = { name: END, size: nq + nv, isOwn: true };
  const q = ops.loads(end.name, nq);
  const seeds = ops.loads(ADJOINTS.state, nq);
  const stores = storesOf(ADJOINTS.state, reverse(ops, normalizedCoordinates(plan, q), seeds, q));
  return {
    name: 'normalizeBack',
    reads: [end],
    numbers: [],
    writes: [{ name: ADJOINTS.state, size: nq + nv }],
    stores: stores.filter(({ value }, i) => value !== seeds[i]),
  };
}
