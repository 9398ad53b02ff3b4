import { describe, expect, test } from 'vitest';
import { inOrder } from '../../src/lower/program.js';
import type { Mechanism } from '../../src/mechanism/compile.js';
import { mechanism } from '../../src/mechanism/index.js';
import { programOf } from '../../src/mechanism/program.js';
import { modelOf } from '../../src/mechanism/model.js';
import { isOperation, type FunctionPlan } from '../../src/mechanism/ops/functions.js';
import { inPieces } from '../../src/mechanism/ops/pieces.js';
import type { AdjointFunctions } from '../../src/mechanism/step/adjoint.js';
import { planScene, type Plan } from '../../src/mechanism/plan/plan.js';
import { proveProgram } from '../../src/mechanism/proof/prove.js';
import type { MechanismStep } from '../../src/mechanism/options.js';
import { KEPT } from '../../src/mechanism/write/gradient-text.js';
import type { SceneDocument } from '../../src/scene/document.js';
import { project } from '../cli/support.js';
import { missingCompiler } from '../support/c-compiler.js';
import { runInC, WATCHED_FLAGS } from '../support/mechanism-in-c.js';
import { fastClassOf, galleryScene, pairOf, type Pair } from '../support/mechanisms.js';
import { inFull, IS_FULL } from '../support/scope.js';
import { named, pendulum, scene } from './scenes.js';

/** A loss of the states after all steps: smooth, and different in each entry. */
const lossOf = (y: Float64Array, step: number): number =>
  y.reduce((sum, x, i) => sum + Math.sin((1 + (i % 3)) * x + 0.1 * step), 0);
const slopesOf = (y: Float64Array, step: number): number[] =>
  Array.from(y, (x, i) => (1 + (i % 3)) * Math.cos((1 + (i % 3)) * x + 0.1 * step));

/** The loss of `n` steps, with changes of the state or of one parameter. */
function runs({ Class, plan }: Pair, n: number, dt: number): (change: Change) => number {
  return ({ state, parameter, by }) => {
    const made = new Class();
    // A mechanism with other parameters from the start would begin elsewhere.
    if (parameter !== undefined)
      made.setParameters({ [parameter]: made.parameters[parameter]! + by * unitOf(made.parameters[parameter]!) });
    fund(made.state, plan);
    state?.forEach((slope, i) => (made.state[i]! += by * slope));
    let loss = 0;
    for (let k = 1; k <= n; k++) {
      made.step(dt);
      loss += lossOf(made.state, k);
    }
    return loss;
  };
}

/**
 * Gives constraints some energy to return: with none, on the constraints, the feedback of errors by steps at
 * velocity level has a kink, since they may take energy out of the motion, but not add any.
 */
function fund(state: Float64Array, plan: Plan): void {
  if (state.length > plan.state.length) state[plan.state.length] = 1;
}

/** Small parameters change by less. */
const unitOf = (value: number): number => (value === 0 ? 1 : Math.min(1, Math.abs(value)));

interface Change {
  readonly state?: readonly number[];
  readonly parameter?: string;
  readonly by: number;
}

/** A difference of fourth order: its error falls by 16 where `h` is halved. */
const slopeOf = (loss: (change: Change) => number, change: Omit<Change, 'by'>, h: number): number => {
  const at = (by: number): number => loss({ ...change, by });
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
};

const free = scene({
  params: { g: 9.81, air: 0.1, spin: 3 },
  bodies: {
    plate: {
      kind: 'rigid',
      mass: 2,
      inertia: 0.3,
      position: [0, 0],
      angularVelocity: 'spin',
      points: { end: [1, 0.2] },
    },
    bob: { kind: 'particle', mass: 1, position: [2, 1] },
  },
  forces: [
    { type: 'gravity', g: [0, '-g'] },
    { type: 'drag', coefficient: 'air' },
    { type: 'spring', a: 'plate.end', b: 'bob', stiffness: 40, restLength: 'g / 9', damping: 0.5 },
  ],
});

/** Of heavy-top's own steps the world takes parts. */
const heavyTop = galleryScene('heavy-top');

/**
 * The last two go back around evaluations: with orientations, and in pieces. The state of the
 * top changes by less, since it spins at 200 rad/s.
 */
const SCENES: readonly (readonly [string, MechanismStep, SceneDocument])[] = [
  ['pendulum', 'rk4', pendulum],
  ['chain with formulas of parameters', 'rk4', named()],
  ['free bodies on a spring', 'rk4', free],
  ['pendulum', 'velocityStep', pendulum],
  ['chain with formulas of parameters', 'velocityStep', named()],
  ['free bodies on a spring', 'velocityStep', free],
  ...(IS_FULL
    ? [
        ['dzhanibekov', 'rk4', galleryScene('dzhanibekov')] as const,
        ['four-bar', 'rk4', galleryScene('four-bar')] as const,
        ['dzhanibekov', 'velocityStep', galleryScene('dzhanibekov')] as const,
        ['coin', 'velocityStep', galleryScene('coin')] as const,
        ['four-bar', 'velocityStep', galleryScene('four-bar')] as const,
        ['heavy-top', 'rk4', { ...heavyTop, settings: { ...heavyTop.settings, dt: 0.0005 } }] as const,
        ['strandbeest', 'rk4', galleryScene('strandbeest')] as const,
      ]
    : []),
];

/** Modules with gradients, by their documents and steps; three tests are of the same ones. */
const pairs = new Map<string, Promise<Pair>>();
function pairFor(document: SceneDocument, step: MechanismStep): Promise<Pair> {
  const key = JSON.stringify([document, step]);
  const known = pairs.get(key) ?? pairOf(document, true, step);
  pairs.set(key, known);
  return known;
}

describe('gradients of a loss of all states of a motion', () => {
  test.each(SCENES)('%s by %s: differences converge to them 16-fold per halving', async (_, step, document) => {
    const pair = await pairFor(document, step);
    const { Class, plan } = pair;
    const [n, dt] = [37, plan.dt];
    const loss = runs(pair, n, dt);
    const made = new Class();
    fund(made.state, plan);
    const before = [...made.state];
    const { state, parameters } = made.gradient(n, dt, slopesOf);
    expect([...made.state]).toEqual(before);
    // What a step hands on is nothing yet.
    const scale = document.title === heavyTop.title ? 0.02 : 1;
    const direction = before.slice(0, plan.state.length).map((__, i) => scale * Math.cos(1 + 2 * i));
    const along = direction.reduce((sum, x, i) => sum + x * state[i]!, 0);
    expect(Math.abs(along)).toBeGreaterThan(1e-3);
    const changes: [Omit<Change, 'by'>, number][] = [
      [{ state: direction }, along],
      ...Object.entries(parameters).map(([name, slope]): [Change, number] => [
        { parameter: name, by: 0 },
        slope * unitOf(made.parameters[name]!),
      ]),
    ];
    for (const [change, slope] of changes) {
      const size = Math.max(1, Math.abs(slope));
      const errors = [0.01, 0.005, 0.0025, 0.00125].map((h) => Math.abs(slopeOf(loss, change, h) - slope) / size);
      // 16-fold, until rounding is what is left.
      const last = errors.at(-1)!;
      expect([change.parameter ?? 'state', last < 1e-9 || errors[2]! / last > 10]).toEqual([
        change.parameter ?? 'state',
        true,
      ]);
      expect(last).toBeLessThan(1e-4);
      expect(errors[0]!).toBeLessThan(1);
    }
    // One step by itself, and none.
    expect(made.gradient(0, dt, slopesOf).state.every((x) => x === 0)).toBe(true);
    expect(() => made.gradient(-1, dt, slopesOf)).toThrow(RangeError);
  });
});

test.each([
  ['of a whole step', false, 5],
  ['around evaluations', true, 40],
])('faults in the way back %s are found before anything is written', (_, isSmall, least) => {
  // In a long step, each stage counts.
  const model = modelOf(planScene({ ...free, settings: { dt: 0.1 } }));
  const { ops } = model.plan;
  const right = programOf(model, true, isSmall);
  const adjoint = right.adjoint!;
  let injected = 0;
  const wrong = (what: string, one: FunctionPlan, put: (other: FunctionPlan) => Partial<AdjointFunctions>): void => {
    one.stores.forEach((store, i) => {
      const stores = one.stores.with(i, { ...store, value: ops.multiply(ops.literal(1.01), store.value) });
      injected++;
      expect(() => {
        proveProgram({ ...right, adjoint: { ...adjoint, ...put({ ...one, stores }) } });
      }, `${what} ${i}`).toThrow('does not compute');
    });
  };
  wrong('prepare', adjoint.prepare, (prepare) => ({ prepare }));
  const { calls } = adjoint.step;
  calls.forEach((call, n) => {
    // These are functions of a step, with which they are proven.
    if (call.plan.name === 'begin' || call.plan.name === 'evaluate') return;
    wrong(call.plan.name, call.plan, (plan) => ({
      step: { ...adjoint.step, calls: calls.with(n, { ...call, plan }) },
    }));
  });
  expect(injected).toBeGreaterThan(least);
});

/** Whole steps, and evaluations around which it goes back, with orientations, handles and formulas of parameters. */
const IN_OTHER_LANGUAGES: readonly (readonly [string, MechanismStep, SceneDocument])[] = [
  ['chain with formulas of parameters', 'rk4', named()],
  ['free bodies on a spring', 'velocityStep', free],
  ...(IS_FULL
    ? [
        ['klann', 'rk4', galleryScene('klann')] as const,
        ['heavy-top', 'rk4', { ...heavyTop, settings: { ...heavyTop.settings, dt: 0.0005 } }] as const,
        ['dzhanibekov', 'rk4', galleryScene('dzhanibekov')] as const,
        ['four-bar', 'rk4', galleryScene('four-bar')] as const,
        ['heavy-top', 'velocityStep', heavyTop] as const,
        ['strandbeest', 'rk4', galleryScene('strandbeest')] as const,
      ]
    : []),
];

describe.each(IN_OTHER_LANGUAGES)('of %s by %s in other languages', (_, step, document) => {
  // Some steps, and one.
  const LENGTHS = [37, 1];

  inFull('are those of JavaScript to the bit in WebAssembly', async () => {
    const { Class, program, plan } = await pairFor(document, step);
    const Fast = await fastClassOf(program);
    const [slow, fast] = [new Class(), new Fast()];
    for (const one of [slow, fast]) for (let n = 0; n < 5; n++) one.step(plan.dt);
    const before = [...fast.state, ...fast.lambda];
    for (const n of LENGTHS) expect(fast.gradient(n, plan.dt, slopesOf)).toEqual(slow.gradient(n, plan.dt, slopesOf));
    expect([...fast.state, ...fast.lambda]).toEqual(before);
    expect(fast.gradient(0, plan.dt, slopesOf).state.every((x) => x === 0)).toBe(true);
    expect(() => fast.gradient(1.5, plan.dt, slopesOf)).toThrow(RangeError);
  });

  test.skipIf(missingCompiler !== undefined)('are those of JavaScript in C', async () => {
    const { Class, program, plan } = await pairFor(document, step);
    const made = new Class();
    for (let n = 0; n < 5; n++) made.step(plan.dt);
    const shown = await runInC(
      program,
      await project({}),
      `for (int n = 0; n < 5; n++) Made_step(&m, ${plan.dt});
  double before[Made_size], state[Made_size], parameters[Made_parameters + 1], memory[40 * (Made_size + 1)];
  double calls[2] = {0.0, 1.5};
  memcpy(before, m.state, sizeof before);
  ${LENGTHS.map(
    (n) => `if (Made_memory(${n}) > sizeof memory / sizeof memory[0]) return 1;
  if (!Made_gradient(&m, ${n}, ${plan.dt}, slopes, calls, memory, state, parameters)) return 2;
  show("state", state, Made_size);
  show("parameters", parameters, Made_parameters);`,
  ).join('\n  ')}
  show("calls", calls, 2);
  if (memcmp(before, m.state, sizeof before) != 0) return 3;
  if (Made_gradient(&m, 1, 0.0, slopes, calls, memory, state, parameters)) return 4;
  if (!Made_gradient(&m, 0, ${plan.dt}, slopes, calls, memory, state, parameters)) return 5;
  for (int i = 0; i < Made_size; i++) if (state[i] != 0.0) return 6;`,
      WATCHED_FLAGS,
      // Slopes without functions of C's library.
      `#include <string.h>
static void slopes(const double *state, size_t step, double *slope, void *context) {
  double *calls = context;
  calls[0] += 1.0;
  for (int i = 0; i < Made_size; i++) slope[i] += calls[1] * state[i] + 0.01 * (double)step * (i + 1);
}`,
    );
    const linear = (y: Float64Array, at: number): number[] => Array.from(y, (x, i) => 1.5 * x + 0.01 * at * (i + 1));
    LENGTHS.forEach((n, k) => {
      const { state, parameters } = made.gradient(n, plan.dt, linear);
      const found = ['state', 'parameters'].map((name) => shown.get(name)![k] ?? []);
      expect(found).toEqual([[...state], Object.values(parameters)]);
    });
    expect(shown.get('calls')).toEqual([[LENGTHS[0]! + LENGTHS[1]!, 1.5]]);
  });
});

describe('of a motion that is gone in pieces', () => {
  // Two pieces and a part of a third.
  const piece = KEPT / 4;
  const n = 2 * piece + 30;
  const parts = async (): Promise<readonly [Mechanism, number, { state: Float64Array; parameters: object }]> => {
    const { Class, plan } = await pairFor(pendulum, 'rk4');
    const made = new Class();
    expect(made.state.length).toBe(4);
    return [made, plan.dt, made.gradient(n, plan.dt, lastHeight)];
  };
  const lastHeight = (_: Float64Array, at: number): number[] | undefined => (at === n ? [0, 1, 0, 0] : undefined);

  test('are those of its parts, one after the other', async () => {
    const [made, dt, { state, parameters }] = await parts();
    const begin = made.state.slice();
    const bounds = [0, piece - 10, 2 * piece - 20, n];
    const begins = bounds.map((bound) => {
      made.state.set(begin);
      for (let k = 0; k < bound; k++) made.step(dt);
      return made.state.slice();
    });
    let slopes: ArrayLike<number> = [0, 1, 0, 0];
    const sums = Object.keys(parameters).map(() => 0);
    for (let i = bounds.length - 1; i > 0; i--) {
      const size = bounds[i]! - bounds[i - 1]!;
      made.state.set(begins[i - 1]!);
      const after = slopes;
      const part = made.gradient(size, dt, (__, at) => (at === size ? after : undefined));
      slopes = part.state;
      Object.values(part.parameters).forEach((slope, k) => (sums[k]! += slope));
    }
    expect([...state]).toEqual(Array.from(slopes));
    Object.values(parameters).forEach((slope: number, k) => {
      expect(Math.abs(slope - sums[k]!)).toBeLessThanOrEqual(1e-9 * Math.abs(slope));
    });
    // A pendulum falls behind by its period's change: what the gradient says is not small.
    expect(Math.max(...sums.map(Math.abs))).toBeGreaterThan(1);
  });

  test.skipIf(missingCompiler !== undefined)('are those of JavaScript in C', async () => {
    const { program } = await pairFor(pendulum, 'rk4');
    const [, dt, { state, parameters }] = await parts();
    const shown = await runInC(
      program,
      await project({}),
      `double state[Made_size], parameters[Made_parameters];
  double *memory = malloc(Made_memory(${n}) * sizeof(double));
  if (!Made_gradient(&m, ${n}, ${dt}, slopes, NULL, memory, state, parameters)) return 2;
  free(memory);
  show("state", state, Made_size);
  show("parameters", parameters, Made_parameters);`,
      WATCHED_FLAGS,
      `#include <stdlib.h>
static void slopes(const double *state, size_t step, double *slope, void *context) {
  (void)state, (void)context;
  if (step == ${n}) slope[1] = 1.0;
}`,
    );
    expect([shown.get('state'), shown.get('parameters')]).toEqual([[[...state]], [Object.values(parameters)]]);
  });
});

inFull('no function of a gradient has more than 2,000 operations', async () => {
  const { program } = await pairOf(galleryScene('klann'), true);
  const { ops } = program.model.plan;
  for (const { plan } of program.adjoint!.step.calls)
    for (const { stores } of inPieces(ops, plan).pieces) {
      // Truth values are part of the choices that read them.
      const operations = inOrder(stores.map(({ value }) => value)).filter(
        (value) => isOperation(value) && value.kind !== 'test',
      );
      expect(operations.length).toBeLessThanOrEqual(2000);
    }
  expect(program.adjoint!.step.calls.some(({ plan }) => inPieces(ops, plan).pieces.length > 1)).toBe(true);
});

test('are refused where they are not there', async () => {
  await expect(mechanism(pendulum, { target: 'fmu', gradient: true })).rejects.toThrow("'fmu' have no gradients");
  expect((await mechanism(pendulum)).files['pendulum.ts']).not.toContain('gradient');
});
