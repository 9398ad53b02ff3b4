import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EnsembleError, folder as store, runEnsemble } from 'holonomic/ensemble';
import swing, { G, inputs, LENGTH } from '../../examples/ensemble/swing.js';
import { project } from '../cli/support.js';
import { RUN } from './run-module.js';

const module = new URL('../../examples/ensemble/swing.ts', import.meta.url);

/** `2π √(l/g) / agm(1, cos θ/2)`, the period of a pendulum of any amplitude (Gauss). */
function exactPeriod(amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(LENGTH / G)) / a;
}

test('runs in threads are those of this thread, to the bit and in order', async () => {
  const heard: [number, number][] = [];
  const results = await runEnsemble<ReturnType<typeof swing>>(module, {
    inputs,
    threads: 2,
    onProgress: (...progress) => heard.push(progress),
  });
  expect(results).toEqual(inputs.map((degrees) => swing(degrees)));
  for (const [i, degrees] of inputs.entries())
    expect(Math.abs(results[i]!.period / exactPeriod((degrees * Math.PI) / 180) - 1)).toBeLessThan(1e-5);
  expect(heard).toEqual(inputs.map((_, i) => [i + 1, inputs.length]));
  // Each thread reads the library's TypeScript.
}, 300_000);

test('the first run that fails is named, and ends the ensemble', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const inputs = ['a', 'b', 'fail', 'fail', 'e', 'f', 'g', 'h'];
  const done: number[] = [];
  const failed = runEnsemble(join(folder, 'run.mjs'), { inputs, threads: 2, onProgress: (n) => done.push(n) });
  await expect(failed).rejects.toThrow(EnsembleError);
  await expect(failed).rejects.toMatchObject({
    code: 'E_RUN',
    index: 2,
    message: 'Run 2 failed: no pendulum 2',
    cause: { message: 'no pendulum 2' },
  });
  expect(done.length).toBeLessThan(4);
});

test('a signal ends runs in the midst of their work', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const controller = new AbortController();
  const inputs = ['a', 'wait', 'c', 'wait', 'e'];
  const ended = runEnsemble(join(folder, 'run.mjs'), {
    inputs,
    threads: 2,
    signal: controller.signal,
    onProgress: (done) => {
      if (done === 2) controller.abort(new Error('enough'));
    },
  });
  await expect(ended).rejects.toThrow('enough');
  await expect(runEnsemble('x.js', { count: 1, signal: controller.signal })).rejects.toThrow('enough');
});

test.each([
  ['a module without runs', 'none.mjs', 1, 'E_RUN_MISSING', 'makes none: it has no function as its default export'],
  ['a module that throws', 'broken.mjs', 1, 'E_RUN_MODULE', 'cannot be loaded: broken at its top'],
  ['a module that is not there', 'missing.mjs', 1, 'E_RUN_MODULE', 'cannot be loaded: Cannot find module'],
  ['TypeScript that is not there', 'missing.ts', 1, 'E_RUN_MODULE', 'cannot be loaded: '],
  ['an input that cannot be copied', 'run.mjs', () => 1, 'E_RUN_COPY', 'The input or the result of run 1'],
  ['a result that cannot be copied', 'run.mjs', 'function', 'E_RUN_COPY', 'The input or the result of run 1'],
  ['a run that ends its thread', 'run.mjs', 'exit', 'E_RUN_THREAD', 'The thread of run 1 failed: '],
  ['a run that throws outside of its promise', 'run.mjs', 'throw later', 'E_RUN_THREAD', 'no pendulum later'],
])('%s has its code', async (_, module, input, code, message) => {
  const folder = await project({
    'run.mjs': RUN,
    'none.mjs': 'export const run = 1;',
    'broken.mjs': 'throw new Error("broken at its top");',
  });
  const failed = runEnsemble(join(folder, module), { inputs: [0, input], threads: 1 });
  await expect(failed).rejects.toMatchObject({ code, index: module === 'run.mjs' ? 1 : 0 });
  await expect(failed).rejects.toThrow(message);
  if (module !== 'run.mjs') await expect(failed).rejects.toThrow(module);
});

test('with collect, each run gets its value or its error', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const inputs = ['a', 'fail', 'exit', 'function', 'e'];
  const outcomes = await runEnsemble<unknown>(join(folder, 'run.mjs'), { inputs, threads: 2, collect: 'all' });
  expect(outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.value))).toEqual([
    { input: 'a', index: 0 },
    'E_RUN',
    'E_RUN_THREAD',
    'E_RUN_COPY',
    { input: 'e', index: 4 },
  ]);
});

/** Each run is a line of a file. */
const COUNTED = `
import { appendFileSync } from 'node:fs';
import { factor } from './factor.mjs';
export default function run(input, index, checkpoint) {
  appendFileSync(new URL('./log', import.meta.url), index + '\\n');
  if (input === 'fail') throw new RangeError('no pendulum');
  const first = checkpoint.last ?? 0;
  for (let step = first; step < 10; step++) {
    if (input.end === step && first === 0) process.exit(1);
    checkpoint.save(step + 1);
  }
  return { index, first, product: new Float64Array([factor * input.x]) };
}
`;

test('a store keeps what was made, as long as the code and the input are the same', async () => {
  const folder = await project({ 'run.mjs': COUNTED, 'factor.mjs': 'export const factor = 2;' });
  const made = (): number => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').length;
  const sweep = (inputs: readonly unknown[]): Promise<unknown[]> =>
    runEnsemble(join(folder, 'run.mjs'), { inputs, threads: 2, store: store(join(folder, 'runs')) });
  const result = (index: number, x: number): unknown => ({ index, first: 0, product: new Float64Array([x]) });

  expect(await sweep([{ x: 1 }, { x: 2 }])).toEqual([result(0, 2), result(1, 4)]);
  expect(await sweep([{ x: 1 }, { x: 2 }, { x: 3 }])).toEqual([result(0, 2), result(1, 4), result(2, 6)]);
  expect(made()).toBe(3);
  // A run that fails is made again; those beside it are kept.
  await expect(sweep([{ x: 1 }, { x: 2 }, { x: 3 }, 'fail'])).rejects.toMatchObject({ code: 'E_RUN', index: 3 });
  await expect(sweep([{ x: 1 }, { x: 2 }, { x: 3 }, 'fail'])).rejects.toMatchObject({ code: 'E_RUN', index: 3 });
  expect(made()).toBe(5);
  // A file that somebody changed counts as missing.
  const [first] = readdirSync(join(folder, 'runs'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.length > 60,
  );
  writeFileSync(join(folder, 'runs', first!), 'nothing');
  await sweep([{ x: 1 }, { x: 2 }, { x: 3 }]);
  expect(made()).toBe(6);
  // What the module imports is part of the code.
  writeFileSync(join(folder, 'factor.mjs'), 'export const factor = 3;');
  expect(await sweep([{ x: 1 }])).toEqual([result(0, 3)]);
  expect(made()).toBe(7);
});

test('a run whose thread ended goes on from its checkpoint', async () => {
  const folder = await project({ 'run.mjs': COUNTED, 'factor.mjs': 'export const factor = 2;' });
  const sweep = (): Promise<unknown[]> =>
    runEnsemble(join(folder, 'run.mjs'), {
      inputs: [{ x: 1, end: 7 }],
      store: store(join(folder, 'runs')),
    });
  await expect(sweep()).rejects.toMatchObject({ code: 'E_RUN_THREAD' });
  const [again] = (await sweep()) as { first: number }[];
  expect(again!.first).toBeGreaterThan(0);
  expect(again!.first).toBeLessThanOrEqual(7);
  // Kept results have no checkpoint beside them.
  const files = readdirSync(join(folder, 'runs'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.includes('checkpoint'))).toEqual([]);
});

test('a folder that cannot be written to is named', async () => {
  const folder = await project({ 'run.mjs': COUNTED, 'factor.mjs': 'export const factor = 2;', runs: 'a file' });
  const sweep = runEnsemble(join(folder, 'run.mjs'), { inputs: [{ x: 1 }], store: store(join(folder, 'runs')) });
  await expect(sweep).rejects.toThrow('E_FILE_SYSTEM');
});

/** A pendulum on a spring of 1,000 steps, whose thread ends after `end` of them. */
const PENDULUM = `
import { gravity, spring, World } from 'holonomic/runtime';
export default function pendulum(end, index, checkpoint) {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  const bob = world.addParticle({ mass: 1, position: [1, 0] });
  world.addForce(spring({ a: world.ground.point([0, 0]), b: bob, stiffness: 40, restLength: 0.8 }));
  const { last } = checkpoint;
  if (last) world.restore(last.state);
  for (let step = last?.step ?? 0; step < 1000; step++) {
    if (step % 100 === 0) checkpoint.save({ step, state: world.snapshot() });
    if (step === end && !last) process.exit(1);
    world.step(1e-3);
  }
  return { first: last?.step ?? 0, position: [...bob.position] };
}
`;

test('a world goes on from its snapshot, to the same bits', async () => {
  const folder = await project({ 'run.ts': PENDULUM });
  const module = join(folder, 'run.ts');
  const inputs = [2000, 750];
  const options = { inputs, threads: 1, store: store(join(folder, 'runs')), collect: 'all' } as const;
  await runEnsemble(module, options);
  const [whole, resumed] = await runEnsemble<{ first: number; position: number[] }>(module, options);
  if (!('value' in whole!) || !('value' in resumed!)) throw new Error('no value');
  expect(whole.value.first).toBe(0);
  expect(resumed.value.first).toBeGreaterThanOrEqual(100);
  expect(resumed.value.position).toEqual(whole.value.position);
});
