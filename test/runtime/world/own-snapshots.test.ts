import { describe, expect, it } from 'vitest';
import { World, type Handle, type Snapshot } from '../../../runtime/index.js';
import { isOwn } from '../../../runtime/world/own-snapshots.js';
import { internalsOf } from '../../../runtime/world/internals.js';
import { makeScene } from '../abuse/scene.js';
import { Distance2D, PointOnCircleDistance } from '../fixtures/index.js';
import { chain } from '../fixtures/scenes.js';
import { thrown } from '../fixtures/thrown.js';

const owns = (world: World, snapshot: object): boolean => isOwn(snapshot, internalsOf(world).structure);

/** The objects and arrays in a snapshot, with their paths. */
function partsOf(value: object, path = ''): [string, Record<string, unknown>][] {
  const inner = ArrayBuffer.isView(value) ? [] : Object.entries(value);
  return [
    [path, value as Record<string, unknown>],
    ...inner.flatMap(([key, part]) =>
      typeof part === 'object' && part !== null ? partsOf(part as object, `${path}.${key}`) : [],
    ),
  ];
}

it('knows the snapshots of a world as long as nobody changes them, wherever it is', () => {
  const { world, space } = makeScene();
  for (const one of [world, space]) {
    const snapshot = one.snapshot();
    expect(owns(one, snapshot)).toBe(true);
    const parts = partsOf(snapshot);
    expect(parts.length).toBeGreaterThan(15);
    for (const [path, part] of parts) {
      for (const [key, before] of Object.entries(part)) {
        part[key] = typeof before === 'number' ? before + 1 : typeof before === 'string' ? `${before}'` : undefined;
        expect([path, key, owns(one, snapshot)]).toEqual([path, key, false]);
        part[key] = before;
      }
    }
    expect(owns(one, snapshot)).toBe(true);
    one.step(1 / 64);
    expect(owns(one, snapshot)).toBe(true);
  }
});

it('tells entries that are read alike, but are others', () => {
  const { world } = chain([0.5]);
  const snapshot = world.snapshot();
  const { q } = snapshot;
  for (const other of [Array.from(q), new Proxy(q, {}), new Float32Array(q), q.subarray(1), [...q, 0]]) {
    Object.assign(snapshot, { q: other });
    expect(owns(world, snapshot)).toBe(false);
  }
  Object.defineProperty(snapshot, 'q', {
    get: () => {
      throw new Error('a getter throws');
    },
  });
  expect(owns(world, snapshot)).toBe(false);
});

it('reads and checks all others', () => {
  const [{ world }, other] = [chain([0.5, 0.7]), chain([0.5, 0.7]).world];
  const snapshot = world.snapshot();
  expect(owns(other, snapshot)).toBe(false);
  expect(owns(world, structuredClone(snapshot))).toBe(false);
  expect(owns(world, { ...snapshot })).toBe(false);
  expect(owns(world, JSON.parse(JSON.stringify(snapshot)) as Snapshot)).toBe(false);
  const added = world.add(new PointOnCircleDistance({ p: world.particles[0]!, radius: 1 }));
  expect(thrown(() => { world.restore(snapshot); }).code).toBe('E_SNAPSHOT'); // prettier-ignore
  world.remove(added);
  // The same parts again: it fits, but only a check can tell.
  world.restore(snapshot);
  expect(owns(world, snapshot)).toBe(false);
});

it('restores what was written into a snapshot, and refuses what is impossible', () => {
  const { world, rods } = chain([0.5]);
  const snapshot = world.snapshot();
  snapshot.constraints[0]!.params[0] = 3;
  world.restore(snapshot);
  expect(rods[0]!.params.length).toBe(3);
  snapshot.constraints[0]!.params[0] = -3;
  expect(thrown(() => { world.restore(snapshot); }).message).toContain("Parameter 'length' of Distance2D #1 is -3"); // prettier-ignore
  expect(rods[0]!.params.length).toBe(3);
});

it('refuses an impossible state that the world was in itself', () => {
  const { world, block } = makeScene();
  world.particles[0]!.position[0] = NaN;
  const snapshot = world.snapshot();
  expect(owns(world, snapshot)).toBe(true);
  world.particles[0]!.position[0] = 1;
  expect(thrown(() => { world.restore(snapshot); }).message).toContain('Coordinate 0, of particle #1, is not finite: NaN.'); // prettier-ignore
  const { space } = makeScene();
  expect(block.position[0]).toBeTypeOf('number');
  const body = space.bodies[0]!;
  internalsOf(space).structure.state.q[3] = 2;
  const tilted = space.snapshot();
  internalsOf(space).structure.state.q[3] = 1;
  expect(thrown(() => { space.restore(tilted); }).message).toContain(`The orientation of ${body.label}`); // prettier-ignore
});

it('takes rods that joined since the last step for restored ones, as from a foreign snapshot', () => {
  const codes = [false, true].map((clone) => {
    const warnings: string[] = [];
    const world = new World({ space: 2, onWarning: ({ code }) => warnings.push(code) });
    const p = world.addParticle({ mass: 1, position: [2, 0] });
    world.step(1 / 240);
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    const snapshot = world.snapshot();
    world.restore(clone ? structuredClone(snapshot) : snapshot);
    world.step(1 / 240);
    return warnings;
  });
  expect(codes[0]).toEqual(codes[1]);
});

it('holds constraints as they were when it was taken, whenever they are read', () => {
  const make = (): ReturnType<typeof chain> => chain([0.5, 0.7]);
  const [{ world, rods }, other] = [make(), make()];
  for (const one of [world, other.world]) one.step(1 / 240);
  const [snapshot, expected] = [world.snapshot(), structuredClone(other.world.snapshot())];
  rods[0]!.params.length = 2;
  world.step(1 / 240);
  world.restore(snapshot);
  expect(rods[0]!.params.length).toBe(1);
  // Nobody has read them until now.
  expect(Object.getOwnPropertyDescriptor(snapshot, 'constraints')).toHaveProperty('get', expect.any(Function));
  world.step(1 / 240);
  world.remove(rods[1]!);
  world.step(1 / 240);
  expect(structuredClone(snapshot)).toEqual(expected);
  expect(Object.keys(snapshot)).toContain('constraints');
  expect(snapshot.constraints).toBe(snapshot.constraints);
  expect(snapshot.constraints.map(({ params }) => [...params])).toEqual([[1], [1]]);
});

describe('a snapshot of a world whose parts are others now, as many of the same types', () => {
  const build = (): ReturnType<typeof chain> & { readonly hand: Handle } => {
    const one = chain([0.5, 0.7]);
    return { ...one, hand: one.world.handle([0, 0]) };
  };
  it.each<[string, (parts: ReturnType<typeof build>) => void]>([
    [
      'a particle',
      ({ world, particles, rods }) => {
        world.remove(rods[1]!);
        world.remove(rods[0]!);
        world.remove(particles[0]!);
        const p = world.addParticle({ mass: 3, position: [7, 7] });
        for (const a of [particles[1]!, world.ground.point([0, 0])]) world.add(new Distance2D({ a, b: p, length: 1 }));
      },
    ],
    [
      'a rod',
      ({ world, particles, rods }) => {
        world.remove(rods[1]!);
        world.add(new Distance2D({ a: world.ground.point([0, 0]), b: particles[1]!, length: 2 }));
      },
    ],
    [
      'a handle',
      ({ world, hand }) => {
        world.remove(hand);
        world.handle([5, 5]);
      },
    ],
    [
      'a handle more',
      ({ world }) => {
        world.handle([5, 5]);
      },
    ],
    [
      'a handle less',
      ({ world, hand }) => {
        world.remove(hand);
      },
    ],
  ])('is refused: %s', (_, change) => {
    const parts = build();
    const { world } = parts;
    const snapshot = world.snapshot();
    change(parts);
    const hash = world.hash();
    expect(
      thrown(() => {
        world.restore(snapshot);
      }),
    ).toMatchObject({
      // prettier-ignore
      code: 'E_SNAPSHOT',
      message: expect.stringContaining('Restore it before adding or removing any') as string,
    });
    expect(world.hash()).toBe(hash);
  });
  it('is restored in a world with other parts that was built by the same calls', () => {
    const [one, other] = [build(), build()];
    one.world.step(1 / 240);
    const snapshot = one.world.snapshot();
    other.world.restore(snapshot);
    expect(other.world.hash()).toBe(one.world.hash());
  });
});

it('gives constraints their own parameters, whatever the order in which they were added again', () => {
  const { world, rods } = chain([0.5, 0.7]);
  rods[0]!.params.length = 2;
  const snapshot = world.snapshot();
  world.remove(rods[0]!);
  world.add(rods[0]!);
  for (const rod of rods) rod.params.length = 9;
  world.restore(snapshot);
  expect(rods.map(({ params }) => params.length)).toEqual([2, 1]);
});
