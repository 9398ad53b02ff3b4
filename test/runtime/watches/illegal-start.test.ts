import { describe, expect, it } from 'vitest';
import {
  AngleLock,
  Coincident2D,
  Distance2D,
  Distance3D,
  HingeMotor,
  PointLineContact,
  Rope2D,
} from '../../../generated/index.js';
import {
  assemble,
  collide,
  dormandPrince,
  gravity,
  rattle,
  rk4,
  velocityStep,
  World,
  type Integrator,
  type WorldOptions,
  type WorldWarning,
} from '../../../runtime/index.js';

const worldOf = (
  options: Partial<WorldOptions> = {},
): { world: World; heard: WorldWarning[]; codes: () => string[] } => {
  const heard: WorldWarning[] = [];
  const world = new World({ space: 2, onWarning: (warning) => heard.push(warning), ...options });
  return { world, heard, codes: () => heard.map(({ code }) => code) };
};

/** A rod of 1 m to a particle that is `distance` away, with the speed `away` along the rod. */
const rod = (world: World, distance: number, away = 0, length = 1): Distance2D => {
  const [x, y] = [0.6, 0.8].map((c) => c * distance) as [number, number];
  const bob = world.addParticle({ mass: 1, position: [x, y], velocity: [0.6 * away - 0.8, 0.8 * away + 0.6] });
  return world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length }));
};

describe('constraints that do not hold at the start', () => {
  it.each<[string, Integrator]>([
    ['rk4', rk4()],
    ['velocityStep', velocityStep()],
    ['rattle', rattle()],
    ['dormandPrince', dormandPrince()],
  ])('are named with their errors, with %s', (_, integrator) => {
    const { world, heard } = worldOf({ integrator });
    rod(world, 1);
    const off = rod(world, 1.01);
    world.step(1 / 240);
    world.step(1 / 240);
    expect(heard.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
    expect(heard[0]!.message).toBe(
      'Constraints do not hold where their first step begins, at t = 0 s. ' +
        'They are off as follows (C): Distance2D #2 by 0.0100. ' +
        'The feedback pulls them in by forces that are no part of the motion. ' +
        'Call assemble(world) before that step.',
    );
    expect(heard[0]!.constraints).toEqual([off.label]);
  });

  it('are told of in a run by the own steps of an integrator', () => {
    const { world, codes } = worldOf({ integrator: dormandPrince() });
    rod(world, 1.01);
    world.run({ until: 0.1 });
    expect(codes()).toEqual(['W_ILLEGAL_START']);
  });

  it('are told of by their rates', () => {
    const { world, heard } = worldOf();
    rod(world, 1, 0.02);
    world.step(1 / 240);
    expect(heard.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
    expect(heard[0]!.message).toContain('(dC/dt): Distance2D #1 by 0.0200');
    expect(heard[0]!.message).toContain('Call assemble(world, { velocitiesOnly: true }) before');
  });

  it('hold after assemble()', () => {
    const { world, codes } = worldOf();
    rod(world, 1.3, 0.4);
    assemble(world);
    world.run({ until: 0.1 });
    expect(codes()).toEqual([]);
  });

  it('are looked at when they are added, and not again', () => {
    const { world, codes } = worldOf();
    const first = rod(world, 1);
    world.run({ until: 0.1 });
    // What changes later is the application's will.
    first.params.length = 1.2;
    world.addParticle({ mass: 1, position: [5, 5] });
    world.step(1 / 240);
    expect(codes()).toEqual([]);
    rod(world, 1.1);
    world.step(1 / 240);
    expect(codes()).toEqual(['W_ILLEGAL_START']);
  });
});

describe('a start that is legal', () => {
  it.each([1, 1e-3, 1e3])('may be written with three digits, at a size of %d m', (size) => {
    const { world, codes } = worldOf();
    const at = (x: number, y: number) => world.addParticle({ mass: 1, position: [x * size, y * size] });
    const [a, b, c] = [at(0, 0), at(0.707, 0.707), at(1.22, 0.363)];
    world.add(new Distance2D({ a, b, length: size }));
    world.add(new Distance2D({ a: b, b: c, length: 0.618 * size }));
    world.step(1 / 240);
    expect(codes()).toEqual([]);
  });

  it('may be far from the origin', () => {
    const { world, codes } = worldOf();
    const a = world.addParticle({ mass: 1, position: [1e6 + 0.1, 1e6 + 0.3] });
    const b = world.addParticle({ mass: 1, position: [1e6 + 0.7, 1e6 + 1.1] });
    world.add(new Distance2D({ a, b, length: 1 }));
    world.step(1 / 240);
    expect(codes()).toEqual([]);
  });

  it('may begin with a handle that moves, a motor, and a formula in the time', () => {
    const { world, codes } = worldOf();
    const hand = world.handle([0, 0]);
    const weight = world.addParticle({ mass: 1, position: [0, -2] });
    world.add(new Distance2D({ a: hand, b: weight, length: 2 }));
    hand.moveTo([0, 0.01]);
    world.step(1 / 240);
    expect(codes()).toEqual([]);

    const space = worldOf({ space: 3 });
    const wheel = space.world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 1] });
    const { ground } = space.world;
    const [u, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
    space.world.add(new HingeMotor({ side: wheel.direction([1, 0, 0]), u, w, speed: 5 }));
    space.world.step(1 / 240);
    expect(space.codes()).toEqual([]);
  });

  it('may be a state that is restored, or within the tolerance of assembly', () => {
    const first = worldOf();
    const long = rod(first.world, 1);
    first.world.step(1 / 240);
    long.params.length = 1.01;
    const second = worldOf();
    rod(second.world, 1);
    second.world.restore(first.world.snapshot());
    second.world.step(1 / 240);
    expect(second.codes()).toEqual([]);

    const tiny = worldOf();
    const a = tiny.world.addParticle({ mass: 1, position: [5e-11, 0] });
    tiny.world.add(new Coincident2D({ a, b: tiny.world.ground.point([0, 0]) }));
    tiny.world.step(1 / 240);
    expect(tiny.codes()).toEqual([]);
  });

  it('may be an angle off by rounding only', () => {
    const { world, codes } = worldOf();
    const one = world.addBody({ mass: 1, inertia: 1, position: [0, 0] });
    const two = world.addBody({ mass: 1, inertia: 1, position: [1, 0] });
    world.add(new AngleLock({ alpha: one.angle, beta: two.angle, angle: 0 }));
    world.step(1 / 240);
    expect(codes()).toEqual([]);
    const three = world.addBody({ mass: 1, inertia: 1, position: [1, 1], angle: 0.02 });
    world.add(new AngleLock({ alpha: three.angle, beta: two.angle, angle: 0 }));
    world.step(1 / 240);
    expect(codes()).toEqual(['W_ILLEGAL_START']);
  });
});

it('leaves it to a contradiction to tell', () => {
  const { world, codes } = worldOf();
  rod(world, 1);
  const [bob] = world.particles;
  world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob!, length: 1.1 }));
  world.step(1 / 240);
  expect(codes()).toEqual(['W_CONTRADICTION']);
});

it.each([0.99, 1.9])('names assembly where constraints contradict each other only at the start: %d m', (width) => {
  // Along its line a chain cannot be shortened by velocities, but it can sag.
  const chain = (): ReturnType<typeof worldOf> => {
    const made = worldOf({ integrator: velocityStep() });
    const { world } = made;
    const ends = [world.ground.point([0, 0]), world.ground.point([width, 0])];
    const between = [1, 2, 3].map((i) => world.addParticle({ mass: 1, position: [i / 2, 0] }));
    const points = [ends[0]!, ...between, ends[1]!];
    points.slice(1).forEach((b, i) => world.add(new Distance2D({ a: points[i]!, b, length: 0.5 })));
    return made;
  };
  const { world, heard } = chain();
  world.step(1 / 240);
  expect(heard.map(({ code }) => code)).toContain('W_CONTRADICTION');
  expect(heard[0]!.message).toContain('If they agree in another place, assemble(world) goes there.');
  const assembled = chain();
  assemble(assembled.world);
  assembled.world.step(1 / 240);
  expect(assembled.codes()).toEqual([]);
});

describe('a step that was meant in milliseconds', () => {
  const pendulum = (options: Partial<WorldOptions> = {}): ReturnType<typeof worldOf> => {
    const made = worldOf({ forces: [gravity([0, -9.81])], ...options });
    rod(made.world, 1);
    return made;
  };

  it.each([rk4(), velocityStep()])('is told of, with $name', (integrator) => {
    const { world, heard } = pendulum({ integrator });
    world.step(16.6);
    const found = heard.find(({ code }) => code === 'W_MILLISECONDS');
    expect(found?.message).toBe(
      'A step of 16.6 s is much too long for the motion. Steps are in seconds: if 16.6 ms was meant, write 0.0166.',
    );
    expect(heard.filter(({ code }) => code === 'W_MILLISECONDS')).toHaveLength(1);
  });

  it('is told of where a stone falls', () => {
    const { world, codes } = worldOf({ forces: [gravity([0, -9.81])] });
    world.addParticle({ mass: 1, position: [0, 2] });
    world.step(33);
    expect(codes()).toEqual(['W_MILLISECONDS']);
  });

  it('is not seen in long steps of slow motions, nor in short ones', () => {
    const slow = worldOf();
    const glacier = slow.world.addParticle({ mass: 1, position: [10, 0], velocity: [1e-3, 0] });
    slow.world.add(
      new Coincident2D({ a: slow.world.addParticle({ mass: 1, position: [10, 0], velocity: [1e-3, 0] }), b: glacier }),
    );
    slow.world.step(20);
    expect(slow.codes()).toEqual([]);
    // A satellite, 10 s a step.
    const orbit = worldOf({ space: 3 });
    const radius = 7e6;
    const satellite = orbit.world.addParticle({ mass: 1, position: [radius, 0, 0], velocity: [0, 7546, 0] });
    orbit.world.add(new Distance3D({ a: orbit.world.ground.point([0, 0, 0]), b: satellite, length: radius }));
    orbit.world.step(10);
    expect(orbit.codes()).toEqual([]);
    const usual = pendulum();
    usual.world.step(0.0166);
    expect(usual.codes()).toEqual([]);
    // An integrator that chooses its own steps.
    const adaptive = pendulum({ integrator: dormandPrince() });
    adaptive.world.step(16.6);
    expect(adaptive.codes()).toEqual([]);
  });
});

describe('inequalities at the start', () => {
  const floor = (world: World, height: number): PointLineContact => {
    const p = world.addParticle({ mass: 1, position: [0.5, height], velocity: [0, -1] });
    const { ground } = world;
    return world.add(new PointLineContact({ p, origin: ground.point([0, 0]), axis: ground.direction([1, 0]) }));
  };

  it.each<[string, Integrator]>([
    ['rk4', rk4()],
    ['velocityStep', velocityStep()],
    ['dormandPrince', dormandPrince()],
  ])('are named where they are violated, and only then, with %s', (_, integrator) => {
    const { world, heard } = worldOf({ integrator });
    floor(world, 0.01);
    const off = floor(world, -0.01);
    const { ground } = world;
    const soft = world.addParticle({ mass: 1, position: [0, -1] });
    world.add(new Rope2D({ a: ground.point([0, 0]), b: soft, length: 0.5 }, { hertz: 1, dampingRatio: 1 }));
    world.run({ until: 0.01, dt: 1 / 240 });
    expect(heard.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
    expect(heard[0]!.constraints).toEqual([off.label]);
    expect(heard[0]!.message).toMatch(/\(C\): PointLineContact #2 by -0\.0100\. Each step takes back a part of that/);
  });

  it('hold after assemble(), shapes that overlap among them', () => {
    const { world, codes } = worldOf({ integrator: velocityStep() });
    floor(world, -0.3);
    const body = world.addBody({ mass: 1, inertia: 1, position: [3, 0.4] });
    collide(world, {
      shapes: [
        { body, box: [1, 1] },
        { box: [9, 1], at: [5, -0.5] },
      ],
    });
    assemble(world);
    expect(Math.abs(body.position[1] - 0.5)).toBeLessThan(1e-8);
    world.step(1 / 240);
    expect(codes()).toEqual([]);
  });
});
