import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  rk4,
  velocityStep,
  World,
  type CollideOptions,
  type SnapshotJSON,
  type Touch,
  type WorldCollisions,
} from '../../../runtime/index.js';

const h = 1 / 240;
const FLOOR = { box: [50, 1], at: [0, -0.5] };

const worldOf = (options: object = {}): World =>
  new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), ...options });
const labels = ({ a, b }: Touch): string =>
  [a, b].map((one) => (one?.label ?? 'ground').replace(/body '(.*)'/, '$1')).join(' ');

/** Runs, and lists what begins and ends with the number of its step. */
function journal(world: World, collisions: WorldCollisions, until: number, dt = h): string[] {
  const lines: string[] = [];
  let step = 0;
  world.run({
    until,
    dt,
    onStep: () => {
      step++;
      for (const touch of collisions.began) lines.push(`${step} + ${labels(touch)}`);
      for (const touch of collisions.ended) lines.push(`${step} - ${labels(touch)}`);
    },
  });
  return lines;
}

describe('a touch', () => {
  it.each([
    // Steps of 1/240 s in which a fall of 1 m ends: 0.4515 s, and less where each begins with its last velocity.
    ['velocityStep', velocityStep(), 108],
    ['rk4', rk4(), 109],
  ])('begins when a ball lands and ends when it has rebounded, with %s', (_, integrator, step) => {
    const world = worldOf({ integrator });
    const ball = world.addBody({ mass: 1, inertia: 1, position: [0, 1.2], name: 'ball' });
    const collisions = collide(world, { shapes: [FLOOR, { body: ball, disc: 0.2, restitution: 0.5 }] });
    const lines = journal(world, collisions, 0.6);
    expect(lines).toEqual([`${step} + ground ball`, `${step + 1} - ground ball`]);
  });

  it('lasts while something rests', () => {
    const world = worldOf();
    const ball = world.addBody({ mass: 1, inertia: 1, position: [0, 0.3], name: 'ball' });
    const collisions = collide(world, { shapes: [FLOOR, { body: ball, disc: 0.2 }] });
    expect(journal(world, collisions, 3)).toHaveLength(1);
    expect(collisions.touches.map(labels)).toEqual(['ground ball']);
    ball.velocity[1] = 3;
    world.step(h);
    expect(collisions.ended.map(labels)).toEqual(['ground ball']);
    expect(collisions.touches).toEqual([]);
    world.step(h);
    expect(collisions.ended).toEqual([]);
  });

  it('names the shapes as they were given', () => {
    const world = worldOf();
    const crate = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5] });
    const shape = { body: crate, box: [1, 1] };
    const collisions = collide(world, { shapes: [FLOOR, shape] });
    world.step(h);
    const [touch] = collisions.began;
    expect(touch!.shapes[0]).toBe(FLOOR);
    expect(touch!.shapes[1]).toBe(shape);
    expect(touch!.sensor).toBe(false);
    expect(JSON.parse(JSON.stringify(touch))).toEqual({ a: 'ground', b: 'body #1', sensor: false });
  });

  it('ends when a body is removed', () => {
    const world = worldOf();
    const crate = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5] });
    const collisions = collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }] });
    world.step(h);
    world.remove(crate);
    world.step(h);
    expect(collisions.ended.map(({ b }) => b)).toEqual([crate]);
    expect(collisions.touches).toEqual([]);
  });

  it('goes on after a snapshot was restored, here and in another world', () => {
    const make = () => {
      const world = worldOf();
      const crate = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5] });
      const zone = { box: [1, 1], at: [0, 1], sensor: true };
      return { world, crate, collisions: collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }, zone] }) };
    };
    const { world, collisions } = make();
    world.step(h);
    const snapshot = world.snapshot();
    expect(collisions.began).toHaveLength(2);
    world.run({ until: 0.1, dt: h });
    const other = make();
    for (const [into, found] of [
      [world, collisions],
      [other.world, other.collisions],
    ] as const) {
      // prettier-ignore
      into.restore(JSON.parse(JSON.stringify(snapshot)) as SnapshotJSON);
      expect(found.touches).toHaveLength(2);
      into.step(h);
      expect(found.began).toEqual([]);
      expect(found.ended).toEqual([]);
      expect(found.touches).toHaveLength(2);
    }
  });
});

describe('a sensor', () => {
  it('reports what overlaps it and changes no motion', () => {
    const run = (sensor: boolean) => {
      const world = worldOf();
      const ball = world.addBody({ mass: 1, inertia: 1, position: [0, 3], name: 'ball' });
      const zone = { box: [1, 1], at: [0, 1.5], sensor: true };
      const collisions = collide(world, { shapes: [{ body: ball, disc: 0.2 }, ...(sensor ? [zone] : [])] });
      const lines = journal(world, collisions, 0.9);
      return { lines, end: [...ball.position, ...ball.velocity], collisions };
    };
    const { lines, end, collisions } = run(true);
    expect(end).toEqual(run(false).end);
    expect(collisions.pairs).toBe(0);
    // Its lower end is at 2 m, and its upper end at 1 m. The step ends at h² n (n + 1) g / 2 below the start.
    const reach = (way: number): number => {
      let n = 1;
      while ((h * h * 9.81 * n * (n + 1)) / 2 < way) n++;
      return n;
    };
    expect(lines).toEqual([`${reach(0.8)} + ball ground`, `${reach(2.2)} - ball ground`]);
  });

  it('reports what flies through it within a step', () => {
    const world = new World({ space: 3, integrator: velocityStep() });
    const ball = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [-5, 0, 0], velocity: [100, 0, 0] });
    const gate = { box: [0.01, 1, 1], sensor: true };
    const beside = { box: [0.01, 1, 1], at: [0, 2, 0], sensor: true };
    const collisions = collide(world, { shapes: [{ body: ball, sphere: 0.1 }, gate, beside] });
    world.step(0.1);
    expect(collisions.began.map(({ shapes, sensor }) => [shapes[1], sensor])).toEqual([[gate, true]]);
    world.step(0.1);
    expect(collisions.ended.map(({ shapes }) => shapes[1])).toEqual([gate]);
  });

  it('on a body sees the ground, other bodies and other sensors, and obeys groups', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const car = world.addBody({ mass: 1, inertia: 1, position: [0, 0], name: 'car' });
    const eye = { body: car, disc: 2, sensor: true };
    const rest = [
      { box: [1, 1], at: [2, 0] },
      { disc: 1, at: [0, 2], sensor: true },
      { body: world.addBody({ mass: 1, inertia: 1, position: [-2, 0] }), disc: 1 },
      { body: car, disc: 0.5 },
      { disc: 1, at: [0, -9] },
    ];
    const collisions = collide(world, { shapes: [eye, ...rest] });
    world.step(h);
    expect(collisions.touches.map(({ shapes }) => shapes)).toEqual(rest.slice(0, 3).map((shape) => [eye, shape]));
  });
});

describe('a filter', () => {
  const fall = (filter: NonNullable<CollideOptions['filter']>) => {
    const world = worldOf();
    const crate = world.addBody({ mass: 1, inertia: 1, position: [0, 0.5] });
    const collisions = collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }], filter });
    return { world, crate, collisions };
  };

  it('is asked with the shapes as they were given, and may answer otherwise later', () => {
    let open = false;
    const asked = new Set<object>();
    const { world, crate, collisions } = fall((a, b) => {
      asked.add(a).add(b);
      return !open;
    });
    world.run({ until: 0.1, dt: h });
    expect(asked.size).toBe(2);
    expect(asked.has(FLOOR)).toBe(true);
    expect(crate.position[1]).toBeCloseTo(0.5, 9);
    open = true;
    world.step(h);
    expect(crate.velocity[1]).toBeCloseTo(-9.81 * h, 9);
    expect(collisions.pairs).toBe(0);
    expect(collisions.ended).toHaveLength(1);
  });

  it('cannot change the world, and has to answer', () => {
    const meddles = fall(() => {
      meddles.world.remove(meddles.crate);
      return true;
    });
    expect(() => {
      meddles.world.step(h);
    }).toThrow(/E_STEPPING|under way/);
    const silent = fall((() => undefined) as never);
    silent.world.step(h);
    expect(silent.collisions.pairs).toBe(0);
    const wrong = fall((() => 'yes') as never);
    expect(() => {
      wrong.world.step(h);
    }).toThrow(/filter/);
  });
});
