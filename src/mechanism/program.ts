import type { Value } from '../lower/program.js';
import { evaluate } from './equations/motion.js';
import type { Model } from './equations/system.js';
import { energies } from './equations/loads.js';
import { Kinematics } from './equations/kinematics.js';
import { rowsOf } from './equations/rows.js';
import { STATE, stateLoads } from './equations/state.js';
import { inOrder } from '../lower/program.js';
import { hoist } from './ops/hoist.js';
import { operationsOf, storesOf, type ArrayOf, type FunctionPlan } from './ops/functions.js';
import { INPUTS } from './plan/connectors.js';
import type { Plan } from './plan/plan.js';
import { PARAMETERS } from './plan/quantities.js';
import { refusal } from './refusal.js';
import { adjointOf, type AdjointFunctions } from './step/adjoint.js';
import { assemblyOf } from './step/assemble.js';
import { projected, PROJECTION_NUMBERS, PROJECTIONS } from './step/project.js';
import { feedbackBy, rk4Step, type Watched } from './step/rk4.js';
import type { StepRoutine } from './step/routine.js';
import { atStage, rk4Stages, STAGE } from './step/stages.js';
import { velocityStep } from './step/velocity-step.js';
import { watchedOf } from './step/watch.js';

/** Operations of a whole step up to which it is one function. */
const WHOLE = 1500;
/** Operations of an evaluation, and of a step with one evaluation, and rows, above which straight line does not pay. */
const MOST_OPERATIONS = { rk4: 8000, velocityStep: 10_000 } as const;
export const MOST_ROWS = 150;

/** The functions of a mechanism, as every target prints them. */
export interface MechanismProgram {
  readonly model: Model;
  /** What a step says of itself, in the order of the array of the watch. */
  readonly watched: readonly string[];
  /** `par` of the parameters and the step, for {@link step}. */
  readonly prepare: FunctionPlan;
  /** A step of `y`: one function, or one of an evaluation with the stages around it. */
  readonly step: StepRoutine;
  /** The document's state, and the places of handles that are no plain numbers, of the parameters. */
  readonly initial: FunctionPlan;
  /** A round of bringing that state onto the constraints; stores nothing where none is needed. */
  readonly assembly: FunctionPlan;
  /** Kinetic and potential energy. */
  readonly energy: FunctionPlan;
  /** `max |C|` and `max |Cdot|`. */
  readonly residual: FunctionPlan;
  /** Parameters that are formulas of others, each after those that it reads. */
  readonly derived: readonly { readonly parameter: number; readonly compute: FunctionPlan }[];
  /** Operations of one evaluation, or of a step at velocity level. */
  readonly operations: number;
  /** What carries derivatives back through a step, where they are asked for. */
  readonly adjoint?: AdjointFunctions;
}

/** The arrays of functions, besides those of the state, the parameters and the inputs. */
const ARRAYS = {
  prepared: 'par',
  lambda: 'lambda',
  watch: 'watch',
  rates: 'r',
  feedback: 'fb',
  out: 'out',
} as const;

/**
 * Composes the functions of a mechanism; `isSmall` takes the stages of a step around one evaluation, however few
 * operations it has, and leaves assembly to others. Throws a SpecError where they would be too large.
 */
export function programOf(model: Model, gradient = false, isSmall = false): MechanismProgram {
  const { plan } = model;
  const { ops, rows } = plan;
  const watched = watchedOf(model.step);
  const inputs = plan.inputs.length;
  const array = (name: string, size: number): ArrayOf => ({ name, size });
  const y = array(STATE, model.size);
  const shared = (name: string, size: number): ArrayOf => ({ name, size, isShared: true });
  const own = (name: string, size: number): ArrayOf => ({ name, size, isOwn: true });
  const p = shared(PARAMETERS, plan.parameters.length);
  const moved = [shared(INPUTS.value, inputs), shared(INPUTS.rate, inputs)];
  const { form, operations } = formOf(model, isSmall);
  const { isWhole, prepared, feedback, evaluated, after } = form;
  const outputs = isWhole ? evaluated : atStage(ops, evaluated);
  const par = shared(ARRAYS.prepared, prepared.length);
  const watch = array(ARRAYS.watch, watched.length);
  const lambda = array(ARRAYS.lambda, rows);
  const writes = isWhole
    ? [y, lambda, watch]
    : [own(ARRAYS.rates, y.size), lambda, own(ARRAYS.feedback, feedback), own(STAGE.watched, 4 * rows)];
  let from = 0;
  const stores = writes.flatMap(({ name, size }) => {
    const values = outputs.slice(from, from + size);
    from += size;
    return storesOf(name, values);
  });
  const reads = [par, ...(isWhole ? [] : [own(STAGE.state, y.size)]), ...moved];
  const [name, numbers] = isWhole ? [model.step, ['t', 'dt']] : ['evaluate', ['t', 'begin', 'ks', 'kd']];
  const one: FunctionPlan = { name, reads, numbers, writes, stores };
  const projections = projectionsOf(plan, after, [par, ...moved], y);
  const step: StepRoutine = isWhole
    ? { numbers: [], calls: [{ plan: one }], workspace: [] }
    : rk4Stages(plan, one, projections);
  const { q, v, time } = stateLoads(plan);
  const kinematics = new Kinematics(plan, q, v, time);
  const { kinetic, potential } = energies({ plan, kinematics });
  const { C, Cdot } = rowsOf(plan, kinematics);
  const most = (list: readonly Value[]): Value => ops.largest(list.map((x) => ops.call('abs', x)));
  const atState = (name: string, values: readonly Value[]): FunctionPlan => ({
    name,
    reads: [p, y, ...moved],
    numbers: ['t'],
    writes: [array(ARRAYS.out, values.length)],
    stores: storesOf(ARRAYS.out, values),
  });
  const initial = [...plan.bodies.flatMap((body) => body.initial.q), ...plan.bodies.flatMap((body) => body.initial.v)];
  while (initial.length < y.size) initial.push(ops.zero);
  const begun = storesOf(
    INPUTS.value,
    plan.handles.flatMap((handle) => handle.initial),
  ).filter(({ value }) => value.kind !== 'literal');
  const prepare = { name: 'prepare', reads: [p], numbers: ['dt'], writes: [par], stores: storesOf(par.name, prepared) };
  const derived = derivedInOrder(plan);
  const program: MechanismProgram = {
    model,
    watched,
    operations,
    prepare,
    step,
    initial: {
      name: 'initial',
      reads: [p],
      numbers: [],
      writes: [y, moved[0]!],
      stores: [...storesOf(y.name, initial), ...begun],
    },
    assembly: { ...assemblyOf(model, [p, ...moved], y), ...(isSmall && { stores: [] }) },
    energy: atState('energies', [kinetic, potential]),
    residual: atState('residuals', [most(C), most(Cdot)]),
    derived,
    ...(gradient && { adjoint: adjointOf(model, { step: one, isWhole }, prepare, derived) }),
  };
  return program;
}

/** The functions that correct a state after a step, of what they make of it. */
function projectionsOf({ nq }: Plan, after: readonly Value[], reads: readonly ArrayOf[], y: ArrayOf): FunctionPlan[] {
  if (after.length === 0) return [];
  const stores = storesOf(y.name, after);
  return PROJECTIONS.map((name, k) => ({
    name,
    reads,
    numbers: PROJECTION_NUMBERS,
    writes: [y],
    stores: k === 0 ? stores.slice(0, nq) : stores.slice(nq),
  }));
}

/** The outputs of a step in one function, or of one evaluation in it, with what is computed beforehand. */
interface Form extends Pick<ReturnType<typeof hoist>, 'prepared'> {
  readonly isWhole: boolean;
  readonly evaluated: readonly Value[];
  /** Coordinates, and then velocities, after their projections; empty where there are none. */
  readonly after: readonly Value[];
  /** Entries of the feedback that an evaluation hands on. */
  readonly feedback: number;
}

/** Decides what is one function, and counts the operations of an evaluation. Throws a SpecError for too many. */
function formOf(model: Model, isSmall: boolean): { readonly form: Form; readonly operations: number } {
  const { plan, step, projects } = model;
  const formed = (
    outputs: readonly Value[],
    after: readonly Value[],
    rest: Pick<Form, 'isWhole' | 'feedback'>,
  ): Form => {
    const { prepared, outputs: hoisted } = hoistedOf(plan, [...outputs, ...after]);
    return { prepared, evaluated: hoisted.slice(0, outputs.length), after: hoisted.slice(outputs.length), ...rest };
  };
  const wholeStep = (): Form => {
    const { y, lambda, watch } = step === 'rk4' ? rk4Step(model) : velocityStep(model);
    return formed([...y, ...lambda, ...watch], [], { isWhole: true, feedback: 0 });
  };
  const evaluation = (): Form => {
    const { rates, lambda, feedback, watched } = evaluationOf(model);
    const { C, Cdot, pivots } = watched;
    const outputs = [...rates, ...lambda, ...feedback, ...C, ...Cdot, ...pivots.D, ...pivots.diagonal];
    return formed(outputs, projects ? PROJECTIONS.flatMap((name) => projected(model, name)) : [], {
      isWhole: false,
      feedback: feedback.length,
    });
  };
  const one = step === 'rk4' ? evaluation() : wholeStep();
  const operations = operationsOf(one.evaluated);
  const [what, most] = [step === 'rk4' ? 'One evaluation' : 'One step', MOST_OPERATIONS[step]];
  if (operations > most)
    throw refusal(`${what} would take ${operations} operations; in straight line, at most ${most} pay.`);
  if (one.isWhole) return { form: one, operations };
  const whole = !isSmall && !projects && 4 * operations <= 2 * WHOLE ? wholeStep() : undefined;
  return { form: whole !== undefined && operationsOf(whole.evaluated) <= WHOLE ? whole : one, operations };
}

/** One evaluation, with the arguments of the loops around it: time and gains. */
export function evaluationOf(model: Model): {
  rates: readonly Value[];
  lambda: readonly Value[];
  feedback: readonly Value[];
  watched: Watched;
} {
  const { plan } = model;
  const { ops, feedback } = plan;
  const { q, v, time } = stateLoads(plan);
  const gains = [ops.load('ks'), ops.load('kd')] as const;
  const sampled = feedbackBy(plan, ...gains);
  const held = ops.loads(ARRAYS.feedback, plan.rows);
  const own =
    feedback === undefined
      ? () => ops.zero
      : feedback === 'sampled'
        ? (row: number, C: Value, Cdot: Value) => ops.add(sampled(row, C, Cdot), held[row]!)
        : feedbackBy(plan, feedback.ks, feedback.kd);
  const made = evaluate(model, q, v, { now: time.now, begin: ops.load('begin') }, own);
  // Feedback that is held is the only one that the loops hand on.
  const kept = feedback === 'sampled' ? made.feedback : [];
  const watched = { ...made.rows, pivots: made.pivots };
  return { rates: made.rates, lambda: made.lambda, feedback: kept, watched };
}

const hoistedOf = ({ ops }: Plan, outputs: readonly Value[]): ReturnType<typeof hoist> =>
  hoist(ops, outputs, ARRAYS.prepared, (variable) => variable === 'dt' || variable.startsWith(`${PARAMETERS}[`));

/** Parameters that are formulas, ordered such that each comes after those that it reads. */
function derivedInOrder({ derived, parameters }: Plan): MechanismProgram['derived'] {
  const order: number[] = [];
  const visit = (i: number): void => {
    const value = derived[i];
    if (value === undefined || order.includes(i)) return;
    for (const one of inOrder([value])) if (one.kind === 'load') visit(Number(/\d+/.exec(one.name)![0]));
    order.push(i);
  };
  for (const i of derived.keys()) visit(i);
  const p: ArrayOf = { name: PARAMETERS, size: parameters.length, isShared: true };
  return order.map((parameter) => ({
    parameter,
    compute: {
      name: `derive_${parameters[parameter]!.name}`,
      reads: [],
      numbers: [],
      writes: [p],
      stores: [{ array: PARAMETERS, index: parameter, value: derived[parameter]! }],
    },
  }));
}
