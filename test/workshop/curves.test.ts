import { expect, test } from 'vitest';
import type { CurveFacts } from '../../site/workshop/model/curves.js';
import { curvesIn, movePoint, nameOfCurve, pointsOf } from '../../site/workshop/model/curves.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { curve } from '../../runtime/index.js';
import { scene, Twin } from './twin.js';

/** A scene with a follower on a curve. */
const follower = (profile: object): SceneDocument => ({
  format: 'holonomic-scene/1',
  title: 'A follower',
  space: 2,
  params: { high: 0.02 },
  bodies: {
    cam: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0], angularVelocity: 3 },
    tip: { kind: 'particle', mass: 2, position: [0, 0] },
  },
  constraints: {
    lift: { type: 'CamFollower', on: { lift: 'tip.y', angle: 'cam.angle' }, params: { profile: { curve: profile } } },
  },
});

const POINTS = [
  [0, 0],
  ['pi/2', 0.01],
  ['pi', 'high'],
  ['3*pi/2', 0.01],
];

async function factsOf(document: SceneDocument): Promise<readonly CurveFacts[]> {
  const report = await new Twin().load(document);
  if (report.kind !== 'loaded') throw new Error(JSON.stringify(report));
  return report.facts.curves;
}

const entryOf = (document: SceneDocument): ReturnType<typeof curvesIn>[number]['entry'] => curvesIn(document)[0]!.entry;

test('shows the points and the curve of a profile, of a rail in a repeat, and of a table', async () => {
  const [profile] = await factsOf(follower({ points: POINTS, periodic: '2*pi' }));
  const points = [0, 1, 2, 3].map((k) => [(k * Math.PI) / 2, [0, 0.01, 0.02, 0.01][k]!] as const);
  expect(profile).toMatchObject({ isPath: false, periodic: 2 * Math.PI });
  expect(profile!.points).toEqual(points);
  const made = curve({ points, periodic: 2 * Math.PI });
  for (const [s, y] of profile!.line) expect(y).toBe(made.value(s));
  const [rail] = curvesIn(scene('roller-coaster'));
  expect(nameOfCurve(rail!.address)).toBe('car{i}.path');
  expect(pointsOf(rail!.entry)).toHaveLength(27);
  const csv = {
    csv: 'angle,lift\n0,0\n90,10\n180,30\n360,0\n',
    x: 'angle',
    y: 'lift',
    xScale: 'pi/180',
    yScale: 0.001,
  };
  const [table] = await factsOf(follower({ ...csv, periodic: true }));
  expect(table!.points[2]).toEqual([Math.PI, 0.03]);
});

test('a point that is moved keeps the formulas of what is not, its place between others, and its seam', async () => {
  const document = follower({ points: POINTS, periodic: '2*pi' });
  const [facts] = await factsOf(document);
  const points = (index: number, to: readonly (number | undefined)[]): unknown =>
    pointsOf(entryOf(movePoint(document, facts!, index, to)));
  expect(points(2, [undefined, 0.0151234])).toEqual([POINTS[0], POINTS[1], ['pi', 0.01512], POINTS[3]]);
  // It stops short of its neighbours; the first one of the last, a turn before.
  expect(points(2, [9, undefined])).toEqual([POINTS[0], POINTS[1], [4.65, 'high'], POINTS[3]]);
  expect(points(0, [-9, undefined])).toMatchObject([[-1.508, 0], POINTS[1], POINTS[2], POINTS[3]]);
  expect(document).toEqual(follower({ points: POINTS, periodic: '2*pi' }));

  const closed = follower({ points: [[0, 0], [1, 0.3], [2, 0.2], ['2*pi', 0]], periodic: true }); // prettier-ignore
  const [seam] = await factsOf(closed);
  const moved = movePoint(closed, seam!, 3, [1.8, 0.1]);
  expect(pointsOf(entryOf(moved))).toEqual([[0, 0.1], [1, 0.3], [2, 0.2], ['2*pi', 0.1]]); // prettier-ignore
});

test('the points of a table take its place', async () => {
  const document = follower({
    csv: 'a,y\n0,0\n1,0.3\n2,0.1\n',
    x: 'a',
    y: 'y',
    xScale: '2*pi/3',
    periodic: '2*pi',
    degree: 3,
  });
  const [facts] = await factsOf(document);
  const third = (2 * Math.PI) / 3;
  const moved = movePoint(document, facts!, 1, [undefined, 0.2]);
  const points = [[0, 0], [third, 0.2], [2 * third, 0.1]]; // prettier-ignore
  expect(entryOf(moved)).toEqual({ curve: { points, periodic: '2*pi', degree: 3 } });
  expect((await factsOf(moved))[0]!.points[1]).toEqual([third, 0.2]);
});
