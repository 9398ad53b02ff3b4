import { uniform, type Random } from '../../sampling/random.js';
import { ProgramRunner } from '../../self-check/run-program.js';
import { loadsAt } from '../equations/state.js';
import { stateOf } from '../plan/state-of-world.js';
import { evaluationOf, type MechanismProgram } from '../program.js';
import { velocityStep } from '../step/velocity-step.js';
import { expectNear, expectNearWithin, fault, largest, ROUNDING, SAME } from './expect-near.js';
import { Interpreter, runRoutine } from './interpreter.js';
import type { Sample } from './prove.js';

/** Steps beside the world: from the second on, they take up what the one before has handed on. */
const STEPS = 3;

/** What a step of a module leaves. */
interface Stepped {
  readonly y: Float64Array;
  readonly lambda: Float64Array;
  readonly watch: Float64Array;
}

/**
 * Compares steps at velocity level by the functions of the module, as they are emitted, with those of the
 * world, which has the classes' own kernels; and all that they write, the watch too, with what they are made
 * of. Returns false, with nothing compared, where the world takes a step otherwise.
 */
export function proveVelocityStep(program: MechanismProgram, { plan, state, built }: Sample, random: Random): boolean {
  const { model, prepare, step } = program;
  const { ops, rows } = plan;
  const p = Float64Array.from(plan.parameters, ({ value }) => value);
  const begin = new Float64Array(model.size);
  begin.set(state);
  const preparing = Interpreter.of(ops, prepare);
  const made = velocityStep(model);
  const runner = new ProgramRunner({ outputs: [...made.y, ...made.lambda, ...made.watch] });
  const unlike = ({ y, lambda, watch }: Stepped, from: Float64Array, t: number, dt: number): void => {
    const results = runner.run(loadsAt(plan, from, t, dt));
    const parts: readonly (readonly [string, Float64Array])[] = [
      ['the step', y],
      ['the multipliers of the step', lambda],
      ['the watch', watch],
    ];
    let at = 0;
    for (const [what, found] of parts) {
      const expected = results.subarray(at, (at += found.length));
      expectNear(what, found, expected, SAME * Math.max(1, largest(expected)));
    }
  };
  /** Steps of `dt` from `y` on, as many as the world takes. */
  const go = (y: Float64Array, parameters: Float64Array, dt: number, compares: boolean): Stepped[] => {
    const memory = {
      par: new Float64Array(prepare.stores.length),
      u: plan.inputs,
      w: new Float64Array(plan.inputs.length),
      y: y.slice(),
      lambda: new Float64Array(rows),
      watch: new Float64Array(program.watched.length),
    };
    preparing.run({ p: parameters, par: memory.par }, { dt });
    return Array.from({ length: STEPS }, (_, k) => {
      const from = memory.y.slice();
      runRoutine(ops, step, memory, { t: k * dt, dt });
      const stepped = { y: memory.y.slice(), lambda: memory.lambda.slice(), watch: memory.watch.slice() };
      if (compares) unlike(stepped, from, k * dt, dt);
      return stepped;
    });
  };
  // Steps that are too long the world takes otherwise.
  let { dt } = plan;
  for (let k = 0; k < 20 && go(begin, p, dt, true).some(({ watch }) => watch[3]! > 1); k++) dt /= 2;
  const { world } = built;
  const residual = world.residual();
  const found = go(begin, p, dt, false);
  const noisy = (list: Float64Array): Float64Array => list.map((x) => x * (1 + ROUNDING * uniform(random, -1, 1)));
  const moved = [0, 1].map(() => go(noisy(begin), noisy(p), dt, false));
  const count = plan.nq + plan.nv;
  const expected = found.map(() => {
    world.step(dt);
    const lambda = plan.constraints.flatMap(({ name }) => [...built.constraints.get(name)!.lambda]);
    return { y: stateOf(plan.bodies, built.bodies), lambda: Float64Array.from(lambda) };
  });
  const { shortened, fallbacks } = world.stats;
  if (shortened + fallbacks > 0) return false;
  found.forEach(({ y, lambda }, k) => {
    const part = (all: Float64Array): Float64Array => all.subarray(0, count);
    const others = moved.map((one) => one[k]!);
    expectNearWithin(
      'a step',
      part(y),
      expected[k]!.y,
      others.map((one) => part(one.y)),
    );
    expectNearWithin(
      'the multipliers of a step',
      lambda,
      expected[k]!.lambda,
      others.map((one) => one.lambda),
    );
  });
  const [pivot, C, Cdot] = found[0]!.watch as unknown as [number, number, number];
  const errors = Float64Array.of(residual.position, residual.velocity);
  const size = Math.max(1, largest(errors), largest(state));
  expectNear('the errors of constraints', Float64Array.of(C, Cdot), errors, 1e-9 * size);
  if (rows > 0) {
    // What is prescribed is where it will be at the end of the step.
    const loads = loadsAt(plan, state, dt, dt).set('begin', 0).set('ks', 0).set('kd', 0);
    for (let i = 0; i < rows; i++) loads.set(`fb[${i}]`, 0);
    const [least] = new ProgramRunner({ outputs: evaluationOf(model).watch.slice(0, 1) }).run(loads) as unknown as [
      number,
    ];
    expectNear('the least pivot', Float64Array.of(pivot), Float64Array.of(least), 1e-9);
  }
  if (!found.every(({ watch }) => watch.every(Number.isFinite))) throw fault('does not compute the watch');
  return true;
}
