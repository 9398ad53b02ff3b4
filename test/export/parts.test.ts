import { collide, World } from 'holonomic/runtime';
import { Coincident2D, Distance2D } from 'holonomic/library';
import { loadScene, sceneDXF, scenePartsSVG, sceneSTL } from 'holonomic/scene';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areaOf, boundariesOf, holesAt, linkSizes, type Flat } from '../../src/solids/outlines.js';
import { polygonOf } from '../../src/painter/outline.js';
import type { Look } from '../../src/painter/shape.js';
import type { Scene } from '../../src/simulate/scene.js';
import { someOf } from '../support/scope.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const sceneOf = (name: string): ReturnType<typeof loadScene> =>
  loadScene(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object);

interface Read {
  readonly open: number;
  readonly volume: number;
  readonly normals: number;
}

/** Reads a file of STL: edges without their other half, the volume, mm³, and how far normals are off. */
function read(file: Uint8Array<ArrayBuffer>): Read {
  const view = new DataView(file.buffer);
  const count = view.getUint32(80, true);
  expect(file.length).toBe(84 + 50 * count);
  const edges = new Map<string, number>();
  let [volume, normals] = [0, 0];
  for (let t = 0; t < count; t++) {
    const [n, a, b, c] = [0, 1, 2, 3].map((k) => [0, 1, 2].map((i) => view.getFloat32(84 + 50 * t + 12 * k + 4 * i, true))) as [number[], number[], number[], number[]]; // prettier-ignore
    const cross = (u: readonly number[], v: readonly number[]): number[] => [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!); // prettier-ignore
    const dot = (u: readonly number[], v: readonly number[]): number => u.reduce((sum, x, k) => sum + x * v[k]!, 0);
    const minus = (u: readonly number[], v: readonly number[]): number[] => u.map((x, k) => x - v[k]!);
    volume += dot(a, cross(b, c)) / 6;
    const across = cross(minus(b, a), minus(c, a));
    if (Math.hypot(...across) > 1e-6) normals = Math.max(normals, Math.abs(dot(n, across) / Math.hypot(...across) - 1));
    // Bit by bit: what a program sews together.
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      // prettier-ignore
      const [there, back] = [`${p.join()} ${q.join()}`, `${q.join()} ${p.join()}`];
      edges.set(there, (edges.get(there) ?? 0) + 1);
      edges.set(back, (edges.get(back) ?? 0) - 1);
    }
  }
  return { open: [...edges.values()].filter((count) => count !== 0).length, volume, normals };
}

/** A link of 100 mm between two pins, with another pin on it, and a rod. */
const links: Scene = {
  title: 'Links & rods',
  build: () => {
    const world = new World({ space: 2 });
    const link = world.addBody({ mass: 1, inertia: 1, position: [0.05, 0], name: 'crank/1' });
    const end = world.addParticle({ mass: 1, position: [0.1, 0] });
    const other = world.addParticle({ mass: 1, position: [0.03, 0.08] });
    world.add(new Coincident2D({ a: link.point([-0.05, 0]), b: world.ground.point([0, 0]) }));
    world.add(new Coincident2D({ a: link.point([0.05, 0]), b: end }));
    world.add(new Distance2D({ a: end, b: other, length: 0.08 }, { name: 'rod' }));
    world.add(new Distance2D({ a: other, b: world.ground.point([0, 0]), length: 0.08 }));
    return { world };
  },
};
const FLAT = { width: 12, hole: 4 };
const SIZES = { ...FLAT, thickness: 3 };

const polygon = (n: number, r: number): number => (n / 2) * r * r * Math.sin((2 * Math.PI) / n);

test('a link is closed, and has the volume of its formula', async () => {
  const parts = await sceneSTL(links, SIZES);
  expect(parts.map(({ name, count }) => [name, count])).toEqual([['crank-1', 1], ['rod', 1], ['Distance2D-2', 1]]); // prettier-ignore
  const { open, volume, normals } = read(parts[0]!.file);
  expect(open).toBe(0);
  // Round ends of 48 sides, two holes of 24.
  const formula = 3 * (100 * 12 + polygon(48, 6) - 2 * polygon(24, 2));
  expect(Math.abs(volume / formula - 1)).toBeLessThan(1e-6);
  expect(normals).toBeLessThan(1e-6);
  const half = await sceneSTL(links, { ...SIZES, scale: 0.5 });
  expect(read(half[0]!.file).volume / (3 * (50 * 12 + polygon(48, 6) - 2 * polygon(24, 2)))).toBeCloseTo(1, 6);
});

test.each(someOf(readdirSync(FOLDER).filter((name) => name.endsWith('.json')), 8))('all parts of %s are closed', async (name) => {
  const scene = await sceneOf(name);
  const parts = await sceneSTL(scene).catch((error: unknown) => (error as Error).message);
  if (typeof parts === 'string') {
    expect(parts).toContain('no parts');
    return;
  }
  for (const { name: part, file } of parts) {
    const { open, volume } = read(file);
    expect([part, open]).toEqual([part, 0]);
    expect(volume).toBeGreaterThan(0);
  }
}); // prettier-ignore

/** The entities of a file of DXF: of each its type, and the values of each code. */
function entitiesOf(text: string): { type: string; codes: Map<number, string[]> }[] {
  const lines = text.trimEnd().split('\r\n');
  const found: { type: string; codes: Map<number, string[]> }[] = [];
  for (let k = 0; k < lines.length; k += 2) {
    const [code, value] = [Number(lines[k]), lines[k + 1]!];
    if (code === 0) found.push({ type: value, codes: new Map() });
    else found.at(-1)!.codes.set(code, [...(found.at(-1)!.codes.get(code) ?? []), value]);
  }
  return found;
}

test('DXF has circles for holes and arcs for round ends, mm', async () => {
  const text = await sceneDXF(links, FLAT);
  const entities = entitiesOf(text);
  expect(entities.at(-1)!.type).toBe('EOF');
  const circles = entities.filter(({ type }) => type === 'CIRCLE');
  expect(circles).toHaveLength(6);
  for (const { codes } of circles) expect(codes.get(40)).toEqual(['2.000000']);
  const at = circles.slice(0, 2).map(({ codes }) => [10, 20].map((code) => Number(codes.get(code)![0])));
  expect(Math.hypot(at[1]![0]! - at[0]![0]!, at[1]![1]! - at[0]![1]!)).toBeCloseTo(100, 5);
  const corners = entities.filter(({ type }) => type === 'VERTEX');
  expect(corners).toHaveLength(12);
  expect(corners.map(({ codes }) => codes.get(42)?.[0]).filter((bulge) => bulge === '1.000000')).toHaveLength(6);
  expect(text).toContain('crank-1');
  expect(entities.filter(({ codes }) => codes.get(8)?.includes('CUT')).length).toBeGreaterThan(12);
});

test('SVG has the true size', async () => {
  const text = await scenePartsSVG(links, FLAT);
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text)!;
  expect(text).toContain(`width="${width!}mm" height="${height!}mm"`);
  expect(text).toContain('Links &#38; rods');
  const [first] = [...text.matchAll(/<path d="([^"]*)"/g)].map(([, d]) => d!);
  // Ends of the straight sides of a link of 100 mm by 12 mm, and its arcs.
  expect([...first!.matchAll(/A6 6 0 0 [01]/g)]).toHaveLength(2);
  expect([...first!.matchAll(/A2 2 0 0 0/g)]).toHaveLength(4);
  const numbers = [...first!.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(Math.abs(numbers[0]![0]! - numbers[1]![0]!) + Math.abs(numbers[0]![1]! - numbers[1]![1]!)).toBeGreaterThan(
    11.9,
  );
});

test('on a sheet of metres lines and names are seen, and names have room', async () => {
  const large = await scenePartsSVG(links, { ...FLAT, scale: 30 });
  const width = Number(/width="([\d.]+)mm"/.exec(large)![1]);
  expect(width).toBeGreaterThan(3000);
  const names = [...large.matchAll(/<text x="[\d.]+" y="([\d.]+)" font-size="([\d.]+)"/g)].map(([, y, size]) => [Number(y), Number(size)] as const); // prettier-ignore
  expect(names).toHaveLength(3);
  for (const [y, size] of names) {
    expect(size / width).toBeGreaterThan(0.008);
    expect(y).toBeGreaterThan(size);
  }
  // Lines of a pixel on screens; to cutters and printers, of 0.1 mm.
  for (const text of [large, await scenePartsSVG(links, FLAT)]) {
    expect(text).toContain('<style>@media screen{path{vector-effect:non-scaling-stroke;stroke-width:1px}}</style>');
    expect(text).toContain('stroke-width="0.1"');
  }
  const heights = entitiesOf(await sceneDXF(links, { ...FLAT, scale: 30 })).flatMap(({ type, codes }) => (type === 'TEXT' ? codes.get(40)! : [])); // prettier-ignore
  expect(heights.map(Number)).toEqual(names.map(([, size]) => expect.closeTo(size, 2) as number));
});

test('the polygon of a boundary is within it, whatever its arcs', () => {
  const boundary = { corners: [[0, 0, 0.3], [2, 0, 0], [2, 1, -0.5], [0, 1, 0]] as const }; // prettier-ignore
  const segment = (chord: number, bulge: number): number => {
    const [turn, radius] = [4 * Math.atan(Math.abs(bulge)), (chord * (1 + bulge ** 2)) / (4 * Math.abs(bulge))];
    return ((turn - Math.sin(turn)) * radius ** 2) / 2;
  };
  const area = areaOf(polygonOf(boundary, false));
  expect(area / (2 + segment(2, 0.3) - segment(2, 0.5))).toBeCloseTo(1, 2);
  const [outer] = boundariesOf({ shape: 'polygon', points: [[0, 0], [1, 0], [0, 1]], isPinned: true }, linkSizes(0.02)); // prettier-ignore
  const by = 0.04;
  expect(areaOf(polygonOf(outer!, false)) / (0.5 + by * (2 + Math.SQRT2) + Math.PI * by * by)).toBeCloseTo(1, 3);
});

test('places near each other have one hole; those near an edge a small one, those outside none', () => {
  const sizes = linkSizes(0.02);
  const outer = boundariesOf({ shape: 'bar', from: [0, 0], to: [1, 0] }, sizes);
  const of = (...held: readonly Flat[]): number[] =>
    holesAt(held, outer, sizes.hole).map((hole) => Number(hole.radius.toFixed(6)));
  expect(of()).toEqual([]);
  expect(of([0, 0], [0.5, 0], [0.5, 1e-9], [0.001, 0])).toEqual([0.018, 0.018]);
  expect(of([0.5, 0.5], [0.5, 0.03], [0.5, 0.04])).toEqual([0.006]);
});

test('bodies that collide are parts, too; equal parts are counted', async () => {
  const scene: Scene = {
    title: 'Boxes',
    build: () => {
      const world = new World({ space: 2 });
      const boxes = [0, 1, 2].map((k) => world.addBody({ mass: 1, inertia: 1, position: [k, 0] }));
      collide(world, { shapes: boxes.map((body) => ({ body, box: [0.1, 0.05] })) });
      return { world };
    },
  };
  const parts = await sceneSTL(scene, { thickness: 10 });
  expect(parts.map(({ count }) => count)).toEqual([3]);
  expect(read(parts[0]!.file).volume / (100 * 50 * 10)).toBeCloseTo(1, 6);
});

test.each([2, 3])('a floor, which nothing moves, is no part; what turns by itself is one, in %d D', async (space) => {
  const draw = space === 2 ? { shape: 'disc', radius: 0.1 } : { shape: 'box', size: [0.2, 0.1, 0.1] };
  const body = (more: object): object => ({ kind: 'rigid', mass: 'infinite', inertia: 'infinite', position: [0, 0, 0].slice(0, space), draw, ...more }); // prettier-ignore
  const scene = await loadScene({
    format: 'holonomic-scene/1',
    title: 'Floor',
    space,
    bodies: {
      floor: body({}),
      table: body({ angularVelocity: space === 2 ? 1 : [0, 0, 1] }),
      held: body({ mass: 1, draw: { ...draw, ...(space === 2 ? { radius: 0.2 } : { size: [0.1, 0.1, 0.1] }) } }),
    },
  });
  expect((await sceneSTL(scene)).flatMap(({ names }) => names)).toEqual(['table', 'held']);
});

type Outlined = { readonly box: [number, number] } | { readonly disc: number };
/** A body that is pinned to the ground at places of its own axes, and looks as it is told. */
const pinned = (places: readonly Flat[], look?: Look, shape?: Outlined): Scene => ({
  title: 'Pinned',
  build: () => {
    const world = new World({ space: 2 });
    const body = world.addBody({ mass: 2, inertia: 0.01, position: [0, 0], name: 'part' });
    for (const place of places) world.add(new Coincident2D({ a: body.point(place), b: world.ground.point(place) }));
    if (shape) collide(world, { shapes: [{ body, ...shape }] });
    return { world, picture: { ...(look && { looks: new Map([[body, look]]) }) } };
  },
});

const CORNERS: readonly Flat[] = [[0, 0], [0.2, 0], [0.2, 0.1], [0, 0.1]]; // prettier-ignore
test.each<[string, readonly Flat[], (Look | undefined)?, Outlined?]>([
  ['a wheel', [[0, 0], [0.05, 0]], { shape: 'wheel', radius: 0.1 }],
  ['a disc', [[0, 0]], { shape: 'disc', radius: 0.1 }],
  ['a disc of its inertia', [[0, 0]]],
  ['a disc that is held beside its middle', [[0.05, 0.02]], { shape: 'disc', radius: 0.1 }],
  ['a gear', [[0, 0], [0.03, 0.04]], { shape: 'gear', teeth: 20, radius: 0.1 }],
  ['a ring', [[0.118, 0]], { shape: 'ring', teeth: 20, radius: 0.1 }],
  ['a polygon', [[0.05, 0.05], [0.1, 0.05]], { shape: 'polygon', points: CORNERS }],
  ['a cylinder', [[0.05, 0.01]], { shape: 'cylinder', from: [0, 0], to: [0.2, 0], radius: 0.03 }],
  ['a link', [[0, 0], [0.1, 0], [0.15, 0.002]], { shape: 'bar', from: [0, 0], to: [0.2, 0], width: 0.02 }],
  ['a plate with a notch', [[0, 0], [0.2, 0], [0.06, 0.05], [0, 0.2]]],
  ['what collides', [[0.05, 0.01], [-0.05, 0]], undefined, { box: [0.2, 0.1] }],
  ['a round thing that collides', [[0, 0]], undefined, { disc: 0.05 }],
])('%s has holes where it is held, and no others', async (_, places, look, shape) => {
  const holes = entitiesOf(await sceneDXF(pinned(places, look, shape), { hole: 6, width: 20 }))
    .filter(({ type, codes }) => type === 'CIRCLE' && codes.get(40)![0] === '3.000000')
    .map(({ codes }) => [10, 20].map((code) => Number(codes.get(code)![0])));
  // On the sheet all are moved alike.
  const [first] = places;
  const found = holes.map((at) => at.map((x, k) => Math.round(x - holes[0]![k]! + 1000 * first![k]!)).join());
  // Forms that overlap have the same hole.
  expect([...new Set(found)].sort()).toEqual(places.map((place) => place.map((x) => Math.round(1000 * x)).join()).sort());
  const parts = await sceneSTL(pinned(places, look, shape), { hole: 6, width: 20 });
  for (const { file } of parts) expect(read(file).open).toBe(0);
}); // prettier-ignore

test('a plate with a notch is as wide as links around all of its pins', async () => {
  const scene = pinned([[0, 0], [0.2, 0], [0.05, 0.05], [0, 0.2]]); // prettier-ignore
  const [part] = await sceneSTL(scene, { hole: 6, width: 20, thickness: 1 });
  const around = 200 * 100 + 10 * 200 * (2 + Math.SQRT2) + Math.PI * 100;
  expect(read(part!.file).volume / (around - 4 * Math.PI * 9)).toBeCloseTo(1, 3);
});

test('a disc that collides is cut along a circle', async () => {
  const entities = entitiesOf(await sceneDXF(pinned([[0, 0]], undefined, { disc: 0.05 }), { hole: 6 }));
  const radii = entities.filter(({ type }) => type === 'CIRCLE').map(({ codes }) => Number(codes.get(40)![0]));
  expect(radii).toEqual([50, 3]);
  expect(entities.some(({ type }) => type === 'POLYLINE')).toBe(false);
});

test.each(['disc', 'wheel'] as const)(
  'a %s that is drawn is cut along its circle, wherever it is held',
  async (shape) => {
    const entities = entitiesOf(await sceneDXF(pinned([[0, 0], [0.05, 0]], { shape, radius: 0.1 }), { hole: 25, width: 20 })); // prettier-ignore
    const radii = entities.filter(({ type }) => type === 'CIRCLE').map(({ codes }) => Number(codes.get(40)![0]));
    expect(radii).toEqual([100, 12.5, 12.5]);
    expect(entities.some(({ type }) => type === 'POLYLINE')).toBe(false);
  },
);

test('a wheel is a disc', async () => {
  const [part] = await sceneSTL(pinned([[0, 0]], { shape: 'wheel', radius: 0.1 }), { hole: 6, thickness: 2 });
  expect(read(part!.file).volume / (2 * (polygon(64, 100) - polygon(24, 3)))).toBeCloseTo(1, 6);
});

test('a hole that does not fit is refused, and made smaller only where none is asked for', async () => {
  const bar: Look = { shape: 'bar', from: [0, 0], to: [0.2, 0], width: 0.005 };
  const ends: readonly Flat[] = [[0, 0], [0.2, 0]]; // prettier-ignore
  await expect(sceneDXF(pinned(ends, bar), { hole: 6 })).rejects.toThrow(
    /A hole of 6 mm does not fit in "part"[^]*at most 2\.99/,
  );
  const circles = entitiesOf(await sceneDXF(pinned(ends, bar))).filter(({ type }) => type === 'CIRCLE');
  expect(circles.map(({ codes }) => Number(codes.get(40)![0]) > 1.4)).toEqual([true, true]);
  const gear: Look = { shape: 'gear', teeth: 20, radius: 0.01 };
  await expect(sceneDXF(pinned([[0, 0]], gear), { hole: 15 })).rejects.toThrow('does not fit in "part"');
  const near = pinned([[0, 0], [0.006, 0]], { shape: 'disc', radius: 0.1 }); // prettier-ignore
  await expect(sceneDXF(near, { hole: 6, width: 20 })).rejects.toThrow(/at most 3\.(6|599)/);
});

test('gears that differ by how they are set are one part, and all are told', async () => {
  const parts = await sceneSTL(await sceneOf('planetary-gear.json'));
  expect(parts.map(({ names }) => names)).toEqual([['ring'], ['sun', 'planet0', 'planet1', 'planet2'], ['carrier']]);
  expect(parts[1]).toMatchObject({ name: 'sun', count: 4 });
  const text = await sceneDXF(await sceneOf('planetary-gear.json'));
  for (const name of ['sun', 'planet0', 'planet1', 'planet2']) expect(text.split(`\r\n${name}\r\n`)).toHaveLength(2);
  // Holes beside the middle turn along with the teeth.
  const gear = (turn: number, way: number): Promise<string> =>
    sceneDXF(pinned([[0.04 * Math.cos(way), 0.04 * Math.sin(way)]], { shape: 'gear', teeth: 20, radius: 0.1, turn }), { hole: 6 }); // prettier-ignore
  expect(await gear(0.1, 0.5)).toBe(await gear(0, 0.4));
  expect(await gear(0.1, 0.4)).not.toBe(await gear(0, 0.4));
});

test('mistakes are named', async () => {
  const space = await sceneOf('bennett.json');
  await expect(sceneDXF(space)).rejects.toThrow('this scene is in space');
  await expect(sceneSTL({ title: 'Nothing', build: () => ({ world: new World({ space: 2 }) }) })).rejects.toThrow(
    'no parts',
  );
  await expect(sceneSTL(links, { hole: 9, width: 12 })).rejects.toThrow('does not fit in "crank/1"');
  await expect(sceneSTL(links, { holes: 9 } as never)).rejects.toThrow('no option "holes"');
  await expect(scenePartsSVG(links, { scale: -1 })).rejects.toThrow('option "scale"');
  for (const name of ['width', 'hole', 'thickness'])
    await expect(sceneSTL(space, { [name]: 3 })).rejects.toThrow(
      `The option "${name}" has no effect on parts of space`,
    );
  expect(await sceneSTL(space, { scale: 0.1 })).toHaveLength(3);
  for (const flat of [sceneDXF, scenePartsSVG])
    await expect(flat(links, { thickness: 3 })).rejects.toThrow('"thickness" has no effect on parts to be cut');
  for (const radius of [1e36, 1e300, 1e306])
    for (const make of [sceneDXF, scenePartsSVG, sceneSTL])
      await expect(make(pinned([], { shape: 'disc', radius }))).rejects.toThrow('smaller "scale"');
  expect(await sceneDXF(pinned([], { shape: 'disc', radius: 1e36 }), { scale: 1e-36 })).toContain('1000.000000');
  await expect(sceneDXF(1 as never)).rejects.toThrow('scene of sceneDXF');
});
