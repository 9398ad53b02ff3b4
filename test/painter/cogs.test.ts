import { Coincident2D, Hinge, HingeGear, VaryingGear } from 'holonomic/library';
import { curve, World, type RigidBody2D, type RigidBody3D } from 'holonomic/runtime';
import { loadScene, sceneDXF, sceneGLB, sceneSTL } from 'holonomic/scene';
import { threeView } from 'holonomic/three';
import { validateBytes } from 'gltf-validator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstancedMesh } from 'three';
import { describe, expect, test } from 'vitest';
import { shapesOfLook } from '../../src/painter/forms.js';
import { cross, dot, minus, plus, unit, type Vector } from '../../src/painter/frame.js';
import { teethOf } from '../../src/painter/gearing/gearing.js';
import { distanceToSegment, isInside, type Point2 } from '../../src/painter/plane.js';
import type { Form } from '../../src/painter/shape.js';
import { Sketch } from '../../src/painter/sketch.js';

type Cog = Form & { readonly shape: 'cog' };
type SpatialGear = Form & { readonly shape: 'gear'; readonly axis: Vector; readonly at: Vector };

/** Wheels of 2 a + b = lead(b) and so on, on axles at a distance, the one turned to `angle`. */
function pair(ratio: number, lead: (s: number) => number, distance = 0.2) {
  const world = new World({ space: 2 });
  const points = Array.from({ length: 257 }, (_, k): [number, number] => [(k * Math.PI) / 128, lead((k * Math.PI) / 128)]); // prettier-ignore
  const profile = curve({ points, periodic: true, degree: 5 });
  const wheel = (x: number, angle: number): RigidBody2D => {
    const body = world.addBody({ mass: 1, inertia: 0.01, position: [x, 0.1], angle });
    world.add(new Coincident2D({ a: body.point([0, 0]), b: world.ground.point([x, 0.1]) }));
    return body;
  };
  const [b, a] = [wheel(0, 0), wheel(distance, lead(0))];
  world.add(new VaryingGear({ a: a.angle, b: b.angle, ratio, lead: profile }));
  const turnTo = (angle: number): void => {
    b.orientation = angle;
    a.orientation = ratio * angle + profile.value(angle);
  };
  return { world, a, b, turnTo };
}

const outlineOf = (body: RigidBody2D, forms: readonly Form[]): readonly Point2[] => {
  const [shape] = shapesOfLook(forms, { place: (local) => body.pointToWorldFrame(local), origin: [0, 0] });
  return (shape as { readonly points: readonly ArrayLike<number>[] }).points.map((p): Point2 => [p[0]!, p[1]!]);
};

/** How deep corners of outlines are within each other, m. */
const depth = (first: readonly Point2[], second: readonly Point2[]): number =>
  Math.max(
    0,
    ...[[first, second] as const, [second, first] as const].flatMap(([corners, other]) =>
      corners
        .filter((corner) => isInside(corner, other))
        .map((corner) =>
          Math.min(...other.map((p, k) => distanceToSegment(corner, p, other[(k + 1) % other.length]!))),
        ),
    ),
  );

const ECC = 0.5;
const ellipses = (s: number): number => 2 * Math.atan2(ECC * Math.sin(s), 1 + ECC * Math.cos(s));

describe.each([
  ['equal ellipses', -1, ellipses, [32, 32]],
  ['one that turns half as fast', -0.5, (s: number) => 0.2 * Math.sin(s), [48, 24]],
  ['one that turns twice as fast', -2, (s: number) => 0.3 * Math.sin(2 * s), [24, 48]],
  ['three turns to two', -1.5, (s: number) => 0.1 * Math.cos(3 * s), [24, 36]],
] as const)('%s', (_, ratio, lead, least) => {
  test('have their teeth in the spaces of each other, wherever they are, and stay as they are', () => {
    const { world, a, b, turnTo } = pair(ratio, lead);
    const forms = [a, b].map((body) => teethOf(world).get(body)!) as [Cog[], Cog[]];
    const counts = forms.map(([form]) => form!.teeth);
    expect(counts[0]! * -ratio).toBe(counts[1]);
    for (const k of [0, 1]) expect(counts[k]).toBeGreaterThanOrEqual(least[k]! - 8);
    const length = forms[1][0]!.points.reduce<number>((sum, p, k, all) => {
      const next = all[(k + 1) % all.length]!;
      return sum + Math.hypot(next[0]! - p[0]!, next[1]! - p[1]!);
    }, 0);
    const module = length / (Math.PI * counts[1]!);
    let [deepest, half] = [0, Infinity];
    for (let n = 0; n < 23; n++) {
      turnTo(0.37 * n);
      expect(world.residual().position).toBeLessThan(1e-12);
      const [first, second] = [outlineOf(a, forms[0]), outlineOf(b, forms[1])] as const;
      // Straight flanks are in each other by a part of the height of a tooth, 2.25 modules, where wheels are steep.
      const here = depth(first, second);
      expect(here).toBeLessThan(0.3 * module);
      // Tips of the one are beyond the pitch line of the other.
      const pitchLine = forms[1][0]!.points.map((p) => Array.from(b.pointToWorldFrame(p)) as unknown as Point2);
      deepest = Math.max(deepest, first.filter((corner) => isInside(corner, pitchLine)).length);
      // Half a pitch on, teeth are on teeth.
      const turn = b.orientation;
      // The pitch line meets that of the other between the axles.
      const contact = Math.hypot(...pitchLine.reduce<Point2>((best, p) => (p[0] > 0 && Math.abs(p[1] - 0.1) < Math.abs(best[1] - 0.1) ? p : best), [0.1, 9]).map((x, k) => x - [0, 0.1][k]!)); // prettier-ignore
      b.orientation += (Math.PI * module) / 2 / contact;
      half = Math.min(half, depth(first, outlineOf(b, forms[1])));
      b.orientation = turn;
      expect(teethOf(world).get(a)).toEqual(forms[0]);
    }
    expect(deepest).toBeGreaterThan(0);
    expect(half).toBeGreaterThan(0.3 * module);
  });
});

test('pitch lines of equal ellipses are these ellipses about their foci, on each wheel', () => {
  const { world, a, b } = pair(-1, ellipses);
  // r = p / (1 + e cos φ) from the focus, with half of the distance of the axles as half axis. A quintic through 256
  // points has its slope to 1e-8.
  for (const body of [a, b])
    for (const [x, y] of (teethOf(world).get(body) as [Cog])[0].points as readonly Point2[])
      expect(Math.hypot(x, y)).toBeCloseTo((0.1 * (1 - ECC ** 2)) / (1 + ECC * Math.cos(Math.atan2(y, x))), 7);
});

test('wheels that would turn back, have several radii at one place, or may be those of a belt have no teeth; sharp ones are smooth', () => {
  const teeth = (ratio: number, lead: (s: number) => number): number => teethOf(pair(ratio, lead).world).size;
  expect(teeth(-1, (s) => 1.2 * Math.sin(s))).toBe(0);
  expect(teeth(-2, (s) => 0.3 * Math.sin(s))).toBe(0);
  expect(teeth(1, (s) => 0.3 * Math.sin(s))).toBe(0);
  expect(teeth(-Math.SQRT2, (s) => 0.3 * Math.sin(s))).toBe(0);
  const { world, b } = pair(-1, (s) => 2 * Math.atan2(0.96 * Math.sin(s), 1 + 0.96 * Math.cos(s)));
  expect(teethOf(world).get(b)).toMatchObject([{ shape: 'polygon' }]);
});

/** Two bodies on hinges of the ground: their axes, and where their centres of mass are. */
function hinged(ratio: number, axes: readonly [Vector, Vector], places: readonly [Vector, Vector]) {
  const world = new World({ space: 3 });
  const sides = axes.map((axis, k) => {
    const [body, w] = [world.addBody({ mass: 1, inertia: [0.01, 0.01, 0.02], position: places[k]! }), unit(axis)];
    const u = unit(cross(w, [0.3, 0.5, -0.7]));
    const [across, other] = [world.ground.direction(u), world.ground.direction(cross(w, u))];
    world.add(new Hinge({ a: body.point([0, 0, 0]), b: world.ground.point(places[k]!), axis: body.direction(w), u: across, w: other })); // prettier-ignore
    return { body, w, side: body.direction(u), across, other };
  });
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
  world.add(new HingeGear({ a: a.side, ua: a.across, wa: a.other, b: b.side, ub: b.across, wb: b.other, ratio }));
  const turnTo = (angle: number): void => {
    for (const [{ body, w }, turn] of [
      [a, ratio * angle],
      [b, angle],
    ] as const)
      body.orientation = [Math.cos(turn / 2), ...w.map((x) => x * Math.sin(turn / 2))];
  };
  return { world, a: a.body, b: b.body, turnTo };
}

/** How far the teeth of a wheel are from a place along a tangent there, in pitches, from 0 to 1. */
function teethFrom(body: RigidBody3D, form: SpatialGear, place: Vector, tangent: Vector): number {
  const shapes = shapesOfLook(form, { place: (local) => body.pointToWorldFrame(local), origin: [0, 0, 0] });
  // The near side has six corners for each tooth; two of them are the tip.
  const [{ points }] = shapes as unknown as [{ readonly points: readonly Vector[] }];
  expect(points).toHaveLength(6 * form.teeth);
  const centre = Array.from(body.pointToWorldFrame(form.at)) as unknown as Vector;
  const far = points.map((p) => Math.hypot(...minus(p, centre)));
  const k = far.findIndex((x, n) => x > far[(n + 2) % far.length]! && Math.abs(x - far[(n + 1) % far.length]!) < 1e-9);
  const tip = [0, 1, 2].map((n) => (points[k]![n]! + points[k + 1]![n]!) / 2) as unknown as Vector;
  const axis = Array.from(body.vectorToWorldFrame(form.axis)) as unknown as Vector;
  const away = minus(place, centre);
  const [out, toTip] = [unit(plus(away, axis, -dot(away, axis))), minus(tip, centre)];
  const angle = Math.atan2(dot(toTip, tangent), dot(toTip, out));
  return ((((angle * form.teeth) / (2 * Math.PI)) % 1) + 1) % 1;
}

// The apex of bevel gears is at [-0.1, 0.1, 0]. Radii and the place where they meet follow by hand.
const CASES = [
  // r_a : r_b = 1 : 0.5 at right angles; b is at 0.2 from the apex: so large is a, and b is half of that.
  ['bevel gears at right angles', -0.5, [[1, 0, 0], [0, 1, 0]], [[0, 0.1, 0], [-0.1, 0.3, 0]], [0.2, 0.1], [0, 0.3, 0]], // prettier-ignore
  ['with an axis that points the other way', 0.5, [[1, 0, 0], [0, -1, 0]], [[0, 0.1, 0], [-0.1, 0.3, 0]], [0.2, 0.1], [0, 0.3, 0]], // prettier-ignore
  // Equal ones at 60°: the line is at 30° from both axes.
  ['bevel gears at 60°', -1, [[1, 0, 0], [0.5, Math.sqrt(0.75), 0]], [[0.1, 0.1, 0], [-0.1 + 0.1, 0.1 + 0.2 * Math.sqrt(0.75), 0]], [0.2 * Math.tan(Math.PI / 6), 0.2 * Math.tan(Math.PI / 6)], [0.1, 0.1 + 0.2 * Math.tan(Math.PI / 6), 0]], // prettier-ignore
  // 0.3 apart, 1 : 2.
  ['spur gears', -0.5, [[0, 1, 1], [0, 1, 1]], [[0, 0, 0], [0.3, 0, 0]], [0.2, 0.1], [0.2, 0, 0]], // prettier-ignore
  ['spur gears whose axes point to opposite sides', 0.5, [[0, 1, 1], [0, -1, -1]], [[0, 0, 0], [0.3, 0, 0]], [0.2, 0.1], [0.2, 0, 0]], // prettier-ignore
] as unknown as readonly (readonly [string, number, [Vector, Vector], [Vector, Vector], [number, number], Vector])[];

test.each(CASES)(
  '%s have their teeth in the spaces of each other, wherever they are',
  (_, ratio, axes, places, radii, meeting) => {
    const { world, a, b, turnTo } = hinged(ratio, axes, places);
    const tangent = unit(Math.hypot(...cross(...axes)) > 0.1 ? cross(...axes) : cross(axes[0], [1, 0, 0]));
    for (const angle of [0, 0.3, 1.7, -2.9]) {
      turnTo(angle);
      expect(world.residual().position).toBeLessThan(1e-12);
      const forms = teethOf(world);
      const [first, second] = [a, b].map((body) => forms.get(body)![0]) as [SpatialGear, SpatialGear];
      expect(first).toMatchObject({ shape: 'gear', teeth: (16 * radii[0]) / Math.min(...radii), radius: expect.closeTo(radii[0], 12) as number }); // prettier-ignore
      expect(second).toMatchObject({ shape: 'gear', teeth: (16 * radii[1]) / Math.min(...radii), radius: expect.closeTo(radii[1], 12) as number }); // prettier-ignore
      const [x, y] = [teethFrom(a, first, meeting, tangent), teethFrom(b, second, meeting, tangent)];
      // A tooth of one is half a pitch from one of the other.
      expect(Math.abs(x - y)).toBeCloseTo(0.5, 9);
    }
  },
);

test('where axes pass each other, or wheels turn to the same side, or have a look, there are no teeth', () => {
  const teeth = (ratio: number, ...given: readonly [[Vector, Vector], [Vector, Vector]]): number =>
    teethOf(hinged(ratio, ...given).world).size;
  const [x, y]: readonly Vector[] = [[1, 0, 0], [0, 1, 0]]; // prettier-ignore
  expect(teeth(-1, [x!, y!], [[0, 0, 0], [0.2, 0.2, 0.1]])).toBe(0); // prettier-ignore
  expect(teeth(1, [x!, x!], [[0, 0, 0], [0, 0.2, 0]])).toBe(0); // prettier-ignore
  const { world, a } = hinged(-1, [x!, x!], [[0, 0, 0], [0, 0.2, 0]]); // prettier-ignore
  expect(teethOf(world).size).toBe(2);
  expect(teethOf(world, new Map([[a, { shape: 'disc', radius: 1 }]])).size).toBe(0);
});

/** A scene of the gallery without what it says its bodies look like. */
async function bare(name: string) {
  const path = join(import.meta.dirname, `../../scenes/${name}.json`);
  const document = JSON.parse(readFileSync(path, 'utf8')) as { readonly bodies: Record<string, { draw?: unknown }> };
  for (const body of Object.values(document.bodies)) delete body.draw;
  return loadScene(document);
}

test.each([
  ['elliptic-gears', 'cog', 2],
  // The crown, the pinion, both side gears and both planets.
  ['differential', 'gear', 6],
] as const)(
  'one description of the teeth of %s serves the painter, three.js, GLB, STL and DXF',
  async (name, shape, count) => {
    const scene = await bare(name);
    const { world } = scene.build();
    const forms = [...teethOf(world).values()].flat();
    expect(forms.map((form) => form.shape)).toEqual(Array.from({ length: count }, () => shape));
    const teeth = forms.map((form) => (form as Cog).teeth);
    const shapes = new Sketch(world).shapes();
    // As many corners as six for each tooth, in the plane; in space the two sides of a gear.
    for (const n of teeth) expect(shapes.some((one) => 'points' in one && one.points.length === 6 * n)).toBe(true);
    const view = threeView(world);
    view.parts();
    const sizes: number[] = [];
    view.group.traverse((one) => {
      if (one instanceof InstancedMesh) sizes.push((one as InstancedMesh).geometry.getAttribute('position').count);
    });
    view.dispose();
    // Each corner is in both faces, and in two sides; of the plane there are those of the hub, too.
    const hub = world.space === 2 ? 24 : 0;
    for (const n of teeth) expect(sizes).toContain((2 + 4) * (6 * n + hub));
    const { issues } = await validateBytes(await sceneGLB(scene, { until: 0.2 }), { maxIssues: 10 });
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    const parts = await sceneSTL(scene);
    // Triangles of a closed surface: STL has 50 bytes for each, after 84.
    const triangles = parts.map(({ file }) => (file.length - 84) / 50);
    for (const n of teeth) expect(Math.max(...triangles)).toBeGreaterThan(4 * 6 * n - 4);
    if (world.space === 2) expect((await sceneDXF(scene)).match(/follower|driver/g)?.length).toBeGreaterThanOrEqual(2);
  },
);
