import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collide, gravity, World, type RigidBody3D } from 'holonomic/runtime';
import { loadScene } from 'holonomic/scene';
import { threeView, type ThreeView } from 'holonomic/three';
import { InstancedMesh } from 'three';
import { expect, test, vi } from 'vitest';

/*
 * What changes between pictures: bodies that come and go, options, and what an update asks the world for.
 */

const meshes = (view: ThreeView): InstancedMesh[] => {
  const found: InstancedMesh[] = [];
  view.group.traverse((one) => {
    if (one instanceof InstancedMesh) found.push(one as InstancedMesh);
  });
  return found;
};

const ball = (world: World<3>, x: number): RigidBody3D =>
  world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [x, 0, 0] });

test('a body that comes leaves the solids of the others as they are, and their sizes', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
  const bodies = [0, 1, 2].map((x) => ball(world, x));
  world.addParticle({ mass: 1, position: [0, 1, 0] });
  const view = threeView(world);
  view.parts();
  const before = meshes(view);
  const boxes = before.find(({ name }) => name === 'body')!;
  expect(boxes.count).toBe(3);
  // Of another form, and far away: it has a mesh of its own, and makes no other one thicker.
  world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [50, 0, 0] });
  view.update();
  const after = meshes(view);
  expect(before.every((mesh) => after.includes(mesh))).toBe(true);
  expect(after).toHaveLength(before.length + 1);
  // Equal ones share the mesh, which has room for more once it has grown.
  for (const x of [3, 4]) ball(world, x);
  view.update();
  const grown = meshes(view).find((mesh) => mesh.name === 'body' && mesh.count === 5)!;
  expect(grown).toBeDefined();
  ball(world, 5);
  view.update();
  expect(meshes(view).find((mesh) => mesh.count === 6)).toBe(grown);
  for (const body of bodies) world.remove(body);
  view.update();
  expect(grown.count).toBe(3);
  expect(grown.parent).not.toBeNull();
});

test('an update counts the shapes of collide, and computes none of them', () => {
  const world = new World({ space: 3 });
  const bodies = [0, 1, 2].map((x) => ball(world, 3 * x));
  collide(world, { shapes: bodies.map((body) => ({ body, ellipsoid: [0.5, 0.4, 0.3] as const })) });
  const view = threeView(world);
  view.parts();
  expect(world.shapeCount).toBe(3);
  const outlines = vi.spyOn(world, 'shapes', 'get');
  view.update();
  expect(outlines).not.toHaveBeenCalled();
  world.remove(bodies[0]!);
  expect(world.shapeCount).toBe(2);
  view.update();
  expect(outlines).toHaveBeenCalled();
  expect(meshes(view).find(({ name }) => name === 'body')!.count).toBe(2);
});

test('options that do not exist are refused by their names', async () => {
  const world = new World({ space: 3 });
  const point = world.addParticle({ mass: 1, position: [0, 0, 0] });
  const code = 'E_OPTION_UNKNOWN';
  expect(() => threeView(world, { upwards: 'z' } as never)).toThrow("'upwards'");
  const view = threeView(world);
  for (const act of [
    () => { view.parts({ color: 'red' } as never); }, // prettier-ignore
    () => view.debug({ axis: true } as never),
    () => view.trail(point, { second: 2 } as never),
    () => view.drag({} as never, {} as never, { control: {} } as never),
  ])
    expect(act).toThrow(expect.objectContaining({ code }));
  // What pictures of scenes have besides is none of its business.
  for (const name of ['governor', 'delta-robot', 'strandbeest']) {
    const document = JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')) as object;
    const built = (await loadScene(document)).build();
    const shown = threeView(built.world);
    shown.parts(built.picture);
    expect(meshes(shown).length).toBeGreaterThan(1);
    // The base of the robot, and the shaft of the governor.
    if (name !== 'strandbeest') expect(meshes(shown).some((mesh) => mesh.name === 'anchor')).toBe(true);
  }
});
