import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Sketch } from '../../src/painter/sketch.js';
import type { Shape } from '../../src/painter/shape.js';
import { loadScene, simulateScene } from '../../src/scene/index.js';
import { drawScene } from '../../src/simulate/picture.js';

const scene = (parts: object) => ({ format: 'holonomic-scene/1', title: 'Parts', space: 2, ...parts });

/** The shapes of a kind in a scene at its start. */
async function shapesOf<K extends Shape['kind']>(document: object, kind: K): Promise<(Shape & { kind: K })[]> {
  const { world, picture } = (await loadScene(document)).build();
  return new Sketch(world, picture).shapes().filter((shape): shape is Shape & { kind: K } => shape.kind === kind);
}

const rounded = (place: ArrayLike<number>): number[] => Array.from(place, (x) => Math.round(1e9 * x) / 1e9 + 0);

const bodies = scene({
  bodies: {
    bar: { kind: 'rigid', mass: 1, inertia: 1, position: [0.5, 0], points: { l: [-0.5, 0], r: [0.5, 0] } },
    plate: { kind: 'rigid', mass: 1, inertia: 1, position: [1, 1], points: { a: [0, -1], b: [1, 0], c: [-1, 0] } },
    free: { kind: 'rigid', mass: 2, inertia: 1, position: [3, 3] },
  },
  specs: {
    Turned: { summary: 'Own.', space: 2, inputs: { a: 'point', b: 'point' }, C: 'ddt(dot(a - b, a - b))' },
  },
  constraints: {
    one: { type: 'Coincident', on: { a: 'bar.l', b: { ground: [0, 0] } } },
    two: { type: 'Coincident', on: { a: 'bar.r', b: 'plate.a' } },
    own: { type: 'Turned', on: { a: 'free', b: { ground: [2, 3] } } },
  },
  settings: { until: 0.01, dt: 0.01 },
});

test('bars, plates and discs are drawn, and each constraint between two points that are apart', async () => {
  expect((await shapesOf(bodies, 'bar')).map(({ a, b }) => [a, b].map(rounded))).toEqual([[[0, 0], [1, 0]]]); // prettier-ignore
  const [plate] = await shapesOf(bodies, 'plate');
  expect(plate!.points.map(rounded)).toEqual([[1, 0], [2, 1], [0, 1]]); // prettier-ignore
  // The disc with its mass and inertia: I = m r² / 2.
  expect(await shapesOf(bodies, 'disc')).toMatchObject([{ radius: 1, at: [3, 3] }]);
  const rods = await shapesOf(bodies, 'rod');
  expect(rods.map(({ a, b }) => [a, b].map(rounded))).toEqual([[[3, 3], [2, 3]]]); // prettier-ignore
  expect((await shapesOf(bodies, 'anchor')).map(({ at }) => rounded(at))).toEqual([[0, 0], [2, 3]]); // prettier-ignore
});

const heart = {
  summary: 'A heart.',
  space: 2,
  inputs: { p: 'point' },
  C: 'p.x^2 + (p.y - 0.6 * sqrt(p.x^2 + 0.01))^2 == 1',
};

test('the whole curve is shown that a bead is kept on, however little it moves', async () => {
  const document = scene({
    specs: { Heart: heart },
    bodies: { bead: { kind: 'particle', mass: 1, position: [0, 1.06] } },
    constraints: { wire: { type: 'Heart', on: { p: 'bead' } } },
    settings: { until: 0.02, dt: 0.01 },
  });
  const [wire, ...others] = await shapesOf(document, 'wire');
  expect(others).toEqual([]);
  expect(wire!.points[0]).toEqual(wire!.points.at(-1));
  for (const [x, y] of wire!.points as [number, number][])
    expect(x ** 2 + (y - 0.6 * Math.sqrt(x ** 2 + 0.01)) ** 2).toBeCloseTo(1, 9);
  const lowest = Math.min(...wire!.points.map((point) => point[1]!));
  expect(lowest).toBeCloseTo(0.06 - 1, 2);
  // The picture holds it: its scale bar is that of a heart two metres wide.
  expect(drawScene(await simulateScene(await loadScene(document)))).toContain('>20 cm</text>');
});

test('a rod to the ground is a rod, and a curve of another shape is a wire besides', async () => {
  const oval = {
    summary: 'Own.',
    space: 2,
    inputs: { a: 'point', b: 'point' },
    C: '(a.x - b.x)^2 / 4 + (a.y - b.y)^2 == 1',
  };
  const document = (type: string, params: object) =>
    scene({
      specs: { Oval: oval },
      bodies: { p: { kind: 'particle', mass: 1, position: [2, 0] } },
      constraints: { c: { type, on: { a: { ground: [0, 0] }, b: 'p' }, params } },
    });
  expect(await shapesOf(document('Distance', { length: 2 }), 'wire')).toEqual([]);
  expect(await shapesOf(document('Oval', {}), 'wire')).toHaveLength(1);
  for (const [type, params] of [
    ['Distance', { length: 2 }],
    ['Oval', {}],
  ] as const)
    // prettier-ignore
    expect(await shapesOf(document(type, params), 'rod')).toHaveLength(1);
});

test('bodies with coordinates of their own show their arms and their wires', async () => {
  const pendulums = scene({
    bodies: {
      one: { kind: 'Pendulum', params: { length: 2, mass: 1 }, coordinates: { theta: Math.PI / 2 } },
      two: {
        kind: 'DoublePendulum',
        params: { length1: 1, length2: 1, mass1: 1, mass2: 1 },
        coordinates: { theta1: 0, theta2: Math.PI / 2 },
      },
    },
  });
  expect((await shapesOf(pendulums, 'rod')).map(({ a, b }) => [a, b].map(rounded))).toEqual([
    [[0, 0], [2, 0]],
    [[0, 0], [0, -1]],
    [[0, -1], [1, -1]],
  ]); // prettier-ignore
  const bead = scene({
    bodies: { b: { kind: 'BeadOnCycloid', params: { radius: 1, mass: 1 }, coordinates: { phi: 1 } } },
  });
  const [cycloid] = await shapesOf(bead, 'wire');
  // x = φ + sin φ, y = 1 − cos φ
  for (const [x, y] of cycloid!.points as [number, number][]) {
    const phi = Math.sign(x) * Math.acos(1 - y);
    expect(phi + Math.sin(phi)).toBeCloseTo(x, 6);
  }
});

test('view, draw and shapes of a document are drawn', async () => {
  const document = scene({
    params: { r: 0.4 },
    bodies: {
      wheel: { kind: 'rigid', mass: 1, inertia: 1, position: [1, 0], angle: 0.5, draw: { shape: 'wheel', radius: 'r' } },
      bar: {
        kind: 'rigid',
        mass: 1,
        inertia: 1,
        position: [0, 1],
        points: { a: [-1, 0], b: [1, 0] },
        draw: { shape: 'bar', from: 'a', to: 'b', width: 0.1 },
      },
    },
    view: {
      frame: [-2, -1, 2, 2],
      show: ['names'],
      shapes: [
        { shape: 'line', points: [[0, 0], ['2 * r', 0]] },
        { shape: 'disc', at: [0, 0], radius: 'r' },
        { shape: 'text', at: [0, 1.5], text: 'Floor & <wall>' },
      ],
    },
    settings: { until: 0.01, dt: 0.01 },
  }); // prettier-ignore
  const [wheel] = await shapesOf(document, 'wheel');
  expect(rounded(wheel!.rim[0]!)).toEqual(rounded([1 + 0.4 * Math.cos(0.5), 0.4 * Math.sin(0.5)]));
  expect(await shapesOf(document, 'bar')).toMatchObject([{ width: 0.1 }]);
  expect(await shapesOf(document, 'line')).toMatchObject([{ points: [[0, 0], [0.8, 0]] }]); // prettier-ignore
  expect((await shapesOf(document, 'name')).map(({ text }) => text)).toEqual(['wheel', 'bar']);
  const svg = drawScene(await simulateScene(await loadScene(document)));
  expect(svg).toContain('>Floor &#38; &#60;wall&#62;</text>');
  // 4 m in 920 px, above and below which are title and legend.
  expect(svg).toContain('viewBox="0 0 1000 866"');
  // The bar, 0.1 m wide with its edges.
  expect(svg).toContain('stroke-width="25"');
});

test.each([
  [
    'a bar between points that it has not',
    { draw: { shape: 'bar', from: 'tial', to: 'tip' } },
    {},
    'bodies.b.draw.from',
  ],
  ['a disc at a point that it has not', { draw: { shape: 'disc', radius: 1, at: 'tial' } }, {}, 'bodies.b.draw.at'],
  ['a place of a form alone that is none', { draw: { shape: 'disc', radius: 1, at: 3 } }, {}, 'bodies.b.draw.at'],
  [
    'a polygon whose sides cross',
    { draw: [{ shape: 'polygon', points: ['tail', 'tip', [0, 1], [1, 1]] }] },
    {},
    'bodies.b.draw[0].points',
  ],
  ['a radius that is no number', { draw: { shape: 'disc', radius: 'big' } }, {}, 'bodies.b.draw.radius'],
  ['a frame that is upside down', {}, { frame: [0, 1, 1, 0] }, 'view.frame'],
  ['a body to follow that is not there', {}, { follow: 'c' }, 'view.follow'],
  ['an axis to follow that a body has not', {}, { follow: 'b.angle' }, 'view.follow'],
  ['a part of a layer that is not there', {}, { layers: [['b'], ['c']] }, 'view.layers[1][0]'],
])('%s is a mistake', async (_, body, view, field) => {
  const document = scene({
    bodies: {
      b: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], points: { tail: [0, 0], tip: [1, 0] }, ...body },
    },
    view,
  });
  await expect(loadScene(document)).rejects.toMatchObject({ diagnostics: [{ field }] });
});

test('places of forms are points of the body, or lists; a slit may lead to a hole', async () => {
  const ring = [[0, 0], [3, 0], [3, 3], [0, 3], [0, 0], [1, 1], [1, 2], [2, 2], [2, 1], [1, 1]]; // prettier-ignore
  const document = scene({
    bodies: {
      b: {
        kind: 'rigid',
        mass: 1,
        inertia: 1,
        position: [0, 0],
        points: { tail: [0, 0], tip: [1, 0] },
        draw: [
          { shape: 'disc', radius: 0.1, at: 'tip' },
          { shape: 'polygon', points: ['tail', 'tip', [0, 1]] },
          { shape: 'polygon', points: ring },
        ],
      },
    },
  });
  const { bodies, picture } = (await loadScene(document)).build();
  expect(picture.looks!.get(bodies.get('b')!.body)).toEqual([
    { shape: 'disc', radius: 0.1, at: [1, 0] },
    { shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]] },
    { shape: 'polygon', points: ring },
  ]); // prettier-ignore
});

test('forces are colours of rods and arrows', async () => {
  const document = scene({
    bodies: { bob: { kind: 'particle', mass: 2, position: [0, -1] } },
    constraints: { rod: { type: 'Distance', on: { a: { ground: [0, 0] }, b: 'bob' }, params: { length: 1 } } },
    forces: [{ type: 'gravity', g: [0, -10] }],
    view: { show: ['forces'] },
  });
  const { world, picture } = (await loadScene(document)).build();
  world.evaluate();
  const rods = new Sketch(world, picture).shapes().filter(({ kind }) => kind === 'rod');
  // The weight hangs at rest: the rod pulls with m g.
  expect(rods).toMatchObject([{ tension: expect.closeTo(20, 9) as number }]);
});

test.each(['coin', 'turntable'])('what rolls in %s is not joined to the origin of its plane', async (name) => {
  const path = join(import.meta.dirname, `../../scenes/${name}.json`);
  const document = JSON.parse(readFileSync(path, 'utf8')) as object;
  expect(await shapesOf(document, 'link')).toEqual([]);
  expect(await shapesOf(document, 'anchor')).toEqual([]);
});

test('a wheel is not joined to the origin of its road', async () => {
  const wheel = {
    bodies: { wheel: { kind: 'rigid', mass: 1, inertia: 1, position: [2, 1] } },
    constraints: {
      rolls: {
        type: 'RollingWheel',
        on: {
          p: 'wheel',
          theta: 'wheel.angle',
          origin: { ground: [0, 0] },
          axis: { direction: [1, 0] },
          base: { scalar: 0 },
        },
        params: { radius: 1 },
      },
    },
  };
  expect(await shapesOf(scene(wheel), 'link')).toEqual([]);
});

test('a curve of steps is drawn by its steps', async () => {
  const stairs = scene({
    specs: { Stairs: { summary: 'Steps.', space: 2, inputs: { p: 'point' }, C: 'p.y == floor(2 * p.x) / 2' } },
    bodies: { p: { kind: 'particle', mass: 1, position: [0.1, 0] } },
    constraints: { wire: { type: 'Stairs', on: { p: 'p' } } },
    view: { frame: [-1.1, -1.3, 1.1, 1.3] },
  });
  const heights = (await shapesOf(stairs, 'wire')).map(({ points }) => points.map((at) => at[1]));
  expect(heights.map(([y]) => y).sort((a, b) => a! - b!)).toEqual([-1, -0.5, 0, 0.5, 1]);
  for (const [first, ...rest] of heights) for (const y of rest) expect(y).toBe(first);
});

test('one point alone of space has a picture', async () => {
  const dot = { kind: 'particle', mass: 1, position: [1, 1, 1] };
  const document = { ...scene({ bodies: { dot }, settings: { until: 0.01, dt: 0.01 } }), space: 3 };
  expect(drawScene(await simulateScene(await loadScene(document)))).not.toContain('NaN');
});
