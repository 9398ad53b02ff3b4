import { describe, expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { erased } from '../../site/workshop/model/drawing/act.js';
import { copied, pasted, thingsWithin } from '../../site/workshop/model/drawing/copy.js';
import { rename } from '../../site/workshop/model/drawing/erase.js';
import { fieldsOf, setField } from '../../site/workshop/model/drawing/fields.js';
import { plottable, togglePlot } from '../../site/workshop/model/drawing/plots.js';
import { loadScene } from '../../src/scene/index.js';
import { A, B, begin, fourBar, O, Q } from './paper-twin.js';

const freedoms = async (document: SceneDocument): Promise<number> =>
  (await loadScene(document)).build().world.degreesOfFreedom();

describe('copies', () => {
  test('of a driven four-bar move as it does, beside it, and share nothing but what is the same', async () => {
    const paper = await fourBar();
    await paper.draw('motor', [-0.7, 0.15]);
    await paper.draw('pen', [-0.15, 0.65]);
    const { document, sketch } = paper;
    const all = thingsWithin(document, sketch, [-2, -1], [2, 2]);
    expect(all).toContainEqual({ kind: 'body', name: 'B' });
    const part = copied(document, all);
    await loadScene(part);
    expect(part.forces).toEqual([]);
    const { document: next, things } = pasted(document, part, [0.4, -0.2]);
    expect(things).toEqual(['D', 'E', 'F'].map((name) => ({ kind: 'body', name })));
    expect(next.bodies!['D']).toMatchObject({ position: [-0.3, 0.1] });
    expect(next.constraints!['motor2']).toMatchObject({ on: { p: 'D', o: { ground: [-0.3, -0.2] } }, params: { speed: 'speed' } }); // prettier-ignore
    expect(next.constraints!['onC2'] ?? next.constraints!['onC']).toBeDefined();
    expect(Object.values(next.traces!).map(({ point }) => point)).toEqual(['C', 'F']);
    expect(Object.keys(next.params!)).toEqual(['speed']);
    const { world, bodies } = (await loadScene(next)).build();
    expect(world.degreesOfFreedom()).toBe(0);
    world.run({ until: 1, dt: 1 / 400 });
    const at = (name: string) => Array.from((bodies.get(name)!.connectors.get('') as unknown as { position: ArrayLike<number> }).position); // prettier-ignore
    for (const [own, other] of [
      ['A', 'D'],
      ['C', 'F'],
    ] as const) {
      expect(at(other)[0]! - at(own)[0]!).toBeCloseTo(0.4, 6);
      expect(at(other)[1]! - at(own)[1]!).toBeCloseTo(-0.2, 6);
    }
  });

  test('names that swap places stay apart, formulas are moved, other parameters of a name get another', async () => {
    const document: SceneDocument = {
      format: 'holonomic-scene/1',
      title: '',
      space: 2,
      params: { h: 0.5 },
      bodies: { A: { kind: 'particle', mass: 1, position: ['2 * h', 0] }, bar: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 1], points: { tip: [1, 0] } } }, // prettier-ignore
      constraints: { rod: { type: 'Distance', on: { a: 'A', b: 'bar.tip' }, params: { length: 1 } } },
      forces: [{ type: 'gravity', g: [0, -9.81] }, { type: 'spring', a: { ground: [0, 2] }, b: 'A', stiffness: 3, restLength: 1 }], // prettier-ignore
    };
    const part = copied(document, [{ kind: 'constraint', name: 'rod' }]);
    expect(Object.keys(part.bodies!)).toEqual(['A', 'bar']);
    expect(part.forces).toHaveLength(1);
    const other = { ...document, params: { h: 2 } };
    const { document: next } = pasted(other, part, [0.25, 0]);
    expect(next.params).toEqual({ h: 2, h2: 0.5 });
    expect(next.bodies!['B']).toMatchObject({ position: ['(2 * h2) + 0.25', 0] });
    expect(next.constraints!['rod2']!.on).toEqual({ a: 'B', b: 'bar2.tip' });
    expect(next.forces!.at(-1)).toMatchObject({ a: { ground: [0.25, 2] }, b: 'B' });
    expect(await freedoms(next)).toBe(2 * (await freedoms(document)));
    // Into a scene where A is free: no name of the copy meets another one.
    const { document: swapped } = pasted({ ...other, bodies: { B: other.bodies!['A']! }, constraints: {}, forces: [] }, part, [0, 0]); // prettier-ignore
    expect(Object.keys(swapped.bodies!)).toEqual(['B', 'A', 'bar']);
    expect(swapped.constraints!['rod']!.on).toEqual({ a: 'A', b: 'bar.tip' });
  });
});

test('what is plotted is chosen at the thing, and can be read', async () => {
  const paper = await begin();
  await paper.draw('rod', O, A);
  await paper.draw('spring', [0, 1], [0, 0.5]);
  await paper.draw('wheel', [-1, 0], [-0.8, 0]);
  const of = (thing: Parameters<typeof plottable>[1]) => plottable(paper.document, thing);
  const list = [
    ...of({ kind: 'body', name: 'A' }),
    ...of({ kind: 'body', name: 'wheel' }),
    ...of({ kind: 'constraint', name: 'rod' }),
    ...of({ kind: 'force', index: 1 }),
  ];
  expect(list.map(({ label }) => label)).toEqual(['x', 'y', 'speed', 'x', 'y', 'speed', 'angle', 'force', 'force']);
  const plotted = list.reduce(togglePlot, paper.document);
  expect(plotted.plots!.map((plot) => plot.kind === 'time' && plot.of)).toEqual([
    ['A.x', 'A.y'],
    ['A.speed'],
    ['wheel.x', 'wheel.y'],
    ['wheel.speed'],
    ['wheel.angle'],
    ['rod.lambda'],
    ['40 * (norm([0, 1] - B) - 0.5)'],
  ]);
  const { world, reading } = (await loadScene(plotted)).build();
  world.particles[0]!.velocity.set([3, 4]);
  world.evaluate();
  expect(reading('A.speed').read()).toBeCloseTo(5, 12);
  // The weight below the spring hangs 0.5 m down: it is at rest length.
  expect(reading('40 * (norm([0, 1] - B) - 0.5)').read()).toBeCloseTo(0, 9);
  expect(list.reduce(togglePlot, plotted).plots).toEqual([]);
});

test('the eraser says what it took', async () => {
  const paper = await fourBar();
  await paper.draw('motor', [-0.7, 0.15]);
  const says = (...things: Parameters<typeof erased>[1]): string | undefined => {
    const act = erased(paper.document, things);
    return 'document' in act ? act.says : act.reason;
  };
  expect(says({ kind: 'constraint', name: 'rod2' })).toBe('Took rod2. Undo brings it back.');
  expect(says({ kind: 'constraint', name: 'motor' })).toBe('Took motor and speed. Undo brings them back.');
  expect(says({ kind: 'body', name: 'A' })).toBe('Took A, rod, rod2, motor and speed. Undo brings them back.');
  expect(says()).toBe('There is nothing here.');
});

test('points snap to points, lines and the grid; a wheel has its radius as a field', async () => {
  const paper = await begin();
  await paper.draw('rod', O, A);
  await paper.draw('rod', A, B);
  const near = ([x, y]: readonly [number, number]) => paper.spot([x + 0.012, y - 0.009], 14);
  expect(near(A)).toMatchObject({ on: 'point', reference: 'A', at: A });
  expect(near(O)).toMatchObject({ on: 'fixed', at: O });
  expect(near([-0.15, 0.65])).toMatchObject({ on: 'link', share: 0.5, at: [expect.closeTo(-0.15, 9), expect.closeTo(0.65, 9)] }); // prettier-ignore
  expect(near([1, 0.5])).toMatchObject({ on: 'paper', at: [1, 0.5] });
  expect(paper.spot([1.1, 0.015])).toMatchObject({ on: 'ground', at: [expect.closeTo(1.1, 9), expect.closeTo(0, 9)] });
  await paper.draw('floor', [-1, -0.6], [1, -0.6]);
  await paper.draw('wheel', [...Q], [0.9, 0]);
  await paper.draw('wheel', [0.2, -0.2], [0.4, -0.2]);
  const fields = fieldsOf(paper.document, { kind: 'body', name: 'wheel2' });
  const radius = fields.find(({ label }) => label === 'radius')!;
  const larger = setField(paper.document, radius, 0.3);
  expect(larger.bodies!['wheel2']).toMatchObject({ draw: { shape: 'wheel', radius: 0.3 } });
  const rolling = { type: 'DiscLineContact', on: { p: 'wheel2' }, params: { radius: 0.2, mu: 0.5, e: 0 } };
  const rolls = { ...paper.document, constraints: { ...paper.document.constraints, rolling } };
  expect(setField(rolls, radius, 0.3).constraints!['rolling']!.params).toMatchObject({ radius: 0.3 });
});

test('a thing that is called as the format calls its sort keeps its sort', async () => {
  const paper = await begin();
  await paper.draw('wheel', [1, 0.6], [1.2, 0.6]);
  await paper.draw('spring', [0, 1.4], [0, 1]);
  const named = rename(paper.document, { kind: 'body', name: 'A' }, 'spring');
  if ('reason' in named) throw new Error(named.reason);
  const things = ['wheel', 'spring'].map((name) => ({ kind: 'body', name }) as const);
  const { document } = pasted(named.document, copied(named.document, things), [0.5, 0]);
  expect(document.bodies!['wheel2']).toMatchObject({ draw: { shape: 'wheel' } });
  expect(document.forces!.map(({ type }) => type)).toEqual(['gravity', 'spring', 'spring']);
  await loadScene(document);
  const again = rename(document, { kind: 'body', name: 'spring' }, 'weight');
  if ('reason' in again) throw new Error(again.reason);
  await loadScene(again.document);
});
