import { dormandPrince, gravity, rk4, spring, World } from 'holonomic/runtime';
import { Distance2D, Rope3D } from 'holonomic/library';
import { loadScene, sceneGIF, sceneGLB, sceneReactions } from 'holonomic/scene';
import { validateBytes } from 'gltf-validator';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnimationMixer, Quaternion, Vector3, type AnimationClip, type Mesh, type Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { SceneFilm } from '../../src/export/scene-glb.js';
import { thinned } from '../../src/export/thinned.js';
import { simulateScene, type SceneWorld } from '../../src/scene/index.js';
import type { Scene } from '../../src/simulate/scene.js';
import { IS_FULL, someOf } from '../support/scope.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const sceneOf = (name: string): ReturnType<typeof loadScene> =>
  loadScene(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object);

/** What a reader that is not ours makes of a film, and the film at a time. */
async function played(
  glb: Uint8Array<ArrayBuffer>,
): Promise<{ root: Object3D; at: (time: number) => void; clip?: AnimationClip }> {
  // prettier-ignore
  const { scene, animations } = await new GLTFLoader().parseAsync(glb.buffer, '');
  const mixer = new AnimationMixer(scene);
  const [clip] = animations;
  if (clip) mixer.clipAction(clip).play();
  return {
    root: scene,
    ...(clip && { clip }),
    at: (time) => {
      // At the end it would begin anew.
      mixer.setTime(Math.min(time, (clip?.duration ?? 0) * (1 - 1e-7)));
      scene.updateMatrixWorld(true);
    },
  };
}

const jsonOf = (
  glb: Uint8Array<ArrayBuffer>,
): {
  nodes: { name?: string; mesh?: number; children?: number[] }[];
  meshes: object[];
  animations?: { samplers: { input: number }[] }[];
  accessors: { count: number }[];
} =>
  // prettier-ignore
  JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + new DataView(glb.buffer).getUint32(12, true)))) as never;

const issuesOf = async (glb: Uint8Array): Promise<object> => {
  const { issues } = await validateBytes(glb, { maxIssues: 10 });
  return { errors: issues.numErrors, warnings: issues.numWarnings, messages: issues.messages };
};
const NONE = { errors: 0, warnings: 0, messages: [] };

describe('every scene of the gallery is a valid film', () => {
  test.each(
    someOf(
      readdirSync(FOLDER).filter((name) => name.endsWith('.json')),
      8,
    ),
  )('%s', async (name) => {
    const scene = await sceneOf(name);
    const glb = await sceneGLB(scene, { until: Math.min(scene.until, (IS_FULL ? 60 : 15) * scene.dt) });
    expect(await issuesOf(glb)).toEqual(NONE);
    expect(jsonOf(glb).nodes.length).toBeGreaterThan(1);
  });
});

/** Largest distance of places of bodies in a film from where they are in a run, in sizes of the world. */
async function worstOf(scene: Scene, size: number, speed = 1): Promise<number> {
  const glb = await sceneGLB(scene, { speed });
  const { root, at } = await played(glb);
  let worst = 0;
  await simulateScene(scene, {
    onState: (built) => {
      at(built.world.time / speed);
      const { bodies } = built as SceneWorld;
      for (const [name, found] of bodies) {
        const body = found!.body as unknown as { readonly position: ArrayLike<number>; pointToWorldFrame?: (local: readonly number[]) => ArrayLike<number> }; // prettier-ignore
        const object = root.getObjectByName(name);
        if (object === undefined || object.scale.x === 0) continue;
        const { space } = built.world;
        for (const local of body.pointToWorldFrame
          ? [
              [0, 0, 0],
              [0.1, 0, 0],
              [0, 0.1, 0],
            ]
          : [[0, 0, 0]]) {
          // prettier-ignore
          const place = body.pointToWorldFrame ? body.pointToWorldFrame(local.slice(0, space)) : body.position;
          const [x, y, z = 0] = Array.from(place);
          const upright = space === 2 ? new Vector3(x, y, z) : new Vector3(x, z, -y!);
          worst = Math.max(worst, object.localToWorld(new Vector3(...local)).distanceTo(upright));
        }
      }
    },
  });
  return worst / size;
}

test.each([
  ['universal-joint', 0.5],
  ['chebyshev', 5],
  ['dzhanibekov', 0.3],
  ['watt', 3],
])('bodies of %s are within 1e-4 of the size of their places, at each step', async (name, size) => {
  expect(await worstOf(await sceneOf(`${name}.json`), size)).toBeLessThan(1e-4);
});

/** A pendulum on a spring, a rope in space, and bodies that come and go. */
const machine: Scene = {
  title: 'Springs & <ropes>',
  until: 1,
  dt: 1 / 100,
  build: () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: rk4() });
    const bob = world.addParticle({ mass: 1, position: [1, 0, 0], name: 'bob' });
    world.addForce(spring({ a: world.ground.point([0, 0, 0]), b: bob, stiffness: 30, restLength: 1 }));
    const weight = world.addParticle({ mass: 1, position: [3, 0, 0.5], name: 'weight' });
    world.add(new Rope3D({ a: world.ground.point([3, 0, 1]), b: weight, length: 1 }));
    return { world };
  },
};

test('springs and ropes end where they end in the world', async () => {
  const glb = await sceneGLB(machine);
  expect(await issuesOf(glb)).toEqual(NONE);
  const { root, at } = await played(glb);
  const coil = root.getObjectByName('spring') as Mesh;
  coil.geometry.computeBoundingBox();
  const natural = coil.geometry.boundingBox!.max.z;
  const ropes: Object3D[] = [];
  root.traverse((one) => {
    if (one.name.startsWith('rope')) ropes.push(one);
  });
  expect(ropes).toHaveLength(24);
  await simulateScene(machine, {
    onState: ({ world: { particles, time } }) => {
      at(time);
      const [bob, weight] = particles.map(({ position: [x, y, z] }) => new Vector3(x, z, -y!));
      expect(coil.localToWorld(new Vector3(0, 0, natural)).distanceTo(bob!)).toBeLessThan(2e-3);
      expect(
        ropes
          .at(-1)!
          .localToWorld(new Vector3(0, 0, 1))
          .distanceTo(weight!),
      ).toBeLessThan(1e-3);
      // One piece begins where the one before ends.
      for (let k = 1; k < ropes.length; k++) {
        const end = ropes[k - 1]!.localToWorld(new Vector3(0, 0, 1));
        expect(ropes[k]!.localToWorld(new Vector3()).distanceTo(end)).toBeLessThan(1e-3);
      }
    },
  });
});

test('bodies that come and go are there while they are', async () => {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
  const first = world.addParticle({ mass: 1, position: [0, 0], name: 'first' });
  world.addParticle({ mass: 1, position: [1, 0], name: 'always' });
  let isChanged = false;
  const scene: Scene = { title: 'Balls', until: 1, dt: 0.01, build: () => ({ world }) };
  const glb = await sceneGLB(scene, {
    onProgress: (time) => {
      if (isChanged || time < 0.3) return;
      isChanged = true;
      world.remove(first);
      world.addParticle({ mass: 1, position: [2, 0], name: 'second' });
    },
  });
  expect(await issuesOf(glb)).toEqual(NONE);
  const { root, at } = await played(glb);
  const sizes = (time: number): number[] => {
    at(time);
    return ['first', 'always', 'second'].map((name) => root.getObjectByName(name)!.scale.x);
  };
  expect(sizes(0.2)).toEqual([1, 1, 0]);
  expect(sizes(0.8)).toEqual([0, 1, 1]);
});

test('equal parts share a mesh, and what rests has no keys', async () => {
  const { nodes, meshes } = jsonOf(await sceneGLB(await sceneOf('net.json'), { until: 0.02 }));
  expect(nodes.length).toBeGreaterThan(300);
  expect(meshes.length).toBeLessThan(6);
  const still = await sceneGLB({
    title: 'Still',
    until: 0.5,
    build: () => {
      const world = new World({ space: 2 });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: world.addParticle({ mass: 1, position: [0, -1] }), length: 1 })); // prettier-ignore
      return { world };
    },
  });
  expect(jsonOf(still).animations).toBeUndefined();
  expect(await issuesOf(still)).toEqual(NONE);
});

test('the same run gives the same bytes', async () => {
  const scene = await sceneOf('four-bar.json');
  expect(await sceneGLB(scene, { until: 0.5 })).toEqual(await sceneGLB(scene, { until: 0.5 }));
});

test('a run of a moment is slowed down, and so is any by `speed`', async () => {
  const engine = await sceneOf('andrews.json');
  expect((await played(await sceneGLB(engine, { until: 0.005 }))).clip!.duration).toBeCloseTo(6, 3);
  const four = await sceneOf('four-bar.json');
  expect((await played(await sceneGLB(four, { until: 0.5, speed: 0.25 }))).clip!.duration).toBeCloseTo(2, 3);
});

test('a steady turn keeps few keys', async () => {
  const scene: Scene = {
    title: 'Top',
    until: 10,
    dt: 0.01,
    build: () => {
      const world = new World({ space: 2 });
      world.addBody({ mass: 1, inertia: 1, position: [0, 0], velocity: [1, 0], angularVelocity: 1 });
      return { world };
    },
  };
  const { animations, accessors } = jsonOf(await sceneGLB(scene));
  // Straight ahead, and less than half a turn at once.
  expect(animations![0]!.samplers.map(({ input }) => accessors[input]!.count)).toEqual([2, expect.closeTo(5, 0)]);
});

test.each([2, 3] as const)('what turns by more than half a turn in a step goes on the same way, in space of %s', async (space) => {
  const [rate, until] = [-300, 0.2];
  const scene: Scene = {
    title: 'Rotor',
    until,
    dt: 1 / 60,
    build: () => {
      const body = { name: 'rotor', mass: 1, position: new Array<number>(space).fill(0) };
      const inertia = [1, 1, 1];
      if (space === 2) {
        const world = new World({ space, integrator: rk4() });
        world.addBody({ ...body, inertia: 1, angularVelocity: rate });
        return { world };
      }
      const world = new World({ space, integrator: dormandPrince() });
      world.addBody({ ...body, inertia, angularVelocity: [0.6 * rate, 0, 0.8 * rate] });
      return { world };
    },
  };
  const glb = await sceneGLB(scene, { speed: 1 });
  expect(await issuesOf(glb)).toEqual(NONE);
  const { root, at } = await played(glb);
  const rotor = root.getObjectByName('rotor')!;
  const before = new Quaternion();
  const axis = space === 2 ? [0, 0, 1] : [0.6, 0, 0.8];
  let turned = 0;
  for (let k = 1; k <= 400; k++) {
    at((until * k) / 400);
    const now = rotor.quaternion.clone();
    const { x, y, z, w } = now.clone().multiply(before.invert());
    turned += 2 * Math.atan((axis[0]! * x + axis[1]! * y + axis[2]! * z) / w);
    before.copy(now);
  }
  expect(turned / (rate * until)).toBeCloseTo(1, 5);
}); // prettier-ignore

test('thinning keeps both ends, and no more than it must', () => {
  expect(thinned(1, () => true)).toEqual([0]);
  expect(thinned(100, () => true)).toEqual([0, 99]);
  expect(thinned(4, () => false)).toEqual([0, 1, 2, 3]);
  for (const corner of [1, 2, 3, 7, 31, 64, 98])
    expect(thinned(100, (from, to) => !(from < corner && corner < to))).toEqual([0, corner, 99]);
});

test('options that make no sense are named', async () => {
  await expect(sceneGLB(machine, { speed: 0 })).rejects.toThrow('option "speed"');
  await expect(sceneGLB(machine, { sped: 2 } as never)).rejects.toThrow('no option "sped"');
  for (const [name, of] of Object.entries({ sceneGLB, sceneGIF, sceneReactions }))
    await expect(of({} as never)).rejects.toThrow(`The scene of ${name}`);
});

test('a film is written node by node, and what is told of each is waited for', async () => {
  const scene = await sceneOf('four-bar.json');
  const film = new SceneFilm(scene, { until: 0.5 });
  let states = 0;
  let isWaiting = false;
  await simulateScene(scene, {
    until: 0.5,
    onState: async (built) => {
      expect(isWaiting).toBe(false);
      isWaiting = true;
      await Promise.resolve();
      isWaiting = false;
      states++;
      film.note(built);
    },
  });
  expect(states).toBe(Math.round(0.5 / scene.dt) + 1);
  const told: number[] = [];
  const glb = await film.file(async (done) => {
    expect(isWaiting).toBe(false);
    isWaiting = true;
    await Promise.resolve();
    isWaiting = false;
    told.push(done);
  });
  expect(told.length).toBeGreaterThan(4);
  expect(told).toHaveLength(jsonOf(glb).nodes.at(-1)!.children!.length);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBeLessThan(1);
  expect(Buffer.from(glb)).toEqual(Buffer.from(await sceneGLB(scene, { until: 0.5 })));
});
