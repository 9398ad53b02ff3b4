import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import type { MechanismProgram } from '../src/mechanism/program.js';
import { double, pendulum } from '../test/mechanism/scenes.js';
import { missingCompiler } from '../test/support/c-compiler.js';
import { runInC } from '../test/support/mechanism-in-c.js';
import { setState } from '../src/mechanism/plan/state-of-world.js';
import { fastClassOf, galleryScene, pairOf, relativeDifference } from '../test/support/mechanisms.js';
import { stateOfWorld } from '../src/mechanism/plan/plan.js';
import { report } from './figures.js';
import { contest, cpuTime, median } from './measure.js';

const SCENES = ['four-bar', 'double-pendulum', 'stewart-platform', 'strandbeest', 'bennett', 'catenary'];
/** Those that are stepped at velocity level, too. */
const AT_VELOCITY_LEVEL = ['four-bar', 'stewart-platform', 'strandbeest', 'catenary'];
/** Steps of a round, and worlds of a batch. */
const STEPS = 200;
const WORLDS = 32;
/** Rounds before those that are measured: V8 optimizes long functions late. */
const WARM_UP = 60;
/** Runs of the program in C, and its steps. */
const RUNS = 5;
const STEPS_IN_C = 20_000;

/** Steps by `world.step`, and by the modules that are made of the same scene. */
export async function benchMechanism(): Promise<void> {
  const lines: string[][] = [
    [
      'one step',
      'by',
      'rows',
      'world',
      'JS',
      'to world',
      'WASM',
      'WASM to world',
      'two a lane',
      'a lane to world',
      'C -O3',
      'C to world',
      'JS gzipped',
    ],
  ];
  for (const [name, document, step] of [
    ['pendulum', pendulum, 'rk4'] as const,
    ...SCENES.map((scene) => [scene, galleryScene(scene), 'rk4'] as const),
    ['pendulum', pendulum, 'velocityStep'] as const,
    ...AT_VELOCITY_LEVEL.map((scene) => [scene, galleryScene(scene), 'velocityStep'] as const),
  ]) {
    const { built, mechanism, plan, program, size, text } = await pairOf(document, false, step);
    const { dt } = plan;
    const Fast = await fastClassOf(program);
    const [fast, batch] = [new Fast(), new Fast()];
    const begin = Float64Array.from(
      { length: WORLDS * fast.state.length },
      (_, i) => fast.state[i % fast.state.length]!,
    );
    const states = begin.slice();
    const { times, ratios } = contest(
      [
        () => {
          for (let k = 0; k < STEPS; k++) built.world.step(dt);
        },
        () => {
          for (let k = 0; k < STEPS; k++) mechanism.step(dt);
        },
        () => {
          for (let k = 0; k < STEPS; k++) fast.step(dt);
        },
        () => {
          states.set(begin);
          batch.steps(states, WORLDS, STEPS, dt);
        },
      ],
      41,
      WARM_UP,
    );
    const nanoseconds = times.map((time, i) => ((time / STEPS) * 1e6) / (i === 3 ? WORLDS : 1));
    const inC = missingCompiler === undefined ? await timeInC(program, dt) : NaN;
    const parts = [ratios[1]!, ratios[2]!, ratios[3]! / WORLDS, inC / nanoseconds[0]!];
    const { code } = await transform(text, { loader: 'ts', minify: true });
    lines.push([
      name,
      step,
      String(size.rows),
      ...[...nanoseconds, inC].flatMap((time, i) => {
        const shown = `${time.toFixed(0)} ns`;
        return i === 0 ? [shown] : [shown, `1/${(1 / parts[i - 1]!).toFixed(1)}`];
      }),
      `${(gzipSync(code, { level: 9 }).length / 1000).toFixed(1)} kB`,
    ]);
  }
  report('mechanism', 'One step', lines);
  await benchEnsemble();
  await benchGradients();
}

/** Pendulums that are let go from other angles, their steps, and how many of them the runtime takes. */
const PENDULUMS = 10_000;
const STEPS_OF_PENDULUMS = 1000;
const SHARE = 100;

/** Many double pendulums by `steps`, and some of them by worlds: the same bits. */
async function benchEnsemble(): Promise<void> {
  const { Class, plan, program } = await pairOf(double);
  const Fast = await fastClassOf(program);
  const { dt } = plan;
  const begin = Float64Array.from({ length: PENDULUMS * 8 }, (_, i) => {
    const [k, entry] = [Math.floor(i / 8), i % 8];
    const [one, other] = [k % 100, Math.floor(k / 100)].map((part) => (2 * Math.PI * part) / 100) as [number, number];
    const [x, y] = [Math.sin(one), -Math.cos(one)];
    return [x, y, x + Math.sin(other), y - Math.cos(other)][entry] ?? 0;
  });
  const [slow, fast] = [begin.slice(), begin.slice()];
  const inJS = cpuTime(() => Class.steps(slow, PENDULUMS, STEPS_OF_PENDULUMS, dt));
  const inWasm = cpuTime(() => Fast.steps(fast, PENDULUMS, STEPS_OF_PENDULUMS, dt));
  let most = relativeDifference(slow, fast);
  const worlds = Array.from({ length: SHARE }, (_, i) => {
    const k = i * (PENDULUMS / SHARE) + (i % 100);
    const built = plan.again({}, false).build();
    setState(plan.bodies, built.bodies, begin.subarray(8 * k, 8 * k + 8), plan.nq);
    return { k, built };
  });
  const inWorlds = cpuTime(() => {
    for (const { built } of worlds) for (let n = 0; n < STEPS_OF_PENDULUMS; n++) built.world.step(dt);
  });
  for (const { k, built } of worlds)
    most = Math.max(most, relativeDifference(stateOfWorld(plan, built), slow.subarray(8 * k, 8 * k + 8)));
  const seconds = (time: number): string => `${(time / 1000).toFixed(2)} s`;
  report('mechanism-ensemble', '10,000 double pendulums, 1,000 steps', [
    ['10,000 double pendulums, 1,000 steps', 'worlds', 'JS', 'WASM, two a lane', 'difference'],
    ['CPU time', seconds((inWorlds * PENDULUMS) / SHARE), seconds(inJS), seconds(inWasm), most.toExponential(0)],
  ]);
}

/** Gradients of a motion, beside its steps. */
async function benchGradients(): Promise<void> {
  const lines = [['gradient of 200 steps', 'parameters', 'JS', 'JS to steps', 'WASM', 'WASM to steps', 'WASM to JS']];
  for (const [name, document] of [
    ['pendulum', pendulum] as const,
    ...['four-bar', 'stewart-platform', 'strandbeest'].map((scene) => [scene, galleryScene(scene)] as const),
  ]) {
    const { Class, plan, program } = await pairOf(document, true);
    const Fast = await fastClassOf(program);
    const [one, other] = [new Class(), new Fast()];
    const [y, z] = [one.state.slice(), one.state.slice()];
    const last = (state: Float64Array, n: number): ArrayLike<number> | undefined => (n === STEPS ? state : undefined);
    const { times, ratios } = contest(
      [
        () => one.gradient(STEPS, plan.dt, last),
        () => one.steps(y, 1, STEPS, plan.dt),
        () => other.gradient(STEPS, plan.dt, last),
        () => other.steps(z, 1, STEPS, plan.dt),
      ],
      21,
      WARM_UP,
    );
    const shown = times.map((time) => `${((time / STEPS) * 1e6).toFixed(0)} ns`);
    lines.push([
      name,
      String(plan.parameters.length),
      shown[0]!,
      (1 / ratios[1]!).toFixed(1),
      shown[2]!,
      (ratios[2]! / ratios[3]!).toFixed(1),
      `1/${(1 / ratios[2]!).toFixed(1)}`,
    ]);
  }
  report('mechanism-gradients', 'Gradients', lines);
}

/** CPU time of a step in a program of its own, ns: the median of some runs. */
async function timeInC(program: MechanismProgram, dt: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mechanism-'));
  try {
    const run = await runInC(
      program,
      folder,
      `for (int run = 0; run < ${RUNS}; run++) {
  Made_init(&m);
  const clock_t start = clock();
  for (int n = 0; n < ${STEPS_IN_C}; n++) Made_step(&m, ${dt});
  const double time = 1e9 * (double)(clock() - start) / CLOCKS_PER_SEC / ${STEPS_IN_C};
  show("time", &time, 1);
}`,
      [],
    );
    return median(run.get('time')!.flat());
  } finally {
    rmSync(folder, { recursive: true });
  }
}
