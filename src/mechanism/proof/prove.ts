import { seededRandom, uniform, type Random } from '../../sampling/random.js';
import { ProgramRunner } from '../../self-check/run-program.js';
import { loadsAt } from '../equations/state.js';
import { evaluationOf, type MechanismProgram } from '../program.js';
import { WATCHED, watchOf } from '../step/rk4.js';
import { Interpreter, runRoutine } from './interpreter.js';
import { expectNear, expectNearWithin, fault, largest, LEAST, ROUNDING, SAME } from './expect-near.js';
import { adjointFault } from './prove-adjoint.js';
import { project, proveAssembly, proveProjection } from './prove-projection.js';
import { PROJECTIONS } from '../step/project.js';
import { sampleOf, type Sample } from './sample.js';
import { proveVelocityStep } from './prove-velocity-step.js';

const SAMPLES = 3;
/**
 * Compares the program with the runtime at random states and parameters, before anything is written.
 * One evaluation is compared with that of the world of the same document, which runs the classes' own
 * kernels: `v̇` and `λ` must agree up to rounding, whose size is estimated from small changes of what the
 * program reads. The functions of the module, interpreted as they are emitted, must then take the step
 * that Runge and Kutta's stages of that evaluation take. Throws a SpecError for what does not agree.
 */
export function proveProgram(program: MechanismProgram): void {
  const random = seededRandom(1);
  let proven = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const sample = sampleOf(program, k, random);
    if (sample === undefined) continue;
    proveEvaluation(program, sample, random);
    proveQuantities(program, sample);
    const isProven =
      program.model.step === 'rk4' ? proveStages(program, sample) : proveVelocityStep(program, sample, random);
    if (!isProven) continue;
    const p = Float64Array.from(sample.plan.parameters, ({ value }) => value);
    const state = new Float64Array(program.model.size);
    state.set(sample.state);
    const off = adjointFault(program, { state, p, time: sample.time }, random);
    proveAssembly(program, sample, { p, u: sample.plan.inputs, w: new Float64Array(sample.plan.inputs.length) });
    if (off !== undefined) throw fault(`does not compute gradients as differences do (off by ${off.toPrecision(2)})`);
    proven++;
  }
  if (proven === 0) throw fault('could not be compared with the world of its scene');
}

/** Compares `v̇` and `λ` of one evaluation, and the energies. */
function proveEvaluation(program: MechanismProgram, sample: Sample, random: Random): void {
  const { nq, nv } = sample.plan;
  const { rates, lambda } = evaluationOf(program.model);
  const runner = new ProgramRunner({ outputs: [...rates.slice(nq), ...lambda] });
  const at = (noise: number): Float64Array => {
    const loads = noLoops(loadsAt(sample.plan, sample.state, sample.time), program);
    if (noise > 0)
      for (const [name, value] of loads)
        if (name.includes('[')) loads.set(name, value * (1 + noise * uniform(random, -1, 1)));
    return runner.run(loads);
  };
  const found = at(0);
  const moved = [at(ROUNDING), at(ROUNDING)];
  const compare = (what: string, from: number, expected: Float64Array): void => {
    const part = (all: Float64Array): Float64Array => all.subarray(from, from + expected.length);
    expectNearWithin(what, part(found), expected, moved.map(part));
  };
  compare('the accelerations', 0, sample.accelerations);
  compare('the multipliers', nv, sample.lambda);
}

/** Compares the functions of the module besides that of the step, as they are emitted, with what they are made of. */
function proveQuantities(program: MechanismProgram, sample: Sample): void {
  const { plan, state } = sample;
  const { ops } = plan;
  const ns = program.model.size;
  const p = Float64Array.from(plan.parameters, ({ value }) => value);
  const [u, w] = [plan.inputs, new Float64Array(plan.inputs.length)];
  const energies = { p, y: state, u, w, out: new Float64Array(2) };
  Interpreter.of(ops, program.energy).run(energies, { t: sample.time });
  const most = Math.max(1, ...sample.energy.map(Math.abs));
  expectNear('the energies', energies.out, Float64Array.from(sample.energy), 1e3 * LEAST * most);
  if (sample.initial !== undefined) {
    const y = new Float64Array(ns);
    const begun = new Float64Array(u.length);
    plan.handles
      .flatMap(({ initial }) => initial)
      .forEach((one, i) => (begun[i] = one.kind === 'literal' ? one.value : NaN));
    Interpreter.of(ops, program.initial).run({ p, y, u: begun }, {});
    expectNear('the places of handles', begun, u, SAME * Math.max(1, largest(u)));
    expectNear(
      'the initial state',
      y.subarray(0, sample.initial.length),
      sample.initial,
      SAME * Math.max(1, largest(y)),
    );
  }
  for (const { parameter, compute } of program.derived) {
    const given = p.slice();
    given[parameter] = NaN;
    Interpreter.of(ops, compute).run({ p: given }, {});
    expectNear('a parameter', given, p, SAME * Math.max(1, largest(p)));
  }
}

/**
 * Compares a step of RK4 by the functions of the module, as they are emitted, with the stages of one evaluation.
 * Returns false where its projections could not be compared.
 */
function proveStages(program: MechanismProgram, sample: Sample): boolean {
  const { plan, state, time } = sample;
  const { ops, rows, nq, nv } = plan;
  const ns = nq + nv;
  const p = Float64Array.from(plan.parameters, ({ value }) => value);
  const [u, w] = [plan.inputs, new Float64Array(plan.inputs.length)];
  const memory = { p, u, w, par: new Float64Array(program.prepare.stores.length) };
  const { dt } = plan;
  Interpreter.of(ops, program.prepare).run(memory, { dt });
  const emitted = { ...memory, ...workspace(rows, ns), y: state.slice() };
  runRoutine(ops, program.step, emitted, { t: time, dt });
  const plain = { ...memory, ...workspace(rows, ns), y: state.slice() };
  const { rates, lambda, feedback, watched } = evaluationOf(program.model);
  const watch = watchOf(plan, watched);
  const runner = new ProgramRunner({ outputs: [...rates, ...lambda, ...feedback, ...watch] });
  const evaluate = (numbers: Readonly<Record<string, number>>): void => {
    const loads = loadsAt(plan, plain.y, numbers['t']!, dt);
    for (const [name, value] of Object.entries(numbers)) loads.set(name, value);
    plain.fb.forEach((value, i) => loads.set(`fb[${i}]`, value));
    const results = runner.run(loads);
    let at = 0;
    for (const [array, count] of [
      [plain.r, ns],
      [plain.lambda, rows],
      [plain.fb, feedback.length],
      [plain.watch, watch.length],
    ] as const)
      for (let i = 0; i < count; i++) array[i] = results[at++]!;
  };
  rk4Around(program, evaluate, plain, { t: time, dt });
  const { projects } = program.model;
  if (projects) for (const name of PROJECTIONS) project(program, name, plain, { t: time + dt, begin: time });
  expectNear('the step', emitted.y, plain.y, SAME * Math.max(1, largest(plain.y)));
  expectNear('the multipliers of the step', emitted.lambda, plain.lambda, SAME * Math.max(1, largest(plain.lambda)));
  expectNear('the watch', emitted.watch, plain.watch, SAME * Math.max(1, largest(plain.watch)));
  return !projects || proveProjection(program, sample, memory);
}

const workspace = (rows: number, ns: number): Record<'r' | 'lambda' | 'fb' | 'watch', Float64Array> => ({
  r: new Float64Array(ns),
  lambda: new Float64Array(rows),
  fb: new Float64Array(rows),
  watch: new Float64Array(WATCHED.length),
});

/** The stages of RK4 around an evaluation, written once more. */
function rk4Around(
  { model: { plan } }: MechanismProgram,
  evaluate: (numbers: Readonly<Record<string, number>>) => void,
  { y, r, fb, watch }: Record<'y' | 'r' | 'fb' | 'watch', Float64Array>,
  { t: begin, dt }: Readonly<Record<'t' | 'dt', number>>,
): void {
  const gain = plan.feedback === 'sampled' ? 0.2 / dt : 0;
  fb.fill(0);
  const start = y.slice();
  const stage = (t: number, isFirst = false): Float64Array => {
    evaluate({ t, begin, ks: isFirst ? gain * gain : 0, kd: isFirst ? 2 * gain : 0 });
    return r.slice();
  };
  const go = (h: number, k: Float64Array): void => {
    k.forEach((rate, i) => (y[i] = start[i]! + h * rate));
  };
  const first = stage(begin, true);
  const watched = watch.slice();
  go(dt / 2, first);
  const second = stage(begin + dt / 2);
  go(dt / 2, second);
  const third = stage(begin + dt / 2);
  go(dt, third);
  const fourth = stage(begin + dt);
  y.forEach((_, i) => (y[i] = start[i]! + (dt / 6) * (first[i]! + 2 * second[i]! + 2 * third[i]! + fourth[i]!)));
  watch.set(watched);
  watch[WATCHED.indexOf('accuracy')] = second
    .subarray(plan.nq)
    .reduce((most, k, i) => Math.max(most, Math.abs((dt / 3) * (k - third[plan.nq + i]!))), 0);
  for (const body of plan.bodies)
    for (const { q, isOrientation } of body.coordinates) {
      if (!isOrientation) continue;
      const o = y.subarray(body.q + q, body.q + q + 4);
      const scale = 1 / Math.sqrt(o.reduce((sum, x) => sum + x * x, 0));
      o.forEach((x, i) => (o[i] = scale * x));
    }
}

/** Loads of an evaluation by itself: no feedback that is tied to the step. */
function noLoops(loads: Map<string, number>, { model: { plan } }: MechanismProgram): Map<string, number> {
  loads.set('begin', loads.get('t')!).set('ks', 0).set('kd', 0);
  for (let i = 0; i < plan.rows; i++) loads.set(`fb[${i}]`, 0);
  return loads;
}
