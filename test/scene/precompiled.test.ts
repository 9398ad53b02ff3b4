import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BoundedConstraint, Constraint } from '../../runtime/index.js';
import { loadPrecompiled } from '../../src/scene/load-precompiled.js';
import { loadScene, type LoadedScene } from '../../src/scene/index.js';
import { scenePage } from '../../src/scene/page.js';
import { precompileScene } from '../../src/scene/precompile.js';
import { someOf } from '../support/scope.js';
import { changed, pendulum } from './documents.js';
import { precompiled } from './precompiled.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** Positions of traced points and all energies after some steps. */
function pathOf(scene: LoadedScene, steps = 12): readonly unknown[] {
  const { world, traces = [] } = scene.build();
  return Array.from({ length: steps }, () => {
    world.step(scene.dt);
    return [traces.map(({ point }) => Array.from(point.position)), world.energy(), world.residual()];
  });
}

test.each(someOf(scenes, 4))('%s: the precompiled scene takes the same path, to the bit', async (name) => {
  const document = read(name);
  expect(pathOf(loadPrecompiled(precompiled(document)))).toEqual(pathOf(await loadScene(document)));
});

test('formulas are compiled with all their operations, and have the values of others for other parameters', async () => {
  const document = changed({
    params: {
      ...pendulum.params,
      a: { value: 0.3, min: 0.1, max: 0.9 },
      b: '-2 a^3 + sqrt(a) / (1 + a^-2) - 3',
      c: 'a < 0.5 ? atan2(b, a) : max(a, b, -1)',
      d: 'acot(a) + asec(3 + a) + erf(c) + e * tau - pi',
      e1: 'a <= 0.3 and not (b == a) or c > 1 ? hypot(a, b) : min(c, a) - 7',
      f: 'abs(b) ^ a + log2(1 + a) + expm1(a) - cbrt(b) + sign(d)',
    },
  });
  const compiled = precompiled(document);
  for (const a of [0.1, 0.3, 0.77]) {
    const { params } = await loadScene(document, { params: { a } });
    expect(loadPrecompiled(compiled, { a }).params).toEqual(params);
    expect(params.every(({ value }) => Number.isFinite(value))).toBe(true);
  }
});

test('handles that move by formulas, and specs of its own, take parameters', async () => {
  const document = changed({
    params: { rate: { value: 3, min: 1, max: 5 } },
    specs: {
      Line: { summary: 'A line.', space: 2, inputs: { p: 'point' }, params: { h: {} }, C: 'p.y == h * exp(-p.x^2)' },
    },
    bodies: {
      hand: { kind: 'handle', motion: ['0.2 * sin(rate * t)', '1 + t^2'] },
      bead: { kind: 'particle', mass: 1, position: [1, 'exp(-1)'] },
    },
    constraints: { wire: { type: 'Line', on: { p: 'bead' }, params: { h: 1 } } },
    forces: [{ type: 'spring', a: 'hand', b: 'bead', stiffness: 40, restLength: 0.1 }],
    traces: { bead: { point: 'bead' }, hand: { point: 'hand' } },
    expect: {},
  });
  const compiled = precompiled(document);
  for (const rate of [3, 1.5])
    expect(pathOf(loadPrecompiled(compiled, { rate }))).toEqual(
      pathOf(await loadScene(document, { params: { rate } })),
    );
});

test('specs of its own with bounds bring what these need, and others do not', async () => {
  const falling = (C: string) =>
    changed({
      specs: { Held: { summary: 'Holds.', space: 2, inputs: { p: 'point' }, params: { r: { min: 0 } }, C } },
      bodies: { bead: { kind: 'particle', mass: 1, position: [0.6, 0], velocity: [0, 3] } },
      constraints: { held: { type: 'Held', on: { p: 'bead' }, params: { r: 0.62 } } },
      forces: [],
      traces: { bead: { point: 'bead' } },
      expect: {},
    });
  for (const [C, base] of [
    ['norm(p) <= r', BoundedConstraint],
    ['norm(p) == r', Constraint],
  ] as const) {
    const compiled = precompiled(falling(C));
    expect(compiled.base).toBe(base);
    const path = pathOf(loadPrecompiled(compiled), 40);
    expect(path).toEqual(pathOf(await loadScene(falling(C)), 40));
    // Freely it would have come to 1.3 m.
    expect(Math.hypot(...(path.at(-1) as [number[][]])[0][0]!)).toBeLessThan(0.63);
  }
});

test('what was not compiled is told of', () => {
  const { formulas, ...compiled } = precompiled(changed({ params: { ...pendulum.params, half: '2 * length' } }));
  expect(Object.keys(formulas)).toContain('2 * length');
  expect(() => loadPrecompiled({ ...compiled, formulas: {} })).toThrow(/"2 \* length" was not compiled/);
});

test('no text of a document ends a script, or begins an element', async () => {
  const hostile = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)>\u2028';
  const document = changed({
    title: hostile,
    summary: hostile,
    params: { ...pendulum.params, a: { value: 1, doc: hostile } },
    specs: {
      Line: { summary: hostile.slice(0, -1), space: 2, inputs: { p: 'point' }, C: 'p.x < 1 ? p.y : p.y - p.x + 1' },
    },
    view: { shapes: [{ shape: 'text', at: [0, 0], text: hostile }] },
  });
  const page = await scenePage(precompileScene(document), 'var holonomic = {};');
  expect(page.match(/<\/?[a-z!][^\s>]*/gi)).toEqual(
    (await scenePage(precompileScene(pendulum), '')).match(/<\/?[a-z!][^\s>]*/gi),
  );
  expect(page).toContain('&#60;/script&#62;');
  expect(JSON.parse(/json">(.*)<\/script>/.exec(page)![1]!)).toMatchObject({ title: hostile });
  await expect(scenePage(precompileScene(document), '"</script>"')).rejects.toThrow(/too early/);
});
