import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SpecError } from '../../src/diagnostics/index.js';
import { LIGHT } from '../../src/painter/colors.js';
import { areaOf } from '../../src/solids/outlines.js';
import { gearOutline, shapesOfLook } from '../../src/painter/forms.js';
import { paintHatching } from '../../src/painter/marks.js';
import type { Painter } from '../../src/painter/painter.js';
import type { Shape } from '../../src/painter/shape.js';
import { Sketch } from '../../src/painter/sketch.js';
import { loadScene, simulateScene } from '../../src/scene/index.js';
import { drawScene } from '../../src/simulate/picture.js';

type Kind<K extends Shape['kind']> = Shape & { kind: K };
const flat = { place: (local: ArrayLike<number>) => local, origin: [0, 0] };
const spatial = { place: (local: ArrayLike<number>) => local, origin: [0, 0, 0] };
const scene = (parts: object) => ({ format: 'holonomic-scene/1', title: 'Forms', space: 2, ...parts });

/** The shapes of a kind in a scene at its start, or after a time. */
async function shapesOf<K extends Shape['kind']>(document: object, kind: K, until = 0): Promise<Kind<K>[]> {
  const loaded = await loadScene(document);
  const { world, picture } = loaded.build();
  while (world.time < until - loaded.dt / 2) world.step(loaded.dt);
  world.evaluate();
  return new Sketch(world, picture).shapes().filter((shape): shape is Kind<K> => shape.kind === kind);
}

describe('gears', () => {
  /** The angles, in pitches, at which an outline is furthest out, and in. */
  const tipsOf = (points: readonly ArrayLike<number>[], sign: 1 | -1): readonly number[] => {
    const radii = points.map((p) => sign * Math.hypot(p[0]!, p[1]!));
    const most = Math.max(...radii);
    return points.flatMap((p, k) => (radii[k]! > most - 1e-9 ? [Math.atan2(p[1]!, p[0]!)] : []));
  };

  test('have as many teeth as they say, each at its place, and go in between those of a ring', () => {
    const [gear] = shapesOfLook({ shape: 'gear', teeth: 17, radius: 1, turn: 0.1 }, flat) as [Kind<'solid'>];
    const tips = tipsOf(gear.points, 1);
    // Each tooth has two corners at its tip, on either side of its middle.
    expect(tips).toHaveLength(34);
    const middles = Array.from({ length: 17 }, (_, k) => (tips[2 * k]! + tips[2 * k + 1]!) / 2);
    expect(middles[0]).toBeCloseTo(0.1, 12);
    expect(middles[1]! - middles[0]!).toBeCloseTo((2 * Math.PI) / 17, 12);
    // Addendum of one module, m = 2 r / z.
    expect(Math.max(...gear.points.map((p) => Math.hypot(p[0]!, p[1]!)))).toBeCloseTo(1 + 2 / 17, 12);
    const [ring] = shapesOfLook({ shape: 'ring', teeth: 51, radius: 3 }, flat) as [Kind<'solid'>];
    const [outer, inner] = ring.edges!;
    expect(tipsOf(inner!, -1)).toHaveLength(102);
    expect(Math.min(...inner!.map((p) => Math.hypot(p[0]!, p[1]!)))).toBeCloseTo(3 - 2 / 17, 12);
    expect(Math.min(...outer!.map((p) => Math.hypot(p[0]!, p[1]!)))).toBeGreaterThan(3.2);
  });
});

describe('a planetary gear', () => {
  const document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../scenes/planetary-gear.json'), 'utf8'),
  ) as object;
  const holds = (polygon: readonly ArrayLike<number>[], x: number, y: number): boolean =>
    polygon.reduce((inside, p, k) => {
      const q = polygon[(k + 1) % polygon.length]!;
      const crosses = p[1]! > y !== q[1]! > y && x < p[0]! + ((y - p[1]!) / (q[1]! - p[1]!)) * (q[0]! - p[0]!);
      return crosses ? !inside : inside;
    }, false);

  // With an odd number of teeth the ring is turned by half a tooth.
  test.each([
    [24, 72],
    [18, 60],
    [12, 96],
  ])('of %i and %i teeth meshes at all times: no tooth of a planet is in those of sun and ring', async (sun, ring) => {
    const loaded = await loadScene(document, { params: { sunTeeth: sun, ringTeeth: ring } });
    const { world, picture } = loaded.build();
    const module = 1.2 / ring;
    for (const until of [0, 0.37, 1.1]) {
      while (world.time < until) world.step(loaded.dt);
      const solids = new Sketch(world, picture).shapes().filter((one): one is Kind<'solid'> => one.kind === 'solid');
      const [edge, middle, ...planets] = solids;
      const inner = edge!.edges![1]!;
      expect(planets.map(({ points }) => points.length)).toEqual([1, 1, 1].map(() => 3 * (ring - sun)));
      // Flanks are straight, and touch; a tooth on a tooth would be in it by two modules.
      for (const { points } of planets)
        for (const point of points) {
          const [x, y] = [point[0]!, point[1]!];
          const far = Math.hypot(x, y);
          const [less, more] = [1 - (0.5 * module) / far, 1 + (0.5 * module) / far];
          expect(holds(inner, less * x, less * y)).toBe(true);
          expect(holds(middle!.points, more * x, more * y)).toBe(false);
        }
    }
  });
});

describe('solids', () => {
  const volumeOf = (faces: readonly Shape[]): number =>
    faces.reduce((sum, face) => {
      const { points } = face as Kind<'face'>;
      const p = points[0]!;
      return points.slice(2).reduce((part, r, k) => {
        const q = points[k + 1]!;
        const det =
          p[0]! * (q[1]! * r[2]! - q[2]! * r[1]!) -
          p[1]! * (q[0]! * r[2]! - q[2]! * r[0]!) +
          p[2]! * (q[0]! * r[1]! - q[1]! * r[0]!);
        return part + det / 6;
      }, sum);
    }, 0);

  // The divergence theorem: it holds if no side is missing, and all corners go round as seen from outside.
  test('are closed, with all sides outwards', () => {
    const prism = (radius: number, length: number): number => 8 * radius ** 2 * Math.sin(Math.PI / 8) * length;
    for (const [from, to] of [
      [
        [0, 0, 0],
        [0, 0, 2],
      ],
      [
        [1, -1, 0],
        [1, 1, 0],
      ],
      [
        [0.3, 0.2, 0.1],
        [-1, 0.5, 0.9],
      ],
    ] as const) {
      // prettier-ignore
      const length = Math.hypot(...from.map((x, k) => x - to[k]!));
      const faces = shapesOfLook({ shape: 'cylinder', from, to, radius: 0.25 }, spatial);
      expect(volumeOf(faces)).toBeCloseTo(prism(0.25, length), 12);
    }
    expect(volumeOf(shapesOfLook({ shape: 'box', size: [1, 2, 3], at: [4, 5, 6] }, spatial))).toBeCloseTo(6, 12);
    const gear = { shape: 'gear', teeth: 17, radius: 0.5, turn: 0.3, at: [1, 2, 3], width: 0.2 } as const;
    const area = areaOf(gearOutline(17, 0.5, 0.3));
    expect(volumeOf(shapesOfLook(gear, spatial))).toBeCloseTo(0.2 * area, 12);
    // A frustum whose far side is as far from the apex as three quarters of the near one.
    const bevel = volumeOf(shapesOfLook({ ...gear, apex: 0.8 }, spatial));
    expect(bevel).toBeCloseTo((0.2 / 3) * (1 + 0.75 + 0.75 ** 2) * area, 12);
  });

  test('turn and move with their body', async () => {
    const faces = await shapesOf(
      scene({
        space: 3,
        bodies: {
          b: {
            kind: 'rigid',
            mass: 1,
            inertia: [1, 1, 1],
            position: [5, 0, 0],
            // A quarter of a turn about z.
            orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
            draw: [{ shape: 'cylinder', from: [0, 0, 0], to: [2, 0, 0], radius: 0.1 }],
          },
        },
      }),
      'face',
    );
    const corners = faces.flatMap(({ points }) => points);
    expect(Math.max(...corners.map((p) => p[1]!))).toBeCloseTo(2, 9);
    expect(Math.max(...corners.map((p) => p[0]!))).toBeCloseTo(5.1, 9);
  });
});

describe('a rope over sheaves', () => {
  const tackle = scene({
    bodies: {
      load: { kind: 'particle', mass: 4, position: [0, -2], draw: { shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]] } },
      pull: { kind: 'particle', mass: 1, position: [0.5, -1] },
    },
    specs: {
      Tackle: { summary: 'One.', space: 2, inputs: { load: 'point', pull: 'point' }, C: '-2 * load.y - pull.y <= 5' },
    },
    constraints: { rope: { type: 'Tackle', on: { load: 'load', pull: 'pull' } } },
    forces: [{ type: 'gravity', g: [0, -9.81] }],
    settings: { integrator: 'rk4', dt: 0.01, until: 0.2 },
    view: {
      shapes: [
        {
          shape: 'rope',
          of: 'rope',
          over: [
            { at: { ground: [-0.25, 0] } },
            { at: 'load', radius: 0.25, turn: 'left' },
            { at: { ground: [0.375, 0] }, radius: 0.125, turn: 'right' },
            { at: 'pull' },
          ],
        },
      ],
    },
  }); // prettier-ignore

  test('is as long as its strands and its arcs, touches each sheave, and keeps its length while it moves', async () => {
    const lengths: number[] = [];
    for (const until of [0.01, 0.2]) {
      const [rope] = await shapesOf(tackle, 'rope', until);
      const points = rope!.points as [number, number][];
      lengths.push(
        points.slice(1).reduce((sum, p, k) => sum + Math.hypot(p[0] - points[k]![0], p[1] - points[k]![1]), 0),
      );
      expect(rope!.isLoose).toBe(false);
      for (const { at, radius } of await shapesOf(tackle, 'sheave', until)) {
        const far = points.map((p) => Math.hypot(p[0] - at[0]!, p[1] - at[1]!));
        expect(Math.min(...far)).toBeCloseTo(radius, 9);
      }
    }
    // Strands of 2, 2 and 1, and half of each circumference; a polygon of 16 sides is shorter by less than 1 %.
    const exact = 5 + Math.PI * (0.25 + 0.125);
    expect(lengths[0]).toBeLessThan(exact);
    expect(lengths[0]).toBeGreaterThan(0.998 * exact);
    expect(lengths[1]).toBeCloseTo(lengths[0]!, 6);
  });

  test('stands for its constraint, and a body that is drawn has no disc of a particle', async () => {
    expect(await shapesOf(tackle, 'link')).toEqual([]);
    expect((await shapesOf(tackle, 'mass')).map(({ at }) => Array.from(at))).toEqual([[0.5, -1]]);
    const [plate] = await shapesOf(tackle, 'plate');
    expect(plate!.points.map((p) => Array.from(p))).toEqual([[0, -2], [1, -2], [0, -1]]); // prettier-ignore
  });

  test('hangs loose where it does not pull', async () => {
    const light = { ...tackle, forces: [] };
    const [rope] = await shapesOf(light, 'rope');
    expect(rope!.isLoose).toBe(true);
  });
});

test('what a form cannot be is said at its place', async () => {
  const rigid = { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], points: { tip: [1, 0] } };
  const mistakes = async (document: object): Promise<SpecError['diagnostics']> => {
    try {
      await loadScene(document);
    } catch (error) {
      if (error instanceof SpecError) return error.diagnostics;
    }
    return [];
  };
  const said = async (document: object): Promise<readonly string[]> =>
    (await mistakes(document)).map(({ message }) => message);
  const hint = async (document: object): Promise<string | undefined> => (await mistakes(document))[0]?.hint;
  const drawn = (draw: unknown): object => scene({ bodies: { b: { ...rigid, draw } } });
  expect(await said(drawn([{ shape: 'gear', teeth: 9, radius: 1, width: 1, apex: 2 }]))).toEqual([
    'A gear has a width in space alone.',
    'A gear has an apex in space alone.',
  ]);
  expect(await said(drawn([{ shape: 'box', size: [1, 1, 1] }]))).toEqual(['A box is drawn in space alone.']);
  expect(await hint(drawn({ shape: 'box', size: [1, 1] }))).toMatch(/"polygon", "points": \[\[-1, -0\.5\]/);
  expect(await hint(drawn({ shape: 'cylinder', from: [0, 0], to: [1, 0], radius: 1 }))).toMatch(/"bar"/);
  expect(await hint(scene({ view: { shapes: [{ shape: 'box', size: [1, 1] }] } }))).toMatch(/"polygon"/);
  expect(await said(drawn({ shape: 'disc', radius: 1, at: [1, 2, 3] }))).toEqual([
    'There are 2 numbers here, one per axis, not 3.',
  ]);
  expect(await said(drawn({ shape: 'bar', from: 'tip', to: 'tap' }))).toEqual(['The body has no point "tap".']);
  const rope = (over: unknown, of?: string): object =>
    scene({ bodies: { b: rigid }, view: { shapes: [{ shape: 'rope', over, ...(of && { of }) }] } });
  expect(await said(rope([{ at: 'b' }]))).toEqual(['A rope leads over two points at least, its ends.']);
  expect(await said(rope([{ at: 'b' }, { at: 'b.tip', radius: 1 }]))).toEqual([
    'A sheave has a "turn": the rope turns left or right on it.',
  ]);
  expect(await said(rope([{ at: 'b' }, { at: 'b.tip' }], 'none'))).toEqual(['There is no constraint "none".']);
});

test.each<[string, readonly (number | string)[]]>([
  ['by its numbers', [0, 0, 0]],
  ['by formulas', ['0 * 1', '1 - 1', 0]],
  ['by a parameter', ['tilt', 0, '2 * tilt']],
])('a gear whose axis is of length zero %s is refused at its place', async (_, axis) => {
  const drawn = (of: readonly (number | string)[]): object => ({
    ...scene({
      params: { tilt: 0 },
      bodies: {
        b: {
          kind: 'rigid',
          mass: 1,
          inertia: [1, 1, 1],
          position: [0, 0, 0],
          draw: [{ shape: 'gear', teeth: 9, radius: 1, axis: of }],
        },
      },
    }),
    space: 3,
  });
  const error = await loadScene(drawn(axis)).catch((thrown: unknown) => thrown);
  if (!(error instanceof SpecError)) throw new Error('It was not refused.');
  expect(error.diagnostics).toEqual([
    {
      code: 'E_SCENE',
      message: 'An axis of length zero has no direction.',
      field: 'bodies.b.draw[0].axis',
    },
  ]);
  await loadScene(drawn([...axis.slice(1), '1 + tilt']));
});

describe('marks', () => {
  const lift = scene({
    bodies: {
      a: { kind: 'particle', mass: 2, position: [1, 0] },
      b: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 2], points: { tip: [1, -2], top: [0, 1] } },
    },
    constraints: {
      rail: { type: 'AngleLock', on: { alpha: 'a.y', beta: { scalar: 0 } }, params: { angle: 0 } },
    },
    forces: [{ type: 'gravity', g: [0, -9.81] }],
    view: {
      show: ['forces', 'names'],
      shapes: [
        { shape: 'angle', at: { ground: [0, 0] }, from: 'a', to: 'b', name: 'φ' },
        { shape: 'ground', points: [[-1, 0], [2, 0]] },
      ],
    },
  }); // prettier-ignore

  test('a force on a coordinate is an arrow along it: the weight of what a rail carries', async () => {
    const [arrow, ...others] = await shapesOf(lift, 'force');
    expect(others).toEqual([]);
    expect(Array.from(arrow!.at)).toEqual([1, 0]);
    expect(arrow!.force[0]).toBe(0);
    expect(arrow!.force[1]).toBeCloseTo(2 * 9.81, 9);
  });

  test('an angle is written in degrees, and ground is hatched on the right of its line', async () => {
    const svg = drawScene(await simulateScene(await loadScene(lift), { until: 1 / 240 }), { isBare: true });
    // a and b fall together by less than a ten thousandth.
    expect(svg).toMatch(/>φ = (?:90\.0|89\.9|90\.1)°</);
    const [line] = await shapesOf(lift, 'hatching');
    expect(line!.points).toEqual([[-1, 0], [2, 0]]); // prettier-ignore
    const strokes: (readonly (readonly [number, number])[])[] = [];
    const painter = { line: (points: (typeof strokes)[number]) => strokes.push(points) };
    paintHatching(painter as unknown as Painter, [[0, 50], [90, 50]], LIGHT, 1); // prettier-ignore
    expect(strokes.length).toBe(11);
    for (const [from, to] of strokes.slice(0, -1)) expect(to![1]).toBeGreaterThan(from![1]);
  });

  test('names of points at one place stand together', async () => {
    const { world, picture } = (await loadScene(lift)).build();
    const sketch = new Sketch(world, picture);
    const texts = (): readonly string[] =>
      sketch.shapes().flatMap((shape) => (shape.kind === 'name' ? [shape.text] : []));
    expect(texts()).toEqual(['a', 'b']);
    sketch.names = picture.labels;
    expect(texts()).toEqual(['a, tip', 'b', 'top']);
  });

  test('nothing is joined to the origin of a line that something stays above', async () => {
    const ball = scene({
      bodies: { b: { kind: 'rigid', mass: 1, inertia: 1, position: [3, 1] } },
      constraints: {
        floor: {
          type: 'DiscLineContact',
          on: {
            p: 'b',
            theta: 'b.angle',
            origin: { ground: [0, 0] },
            axis: { direction: [1, 0] },
            base: { scalar: 0 },
          },
          params: { radius: 1, mu: 0.5 },
        },
      },
      settings: { integrator: 'velocityStep' },
    });
    expect(await shapesOf(ball, 'anchor')).toEqual([]);
    expect(await shapesOf(ball, 'link')).toEqual([]);
  });
});
