import { Distance2D, PointOnLine2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  dormandPrince,
  gravity,
  rattle,
  spring,
  World,
  type ParticleOptions,
  type RigidBody3D,
  type WorldOptions,
  type WorldWarning,
} from '../../../runtime/index.js';
import { chain, G } from '../fixtures/scenes.js';
import { carAxis } from '../standing/car-axis.js';
import { thrown } from '../fixtures/thrown.js';

/** Runs with every warning recorded. */
function listening(options: Partial<WorldOptions> = {}): { heard: WorldWarning[]; options: Partial<WorldOptions> } {
  const heard: WorldWarning[] = [];
  return { heard, options: { ...options, onWarning: (warning) => heard.push(warning) } };
}

/** A body that spins freely about three axes with different moments of inertia. */
function spinningBody(world: World, rate: number): RigidBody3D {
  return world.addBody({ mass: 1, inertia: [1, 2, 3], position: [0, 0, 0], angularVelocity: [rate, 0.1 * rate, rate] });
}

/** `√(x·x)` of a difference. */
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, i) => x - b[i]!));

describe('a step that is too long for the motion', () => {
  it('is taken in shorter parts where bodies turn far in it, though their velocities stay', () => {
    for (const [rate, told] of [
      [60, false],
      [100, true],
      [300, true],
    ] as const) {
      const { heard, options } = listening();
      const world = new World({ space: 3, ...options });
      const rotor = world.addBody({ mass: 1, inertia: [1, 1, 2], position: [0, 0, 0], angularVelocity: [0, 0, rate] });
      world.run({ until: 1, dt: 1 / 60 });
      const off = 2 * Math.atan2(rotor.orientation[3], rotor.orientation[0]) - rate;
      expect(Math.abs(Math.sin(off / 2))).toBeLessThan(1e-3 * rate);
      expect(heard.map(({ message }) => message.includes('a body turns so far in it'))).toEqual(told ? [true] : []);
      if (told) expect(world.stats.shortened).toBe(60);
    }
  });

  it('is taken in shorter parts where what swings comes to its right velocity, and to a wrong place', () => {
    const dt = 1 / 60;
    for (const turn of [1.8, 2, 2.2, 2.4, 2.6]) {
      const { heard, options } = listening();
      const world = new World({ space: 2, ...options });
      const rate = turn / dt;
      // There the last stage has the acceleration of the end of the step, h v = −(ω h)² q / 2.
      const motion = (sign: number): ParticleOptions => ({
        mass: 1,
        position: [sign * 0.55, 0],
        velocity: [(-sign * 0.05 * rate * turn) / 2, 0],
      });
      const [a, b] = [world.addParticle(motion(1)), world.addParticle(motion(-1))];
      world.addForce(spring({ a, b, restLength: 1, stiffness: (rate * rate) / 2 }));
      const before = world.energy().total;
      world.step(dt);
      expect(world.energy().total / before).toBeGreaterThan(0.9);
      expect(heard.map(({ code }) => code)).toEqual(['W_ACCURACY']);
    }
  });

  it('is taken in shorter parts, and a warning names the step that would do', () => {
    const dt = 1 / 60;
    // 0.6 rad per step and more.
    const run = (options: Partial<WorldOptions>, until?: number): { orientation: number[]; world: World } => {
      const world = new World({ space: 3, ...options });
      const body = spinningBody(world, 40);
      world.run({ until: 2, ...(until === undefined ? { dt } : {}) });
      return { orientation: [...body.orientation], world };
    };
    const exact = run({ integrator: dormandPrince({ rtol: 1e-12, atol: 1e-13 }) }, 2).orientation;
    const { heard, options } = listening();
    const { orientation, world } = run(options);
    expect(world.stats.shortened).toBeGreaterThan(50);
    expect(heard.map(({ code }) => code)).toEqual(['W_ACCURACY']);
    expect(heard[0]!.message).toMatch(
      /^Until t = 0\.0166667 s a step of 0\.0166667 s was too long for the motion: .* most of it in body #1\. /,
    );
    const [, enough] = /Take steps of (\S+) s/.exec(heard[0]!.message)!;
    expect(distance(orientation, exact)).toBeLessThan(0.5);

    // Steps of the length that it names are not too long.
    const calm = listening();
    const finer = new World({ space: 3, ...calm.options });
    const body = spinningBody(finer, 40);
    finer.run({ until: 2, dt: Number(enough) });
    expect(calm.heard).toEqual([]);
    expect(distance(body.orientation, exact)).toBeLessThan(0.2);

    // An accuracy that is given is kept without a word.
    const asked = listening({ accuracy: 1e-6 });
    expect(distance(run(asked.options).orientation, exact)).toBeLessThan(1e-3);
    expect(asked.heard).toEqual([]);
  });

  it('is not found where steps are short enough', () => {
    const { heard, options } = listening();
    const { world } = chain([0.5, 0.3, 0.1, -0.2], options);
    world.run({ until: 5 });
    expect(world.stats.shortened).toBe(0);
    expect(heard).toEqual([]);
  });

  it('is not found in a world at rest, nor in one without bodies', () => {
    const { heard, options } = listening();
    const still = new World({ space: 2, forces: [gravity([0, -G])], ...options });
    const a = still.addParticle({ mass: 1, position: [0, -1] });
    const b = still.addParticle({ mass: 1, position: [0.1, -2] });
    still.add(new Distance2D({ a: still.ground.point([0, 0]), b: a, length: 1 }));
    still.add(new Distance2D({ a: still.ground.point([0.1, 0]), b, length: 2 }));
    still.run({ until: 2 });
    new World({ space: 2, ...options }).run({ until: 1 });
    expect(heard).toEqual([]);
  });

  it('is silent about motions that come to rest', () => {
    const { heard, options } = listening();
    for (const hertz of [1, 5, 10]) {
      const world = new World({ space: 2, forces: [gravity([0, -G])], ...options });
      const bob = world.addParticle({ mass: 1, position: [0, 0] });
      const stiffness = (2 * Math.PI * hertz) ** 2;
      const damping = 1.4 * Math.sqrt(stiffness);
      world.addForce(spring({ a: world.ground.point([0, 1]), b: bob, stiffness, damping, restLength: 1 }));
      world.run({ until: 8 });
      expect(world.energy().kinetic).toBeLessThan(1e-20);
      expect(world.stats.shortened).toBe(0);
    }
    expect(heard).toEqual([]);
  });

  it('is silent about a machine at rest that bumps begin to shake', () => {
    const { heard, options } = listening();
    const world = new World({ space: 2, forces: [gravity([0, -G])], ...options });
    const { ground } = world;
    const [car, wheel] = [300, 40].map((mass, i) => {
      const particle = world.addParticle({ mass, position: [0, i === 0 ? 1 : 0.3] });
      world.add(new PointOnLine2D({ p: particle, origin: ground.point([0, 0]), normal: ground.direction([1, 0]) }));
      return particle;
    });
    const road = world.handle((t) => [0, 0.03 * Math.sin(8 * t)]);
    world.addForce(spring({ a: wheel!, b: car!, stiffness: 16_000, damping: 1000, restLength: 0.88 }));
    world.addForce(spring({ a: road, b: wheel!, stiffness: 160_000, restLength: 0.32 }));
    world.run({ until: 5, dt: 1 / 240 });
    expect(heard).toEqual([]);
  });

  it('is silent about a weight that a hand begins to pull by a spring', () => {
    const [stiffness, speed] = [1600, 1.5];
    const { heard, options } = listening();
    const world = new World({ space: 2, ...options });
    const weight = world.addParticle({ mass: 1, position: [1, 0] });
    const hand = world.handle((t) => [speed * t, 0]);
    world.addForce(spring({ a: hand, b: weight, stiffness, restLength: 1 }));
    world.run({ until: 1, dt: 1 / 240 });
    const rate = Math.sqrt(stiffness);
    expect(weight.position[0]).toBeCloseTo(1 + speed * (1 - Math.sin(rate) / rate), 4);
    expect(world.stats.fallbacks).toBe(0);
    expect(heard).toEqual([]);
  });

  it('is not believed to add up where comparisons with halves show less', () => {
    const said = (until: number, rate: number): string[] => {
      const { heard, options } = listening();
      carAxis()
        .make(options)
        .world.run({ until, dt: 1 / rate });
      return heard.map(({ code, message }) => `${code} ${/added up/.exec(message)?.[0] ?? ''}`);
    };
    // Off by 5e-4 in the velocities after 3 s, and by 2e-3 after 10.
    expect(said(3, 240)).toEqual([]);
    expect(said(10, 240)).toEqual(['W_ACCURACY added up']);
  });

  it('says so for a body a million times lighter than its neighbour, whose energy stays bounded', () => {
    const { heard, options } = listening();
    const world = new World({ space: 2, forces: [gravity([0, -G])], ...options });
    const cart = world.addParticle({ mass: 1e-6, position: [0, 0] });
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    const { ground } = world;
    world.add(new PointOnLine2D({ p: cart, origin: ground.point([0, 0]), normal: ground.direction([0, 1]) }));
    world.add(new Distance2D({ a: cart, b: bob, length: 1 }));
    let most = 0;
    world.run({
      until: 2,
      onStep: () => {
        most = Math.max(most, Math.abs(world.energy().total));
      },
    });
    expect(heard.map(({ code }) => code)).toContain('W_NEAR_SINGULAR');
    expect(most).toBeLessThan(100);
  });
});

describe('the option accuracy', () => {
  it('is a positive number, for integrators that estimate their error', () => {
    expect(thrown(() => new World({ space: 2, accuracy: 0 }))).toMatchObject({ code: 'E_NOT_POSITIVE' });
    expect(thrown(() => new World({ space: 2, accuracy: 1e-4, integrator: rattle() }))).toEqual({
      code: 'E_OPTIONS',
      message:
        'The integrator rattle does not estimate the error of its steps, so that a world with it takes no accuracy. ' +
        'Use rk4(), or dormandPrince() with its own tolerances.',
    });
  });
});
