import { expect, test } from 'vitest';
import { Trail } from '../../src/canvas/trail.js';
import { LIGHT, mixed } from '../../src/painter/colors.js';
import { paintShapes } from '../../src/painter/paint-world.js';
import type { Ink, Painter } from '../../src/painter/painter.js';
import type { Point2 } from '../../src/painter/plane.js';
import { Sketch } from '../../src/painter/sketch.js';
import { planarView, viewportOf } from '../../src/painter/view.js';
import { loadScene, simulateScene } from '../../src/scene/index.js';

const scene = (parts: object) => ({ format: 'holonomic-scene/1', title: 'Parts', space: 2, ...parts });
const particle = (position: readonly number[], velocity = [0, 0]) => ({
  kind: 'particle',
  mass: 1,
  position,
  velocity,
});
const foot = (p: string) => ({
  type: 'PointLineContact',
  on: { p, origin: { ground: [0, 0] }, axis: { direction: [1, 0] } },
});

interface Line {
  readonly points: readonly Point2[];
  readonly ink: Ink;
}

/** The lines of a picture, 100 px a metre, the origin at (200, 200). */
async function painted(document: object): Promise<readonly Line[]> {
  const { world, picture } = (await loadScene(document)).build();
  const box = { min: [-2, -2], max: [2, 2] } as const;
  const lines: Line[] = [];
  const painter: Painter = {
    line: (points, ink) => lines.push({ points, ink }),
    polygon: () => undefined,
    disc: () => undefined,
    text: () => undefined,
  };
  const view = planarView(box, viewportOf(400, 400, 0), {}, 0);
  paintShapes(painter, new Sketch(world, picture).shapes([], box), [], view, LIGHT, 1);
  return lines;
}

test('what is far is painted first, paler and thinner', async () => {
  const rod = (a: string, b: string) => ({ type: 'Distance', on: { a, b }, params: { length: 1 } });
  const lines = await painted(
    scene({
      bodies: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name, k) => [name, particle([k % 2, k >> 1])])),
      constraints: { near: rod('a', 'b'), middle: rod('c', 'd'), far: rod('e', 'f') },
      view: { layers: [['far'], ['middle']] },
    }),
  );
  // Each rod has an edge in the colour of the paper, a line, and a lighter one inside that.
  const rods = lines.filter(({ ink }) => ink.stroke !== LIGHT.paper).filter((_, k) => k % 2 === 0);
  expect(rods.map(({ points }) => Math.round(points[0]![1]))).toEqual([0, 100, 200]);
  expect(rods.map(({ ink }) => ink.stroke)).toEqual([
    mixed(LIGHT.rod, LIGHT.paper, 0.62),
    mixed(LIGHT.rod, LIGHT.paper, 0.31),
    LIGHT.rod,
  ]);
  const [far, middle, near] = rods.map(({ ink }) => ink.width!);
  expect(far! / near!).toBeCloseTo(0.7, 12);
  expect(middle! / near!).toBeCloseTo(0.85, 12);
});

test('the ground under many feet is one line, hatched below at places that stay', async () => {
  const bodies = { a: particle([-1, 0.5]), b: particle([0, 0]), c: particle([1, 0.2]) };
  const document = scene({ bodies, constraints: { one: foot('a'), two: foot('b'), three: foot('c') } });
  const lines = await painted(document);
  const ground = lines.filter(({ ink }) => ink.stroke === LIGHT.anchor);
  expect(ground.map(({ points }) => points.map((point) => point.map(Math.round)))).toEqual([[[0, 200], [400, 200]]]); // prettier-ignore
  const strokes = lines.filter(({ ink }) => ink.stroke === LIGHT.faint).map(({ points }) => points);
  expect(strokes.length).toBeGreaterThan(10);
  for (const [from, to] of strokes) {
    expect(from![1]).toBeGreaterThan(200);
    expect(to![1]).toBeGreaterThan(from![1]);
    // Strokes lean on the ground at multiples of 0.2 m.
    const foot = from![0] + (from![1] - 200);
    expect(Math.abs(foot / 20 - Math.round(foot / 20))).toBeLessThan(1e-9);
  }
  // Nothing is fixed at the place by which the line is given.
  const { world } = (await loadScene(document)).build();
  expect(new Sketch(world).shapes().filter(({ kind }) => kind === 'anchor')).toEqual([]);
});

test('a bowl that beads are kept in is solid outside, whichever way its curve goes round', async () => {
  const Bowl = { summary: 'A bowl.', space: 2, inputs: { p: 'point' }, C: 'norm(p) <= 1.5' };
  const strokes = (
    await painted(
      scene({
        specs: { Bowl },
        bodies: { a: particle([0, 0]) },
        constraints: { bowl: { type: 'Bowl', on: { p: 'a' } } },
      }),
    )
  ).filter(({ ink }) => ink.stroke === LIGHT.faint);
  expect(strokes.length).toBeGreaterThan(10);
  for (const { points } of strokes) {
    const [from, to] = points.map(([x, y]) => Math.hypot(x - 200, y - 200));
    expect(from).toBeGreaterThan(150);
    expect(to).toBeGreaterThan(from!);
  }
});

test('a path about a body is the one that it sees, where the body is now', async () => {
  const document = scene({
    bodies: {
      cart: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], velocity: [3, 0], angularVelocity: 0 },
      lamp: particle([0, 1], [3, 2]),
    },
    traces: { way: { point: 'lamp', about: 'cart', fade: 10 } },
    settings: { dt: 0.25, until: 1 },
  });
  const loaded = await loadScene(document);
  const expected = [0, 0.25, 0.5, 0.75, 1].map((t) => [3, 1 + 2 * t]);
  const { traces } = await simulateScene(loaded);
  traces[0]!.path.forEach((place, k) => { place.forEach((x, i) => { expect(x).toBeCloseTo(expected[k]![i]!, 9); }); }); // prettier-ignore
  const { world, traces: [trace] = [] } = loaded.build(); // prettier-ignore
  const trail = new Trail(trace!);
  trail.note(world.time);
  for (let k = 0; k < 4; k++) {
    world.step(0.25);
    trail.note(world.time);
  }
  const { path } = trail.painted('red');
  expect(path.length).toBe(5);
  path.forEach((place, k) => { Array.from(place).forEach((x, i) => { expect(x).toBeCloseTo(expected[k]![i]!, 9); }); }); // prettier-ignore
  const wrong = { ...document, traces: { way: { point: 'lamp', about: 'lamp' } } };
  await expect(loadScene(wrong)).rejects.toMatchObject({ diagnostics: [{ field: 'traces.way.about' }] });
});
