import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import type { MechanismProgram } from '../src/mechanism/program.js';
import { pendulum } from '../test/mechanism/scenes.js';
import { missingCompiler } from '../test/support/c-compiler.js';
import { runInC } from '../test/support/mechanism-in-c.js';
import { fastClassOf, galleryScene, pairOf } from '../test/support/mechanisms.js';
import { report } from './figures.js';
import { contest, median } from './measure.js';

const SCENES = ['four-bar', 'double-pendulum', 'stewart-platform', 'strandbeest', 'bennett', 'catenary'];
/** Those that are stepped at velocity level, too. */
const AT_VELOCITY_LEVEL = ['four-bar', 'stewart-platform', 'strandbeest', 'catenary'];
/** Steps of a round, and worlds of a batch. */
const STEPS = 200;
const WORLDS = 32;
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
    const { times, ratios } = contest([
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
    ]);
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
