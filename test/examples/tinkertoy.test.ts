import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import scene from '../../examples/tinkertoy/scene.js';
import { generateLibrary, proveLibrary, simulateAndDraw, type Stage } from '../../examples/tinkertoy/steps.js';
import { createPaint } from '../../src/cli/paint.js';
import { createProgress } from '../../src/cli/progress.js';
import { drawScene } from '../../src/simulate/picture.js';
import { simulateScene, type SimulatedScene } from '../../src/simulate/simulate.js';
import { checkXml } from './xml.js';
import { inFull } from '../support/scope.js';

function stage(): Stage & { readonly printed: string[]; readonly complaints: string[] } {
  const printed: string[] = [];
  const complaints: string[] = [];
  return {
    printed,
    complaints,
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
    progress: createProgress({ write: () => true }),
    paint: createPaint(false),
  };
}

describe('the steps of npm start', () => {
  let out = '';
  // The whole library is emitted by test/project/generated.test.ts.
  const specs = 'constraints-spec/distance.ts';
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'holonomic-'));
  });
  afterAll(() => rm(out, { recursive: true, force: true }));

  inFull('generate, then prove', async () => {
    const { printed, complaints, ...to } = stage();
    const derivations = await generateLibrary({ root: process.cwd(), specs, out }, to);
    expect(complaints).toEqual([]);
    expect(printed[0]).toContain(`${derivations!.length} classes from`);
    expect(await readdir(out)).toContain('distance.ts');

    const library = await import('../../generated/index.js');
    expect(await proveLibrary(library, derivations!.slice(0, 4), { samples: 4, referenceSamples: 1 }, to)).toBe(true);
    expect(printed.at(-1)).toBe('4 classes proven.');
  });

  test('a mistake in a spec ends them', async () => {
    const { printed, complaints, ...to } = stage();
    expect(await generateLibrary({ root: process.cwd(), specs: 'no-such-folder', out }, to)).toBeUndefined();
    expect(printed).toEqual([]);
    expect(complaints.join()).toContain('no-such-folder');
  });

  test('simulate and draw', async () => {
    const { printed, ...to } = stage();
    await simulateAndDraw(scene, { path: join(out, 'deep/a.svg'), shown: 'a.svg' }, to, { until: 0.1 });
    expect(printed.join('\n')).toMatch(/largest \|C\|[^]+energy balance[^]+iterations[^]+time per step[^]+a\.svg/);
    expect(await readFile(join(out, 'deep/a.svg'), 'utf8')).toContain('</svg>');
  });
});

describe('the mechanism', () => {
  let run: SimulatedScene;
  beforeAll(async () => {
    run = await simulateScene(scene);
  });

  test('stays together for ten seconds', () => {
    const { summary } = run;
    expect(summary).toMatchObject({ steps: 2400, degreesOfFreedom: 5, warnings: [] });
    expect(summary.time).toBeCloseTo(10, 9);
    expect(summary.largestC.value).toBeLessThan(1e-6);
    // It starts at rest on the constraints, and moves: if it were stuck, the rest would prove
    // nothing.
    expect(summary.energy.scale).toBeGreaterThan(5);
  });

  test('gains exactly the energy that the shaken hook puts in', () => {
    const { energy } = run.summary;
    expect(energy.drift).toBeLessThan(1e-5 * energy.scale);
    // Without the work, the energy would not nearly balance.
    expect(Math.abs(energy.final - energy.initial)).toBeGreaterThan(1000 * energy.drift);
    expect(Math.abs(energy.work! - (energy.final - energy.initial))).toBeLessThanOrEqual(energy.drift);
  });

  test('is drawn as a small, valid and deterministic picture', async () => {
    const svg = drawScene(run);
    expect(svg.length).toBeLessThan(200_000);
    const elements = checkXml(svg);
    expect(elements[0]).toMatchObject({ name: 'svg', attributes: { xmlns: 'http://www.w3.org/2000/svg' } });
    const number = /^-?\d+(\.\d+)?$/;
    for (const { name, attributes } of elements) {
      for (const key of ['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'width', 'height'])
        if (attributes[key] !== undefined) expect(attributes[key], `${name} ${key}`).toMatch(number);
      for (const value of (attributes['points'] ?? '').split(/[ ,]/).filter(Boolean)) expect(value).toMatch(number);
    }
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    // Elements of one look are in a group that has it.
    const discs = [...svg.matchAll(/<g fill="#e9bf86"[^>]*>\n((?:<circle [^>]*>\n)+)/g)].flatMap(([, group]) =>
      group!.trim().split('\n'),
    );
    expect(discs.length).toBe(run.built.world.particles.length + 1); // and one in the legend
    expect(drawScene(await simulateScene(scene))).toBe(svg);
  });
});
