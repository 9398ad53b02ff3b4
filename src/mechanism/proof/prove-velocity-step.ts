import { REMEMBERED } from '../../../runtime/integrators/velocity-stepper.js';
import { uniform, type Random } from '../../sampling/random.js';
import { ProgramRunner } from '../../self-check/run-program.js';
import { loadsAt } from '../equations/state.js';
import type { Plan } from '../plan/plan.js';
import { stateOf } from '../plan/state-of-world.js';
import { evaluationOf, type MechanismProgram } from '../program.js';
import { watchOf } from '../step/rk4.js';
import { velocityStep } from '../step/velocity-step.js';
import { expectNear, expectNearWithin, fault, largest, ROUNDING, SAME } from './expect-near.js';
import { Interpreter, runRoutine } from './interpreter.js';
import type { Sample } from './sample.js';

/** Steps beside the world: the second takes up what the first has handed on. */
const STEPS = 2;
const MOST_HALVINGS = 20;
/** What is missing in the bank for all of the feedback, in parts of what that costs. */
const MISSING = [1e-3, 0.1, 0.5, 2, 100];
/** Factor of velocities at which bodies turn by more than is resolved. */
const FAST = 1e3;

/** A state, and what a step of a module leaves of it. */
interface Stepped {
  readonly from: Float64Array;
  readonly t: number;
  readonly y: Float64Array;
  readonly lambda: Float64Array;
  readonly watch: Float64Array;
}

/**
 * Compares steps at velocity level by the functions of the module, as they are emitted, with those of the
 * world, which has the classes' own kernels; and all that they write, the watch too, with what they are made
 * of, whatever branches are taken. Returns false where the world takes a step otherwise, and nothing is proven.
 */
export function proveVelocityStep(program: MechanismProgram, sample: Sample, random: Random): boolean {
  const { plan, state, built } = sample;
  const { model } = program;
  const steps = new Steps(program, sample);
  const begin = new Float64Array(model.size);
  begin.set(state);
  const p = Float64Array.from(plan.parameters, ({ value }) => value);
  // Steps that are too long the world takes otherwise.
  let { dt } = plan;
  let found = steps.take(begin, p, dt);
  for (let k = 0; k < MOST_HALVINGS && found.some(({ watch }) => watch[3]! > 1); k++)
    found = steps.take(begin, p, (dt /= 2));
  const { world } = built;
  const residual = world.residual();
  let expected = stepsOfWorld(sample, found.length, dt);
  for (let k = 0; k < MOST_HALVINGS && expected === undefined; k++) {
    found = steps.take(begin, p, (dt /= 2));
    expected = stepsOfWorld(sample, found.length, dt);
  }
  for (const from of [begin, ...othersOf(sample, steps, begin, dt, random)])
    for (const stepped of steps.take(from, p, dt)) steps.expectSame(stepped, dt);

  if (expected === undefined) return false;
  const noisy = (list: Float64Array): Float64Array => list.map((x) => x * (1 + ROUNDING * uniform(random, -1, 1)));
  const moved = [0, 1].map(() => steps.take(noisy(begin), noisy(p), dt));
  const motionOf = ({ y }: Stepped): Float64Array => y.subarray(0, state.length);
  found.forEach((one, k) => {
    const others = moved.map((list) => list[k]!);
    const { y, lambda } = expected[k]!;
    expectNearWithin('a step', motionOf(one), y, others.map(motionOf));
    const lambdas = others.map((other) => other.lambda);
    expectNearWithin('the multipliers of a step', one.lambda, lambda, lambdas);
  });
  const [pivot, C, Cdot] = found[0]!.watch as unknown as [number, number, number];
  const errors = Float64Array.of(residual.position, residual.velocity);
  const size = Math.max(1, largest(errors), largest(state));
  expectNear('the errors of constraints', Float64Array.of(C, Cdot), errors, 1e-9 * size);
  if (plan.rows > 0)
    expectNear('the least pivot', Float64Array.of(pivot), Float64Array.of(leastPivotOf(program, sample, dt)), 1e-9);
  if (!found.every(({ watch }) => watch.every(Number.isFinite))) throw fault('does not compute the watch');
  return true;
}

/** What `count` steps of the world leave of a sample's state; undefined where the world takes one otherwise. */
function stepsOfWorld(
  { plan, built }: Sample,
  count: number,
  dt: number,
): readonly Pick<Stepped, 'y' | 'lambda'>[] | undefined {
  const { world } = built;
  const start = world.snapshot();
  const takenOtherwise = (): number => world.stats.shortened + world.stats.fallbacks;
  const before = takenOtherwise();
  const steps = Array.from({ length: count }, () => {
    world.step(dt);
    const lambda = plan.constraints.flatMap(({ name }) => [...built.constraints.get(name)!.lambda]);
    return { y: stateOf(plan.bodies, built.bodies), lambda: Float64Array.from(lambda) };
  });
  if (takenOtherwise() === before) return steps;
  world.restore(start);
  return undefined;
}

/** States at which other branches of a step are taken: with enough in the bank, and with less; and fast ones. */
function othersOf(
  { plan, state, energy }: Sample,
  steps: Steps,
  begin: Float64Array,
  dt: number,
  random: Random,
): Float64Array[] {
  const bankAt = state.length;
  if (begin.length === bankAt) return [];
  const p = Float64Array.from(plan.parameters, ({ value }) => value);
  const withBank = (bank: number): Float64Array => begin.with(bankAt, bank);
  const enough = 1e3 * Math.max(1, ...energy.map(Math.abs));
  const work = REMEMBERED * enough - steps.take(withBank(enough), p, dt)[0]!.y[bankAt]!;
  const fast = begin.map((x, i) => (i < plan.nq ? x : i < bankAt ? FAST * x : uniform(random, -1, 1)));
  return [withBank(enough), ...MISSING.map((part) => withBank((work - part * Math.abs(work)) / REMEMBERED)), fast];
}

/** The least pivot of one evaluation, with what is prescribed where it will be at the end of the step. */
function leastPivotOf({ model }: MechanismProgram, { plan, state, time }: Sample, dt: number): number {
  const loads = loadsAt(plan, state, time + dt, dt)
    .set('begin', time)
    .set('ks', 0)
    .set('kd', 0);
  for (let i = 0; i < plan.rows; i++) loads.set(`fb[${i}]`, 0);
  const [least] = watchOf(plan, evaluationOf(model).watched);
  return new ProgramRunner({ outputs: [least!] }).run(loads)[0]!;
}

/** Steps of a program, by its functions as they are emitted, and by what they are made of. */
class Steps {
  readonly #program: MechanismProgram;
  readonly #plan: Plan;
  readonly #begin: number;
  readonly #runner: ProgramRunner;

  constructor(program: MechanismProgram, { plan, time }: Sample) {
    const { y, lambda, watch } = velocityStep(program.model);
    this.#program = program;
    this.#plan = plan;
    this.#begin = time;
    this.#runner = new ProgramRunner({ outputs: [...y, ...lambda, ...watch] });
  }

  /** Takes steps of `dt` from a state on. */
  take(begin: Float64Array, p: Float64Array, dt: number): Stepped[] {
    const { prepare, step, watched } = this.#program;
    const { ops, rows, inputs } = this.#plan;
    const memory = {
      par: new Float64Array(prepare.stores.length),
      u: inputs,
      w: new Float64Array(inputs.length),
      y: begin.slice(),
      lambda: new Float64Array(rows),
      watch: new Float64Array(watched.length),
    };
    Interpreter.of(ops, prepare).run({ p, par: memory.par }, { dt });
    return Array.from({ length: STEPS }, (_, k) => {
      const from = memory.y.slice();
      const t = this.#begin + k * dt;
      runRoutine(ops, step, memory, { t, dt });
      return { from, t, y: memory.y.slice(), lambda: memory.lambda.slice(), watch: memory.watch.slice() };
    });
  }

  /** Compares a step with what its functions are made of. Throws a SpecError. */
  expectSame({ from, t, y, lambda, watch }: Stepped, dt: number): void {
    const results = this.#runner.run(loadsAt(this.#plan, from, t, dt));
    const motion = this.#plan.state.length;
    let at = 0;
    for (const [what, found] of [
      ['the step', y.subarray(0, motion)],
      ['what the step hands on', y.subarray(motion)],
      ['the multipliers of the step', lambda],
      ['the watch', watch],
    ] as const) {
      const expected = results.subarray(at, (at += found.length));
      expectNear(what, found, expected, SAME * Math.max(1, largest(expected)));
    }
  }
}
