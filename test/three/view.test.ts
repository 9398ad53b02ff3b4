import { Distance3D, Hinge, HingeLimit } from 'holonomic/library';
import { collide, gravity, rk4, World, type RigidBody3D } from 'holonomic/runtime';
import { threeBackdrop, threeView } from 'holonomic/three';
import type { BufferGeometry, Material } from 'three';
import { BoxGeometry, Group, InstancedMesh, Line, LineSegments, Mesh, MeshBasicMaterial, Object3D, PerspectiveCamera, Raycaster, Vector3 } from 'three'; // prettier-ignore
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadScene } from '../../src/scene/index.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const scene = (name: string): Promise<ReturnType<Awaited<ReturnType<typeof loadScene>>['build']>> =>
  loadScene(JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')) as object).then((one) => one.build()); // prettier-ignore

/** An element that events can be sent to, 400 pixels by 300. */
function element(): HTMLElement & { send(type: string, x: number, y: number): void } {
  const target = new EventTarget();
  return Object.assign(target as never as HTMLElement, {
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 300 }) as DOMRect,
    setPointerCapture: () => undefined,
    send(type: string, x: number, y: number) {
      target.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { clientX: 10 + x, clientY: 20 + y, button: 0, pointerId: 1, pointerType: 'mouse' })); // prettier-ignore
    },
  });
}

/** The pixel at which a camera sees a place of three.js. */
function pixelOf(place: Vector3, camera: PerspectiveCamera): [number, number] {
  camera.updateMatrixWorld();
  const { x, y } = place.clone().project(camera);
  return [200 * (x + 1), 150 * (1 - y)];
}

const cameraAt = (x: number, y: number, z: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera(40, 4 / 3, 0.1, 100);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  return camera;
};

describe.each(['y', 'z'] as const)('with %s upwards', (up) => {
  test('objects have the poses of bodies', () => {
    const world = new World({ space: 3, integrator: rk4() });
    const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [1, 2, 3], orientation: [0.3, -0.5, 0.2, 0.8], angularVelocity: [1, 2, 3] }); // prettier-ignore
    const particle = world.addParticle({ mass: 1, position: [-3, 0.5, 2], velocity: [1, 0, 0], name: 'dust' });
    const view = threeView(world, { up });
    expect([body, particle].map((one) => view.objectOf(one).name)).toEqual(['body #1', 'dust']);
    const group = new Group().add(view.group);
    const [onBody, onParticle] = [new Object3D(), new Object3D()];
    onBody.position.set(0.3, -0.2, 0.7);
    expect(view.bind(body, onBody)).toBe(onBody);
    view.bind(particle, onParticle);
    world.run({ until: 0.7 });
    view.update();
    group.updateMatrixWorld();
    const upright = ([x, y, z]: ArrayLike<number> & Iterable<number>): number[] => (up === 'y' ? [x!, y!, z!] : [x!, z!, -y!]); // prettier-ignore
    const apart = (object: Object3D, place: readonly number[]): number =>
      Math.max(
        ...object
          .getWorldPosition(new Vector3())
          .toArray()
          .map((x, k) => Math.abs(x - place[k]!)),
      );
    // Coordinates are up to 4 m: four units in the last place.
    expect(apart(onBody, upright(body.pointToWorldFrame([0.3, -0.2, 0.7])))).toBeLessThan(2e-15);
    expect(apart(onParticle, upright(particle.position))).toBe(0);
    const { elements } = view.objectOf(body).matrixWorld;
    for (let k = 0; k < 3; k++) {
      const axis = upright(body.vectorToWorldFrame([0, 1, 2].map((n) => (n === k ? 1 : 0))));
      for (let n = 0; n < 3; n++) expect(Math.abs(elements[4 * k + n]! - axis[n]!)).toBeLessThan(1e-15);
    }
  });
});

test('a body of the plane turns about z, and y is upwards', () => {
  const world = new World({ space: 2 });
  const body = world.addBody({ mass: 1, inertia: 1, position: [1, 2], angle: 0.5 });
  const view = threeView(world);
  view.group.updateMatrixWorld(true);
  const place = view
    .objectOf(body)
    .localToWorld(new Vector3(1, 0, 0))
    .toArray();
  expect(place).toEqual([expect.closeTo(1 + Math.cos(0.5), 15), expect.closeTo(2 + Math.sin(0.5), 15), 0]);
});

test('200 equal links are one draw call, however they are turned', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
  const links: RigidBody3D[] = [];
  for (let k = 0; k < 200; k++) {
    const link = world.addBody({
      mass: 1,
      inertia: [0.1, 1, 1],
      position: [k + 0.5, 0, 0],
      orientation: [1, 0.01 * k, 0, 0],
    });
    const before = links.at(-1);
    world.add(new Distance3D({ a: before ? before.point([0.5, 0, 0]) : world.ground.point([0, 0, 0]), b: link.point([-0.5, 0, 0]), length: 0.001 })); // prettier-ignore
    links.push(link);
  }
  // So that the last one is held at both ends, as the others are.
  world.addForce({ apply: () => undefined });
  const view = threeView(world);
  view.parts({ points: [links.at(-1)!.point([0.5, 0, 0])] });
  const meshes: InstancedMesh[] = [];
  view.group.traverse((one) => {
    if (one instanceof InstancedMesh && one.name === 'body') meshes.push(one as InstancedMesh);
  });
  expect(meshes.map(({ count }) => count)).toEqual([200]);
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    view.update();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  process.stdout.write(`200 links: an update takes ${times[15]!.toFixed(2)} ms\n`);
});

test('a view follows bodies that come and go, and the shapes of collide', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
  const view = threeView(world);
  view.parts();
  const count = (): number => {
    let sum = 0;
    view.group.traverse((one) => {
      if (one instanceof InstancedMesh && one.name === 'body') sum += one.count;
    });
    return sum;
  };
  expect(count()).toBe(0);
  const crate = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 1] });
  view.update();
  expect(count()).toBe(1);
  const corners = (): number => {
    let sum = 0;
    view.group.traverse((one) => {
      if (one instanceof InstancedMesh) sum += (one.geometry as BufferGeometry).getAttribute('position').count;
    });
    return sum;
  };
  const cube = corners();
  collide(world, { shapes: [{ body: crate, sphere: 0.5 }] });
  view.update();
  expect(count()).toBe(1);
  // The ball in place of a cube with the body's inertia.
  expect(corners()).toBeGreaterThan(5 * cube);
  world.remove(crate);
  view.update();
  expect(() => view.objectOf(crate)).toThrow(expect.objectContaining({ code: 'E_NOT_IN_WORLD' }));
});

test('a model of one’s own takes the place of the solid', () => {
  const world = new World({ space: 3 });
  const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 1] });
  const view = threeView(world);
  view.parts();
  const names = (): string[] => {
    const found: string[] = [];
    view.group.traverse((one) => { if (one instanceof Mesh) found.push(one.name); }); // prettier-ignore
    return found;
  };
  expect(names()).toEqual(['body']);
  const own = view.bind(body, new Mesh(new BoxGeometry(), new MeshBasicMaterial()));
  own.name = 'model';
  expect(names()).toEqual(['model']);
  view.dispose();
  expect(own.parent).toBeNull();
});

test('what a view cannot show or use is named, with the remedy, and changes nothing', () => {
  const world = new World({ space: 3 });
  const make = { mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 1] } as const;
  const body = world.addBody(make);
  const stranger = new World({ space: 3 }).addBody(make);
  const view = threeView(world) as unknown as Record<string, (...given: unknown[]) => unknown>;
  const { group } = view as unknown as { readonly group: Group };
  const around = new Group().add(group);
  const camera = new PerspectiveCamera();
  const point = body.point([0, 0, 0]);
  const three = threeView as (...given: unknown[]) => unknown;
  const refused: readonly (readonly [code: string, words: RegExp, act: () => unknown])[] = [
    ['E_WORLD', /undefined\. Give what new World/, () => three()],
    ['E_WORLD', /Give what new World/, () => three({ bodies: [] })],
    ['E_VIEW', /canvas of threeBackdrop is null/, () => threeBackdrop(null as never)],
    ['E_VIEW', /'up' of threeView is 'x'\. Give 'y' or 'z'/, () => three(world, { up: 'x' })],
    ['E_VIEW', /'up' of threeView is 1n/, () => three(world, { up: 1n })],
    ['E_OPTION_UNKNOWN', /'upp'/, () => three(world, { upp: 'z' })],
    ['E_NOT_IN_WORLD', /undefined/, () => view['objectOf']!()],
    ['E_NOT_IN_WORLD', /not in the world/, () => view['objectOf']!(stranger)],
    ['E_NOT_IN_WORLD', /not in the world/, () => view['bind']!(stranger, new Object3D())],
    ...[undefined, null, {}, 'model.glb', Object3D].map(
      (object) => ['E_VIEW', /object to bind is .* Give an Object3D/, () => view['bind']!(body, object)] as const,
    ),
    ['E_VIEW', /holds the view/, () => view['bind']!(body, group)],
    ['E_VIEW', /holds the view/, () => view['bind']!(body, around)],
    ['E_VIEW', /'looks' of parts is an object\. Give a Map/, () => view['parts']!({ looks: {} })],
    ['E_VIEW', /'points' of parts/, () => view['parts']!({ points: body })],
    ['E_VIEW', /'points' of parts/, () => view['parts']!({ points: ['a'] })],
    ['E_VIEW', /'ropes' of parts/, () => view['parts']!({ ropes: 3 })],
    ['E_VIEW', /'driven' of parts/, () => view['parts']!({ driven: [] })],
    ['E_VIEW', /'colors' of parts is 'dark'/, () => view['parts']!({ colors: 'dark' })],
    ['E_OPTIONS', /parts are null/, () => view['parts']!(null)],
    ['E_VIEW', /'forces' of debug is 'x'/, () => view['debug']!({ forces: 'x' })],
    ['E_VIEW', /'forces' of debug is NaN/, () => view['debug']!({ forces: NaN })],
    ['E_VIEW', /'size' of debug is -1/, () => view['debug']!({ size: -1 })],
    ['E_VIEW', /point of a trail is undefined/, () => view['trail']!()],
    ['E_VIEW', /point of a trail/, () => view['trail']!(body.direction([0, 0, 1]))],
    ['E_VIEW', /'seconds' of trail is '3'/, () => view['trail']!(point, { seconds: '3' })],
    ['E_VIEW', /at most 3600 s/, () => view['trail']!(point, { seconds: 1e9 })],
    ['E_VIEW', /element to drag on is '#canvas'/, () => view['drag']!('#canvas', camera)],
    ['E_VIEW', /camera to drag by is undefined/, () => view['drag']!(element())],
    ['E_VIEW', /'hand' of drag/, () => view['drag']!(element(), camera, { hand: { stiffness: 3 } })],
    ['E_VIEW', /'onChange' of drag is 3/, () => view['drag']!(element(), camera, { onChange: 3 })],
    ['E_VIEW', /'controls' of drag is true/, () => view['drag']!(element(), camera, { controls: true })],
  ];
  for (const [code, words, act] of refused) {
    expect(act).toThrow(expect.objectContaining({ name: 'HolonomicRuntimeError', code }));
    expect(act).toThrow(words);
  }
  const count = (): number => {
    let sum = 0;
    group.traverse(() => sum++);
    return sum;
  };
  // The view, its axes and the object of the body; then a solid. What was refused is not kept.
  expect(count()).toBe(3);
  view['parts']!();
  expect(count()).toBe(4);
  view['dispose']!();
});

describe('dragging', () => {
  test('a body is held at the point under the pointer, on the plane that faces the camera', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [0.2, -0.1, 0.1] });
    const view = threeView(world);
    view.parts();
    const [canvas, camera] = [element(), cameraAt(3, 2, 5)];
    const controls = { enabled: true };
    const onChange = vi.fn();
    const drag = view.drag(canvas, camera, { controls, onChange });
    onTestFinished(() => { drag.dispose(); }); // prettier-ignore
    canvas.send('pointerdown', 5, 5);
    expect(drag.point).toBeUndefined();
    expect(controls.enabled).toBe(true);
    const centre = new Vector3(0.2, 0.1, 0.1);
    const [x, y] = pixelOf(centre, camera);
    canvas.send('pointerdown', x, y);
    expect(controls.enabled).toBe(false);
    expect(drag.point?.owner).toBe(body);
    const [spring] = world.forces as unknown as readonly { readonly target: ArrayLike<number> }[];
    const target = (): number[] => Array.from(spring!.target);
    const grabbed = Array.from(drag.point!.position);
    // The ray through the same pixel meets the point that is held.
    canvas.send('pointermove', x, y);
    expect(Math.hypot(...target().map((q, k) => q - grabbed[k]!))).toBeLessThan(1e-12);
    // Elsewhere the target is on the plane, and on the ray.
    canvas.send('pointermove', x + 40, y - 25);
    const upright = ([a, b, c]: readonly number[]): Vector3 => new Vector3(a, c, -b!);
    const away = upright(target()).sub(upright(grabbed));
    expect(Math.abs(away.dot(camera.getWorldDirection(new Vector3())))).toBeLessThan(1e-12);
    const seen = pixelOf(upright(target()), camera);
    expect(Math.hypot(seen[0] - x - 40, seen[1] - y + 25)).toBeLessThan(1e-9);
    canvas.send('pointerup', x + 40, y - 25);
    expect(world.forces).toHaveLength(0);
    expect(controls.enabled).toBe(true);
    expect(onChange.mock.calls.map(([point]) => point === undefined)).toEqual([false, true]);
  });

  test('a body may be removed while it is held', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
    const view = threeView(world);
    const [canvas, camera] = [element(), cameraAt(0, 0, 6)];
    const drag = view.drag(canvas, camera);
    canvas.send('pointerdown', ...pixelOf(new Vector3(0, 0, 0), camera));
    expect(drag.point?.owner).toBe(body);
    world.remove(body);
    world.step(0.01);
    view.update();
    canvas.send('pointerup', 0, 0);
    expect(world.forces).toHaveLength(0);
  });

  test('what is fixed is not taken hold of, and a particle beside the ray is', () => {
    const world = new World({ space: 3 });
    const bob = world.addParticle({ mass: 1, position: [1, 0, 0] });
    world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: bob, length: 1 }));
    const view = threeView(world);
    view.parts();
    const [canvas, camera] = [element(), cameraAt(0, 0, 6)];
    const drag = view.drag(canvas, camera);
    const [fx, fy] = pixelOf(new Vector3(0, -0.03, 0), camera);
    canvas.send('pointerdown', fx, fy);
    expect(drag.point).toBeUndefined();
    const [x, y] = pixelOf(new Vector3(1, 0, 0), camera);
    canvas.send('pointerdown', x + 14, y);
    expect(drag.point).toBe(bob);
    view.dispose();
    expect(world.forces).toHaveLength(0);
    canvas.send('pointerdown', x, y);
    expect(drag.point).toBeUndefined();
  });

  test('a linkage in space holds its constraints while it is pulled', async () => {
    const { world, picture } = await scene('bennett');
    const view = threeView(world);
    view.parts(picture);
    const [canvas, camera] = [element(), cameraAt(3, 2, 5)];
    const drag = view.drag(canvas, camera);
    const body = world.bodies[1] as RigidBody3D;
    view.group.updateMatrixWorld(true);
    const place = view.objectOf(body).localToWorld(new Vector3(0, 0, 0));
    const [x, y] = pixelOf(place, camera);
    canvas.send('pointerdown', x, y);
    expect(drag.point).toBeDefined();
    const start = Array.from(drag.point!.position);
    let [worst, moved] = [0, 0];
    for (let n = 0; n < 300; n++) {
      canvas.send('pointermove', x + 60 * Math.sin(n / 40), y + 30 * Math.sin(n / 25));
      world.step(1 / 240);
      worst = Math.max(worst, world.residual().position);
      moved = Math.max(moved, Math.hypot(...Array.from(drag.point!.position, (q, k) => q - start[k]!)));
    }
    expect(moved).toBeGreaterThan(0.05);
    expect(worst).toBeLessThan(1e-10);
  });
});

test('trails and debug lines show where things were, limits and forces', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: rk4() });
  const g = world.ground;
  const bob = world.addBody({ mass: 2, inertia: [1, 1, 1], position: [0, 0, -1] });
  world.add(new Hinge({ a: bob.point([0, 0, 1]), b: g.point([0, 0, 0]), axis: bob.direction([0, 1, 0]), u: g.direction([1, 0, 0]), w: g.direction([0, 0, 1]) })); // prettier-ignore
  world.add(new HingeLimit({ side: bob.direction([0, 0, -1]), u: g.direction([0, 0, -1]), w: g.direction([1, 0, 0]), low: -1, high: 0.5 })); // prettier-ignore
  const view = threeView(world);
  const stop = view.debug({ axes: true, limits: true, forces: 0.01, size: 0.5 });
  const stopTrail = view.trail(bob.point([0, 0, 0]), { seconds: 1 });
  world.evaluate();
  view.update();
  const lines: LineSegments[] = [];
  let trail: Line | undefined;
  view.group.traverse((one) => {
    if (one instanceof LineSegments) lines.push(one as LineSegments);
    else if (one instanceof Line) trail = one as Line;
  });
  const [debug] = lines;
  const places = debug!.geometry.getAttribute('position').array;
  const { count } = debug!.geometry.drawRange;
  // 3 axes, 24 pieces of an arc with two stops and a hand, an arrow of three lines.
  expect(count).toBe(2 * (3 + 24 + 3 + 3));
  // The force of the hinge holds the weight: 2 · 9.81 N · 0.01 m/N upwards from the hinge.
  const arrow = Array.from(places.subarray(3 * 60, 3 * 62));
  expect(arrow.map((x) => Number(x.toFixed(5)) + 0)).toEqual([0, 0, 0, 0, 0, 0.1962]);
  for (let n = 0; n < 240; n++) {
    world.step(1 / 120);
    view.update();
  }
  expect(trail!.geometry.drawRange.count).toBe(60);
  stop();
  stopTrail();
  expect(debug!.parent).toBeNull();
  expect(trail!.parent).toBeNull();
});

test('dispose frees each geometry and material once', async () => {
  const { world, picture } = await scene('universal-joint');
  const alive = new Map<BufferGeometry | Material, number>();
  const view = threeView(world);
  view.parts(picture);
  view.parts({});
  view.debug({ axes: true, forces: true });
  view.trail((world.bodies[0] as RigidBody3D).point([0, 0, 0]));
  view.update();
  view.group.traverse((one) => {
    if (!(one instanceof Mesh || one instanceof Line)) return;
    const { geometry, material } = one as { geometry: BufferGeometry; material: Material };
    for (const part of [geometry, material]) {
      if (alive.has(part)) continue;
      alive.set(part, 0);
      part.addEventListener('dispose', () => alive.set(part, alive.get(part)! + 1));
    }
  });
  expect(alive.size).toBeGreaterThan(5);
  view.dispose();
  expect(new Set(alive.values())).toEqual(new Set([1]));
});

test('rays hit solids where they are', () => {
  const world = new World({ space: 3 });
  const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], velocity: [1, 0, 0] });
  const view = threeView(world);
  view.parts();
  const hits = (): number => {
    view.group.updateMatrixWorld(true);
    return new Raycaster(new Vector3(0, 0, 20), new Vector3(0, 0, -1)).intersectObject(view.group).length;
  };
  expect(hits()).toBeGreaterThan(0);
  body.position.set([10, 0, 0]);
  view.update();
  expect(hits()).toBe(0);
});
