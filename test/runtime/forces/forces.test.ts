import { describe, expect, it } from 'vitest';
import {
  constantForce,
  drag,
  dormandPrince,
  mouseSpring,
  spring,
  torque,
  torsionSpring,
  World,
  type Force,
  type ForceWorld,
  type Particle,
  type ScalarConnector,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

/** Makes a world with one free particle and short steps. */
function free(position: number[], velocity: number[] = [0, 0], mass = 2): { world: World; p: Particle } {
  const world = new World({ space: 2, integrator: dormandPrince({ rtol: 1e-11, atol: 1e-11 }) });
  return { world, p: world.addParticle({ mass, position, velocity }) };
}

/** Returns the accelerations of all particles under one force. */
function accelerations(world: World, force: Force): number[] {
  world.addForce(force);
  world.evaluate();
  world.remove(force);
  return Array.from(world.accelerations, (x) => x + 0);
}

describe('spring', () => {
  it('makes a mass swing at √(k/m), damped as it should', () => {
    const { world, p } = free([1.5, 0]);
    const [k, c] = [8, 0.8];
    world.addForce(spring({ a: world.ground.point([0, 0]), b: p, stiffness: k, damping: c, restLength: 1 }));
    world.run({ until: 3 });
    // x = 1 + e^(−δt) (cos ωt + δ/ω sin ωt) / 2 with δ = c / 2m, ω² = k/m − δ².
    const delta = c / 4;
    const omega = Math.sqrt(k / 2 - delta ** 2);
    const exact = 1 + (Math.exp(-3 * delta) * (Math.cos(3 * omega) + (delta / omega) * Math.sin(3 * omega))) / 2;
    expect(p.position[0]).toBeCloseTo(exact, 8);
  });

  it('acts equally on both ends, along the line between them, in space too', () => {
    const world = new World({ space: 3 });
    const a = world.addParticle({ mass: 1, position: [0, 0, 0] });
    const b = world.addParticle({ mass: 1, position: [2, 4, 4], velocity: [3, 0, 0] });
    const force = spring({ a, b, stiffness: 10, damping: 2, restLength: 5 });
    // 10 · (6 − 5) + 2 · (3 · 2/6) = 12 along [1, 2, 2] / 3.
    accelerations(world, force).forEach((found, i) => {
      expect(found).toBeCloseTo([4, 8, 8, -4, -8, -8][i]!, 12);
    });
    expect(force.energy!(world)).toBeCloseTo(5, 12);
  });

  it('has the force that its energy says', () => {
    const { world, p } = free([0.3, 0.4]);
    const force = spring({ a: world.ground.point([1, 2]), b: p, stiffness: 7, restLength: 0.5 });
    const [ax] = accelerations(world, force);
    const energyAt = (x: number): number => {
      p.position[0] = x;
      return force.energy!(world);
    };
    expect(2 * ax!).toBeCloseTo(-(energyAt(0.3001) - energyAt(0.2999)) / 0.0002, 6);
  });

  it('pushes points apart that coincide: along their relative velocity, or the first axis', () => {
    const { world, p } = free([1, 1]);
    const force = spring({ a: world.ground.point([1, 1]), b: p, stiffness: 10, damping: 1, restLength: 2 });
    expect(accelerations(world, force)).toEqual([10, 0]);
    p.velocity.set([0, -3]);
    // 10 · 2 − 1 · 3, over a mass of 2, downwards.
    expect(accelerations(world, force)).toEqual([0, -8.5]);
    const none = spring({ a: world.ground.point([1, 1]), b: p, stiffness: 10, restLength: 0 });
    expect(accelerations(world, none).every((x) => x === 0)).toBe(true);
  });

  it('bears the smallest and the largest lengths', () => {
    const { world, p } = free([3e-200, 4e-200]);
    const force = spring({ a: world.ground.point([0, 0]), b: p, stiffness: 1, restLength: 1 });
    accelerations(world, force).forEach((found, i) => {
      expect(found).toBeCloseTo([0.3, 0.4][i]!, 14);
    });
    p.position.set([3e200, 4e200]);
    expect(accelerations(world, force)[0]! / -1.5e200).toBeCloseTo(1, 14);
  });
});

describe('torsionSpring', () => {
  const scalar = (world: World, value: number, rate: number): ScalarConnector & { torque: number } => {
    const connector = Object.assign(Object.create(world.ground.scalar(0)) as ScalarConnector & { torque: number }, {
      torque: 0,
    });
    Object.defineProperties(connector, {
      world: { value: world },
      value: { value },
      rate: { value: rate },
      applyForce: {
        value: (t: number) => {
          connector.torque += t;
        },
      },
    });
    return connector;
  };

  it('turns both ends back, and brakes', () => {
    const world = new World({ space: 2 });
    const a = scalar(world, 0.5, 1);
    const b = scalar(world, 2, 3);
    const force = torsionSpring({ a, b, stiffness: 4, damping: 0.5, restAngle: 1 });
    force.apply(world);
    expect([a.torque, b.torque]).toEqual([3, -3]);
    expect(force.energy!(world)).toBe(0.5);
  });
});

describe('drag', () => {
  it('slows down as e^(−ct/m), every particle or the given points', () => {
    const { world, p } = free([0, 0], [1, -2]);
    const other = world.addParticle({ mass: 1, position: [1, 1], velocity: [1, 0] });
    const all = world.addForce(drag(0.6));
    world.run({ until: 1 });
    expect(p.velocity[1]).toBeCloseTo(-2 * Math.exp(-0.3), 9);
    expect(other.velocity[0]).toBeCloseTo(Math.exp(-0.6), 9);
    world.remove(all);
    world.addForce(drag(0.6, [other]));
    world.run({ until: 2 });
    expect(p.velocity[1]).toBeCloseTo(-2 * Math.exp(-0.3), 9);
    expect(other.velocity[0]).toBeCloseTo(Math.exp(-1.2), 9);
  });
});

describe('constantForce', () => {
  it('accelerates evenly, with its potential', () => {
    const { world, p } = free([1, 0]);
    world.addForce(constantForce(p, [4, 0]));
    const before = world.energy().total;
    expect(before).toBe(-4);
    world.run({ until: 1 });
    expect(p.position[0]).toBeCloseTo(2, 10);
    expect(world.energy().total).toBeCloseTo(before, 10);
  });
});

describe('torque', () => {
  it('is handed to whatever can take it, in the plane and in space', () => {
    const taken: unknown[] = [];
    const world = new World({ space: 2 });
    torque({ applyTorque: (t: number) => taken.push(t) }, 3).apply(world);
    torque({ applyTorque: (t: ArrayLike<number>) => taken.push(Array.from(t)) }, [1, 2, 3]).apply(world);
    expect(taken).toEqual([3, [1, 2, 3]]);
  });
});

describe('mouseSpring', () => {
  it('brings a particle to the target, critically damped', () => {
    const { world, p } = free([1, 0]);
    const mouse = world.addForce(mouseSpring({ point: p, target: [0, 0], hertz: 1 }));
    const omega = 2 * Math.PI;
    expect([mouse.stiffness, mouse.damping]).toEqual([2 * omega ** 2, 4 * omega]);
    world.run({ until: 0.5 });
    expect(p.position[0]).toBeCloseTo((1 + omega / 2) * Math.exp(-omega / 2), 8);
    mouse.moveTo([5, 5]);
    expect([...mouse.target]).toEqual([5, 5]);
    world.run({ until: 5 });
    expect(p.position[0]).toBeCloseTo(5, 6);
  });

  it('pulls no harder than maxForce, and has its potential', () => {
    const { world, p } = free([3, 4]);
    const mouse = mouseSpring({ point: p, stiffness: 100, maxForce: 10 });
    expect(accelerations(world, mouse)).toEqual([0, 0]);
    mouse.moveTo([0, 0]);
    const found = accelerations(world, mouse);
    expect(found[0]).toBeCloseTo(-3, 12);
    expect(found[1]).toBeCloseTo(-4, 12);
    // 100 · 0.1² / 2 + 10 · (5 − 0.1)
    expect(mouse.energy()).toBeCloseTo(49.5, 12);
    world.addForce(mouse);
    const before = world.energy().total;
    world.run({ until: 3 });
    expect(world.energy().kinetic).toBeGreaterThan(0.5);
    expect(world.energy().total).toBeCloseTo(before, 7);
  });
});

describe('a force of one’s own', () => {
  it('sees time, positions and velocities, and counts in the energy if it has one', () => {
    const { world, p } = free([0, 0]);
    const seen: number[] = [];
    const force = world.addForce({
      apply: ({ time }: ForceWorld) => {
        seen.push(time);
        p.applyForce([2 * time, 0]);
      },
      energy: () => 42,
    });
    world.run({ until: 3 });
    expect(p.position[0]).toBeCloseTo(27 / 6, 9);
    expect(Math.max(...seen)).toBe(3);
    expect(world.energy().potential).toBe(42);
    world.remove(force);
    expect(world.energy().potential).toBe(0);
  });
});

describe('errors', () => {
  const { world, p } = free([0, 0]);
  const a = world.ground.point([0, 0]);
  const other = free([0, 0]);

  it.each<[string, () => unknown, string, string]>([
    [
      'a spring without an end',
      () => spring({ a, stiffness: 1, restLength: 1 } as never),
      'E_INPUT_KIND',
      "Option 'b' of spring is undefined, not a point. Give a particle, world.ground.point(p), a handle or a point of a body.",
    ],
    [
      'a spring that pushes to pull',
      () => spring({ a, b: p, stiffness: -1, restLength: 1 }),
      'E_NEGATIVE',
      "Option 'stiffness' of spring is negative: -1. Give zero or a number above it.",
    ],
    [
      'a spring between worlds',
      () => spring({ a, b: other.p, stiffness: 1, restLength: 1 }),
      'E_OTHER_WORLD',
      "Option 'b' of spring is particle #1 of another world. A force acts on things of one world: add it to that one, or make the point in this one.",
    ],
    [
      'a spring in another world',
      () => {
        other.world.addForce(spring({ a, b: p, stiffness: 1, restLength: 1 }));
        other.world.step(1);
      },
      'E_OTHER_WORLD',
      "In force #1 (Spring): Option 'a' of spring is ground point of another world. A force acts on things of one world: add it to that one, or make the point in this one.",
    ],
    [
      'a misspelt option',
      () => spring({ a, b: p, stiffness: 1, restlength: 1 } as never),
      'E_OPTION_UNKNOWN',
      "Options of spring have no 'restlength'. Did you mean 'restLength'?",
    ],
    [
      'a point for an angle',
      () => torsionSpring({ a: p as never, b: p as never, stiffness: 1 }),
      'E_INPUT_KIND',
      "Option 'a' of torsionSpring is a point, not a scalar. Give world.ground.scalar(x), world.handle(x), or an angle or coordinate of a body.",
    ],
    [
      'drag that drives',
      () => drag(-1),
      'E_NEGATIVE',
      'The coefficient of drag is negative: -1. Give zero or a number above it.',
    ],
    [
      'a force of the wrong dimension',
      () => constantForce(p, [1, 2, 3]),
      'E_DIMENSION',
      'The force of constantForce has 3 components, but needs 2. Give an array of 2 numbers.',
    ],
    [
      'a torque on a point',
      () => torque(p as never, 1),
      'E_TORQUE_TARGET',
      'A torque cannot act on an object. Give a rigid body, an angle or another scalar, such as pendulum.scalars.theta, or a hinge angle.',
    ],
    [
      'a frequency without a mass',
      () => mouseSpring({ point: a, hertz: 1 }),
      'E_NOT_POSITIVE',
      "The mass for 'hertz' of mouseSpring is not known: ground point has none. Give 'mass', the mass to move, in kg; or 'stiffness' in place of 'hertz'.",
    ],
  ])('%s', (_, run, code, message) => {
    expect(thrown(run)).toEqual({ code, message });
  });
});
