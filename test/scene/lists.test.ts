import { describe, expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { compile } from '../../src/kinds/compile.js';
import { Sketch } from '../../src/painter/sketch.js';
import { loadPrecompiled } from '../../src/scene/load-precompiled.js';
import { checkScene, exportTypeScript, loadScene, type LoadedScene } from '../../src/scene/index.js';
import { scenePage } from '../../src/scene/page.js';
import { precompileScene } from '../../src/scene/precompile.js';
import { driverPower } from '../../src/simulate/driver-power.js';
import { blob, mesh } from './blob.js';
import { precompiled } from './precompiled.js';

const on = (entry: object, base: typeof blob | typeof mesh = blob): object => {
  const [[name, constraint]] = Object.entries(base.constraints) as [[string, object]];
  return { ...base, expect: {}, plots: [], constraints: { [name]: { ...constraint, ...entry } } };
};

/** Positions of the traced points after each of some steps. */
function pathOf(scene: Pick<LoadedScene, 'build' | 'dt'>): readonly (readonly number[])[] {
  const { world, traces = [] } = scene.build();
  return Array.from({ length: 10 }, () => {
    world.step(scene.dt);
    return traces.flatMap(({ point }) => Array.from(point.position));
  });
}

describe.each([
  ['a blob', blob],
  ['a mesh', mesh],
])('%s', (_, document) => {
  test('holds its formula while it moves', async () => {
    const { world, constraints, traces = [] } = (await loadScene(document)).build();
    const before = traces.map(({ point }) => Array.from(point.position));
    for (let n = 0; n < 20; n++) world.step(0.005);
    expect(Math.abs([...constraints.values()][0]!.C[0])).toBeLessThan(1e-9);
    expect(traces.map(({ point }) => Array.from(point.position))).not.toEqual(before);
  });

  test('moves alike with classes handed in, and precompiled', async () => {
    const path = pathOf(await loadScene(document));
    const classes = Object.assign(
      {},
      ...Object.entries(document.specs).map(([name, spec]) => compile(name, spec as never)),
    ) as object;
    expect(pathOf(await loadScene(document, { classes: classes as never }))).toEqual(path);
    expect(pathOf(loadPrecompiled(precompiled(document)))).toEqual(path);
    expect(await scenePage(precompileScene(document), 'var holonomic = {};')).toContain('sum(');
  });

  test('is written as TypeScript', async () => {
    const text = exportTypeScript(await loadScene(document), 'it')
      .map((file) => file.text)
      .join('');
    expect(text).toMatch(
      document === blob
        ? /p: \[hand, P1, .*, world\.ground\.point\(\[-0\.5, 0\]\), P7/
        : /faces: \[\[0, 2, 1\], \[0, 1, 3\]/,
    );
  });
});

test('a scene check compares what is expected of entries of lists', async () => {
  const { expectations } = await checkScene(await loadScene(blob));
  expect(expectations.map(({ pass, of }) => [of, pass])).toEqual([
    ['dof', true],
    ['rows', true],
    ['largestC', true],
    ['blob.force.p[1].x', true],
  ]);
});

test('a handle in a list is a driver, and its power is the force on it times its velocity', async () => {
  const bodies = { hand: { kind: 'handle', motion: ['radius + t / 10', 't^2'] } };
  const { world, drivers = [], constraints } = (await loadScene({ ...blob, bodies })).build();
  for (let n = 1; n <= 4; n++) world.step(0.005);
  world.evaluate();
  const force = constraints.get('blob')!.forceOn('p' as never, 0) as ArrayLike<number>;
  expect(driverPower(drivers)).toBeCloseTo(-(force[0]! * 0.1 + force[1]! * 2 * world.time), 12);
  expect(Math.abs(driverPower(drivers))).toBeGreaterThan(1e-3);
});

test('pictures go around a ring, and through no mesh', async () => {
  const links = async (document: object): Promise<readonly (readonly unknown[])[]> =>
    new Sketch((await loadScene(document)).build().world)
      .shapes()
      .flatMap((shape) => (shape.kind === 'link' ? [shape.points] : []));
  const [ring] = await links({ ...blob, repeat: [{ ...blob.repeat[0], constraints: {} }], expect: {} });
  expect(ring).toHaveLength(13);
  expect(ring!.at(-1)).toEqual(ring![0]);
  expect(await links(mesh)).toEqual([]);
});

test.each([
  [
    'one in place of a list',
    on({ on: { p: 'P1' } }),
    'blob.on.p',
    `The input "p" of Blob is a list of points, and one is given.`,
  ],
  ['no list', on({ on: {} }), 'blob.on', 'Blob has no connector for its input "p".'],
  ['an empty list', on({ on: { p: [] } }), 'blob', `Input 'p' of Blob is an empty list.`],
  ['an unknown body in a list', on({ on: { p: ['P1', 'X', 'P2'] } }), 'blob.on.p[1]', 'There is no body "X".'],
  ['a scalar in a list', on({ on: { p: ['P1', 'P2.x'] } }), 'blob', `Input 'p[1]' of Blob is a scalar, not a point.`],
  [
    'a list in a list',
    on({ on: { p: ['P1', ['P2']] } }),
    'blob.on.p[1]',
    '"constraints.blob.on.p[1]" must be a connector',
  ],
  [
    'a list for one',
    on({ type: 'Distance', on: { a: ['P1', 'P2'], b: 'P3' }, params: { length: 1 }, driver: [] }),
    'blob.on.a',
    'The input "a" of Distance2D is a point, and a list is given.',
  ],
  ['an unknown driver', on({ driver: 'p[12]' }), 'blob.driver', 'Blob has no input "p[12]".'],
  [
    'an index beyond',
    on({ params: { volume: 1, faces: [[0, 1, 4]] } }, mesh),
    'keep',
    `Entry 0 of 'faces' of Volume has the index 4`,
  ],
  [
    'too few indices',
    on({ params: { volume: 1, faces: [[0, 1]] } }, mesh),
    'keep',
    `Entry 0 of 'faces' of Volume is [0, 1], not 3 indices.`,
  ],
  [
    'no groups',
    on({ params: { volume: 1, faces: [0, 1, 2] } }, mesh),
    'keep',
    `Entry 0 of 'faces' of Volume is 0, not 3 indices.`,
  ],
  ['no indices', on({ params: { volume: 1 } }, mesh), 'keep', 'Volume needs faces.'],
  ['groups for a number', on({ params: { volume: [[1]], faces: [] } }, mesh), 'keep', 'volume'],
  [
    'an object among indices',
    on(
      {
        params: {
          volume: 1,
          faces: [
            [1, 2, 3],
            [0, 1, {}],
          ],
        },
      },
      mesh,
    ),
    'keep.params.faces[1][2]',
    'must be a number',
  ],
])('a mistake: %s', async (_, document, field, message) => {
  const error = await loadScene(document).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SpecError);
  expect((error as SpecError).diagnostics).toEqual([
    expect.objectContaining({ field: `constraints.${field}`, message: expect.stringContaining(message) as string }),
  ]);
});

test.each(['blob.force.p[12].x', 'blob.force.p.x', 'blob.force.p[1]', 'blob.C[1]', 'P1.x[3]', 'blob.force.q[0].x'])(
  'there is nothing called %s to read',
  async (of) => {
    const plots = [{ kind: 'time', of: [of] }];
    await expect(loadScene({ ...blob, plots })).rejects.toThrow(/There is nothing called/);
  },
);

test('a body has no lists, and says so', async () => {
  const Chain = {
    summary: 'A chain.',
    space: 2,
    coordinates: { s: { count: 'any' } },
    points: { p: { at: ['s', '0'] } },
  };
  await expect(loadScene({ ...blob, specs: { ...blob.specs, Chain } })).rejects.toThrow(
    'There is no field "count" in a coordinate.',
  );
});
