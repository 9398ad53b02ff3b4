import { drag, gravity, rk4, World, type Particle, type PointConnector } from 'holonomic/runtime';
import { Distance2D, Distance3D } from 'holonomic/library';
import { loadScene, sceneGIF } from 'holonomic/scene';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { periodOf } from '../../src/export/period.js';
import { SceneStrip } from '../../src/export/scene-gif.js';
import { RasterPainter } from '../../src/export/raster-painter.js';
import type { Point2 } from '../../src/painter/plane.js';
import type { PictureOptions } from '../../src/painter/sketch.js';
import type { Scene } from '../../src/simulate/scene.js';
import { simulateScene } from '../../src/simulate/simulate.js';
import { readGIF, type GifFrame } from '../support/gif.js';

const BLACK = { fill: '#000000' };

/** How much black a picture has, in pixels. */
const inkOf = ({ pixels }: RasterPainter): number => {
  let sum = 0;
  for (let k = 0; k < pixels.length; k += 4) sum += 1 - pixels[k]! / 255;
  return sum;
};
const painted = (paint: (painter: RasterPainter) => void, width = 80, height = 60): RasterPainter => {
  const painter = new RasterPainter(width, height);
  paint(painter);
  return painter;
};
/** Rounding to 1/255 in the pixels of an edge. */
const ROUNDING = 0.3;

describe('areas have as much ink as they are large', () => {
  const triangle: Point2[] = [[10.3, 5.7], [70.9, 20.2], [25.1, 50.8]]; // prettier-ignore
  const area = (points: readonly Point2[]): number =>
    Math.abs(points.reduce((sum, [x, y], k) => sum + (x * points[(k + 1) % points.length]![1] - points[(k + 1) % points.length]![0] * y) / 2, 0)); // prettier-ignore
  test.each<[string, number, (painter: RasterPainter) => void]>([
    ['a triangle', area(triangle), (p) => { p.polygon(triangle, BLACK); }],
    ['the other way round', area(triangle), (p) => { p.polygon([...triangle].reverse(), BLACK); }],
    ['half of it', area(triangle) / 2, (p) => { p.polygon(triangle, { ...BLACK, fillOpacity: 0.5 }); }],
    ['what is in the picture of a rectangle', 30.5 * 20, (p) => { p.polygon([[-40, -10], [30.5, -10], [30.5, 20], [-40, 20]], BLACK); }],
    ['what is in the picture on the right', 10.25 * 20, (p) => { p.polygon([[69.75, 10], [400, 10], [400, 30], [69.75, 30]], BLACK); }],
    ['a sliver within a pixel', 0.3 * 40, (p) => { p.polygon([[20.1, 10], [20.4, 10], [20.4, 50], [20.1, 50]], BLACK); }],
    ['a disc', Math.PI * 144, (p) => { p.disc([40, 30], 12, BLACK); }],
    ['a line with round ends', 40 * 6 + Math.PI * 9, (p) => { p.line([[20, 30], [60, 30]], { stroke: '#000000', width: 6 }); }],
    ['a line with cut ends', 40 * 6, (p) => { p.line([[20, 30.3], [60, 30.3]], { stroke: '#000000', width: 6, cap: 'butt' }); }],
    ['a line that is thinner than a pixel', 40 * 0.4, (p) => { p.line([[20, 30.3], [60, 30.3]], { stroke: '#000000', width: 0.4 }); }],
    ['dashes', 20 * 4, (p) => { p.line([[20, 30], [60, 30]], { stroke: '#000000', width: 4, dash: [5, 5], cap: 'butt' }); }],
    ['nothing', 0, (p) => { p.line([], { stroke: '#000000' }); p.polygon([[90, 5], [95, 5], [92, 9]], BLACK); p.text(); }],
  ])('%s', (_, expected, paint) => {
    const ink = inkOf(painted(paint));
    expect(Math.abs(ink - expected)).toBeLessThan(ROUNDING + 0.02 * expected);
  });
}); // prettier-ignore

test('a line that overlaps itself is mixed in once', () => {
  const once = painted((p) => { p.line([[10, 30], [70, 30]], { stroke: '#000000', width: 8, strokeOpacity: 0.5 }); }); // prettier-ignore
  const twice = painted((p) => { p.line([[10, 30], [70, 30], [10, 30]], { stroke: '#000000', width: 8, strokeOpacity: 0.5 }); }); // prettier-ignore
  expect(Math.abs(inkOf(once) - inkOf(twice))).toBeLessThan(2);
});

describe('the period of a motion', () => {
  const frames = (count: number, f: (t: number) => number[]): number[][] => Array.from({ length: count }, (_, k) => f(k / 25)); // prettier-ignore
  const turn = 2 * Math.PI;
  test.each<[string, number | undefined, number[][]]>([
    ['of a turn', 25, frames(80, (t) => [Math.cos(turn * t), Math.sin(turn * t)])],
    ['of a turn that is no whole number of frames', 37, frames(120, (t) => [Math.cos((turn * t) / 1.49), Math.sin((turn * t) / 1.49)])], // prettier-ignore
    ['of a swing, which passes its beginning the other way', 50, frames(120, (t) => [Math.sin((turn * t) / 2)])],
    ['of a figure of eight', 50, frames(120, (t) => [Math.sin((turn * t) / 2), Math.sin(turn * t)])],
    ['of none', undefined, frames(100, (t) => [t, Math.sin(turn * t)])],
    ['of a swing that dies away', undefined, frames(100, (t) => [Math.exp(-t / 3) * Math.cos(turn * t)])],
    [
      'of a swing that dies away slowly',
      undefined,
      frames(500, (t) => [Math.exp(-t / 100) * Math.cos((turn * t) / 2)]),
    ],
    [
      'of one that begins in the middle',
      undefined,
      frames(500, (t) => [Math.exp(-t / 100) * Math.sin((turn * t) / 2)]),
    ],
    ['of one that grows', undefined, frames(500, (t) => [Math.exp(t / 100) * Math.sin((turn * t) / 2)])],
    ['of a swing whose plane turns slowly', undefined, frames(500, (t) => [Math.cos(t / 100) * Math.cos((turn * t) / 2), Math.sin(t / 100) * Math.cos((turn * t) / 2)])], // prettier-ignore
    ['of a swing that is no whole number of frames, many times', 37, frames(500, (t) => [Math.cos((turn * t) / 1.49)])],
    ['of a bounce', 50, frames(500, (t) => [((t + 0.7) % 2) * (2 - ((t + 0.7) % 2))])],
    ['of few frames', 12, frames(500, (t) => [Math.cos((25 * turn * t) / 12)])],
    ['of rest', undefined, frames(100, () => [1, 2])],
    ['of a run that is too short', undefined, frames(20, (t) => [Math.cos(turn * t), Math.sin(turn * t)])],
  ])('%s', (_, period, motion) => {
    expect(periodOf(motion)).toBe(period);
  });
});

/** The place of the reddest pixel: the middle of those that are nearly as red. */
const shownAt = ({ pixels, width }: GifFrame, is: (r: number, g: number, b: number) => boolean): [number, number] => {
  let [x, y, n] = [0, 0, 0];
  for (let k = 0; k < pixels.length / 3; k++)
    if (is(pixels[3 * k]!, pixels[3 * k + 1]!, pixels[3 * k + 2]!)) [x, y, n] = [x + (k % width), y + Math.floor(k / width), n + 1]; // prettier-ignore
  return [x / n, y / n];
};

const isBody = (r: number, g: number, b: number): boolean => Math.abs(r - 0xe9) + Math.abs(g - 0xbf) + Math.abs(b - 0x86) < 30; // prettier-ignore
/** Gray of wires, and how far the colours of a palette are from it. */
const isWire = (r: number, g: number, b: number): boolean => Math.abs(r - 0x9a) + Math.abs(g - 0xa7) + Math.abs(b - 0xb3) < 30; // prettier-ignore
/** The box around the pixels of a kind: left, top, right, bottom. */
const boxOf = ({ pixels, width }: GifFrame, is: (r: number, g: number, b: number) => boolean): [number, number, number, number] => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < pixels.length / 3; k++) {
    if (!is(pixels[3 * k]!, pixels[3 * k + 1]!, pixels[3 * k + 2]!)) continue;
    const [x, y] = [k % width, Math.floor(k / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}; // prettier-ignore

const sceneOf = (name: string): ReturnType<typeof loadScene> =>
  loadScene(JSON.parse(readFileSync(join(import.meta.dirname, '../../scenes', name), 'utf8')) as object);

/** A pendulum of small swings: 2 π √(l/g) = 2 s. */
const pendulumWith = (c: number): Scene => ({
  title: 'Pendulum',
  until: 5,
  dt: 1 / 200,
  build: () => {
    const forces = [gravity([0, -(Math.PI ** 2)]), drag(c)];
    const world = new World({ space: 2, forces, integrator: rk4() });
    const bob = world.addParticle({ mass: 1, position: [Math.sin(0.3), -Math.cos(0.3)] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    return { world, picture: { frame: [-1, -1.2, 1, 0.3] } };
  },
});
const pendulum = pendulumWith(0);

test('a film shows one period, and the bob where it is', async () => {
  const { frames, loops } = readGIF(await sceneGIF(pendulum, { width: 320 }));
  expect(loops).toBe(true);
  // A swing of 0.3 rad takes 1 + 0.3²/16 as long as a small one.
  expect(frames).toHaveLength(Math.round((2 * (1 + 0.09 / 16)) / 0.04));
  expect(frames.every(({ delay, width }) => delay === 0.04 && width === 320)).toBe(true);
  const scale = (320 - 24) / 2;
  for (const k of [0, 10, 25, 40]) {
    const [x] = shownAt(frames[k]!, isBody);
    const angle = 0.3 * Math.cos((Math.PI * 0.04 * k) / (1 + 0.09 / 16));
    expect(Math.abs(x + 0.5 - (160 + scale * Math.sin(angle)))).toBeLessThan(1);
  }
});

test('a film of a swing that dies away shows all of the run', async () => {
  const { frames } = readGIF(await sceneGIF(pendulumWith(0.02), { width: 100 }));
  expect(frames).toHaveLength(126);
});

test('frames, width and speed are as asked; the same run gives the same bytes', async () => {
  const options = { width: 100, fps: 10, speed: 0.5, until: 0.5 };
  const gif = await sceneGIF(pendulum, options);
  const { frames } = readGIF(gif);
  expect(frames).toHaveLength(11);
  expect(frames[0]).toMatchObject({ width: 100, delay: 0.1 });
  expect(await sceneGIF(pendulum, options)).toEqual(gif);
  for (const wrong of [{ width: 10 }, { fps: 100 }, { speed: -1 }, { frames: 3 }])
    await expect(sceneGIF(pendulum, wrong as never)).rejects.toThrow(/option "/);
});

test('a closed wire is seen whole', async () => {
  const { frames } = readGIF(await sceneGIF(await sceneOf('heart.json'), { width: 200, until: 0.2, fps: 2 }));
  for (const frame of frames) {
    const [left, , right] = boxOf(frame, isWire);
    // Margins of 12 px, and 6 % of the heart around it.
    expect(left).toBeLessThan(28);
    expect(right).toBeGreaterThan(172);
  }
});

/** A bead on a rail that rises at a rate, m/s. */
const rail = (rate: number): ReturnType<typeof loadScene> =>
  loadScene({
    format: 'holonomic-scene/1',
    title: 'Rail',
    space: 2,
    specs: {
      Rail: {
        summary: 'Keeps a point on a rail.',
        space: 2,
        inputs: { p: 'point' },
        params: { rate: { unit: 'm/s' } },
        C: rate === 0 ? 'p.y + 0 * rate == 0' : 'p.y == rate * t',
      },
    },
    bodies: { bead: { kind: 'particle', mass: 1, position: [0, 0], velocity: [1, rate] } },
    constraints: { rail: { type: 'Rail', on: { p: 'bead' }, params: { rate } } },
    settings: { integrator: 'rk4', dt: 0.01, until: 2 },
    traces: { path: { point: 'bead' } },
  });

test('a rail is as long at the beginning as it is at the end', async () => {
  const { frames } = readGIF(await sceneGIF(await rail(0), { width: 200, fps: 5 }));
  for (const frame of frames) {
    const [left, , right] = boxOf(frame, isWire);
    // The bead may hide an end.
    expect(left).toBeLessThan(40);
    expect(right).toBeGreaterThan(160);
  }
});

test('a rail that rises is where it is now', async () => {
  const { frames } = readGIF(await sceneGIF(await rail(0.5), { width: 200, fps: 5 }));
  for (const frame of frames.slice(3)) {
    const [, top, , bottom] = boxOf(frame, isWire);
    expect(Math.abs((top + bottom) / 2 - shownAt(frame, isBody)[1])).toBeLessThan(2);
    expect(bottom - top).toBeLessThan(8);
  }
});

test('scenes of space are seen in perspective, all of the run', async () => {
  const scene = await sceneOf('bennett.json');
  const { frames } = readGIF(await sceneGIF(scene, { width: 200, until: 1, fps: 5 }));
  expect(frames).toHaveLength(6);
  for (const frame of frames) expect(shownAt(frame, isBody).every((x) => x > 0 && x < 200)).toBe(true);
});

/** A body that rotates about the origin at 1 rad/s. */
const sling = (rotating: number): Scene => ({
  title: 'Sling',
  until: 2,
  dt: 1 / 100,
  build: () => {
    const world = new World({ space: 3, integrator: rk4() });
    const bob = world.addParticle({ mass: 1, position: [1, 0, 0], velocity: [0, 1, 0] });
    world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: bob, length: 1 }));
    return { world, picture: { rotating } };
  },
});

test('what turns with a picture of space stays where it is', async () => {
  const { frames } = readGIF(await sceneGIF(sling(1), { width: 200, fps: 5 }));
  const places = frames.map((frame) => shownAt(frame, isBody));
  for (const [x, y] of places) expect(Math.hypot(x - places[0]![0], y - places[0]![1])).toBeLessThan(0.5);
});

/** Two particles that fly 100 m, 1 m apart. */
const flight = (space: 2 | 3, picture: (body: PointConnector) => PictureOptions): Scene => ({
  title: 'Flight',
  until: 10,
  dt: 1 / 100,
  build: () => {
    const world = new World({ space, integrator: rk4() });
    const [a, b] = [0, 1].map((x) => {
      const rest = space === 3 ? [0] : [];
      return world.addParticle({ mass: 1, position: [x, 0, ...rest], velocity: [6, 8, ...rest] });
    }) as [Particle, Particle];
    world.add(space === 3 ? new Distance3D({ a, b, length: 1 }) : new Distance2D({ a, b, length: 1 }));
    return { world, picture: picture(a) };
  },
});

test.each([2, 3] as const)('what a picture follows is as large as without its way (space %i)', async (space) => {
  const { frames } = readGIF(
    await sceneGIF(
      flight(space, (follow) => ({ follow })),
      { width: 200, fps: 2 },
    ),
  );
  const boxes = frames.map((frame) => boxOf(frame, isBody));
  for (const [left, , right] of boxes) {
    expect(right - left).toBeGreaterThan(60);
    expect([left, right]).toEqual([boxes[0]![0], boxes[0]![2]]);
  }
});

test('along one axis a picture goes along with what it follows, across it shows all', async () => {
  const scene = flight(2, (follow) => ({ follow, followAlong: 'x' }));
  const { frames } = readGIF(await sceneGIF(scene, { width: 200, fps: 2 }));
  const places = frames.map((frame) => shownAt(frame, isBody));
  expect(places.every(([x]) => Math.abs(x - places[0]![0]) < 1.5)).toBe(true);
  expect(places.every(([, y], k) => k === 0 || y < places[k - 1]![1])).toBe(true);
});

test('a film is painted frame by frame, and what is told of each part is waited for', async () => {
  const strip = new SceneStrip(pendulum, { width: 100, until: 1 });
  await simulateScene(pendulum, { until: 1, onState: (built) => { strip.note(built); } }); // prettier-ignore
  const told: number[] = [];
  let isWaiting = false;
  const film = await strip.file(async (done) => {
    expect(isWaiting).toBe(false);
    isWaiting = true;
    await Promise.resolve();
    isWaiting = false;
    told.push(done);
  });
  // Each frame in three parts, and some of them for their colours.
  expect(told.length).toBeGreaterThan(3 * readGIF(film).frames.length);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBeLessThan(1);
});
