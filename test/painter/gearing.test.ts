import { validateBytes } from 'gltf-validator';
import { Coincident2D, Gear, PlanetaryGear, Prismatic2D, RackAndPinion } from 'holonomic/library';
import { World, type RigidBody2D } from 'holonomic/runtime';
import { loadScene, sceneDXF, sceneGLB, scenePartsSVG, sceneSTL } from 'holonomic/scene';
import { threeView } from 'holonomic/three';
import { InstancedMesh } from 'three';
import { describe, expect, test } from 'vitest';
import { loadModule } from '../../src/canvas/module/load-module.js';
import type { ModuleScene } from '../../src/canvas/module/module-scene.js';
import { writeModuleScene } from '../../src/canvas/module/write-module-scene.js';
import { shapesOfLook } from '../../src/painter/forms.js';
import { teethOf } from '../../src/painter/gearing/gearing.js';
import { isInside, type Point2 } from '../../src/painter/plane.js';
import type { Form, Look } from '../../src/painter/shape.js';
import { Sketch } from '../../src/painter/sketch.js';
import type { SceneDocument } from '../../src/scene/document.js';
import { IS_FULL } from '../support/scope.js';
import { areaOf, boundariesOf, linkSizes, type Flat } from '../../src/solids/outlines.js';

type Corners = readonly Point2[];

/** A wheel that is pinned to a body, or to the ground, at a place in axes of that. */
function wheelOn(world: World, to: RigidBody2D | null, place: readonly [number, number], name: string): RigidBody2D {
  const at = to === null ? place : (Array.from(to.pointToWorldFrame(place)) as [number, number]);
  const wheel = world.addBody({ name, mass: 1, inertia: 0.01, position: at });
  world.add(new Coincident2D({ a: wheel.point([0, 0]), b: (to ?? world.ground).point(place) }));
  return wheel;
}

/** A housing with a pinion of 20 cm that turns a wheel and moves a rack on the side of the sign, along a tilted rail. */
function steering(sign: 1 | -1, tilt = 0.3) {
  const world = new World({ space: 2 });
  const housing = world.addBody({ name: 'housing', mass: 5, inertia: 1, position: [0.4, -0.1] });
  const pinion = wheelOn(world, housing, [0, 0], 'pinion');
  const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
  // From the axle across the rail, to the right of it where the radius is positive.
  const out = [0.2 * sign * s, -0.2 * sign * c] as const;
  const place = [out[0] + 0.07 * c, out[1] + 0.07 * s] as const;
  const rack = world.addBody({ name: 'rack', mass: 1, inertia: 0.1, position: housing.pointToWorldFrame(place) });
  const shared = { origin: housing.point(out), beta: housing.angle };
  world.add(new Prismatic2D({ p: rack.point([0, 0]), alpha: rack.angle, ...shared, normal: housing.direction([-s, c]), angle: 0 })); // prettier-ignore
  world.add(new RackAndPinion({ rack: rack.point([0, 0]), origin: shared.origin, axis: housing.direction([c, s]), base: housing.angle, theta: pinion.angle, radius: 0.2 * sign, offset: 0.07 })); // prettier-ignore
  return { world, housing, pinion, rack };
}

const outlinesOf = (world: World, body: RigidBody2D): Corners[] =>
  shapesOfLook(teethOf(world).get(body) ?? [], { place: (local) => body.pointToWorldFrame(local), origin: [0, 0] }).map(
    (shape) => (shape as { readonly points: readonly ArrayLike<number>[] }).points.map((p): Point2 => [p[0]!, p[1]!]),
  );

/** How far corners of one outline are within another one, as far as that is more than the play of straight flanks. */
const within = (corners: Corners, other: Corners, middle: Point2, play: number): number =>
  corners.filter(([x, y]) => {
    const far = Math.hypot(x - middle[0], y - middle[1]);
    const share = 1 + play / far;
    return isInside([middle[0] + share * (x - middle[0]), middle[1] + share * (y - middle[1])], other);
  }).length;

describe.each([1, -1] as const)('a rack on the side %i of its pinion', (sign) => {
  test('has its teeth in the spaces of the pinion, wherever it is, and stays as it is', () => {
    const { world, housing, pinion, rack } = steering(sign);
    const forms = teethOf(world);
    expect(forms.get(pinion)).toMatchObject([{ shape: 'gear', teeth: 16, radius: expect.closeTo(0.2, 12) as number }]);
    const [first] = forms.get(rack) as [Form & { readonly shape: 'rack' }];
    expect(first).toMatchObject({ shape: 'rack', teeth: 16 });
    // Once around the pinion.
    expect(Math.hypot(first.to[0]! - first.from[0]!, first.to[1]! - first.from[1]!)).toBeCloseTo(0.4 * Math.PI, 12);
    const module = 0.4 / 16;
    for (const turn of [0, 0.13, -0.4, 1.1, 2.6]) {
      housing.orientation = 0.2 * turn;
      pinion.position = housing.position;
      pinion.orientation = housing.orientation + turn;
      const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
      const along = 0.2 * sign * turn + 0.07;
      rack.position = housing.pointToWorldFrame([0.2 * sign * s + along * c, -0.2 * sign * c + along * s]);
      rack.orientation = housing.orientation;
      expect(world.residual().position).toBeLessThan(1e-12);
      const [[wheel], [bar]] = [outlinesOf(world, pinion), outlinesOf(world, rack)] as [[Corners], [Corners]];
      const middle = Array.from(pinion.position) as unknown as Point2;
      // Teeth of one are in the other up to their play, and not beyond.
      expect(within(wheel, bar, middle, -0.5 * module)).toBe(0);
      expect(Math.min(...bar.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])))).toBeCloseTo(0.2 - module, 2);
      const [now] = teethOf(world).get(rack) as [Form & { readonly shape: 'rack' }];
      for (const end of ['from', 'to'] as const)
        for (const k of [0, 1]) expect(now[end][k]).toBeCloseTo(first[end][k]!, 12);
    }
  });
});

test('wheels that constraints turn have teeth by the ratio and their distance, on axles of the ground and of carriers', () => {
  const world = new World({ space: 2 });
  const [a, b, c] = [wheelOn(world, null, [0, 0], 'a'), wheelOn(world, null, [0.5, 0], 'b'), wheelOn(world, null, [0.5, 0.4], 'c')]; // prettier-ignore
  world.add(new Gear({ a: a.angle, b: b.angle, ratio: -1.5 }));
  world.add(new Gear({ a: b.angle, b: c.angle, ratio: -1 }));
  const sun = wheelOn(world, null, [3, 0], 'sun');
  const ring = wheelOn(world, null, [3, 0], 'ring');
  const carrier = wheelOn(world, null, [3, 0], 'carrier');
  const planet = wheelOn(world, carrier, [0.4, 0], 'planet');
  world.add(new PlanetaryGear({ a: sun.angle, b: planet.angle, carrier: carrier.angle, ratio: -1 }));
  world.add(new PlanetaryGear({ a: planet.angle, b: ring.angle, carrier: carrier.angle, ratio: 3 }));
  const forms = teethOf(world);
  const told = [a, b, c, sun, planet, ring].map((body) => (forms.get(body) ?? []).map((form) => form.shape === 'gear' || form.shape === 'ring' ? [form.shape, form.teeth, Math.round(1e9 * form.radius) / 1e9] : form)); // prettier-ignore
  expect(told).toEqual([
    [['gear', 16, 0.2]],
    // Two wheels on one axle, for two partners.
    [['gear', 24, 0.3], ['gear', 16, 0.2]], // prettier-ignore
    [['gear', 16, 0.2]],
    [['gear', 16, 0.2]],
    [['gear', 16, 0.2]],
    [['ring', 48, 0.6]],
  ]);
  expect(forms.has(carrier)).toBe(false);
  const module = 0.4 / 16;
  for (const turn of [0, 0.21, 1.7]) {
    a.orientation = turn;
    b.orientation = -turn / 1.5;
    const outlines = [a, b].map((body) => outlinesOf(world, body)[0]!);
    expect(within(outlines[0]!, outlines[1]!, [0, 0], -0.5 * module)).toBe(0);
    expect(outlines[0]!.some(([x]) => x > 0.2 + 0.5 * module - 0.02)).toBe(true);
  }
});

test('what has a look, is not pinned, or may be a belt has no teeth; where no count is whole, discs roll', () => {
  const world = new World({ space: 2 });
  const [a, b] = [wheelOn(world, null, [0, 0], 'a'), wheelOn(world, null, [0.5, 0], 'b')];
  const free = world.addBody({ mass: 1, inertia: 1, position: [0, 3] });
  world.add(new Gear({ a: a.angle, b: b.angle, ratio: 2 }));
  world.add(new Gear({ a: a.angle, b: free.angle, ratio: -2 }));
  expect(teethOf(world).size).toBe(0);
  world.add(new Gear({ a: a.angle, b: b.angle, ratio: -Math.SQRT2 }));
  const r = 0.5 / (1 + Math.SQRT2);
  const forms = teethOf(world);
  expect([a, b].map((body) => forms.get(body))).toEqual([r, Math.SQRT2 * r].map((radius) => [{ shape: 'disc', radius: expect.closeTo(radius, 12) as number, at: [0, 0] }])); // prettier-ignore
  expect(teethOf(world, new Map<object, Look>([[a, { shape: 'disc', radius: 1 }]])).size).toBe(0);
});

test('one description serves the painter, three.js, GLB, STL, DXF and SVG', async () => {
  const { world, rack } = steering(1);
  const [corners] = outlinesOf(world, rack) as [Corners];
  expect(corners).toHaveLength(16 * 6 + 4);
  // The painter draws these corners, and nothing else of the rack.
  const drawn = new Sketch(world)
    .shapes()
    .filter((one) => one.kind === 'solid' && one.points.length === corners.length);
  expect(drawn).toHaveLength(1);
  // What turns a rack is joined to it, not the origin of its rail.
  expect(new Sketch(world).shapes().filter(({ kind }) => kind === 'link')).toHaveLength(1);
  const view = threeView(world);
  view.parts();
  const meshes: InstancedMesh[] = [];
  view.group.traverse((one) => {
    if (one instanceof InstancedMesh && one.name === 'body') meshes.push(one as InstancedMesh);
  });
  // Each corner is in both faces, and in two sides; the hole has 24 of them.
  const sizes = meshes.map(({ geometry }) => geometry.getAttribute('position').count);
  expect(sizes).toContain((2 + 4) * (corners.length + 24));
  view.dispose();
  const scene = { title: 'Steering', until: 0.2, dt: 0.01, build: () => steering(1) };
  const { issues } = await validateBytes(await sceneGLB(scene), { maxIssues: 10 });
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
  const parts = await sceneSTL(scene, { thickness: 5 });
  expect(parts.map(({ name }) => name)).toContain('rack');
  // Of the 16 teeth, each pitch has the trapezium of its flanks: the area of the outline by its formula.
  const [form] = teethOf(world).get(rack) as [Form];
  const [boundary] = boundariesOf(form, linkSizes(1)) as [{ readonly corners: readonly (readonly [number, number, number])[] }]; // prettier-ignore
  const module = 0.4 / 16;
  const pitch = Math.PI * module;
  const tooth = ((1.25 * (0.72 + 0.5)) / 2 + (0.5 + 0.26) / 2) * pitch * module;
  const area = areaOf(boundary.corners.map(([x, y]): Flat => [x, y]));
  expect(area / (16 * (tooth + 2.75 * module * pitch))).toBeCloseTo(1, 9);
  const corner = /rack/;
  expect(await sceneDXF(scene)).toMatch(corner);
  expect(await scenePartsSVG(scene)).toMatch(corner);
});

test('a scene can say what a rack looks like, in the plane', async () => {
  const document = (space: 2 | 3): object => {
    const at = (x: number): number[] => [x, 0, 0].slice(0, space);
    const draw = { shape: 'rack', teeth: 5, from: at(0), to: 'end' };
    const body = { kind: 'rigid', mass: 1, inertia: space === 2 ? 1 : [1, 1, 1], position: at(0), points: { end: at(1) }, draw }; // prettier-ignore
    return { format: 'holonomic-scene/1', title: 'Rack', space, bodies: { bar: body } };
  };
  const { world, picture } = (await loadScene(document(2))).build();
  expect(picture.looks?.get(world.bodies[0]!)).toEqual([{ shape: 'rack', teeth: 5, from: [0, 0], to: [1, 0] }]);
  await expect(loadScene(document(3))).rejects.toThrow('A rack is drawn in the plane alone.');
});

test.skipIf(!IS_FULL)('a page that moves by a module has the same teeth', async () => {
  const document = {
    format: 'holonomic-scene/1',
    title: 'Steering',
    space: 2,
    params: { radius: 0.2 },
    bodies: {
      pinion: { kind: 'rigid', mass: 1, inertia: 0.02, position: [0, 'radius'], angularVelocity: 1 },
      rack: { kind: 'rigid', mass: 1, inertia: 0.1, position: [0, 0], velocity: ['radius', 0] },
    },
    constraints: {
      axle: { type: 'Coincident', on: { a: 'pinion', b: { ground: [0, 'radius'] } } },
      rail: { type: 'Prismatic', on: { p: 'rack', alpha: 'rack.angle', origin: { ground: [0, 0] }, normal: { direction: [0, 1] }, beta: { scalar: 0 } }, params: { angle: 0 } }, // prettier-ignore
      teeth: { type: 'RackAndPinion', on: { rack: 'rack', origin: { ground: [0, 0] }, axis: { direction: [1, 0] }, base: { scalar: 0 }, theta: 'pinion.angle' }, params: { radius: 'radius' } }, // prettier-ignore
    },
  };
  const code = await writeModuleScene(document as unknown as SceneDocument);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- runs what was written, as a page does
  const page = loadModule((new Function(`return ${code}`) as () => ModuleScene)(), {}).build();
  const { world } = (await loadScene(document)).build();
  const teeth = (of: World): unknown[] => [...teethOf(of).values()].flat();
  expect(teeth(world)).toHaveLength(2);
  expect(teeth(page.world)).toEqual(teeth(world));
});

test('wheels that would have more than two thousand teeth are discs', () => {
  const world = new World({ space: 2 });
  const [u, v] = [wheelOn(world, null, [0, 0], 'u'), wheelOn(world, null, [1, 0], 'v')];
  const gear = world.add(new Gear({ a: u.angle, b: v.angle, ratio: -100 }));
  const looks = (): unknown[] =>
    [u, v].flatMap((wheel) =>
      teethOf(world)
        .get(wheel)!
        .map((form) => form.shape),
    );
  expect(looks()).toEqual(['gear', 'gear']);
  gear.params.ratio = -1e6;
  expect(looks()).toEqual(['disc', 'disc']);
});
