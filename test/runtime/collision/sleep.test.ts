import { expect, it, describe } from 'vitest';
import {
  collide,
  constantForce,
  gravity,
  recorder,
  rk4,
  spring,
  velocityStep,
  World,
  type RigidBody2D,
  type RigidBody3D,
  type WorldCollisions,
  type WorldOptions,
} from '../../../runtime/index.js';
import { Distance3D } from '../../../generated/index.js';

const DT = 1 / 60;
const FALL = 9.81;

interface Stack {
  world: World;
  crates: readonly RigidBody3D[];
  shelf: RigidBody3D;
  collisions: WorldCollisions;
  passes: { value: boolean };
}

/** Three crates of 1 m on each other on an immovable shelf, and one beside them on the ground. */
function stack(options: Partial<WorldOptions> = {}, sleep: boolean | 'unsaid' = true): Stack {
  const world = new World({ space: 3, forces: [gravity([0, 0, -FALL])], integrator: velocityStep(), ...options });
  const inertia = [1 / 6, 1 / 6, 1 / 6];
  const shelf = world.addBody({ mass: Infinity, inertia: [Infinity, Infinity, Infinity], position: [0, 0, 0.5] });
  const crates = [
    [0, 0, 1.5],
    [0.1, 0, 2.5],
    [0, 0.1, 3.5],
    [5, 0, 0.5],
  ].map((position) => world.addBody({ mass: 1, inertia, position }));
  const passes = { value: true };
  const shapes = [{ plane: [0, 0, 1] }, ...[shelf, ...crates].map((body) => ({ body, box: [1, 1, 1] }))];
  const collisions = collide(world, { shapes, filter: () => passes.value, ...(sleep === 'unsaid' ? {} : { sleep }) });
  return { world, crates, shelf, collisions, passes };
}

function steps(world: World, count: number): void {
  for (let k = 0; k < count; k++) world.step(DT);
}

const stateOf = (bodies: readonly (RigidBody3D | RigidBody2D)[]): number[] =>
  bodies.flatMap(({ position, velocity }) => [...position, ...velocity]);

it('crates at rest fall asleep after half a second, and stay to the last bit', () => {
  const { world, crates, collisions } = stack();
  steps(world, 25);
  expect(collisions.sleeping).toEqual([]);
  steps(world, 10);
  expect(new Set(collisions.sleeping)).toEqual(new Set(crates));
  expect(collisions.pairs).toBe(0);
  const asleep = stateOf(crates);
  const turns = crates.flatMap(({ orientation }) => [...orientation]);
  steps(world, 100);
  expect(stateOf(crates)).toEqual(asleep);
  expect(crates.flatMap(({ orientation }) => [...orientation])).toEqual(turns);
  expect(world.warnings).toEqual([]);
  // What has touched touches, with the forces that hold it.
  expect(collisions.touches).toHaveLength(4);
  expect([collisions.began, collisions.ended]).toEqual([[], []]);
  const push = collisions.contacts.filter(({ b }) => b === crates[0]).reduce((sum, { force }) => sum + force[2], 0);
  expect(push).toBeCloseTo(3 * FALL, 6);
});

it.each(['unsaid', false] as const)('crates stay awake where sleep is %s', (sleep) => {
  const { world, collisions } = stack({}, sleep);
  steps(world, 60);
  expect(collisions.sleeping).toEqual([]);
  expect(collisions.pairs).toBe(4);
});

it('collide switches sleep off again', () => {
  const { world, collisions } = stack();
  steps(world, 40);
  expect(collisions.sleeping).toHaveLength(4);
  collide(world, { shapes: [], sleep: false });
  steps(world, 60);
  expect(collisions.sleeping).toEqual([]);
  expect(collisions.pairs).toBe(4);
});

it.each([2, 3] as const)('a body that gets another shape sleeps on it, in space %i', (space) => {
  const up = (y: number): number[] => (space === 2 ? [0, y] : [0, 0, y]);
  const box = Array<number>(space).fill(1);
  const world = new World({ space, forces: [gravity(up(-FALL))], integrator: velocityStep() });
  const inertia = space === 2 ? 0.1 : [0.1, 0.1, 0.1];
  const crate = world.addBody({ mass: 1, inertia, position: up(0.5) } as never);
  const shapes = [
    { box, at: up(-0.5) },
    { body: crate, box },
  ];
  const collisions = collide(world, { shapes: shapes, sleep: true });
  steps(world, 60);
  crate.position[space - 1] = 1;
  collide(world, { shapes: [{ body: crate, box, at: up(-0.5) }] });
  steps(world, 60);
  expect(collisions.sleeping).toEqual([crate]);
  steps(world, 60);
  expect(crate.position[space - 1]).toBeCloseTo(1, 9);
});

it('a body that is removed no longer sleeps nor touches', () => {
  const { world, crates, collisions } = stack();
  steps(world, 60);
  world.remove(crates[3]!);
  expect(new Set(collisions.sleeping)).toEqual(new Set(crates.slice(0, 3)));
  expect([collisions.contacts, collisions.touches].map((list) => list.filter(({ b }) => b === crates[3]))).toEqual([
    [],
    [],
  ]);
  // What slept with it is awake.
  world.remove(crates[1]!);
  expect(collisions.sleeping).toEqual([]);
  expect(collisions.touches).toHaveLength(1);
  world.step(DT);
  expect(collisions.ended).toHaveLength(3);
});

const DISTURBANCES: Readonly<Record<string, (one: Stack) => void>> = {
  'a velocity': ({ crates }) => {
    crates[2]!.velocity[0] = 0.1;
  },
  'a place': ({ crates }) => {
    crates[2]!.position[2] += 0.01;
  },
  'a place of the shelf': ({ shelf }) => {
    shelf.position[2] -= 0.01;
  },
  'a force': ({ world, crates }) => {
    world.addForce(constantForce(crates[2]!.point([0, 0, 0]), [1, 0, 0]));
  },
  'a spring': ({ world, crates }) => {
    const [a, b] = [crates[2]!.point([0, 0, 0]), world.ground.point([3, 0, 3])];
    world.addForce(spring({ a, b, stiffness: 1, restLength: 0 }));
  },
  'a constraint': ({ world, crates }) => {
    const [a, b] = [crates[2]!.point([0, 0, 0]), world.ground.point([0, 0, 9])];
    world.add(new Distance3D({ a, b, length: Math.hypot(0.1, 5.5) }));
  },
  'a removed crate': ({ world, crates }) => {
    world.remove(crates[1]!);
  },
  'a removed shelf': ({ world, shelf }) => {
    world.remove(shelf);
  },
  'a mass': ({ crates }) => {
    crates[2]!.mass = 2;
  },
  'another shape': ({ world }) => {
    collide(world, { shapes: [{ box: [1, 1, 1], at: [0, 0, 9] }] });
  },
  'a filter': ({ passes }) => {
    passes.value = false;
  },
  'the user': ({ collisions, crates }) => {
    collisions.wake(crates[1]);
  },
};

it.each(Object.keys(DISTURBANCES))('%s wakes a stack as if it had not slept', (name) => {
  const disturb = DISTURBANCES[name]!;
  const [one, other] = [stack(), stack({}, false)];
  for (const { world } of [one, other]) steps(world, 40);
  expect(one.collisions.sleeping).toHaveLength(4);
  disturb(one);
  disturb(other);
  steps(one.world, 1);
  expect(one.collisions.sleeping).not.toContain(one.crates[2]);
  steps(other.world, 1);
  for (const { world } of [one, other]) steps(world, 14);
  const [slept, awake] = [stateOf(one.crates.slice(2)), stateOf(other.crates.slice(2))];
  slept.forEach((x, i) => {
    expect(Math.abs(x - awake[i]!)).toBeLessThan(1e-9);
  });
});

it('only the island that is disturbed wakes', () => {
  const { world, crates, collisions } = stack();
  steps(world, 40);
  collisions.wake(crates[0]);
  steps(world, 1);
  expect(collisions.sleeping).toEqual([crates[3]]);
  steps(world, 40);
  expect(collisions.sleeping).toHaveLength(4);
});

it('a ball that hits a sleeping stack moves it as one that has not slept', () => {
  const motion = (sleep: boolean): number[] => {
    const { world, crates, collisions } = stack({}, sleep);
    const ball = world.addBody({
      mass: 3,
      inertia: [0.1, 0.1, 0.1],
      position: [-5, 0, 5.7],
      velocity: [5, 0, 0],
    });
    collide(world, { shapes: [{ body: ball, sphere: 0.3 }], friction: 0.5 });
    steps(world, 45);
    if (sleep) expect(collisions.sleeping).toHaveLength(4);
    steps(world, 30);
    if (sleep) expect(collisions.sleeping).toEqual([crates[3]]);
    return stateOf([...crates, ball]);
  };
  const [slept, awake] = [motion(true), motion(false)];
  expect(Math.abs(awake[12]!)).toBeGreaterThan(0.05);
  slept.forEach((x, i) => {
    // Forces in a stack are not unique, and neither is where friction holds it.
    expect(Math.abs(x - awake[i]!)).toBeLessThan(1e-3);
  });
});

it.each([
  [1, 0.1],
  [3, 0.1],
  [100, 0.5],
])('a crate of %f m on its edge, %f° beyond the balance, falls over', (size, degrees) => {
  const world = new World({ space: 2, forces: [gravity([0, -FALL])], integrator: velocityStep() });
  const beyond = (degrees * Math.PI) / 180;
  const crate = world.addBody({
    mass: size ** 2,
    inertia: size ** 4 / 6,
    angle: Math.PI / 4 + beyond,
    position: [0, size * Math.SQRT1_2 * Math.cos(beyond)],
  });
  const shapes = [
    { box: [40 * size, size], at: [0, -size / 2] },
    { body: crate, box: [size, size] },
  ];
  const collisions = collide(world, { shapes, sleep: true, friction: 0.8 });
  while (collisions.sleeping.length === 0 && world.time < 60) world.step(DT);
  expect(crate.angle.value).toBeCloseTo(Math.PI / 2, 2);
});

it('a large crate that sways over its balance does not sleep there', () => {
  const world = new World({ space: 2, forces: [gravity([0, -FALL])], integrator: velocityStep() });
  const size = 10;
  const beyond = -0.005;
  const position = [0, size * Math.SQRT1_2 * Math.cos(beyond)];
  // About the edge that it stands on.
  const rate = 0.01;
  const velocity = [-rate * position[1]!, 0];
  const angle = Math.PI / 4 + beyond;
  const crate = world.addBody({
    mass: 100,
    inertia: 1e4 / 6,
    angle,
    position,
    velocity,
    angularVelocity: rate,
  });
  const shapes = [
    { box: [400, 10], at: [0, -5] },
    { body: crate, box: [size, size] },
  ];
  const collisions = collide(world, { shapes, sleep: true, friction: 0.8 });
  while (collisions.sleeping.length === 0 && world.time < 30) world.step(DT);
  expect(Math.abs(crate.angle.value - Math.PI / 4)).toBeCloseTo(Math.PI / 4, 2);
});

it('what drifts without forces stays awake', () => {
  const world = new World({ space: 3, integrator: velocityStep() });
  const inertia = [1 / 6, 1 / 6, 1 / 6];
  const slow = world.addBody({ mass: 1, inertia, position: [0, 0, 9], velocity: [1e-3, 0, 0] });
  const collisions = collide(world, { shapes: [{ body: slow, box: [1, 1, 1] }], sleep: true });
  steps(world, 100);
  expect(collisions.sleeping).toEqual([]);
  expect(slow.position[0]).toBeCloseTo(100 * DT * 1e-3, 12);
});

it.each([false, true])(
  'so does what a slow platform carries, and what turns on the spot; listed first: %s',
  (isFirst) => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -FALL])], integrator: velocityStep() });
    const platform = world.addBody({
      mass: Infinity,
      inertia: [Infinity, Infinity, Infinity],
      position: [0, 0, 0],
      velocity: [1e-3, 0, 0],
    });
    const inertia = [1 / 6, 1 / 6, 1 / 6];
    const crate = world.addBody({ mass: 1, inertia, position: [0, 0, 1], velocity: [1e-3, 0, 0] });
    const top = world.addBody({ mass: 1, inertia, position: [9, 0, 0.5], angularVelocity: [0, 0, 1] });
    const shapes = [
      { body: platform, box: [1, 1, 1] },
      { body: crate, box: [1, 1, 1] },
      { box: [1, 1, 1], at: [9, 0, -0.5] },
      { body: top, sphere: 0.5 },
    ];
    const collisions = collide(world, { shapes: isFirst ? shapes.reverse() : shapes, sleep: true });
    steps(world, 100);
    expect(collisions.sleeping).toEqual([]);
    expect(crate.position[0]).toBeCloseTo(100 * DT * 1e-3, 9);
  },
);

const CHANGES: Readonly<Record<string, (one: Pick<Stack, 'world' | 'crates'>) => void>> = {
  'a body was removed': ({ world, crates }) => {
    world.remove(crates[1]!);
  },
  'a body got its first shape': ({ world }) => {
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [9, 0, 0.5] });
    collide(world, { shapes: [{ body, sphere: 0.5 }] });
  },
};

describe('snapshots', () => {
  it.each([
    ['as they are', (world: World) => world.snapshot()],
    ['through JSON', (world: World) => JSON.parse(JSON.stringify(world.snapshot())) as ReturnType<World['snapshot']>],
  ])('hold what sleeps, %s, and go on to the last bit', (_, save) => {
    const [one, other] = [stack(), stack()];
    steps(one.world, 40);
    const saved = save(one.world);
    other.world.restore(saved);
    expect(other.collisions.sleeping).toHaveLength(4);
    const go = ({ world, crates, collisions }: Stack): number[] => {
      steps(world, 5);
      expect(collisions.sleeping).toHaveLength(4);
      expect(collisions.touches).toHaveLength(4);
      crates[2]!.velocity[0] = 0.5;
      steps(world, 5);
      expect(collisions.sleeping).toEqual([crates[3]]);
      return stateOf(crates);
    };
    const first = go(one);
    expect(go(other)).toEqual(first);
    // The world itself goes back, too, to what slept then.
    one.world.restore(saved);
    expect(one.collisions.sleeping).toHaveLength(4);
    expect(go(one)).toEqual(first);
  });

  it('of worlds that are about to fall asleep do so in the same step', () => {
    const [one, other] = [stack(), stack()];
    steps(one.world, 20);
    other.world.restore(one.world.snapshot());
    for (let k = 0; k < 20; k++) {
      for (const { world } of [one, other]) world.step(DT);
      expect(other.collisions.sleeping.length).toBe(one.collisions.sleeping.length);
    }
    expect(one.collisions.sleeping).toHaveLength(4);
  });

  it.each(Object.keys(CHANGES))('fit a world after %s, at once and a step later', (name) => {
    const { world, crates, collisions } = stack();
    steps(world, 40);
    CHANGES[name]!({ world, crates });
    const saved = world.snapshot();
    const go = (): number[] => {
      steps(world, 5);
      return [...stateOf(crates), ...collisions.touches.map(({ a, b }) => crates.indexOf((b ?? a) as RigidBody3D))];
    };
    const straight = go();
    for (let k = 0; k < 2; k++) {
      world.restore(saved);
      expect(go()).toEqual(straight);
    }
  });

  it('do not fit a world whose bodies never sleep', () => {
    const [one, other] = [stack(), stack({}, false)];
    steps(one.world, 40);
    const saved = one.world.snapshot();
    expect(() => {
      other.world.restore(saved);
    }).toThrow(expect.objectContaining({ code: 'E_SNAPSHOT' }));
  });
});

it('recorders see sleeping bodies at rest', () => {
  const { world, crates } = stack();
  const heights = recorder(world, {
    of: [{ height: () => crates[2]!.position[2], energy: () => world.energy().total }],
  });
  steps(world, 60);
  const { height, energy } = heights.columns as unknown as Record<'height' | 'energy', Float64Array>;
  expect(Math.abs(height.at(-1)! - 3.5)).toBeLessThan(1e-6);
  expect(Math.abs(energy.at(-1)! - energy[0]!)).toBeLessThan(1e-4);
});

it('sleeps in the plane, with rk4, and wakes by a constraint that goes', () => {
  const world = new World({ space: 2, forces: [gravity([0, -FALL])], integrator: rk4() });
  const box = world.addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5] });
  const disc = world.addParticle({ mass: 1, position: [0, 1.2] });
  const shapes = [
    { box: [9, 1], at: [0, -0.5] },
    { body: box, box: [1, 1] },
    { body: disc, disc: 0.2 },
  ];
  const collisions = collide(world, { shapes, sleep: true });
  steps(world, 40);
  expect(new Set(collisions.sleeping)).toEqual(new Set([box, disc]));
  disc.velocity[1] = 1;
  steps(world, 6);
  expect(collisions.sleeping).toEqual([]);
  expect(disc.position[1]).toBeGreaterThan(1.23);
});

it('says what cannot wake', () => {
  const { collisions } = stack();
  const { crates } = stack();
  expect(() => {
    collisions.wake({} as never);
  }).toThrow(expect.objectContaining({ code: 'E_BODY' }));
  expect(() => {
    collisions.wake(crates[0]);
  }).toThrow(expect.objectContaining({ code: 'E_OTHER_WORLD' }));
});

it('a heap with `sleep` goes on from any snapshot to the same bits, awake or asleep', () => {
  const heap = (): World => {
    const world = new World({ space: 2, forces: [gravity([0, -FALL])], integrator: velocityStep() });
    const crates = Array.from({ length: 8 }, (_, k) =>
      world.addBody({ mass: 1, inertia: 0.1, position: [0.3 * (k % 3), 0.5 + 1.3 * k], angle: 0.3 * k }),
    );
    const shapes = [{ box: [20, 1], at: [0, -0.5] }, ...crates.map((body) => ({ body, box: [1, 0.7] }))];
    collide(world, { shapes, sleep: true });
    return world;
  };
  const [world, straight] = [heap(), heap()];
  for (let k = 0; k < 400; k++) {
    const before = world.snapshot();
    steps(world, 1);
    world.restore(before);
    steps(world, 1);
    steps(straight, 1);
    expect(world.hash(), `step ${String(k)}`).toBe(straight.hash());
  }
});

it.each([1, 1000])('a leaf on a sleeping crate of %f kg is taken away by the wind', (mass) => {
  const world = new World({ space: 2, forces: [gravity([0, -FALL])], integrator: velocityStep() });
  const crate = world.addBody({ mass, inertia: mass / 6, position: [0, 0.5] });
  const leaf = world.addBody({ mass: 5e-4, inertia: 1e-7, position: [0, 1.0025] });
  let wind = 0;
  world.addForce({
    apply: () => {
      leaf.applyForce([0, wind]);
    },
  });
  const shapes = [
    { box: [20, 1], at: [0, -0.5] },
    { body: crate, box: [1, 1] },
    { body: leaf, box: [0.02, 0.005] },
  ];
  const collisions = collide(world, { shapes, sleep: true });
  steps(world, 120);
  expect(collisions.sleeping).toHaveLength(2);
  wind = 0.009;
  steps(world, 60);
  // It rises by half of its acceleration, and by a step's part of it.
  expect(leaf.position[1] - 1.0025).toBeCloseTo((0.009 / 5e-4 - FALL) / 2, 0);
});
