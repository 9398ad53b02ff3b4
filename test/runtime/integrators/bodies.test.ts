import { AngleLock, Coincident2D, DrivenAngle, Hinge, HingeMotor, Motor, RollingWheel, Skate } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { assemble, dormandPrince, gravity, rattle, World, type WorldOptions } from '../../../runtime/index.js';
import { largestDifference } from '../fixtures/oracle.js';
import { G } from '../fixtures/scenes.js';

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];

/** Makes an arm in space on a hinge along z. */
function hinged(options: Partial<WorldOptions>) {
  const world = new World({ space: 3, forces: [gravity([0, -G, 0])], ...options });
  const { ground } = world;
  const arm = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0.7, 0, 0] });
  const [u, w] = [ground.direction(X), ground.direction(Y)];
  world.add(new Hinge({ a: arm.point([-0.7, 0, 0]), b: ground.point([0, 0, 0]), axis: arm.direction(Z), u, w }));
  return { world, arm, u, w };
}

/** Runs and returns the largest residuals at the end of steps. */
function worstResidual(world: World, until: number, dt: number): { position: number; velocity: number } {
  const worst = { position: 0, velocity: 0 };
  world.run({
    until,
    dt,
    onStep: () => {
      const { position, velocity } = world.residual();
      worst.position = Math.max(worst.position, position);
      worst.velocity = Math.max(worst.velocity, velocity);
    },
  });
  return worst;
}

describe('a hinged body in space', () => {
  const until = 2;
  const exact = (): number[] => {
    const { world, arm } = hinged({ integrator: dormandPrince({ rtol: 1e-12, atol: 1e-12 }) });
    world.run({ until });
    return [...arm.position];
  };

  it('is held by RATTLE to rounding, at second order', () => {
    const expected = exact();
    const errors = [100, 200, 400].map((rate) => {
      const { world, arm } = hinged({ integrator: rattle() });
      const { position, velocity } = worstResidual(world, until, 1 / rate);
      expect(position).toBeLessThan(1e-14);
      expect(velocity).toBeLessThan(1e-13);
      expect(Math.hypot(...arm.orientation)).toBeCloseTo(1, 15);
      expect(world.stats.fallbacks).toBe(0);
      return largestDifference(arm.position, expected);
    });
    expect(errors[0]! / errors[1]!).toBeCloseTo(4, 1);
    expect(errors[1]! / errors[2]!).toBeCloseTo(4, 1);
  });

  it('is held by RATTLE at the origin of a large world, too, where centre and lever cancel', () => {
    const [atOrigin, elsewhere] = [0, 1].map((x) => {
      const size = 100;
      const world = new World({ space: 3, forces: [gravity([0, -G * size, 0])], integrator: rattle() });
      const { ground } = world;
      const inertia = [0.2, 0.3, 0.4].map((entry) => entry * size ** 2) as [number, number, number];
      const arm = world.addBody({ mass: 2, inertia, position: [(x + 0.7) * size, 0, 0] });
      const [u, w] = [ground.direction(X), ground.direction(Y)];
      const a = arm.point([-0.7 * size, 0, 0]);
      world.add(new Hinge({ a, b: ground.point([x * size, 0, 0]), axis: arm.direction(Z), u, w }));
      world.run({ until: 1, dt: 1 / 240 });
      expect(world.stats).toMatchObject({ fallbacks: 0, shortened: 0 });
      return [arm.position[0] / size - x, arm.position[1] / size];
    });
    expect(largestDifference(atOrigin!, elsewhere!)).toBeLessThan(1e-12);
  });

  it('is held by projection to its limits, which spoils no order of RK4', () => {
    const expected = exact();
    const errors = [50, 100, 200].map((rate) => {
      const { world, arm } = hinged({ projection: { position: 1e-13, velocity: 1e-12 } });
      const { position, velocity } = worstResidual(world, until, 1 / rate);
      expect(position).toBeLessThan(1e-13);
      expect(velocity).toBeLessThan(1e-12);
      expect(world.stats.projectionsFailed).toBe(0);
      return largestDifference(arm.position, expected);
    });
    expect(errors[0]! / errors[1]!).toBeGreaterThan(12);
    expect(errors[1]! / errors[2]!).toBeGreaterThan(12);
    expect(errors[2]).toBeLessThan(1e-8);
  });

  it('is assembled with its motor: turned and moved back, and brought to speed', () => {
    const speed = 3;
    for (const options of [{}, { integrator: rattle() }, { projection: true }]) {
      const { world, arm, u, w } = hinged(options);
      const motor = world.add(new HingeMotor({ side: arm.direction(X), u, w, speed }));
      arm.position.set([0.6, 0.1, 0.05]);
      const orientation = [1, 0.05, -0.03, 0.1];
      arm.orientation.set(orientation.map((entry) => entry / Math.hypot(...orientation)));
      expect(world.residual().position).toBeGreaterThan(0.01);
      assemble(world);
      expect(world.residual().position).toBeLessThan(1e-10);
      expect(largestDifference(arm.angularVelocity, [0, 0, speed])).toBeLessThan(1e-9);
      expect(Math.hypot(...arm.orientation)).toBeCloseTo(1, 15);

      const start = Math.atan2(arm.position[1], arm.position[0]);
      world.run({ until: 1, dt: 1 / 200 });
      const angle = start + speed;
      expect(largestDifference(arm.position, [0.7 * Math.cos(angle), 0.7 * Math.sin(angle), 0])).toBeLessThan(1e-8);
      world.evaluate();
      expect(motor.lambda[0]).toBeCloseTo(2 * G * 0.7 * Math.cos(angle), 4);
    }
  });
});

describe('rows of rates in the plane', () => {
  const [g, omega] = [3, 2];
  const skating = (options: Partial<WorldOptions>) => {
    const world = new World({ space: 2, forces: [gravity([g, 0])], ...options });
    const body = world.addBody({ mass: 2, inertia: 0.7, position: [0, 0], angularVelocity: omega });
    world.add(new Skate({ p: body.point([0, 0]), edge: body.direction([1, 0]) }));
    return { world, body };
  };
  const error = (body: { position: Float64Array }, t: number): number => {
    const phase = 2 * omega * t;
    const exact = [
      (g / (4 * omega ** 2)) * (1 - Math.cos(phase)),
      (g / (2 * omega)) * (t - Math.sin(phase) / (2 * omega)),
    ];
    return largestDifference(body.position, exact);
  };

  it('RATTLE keeps a skate on its edge to rounding, at second order', () => {
    const errors = [100, 200, 400].map((rate) => {
      const { world, body } = skating({ integrator: rattle() });
      expect(worstResidual(world, 4, 1 / rate).velocity).toBeLessThan(1e-14);
      return error(body, 4);
    });
    expect(errors[0]! / errors[1]!).toBeCloseTo(4, 0);
    expect(errors[1]! / errors[2]!).toBeCloseTo(4, 0);
  });

  it('projection keeps a skate on its edge, and no more', () => {
    const { world, body } = skating({ projection: { velocity: 1e-13 } });
    expect(worstResidual(world, 4, 1 / 400).velocity).toBeLessThan(1e-13);
    expect(error(body, 4)).toBeLessThan(1e-9);
  });

  it('RATTLE solves an equation nonlinear in the rates', () => {
    const { Cruise } = compile('Cruise', {
      summary: 'Keeps the speed of a point.',
      space: 2,
      inputs: { p: 'point' },
      params: { speed: { unit: 'm/s', min: 0 } },
      C: 'norm(ddt(p)) == speed',
    });
    const errors = [100, 200].map((rate) => {
      const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rattle() });
      const p = world.addParticle({ mass: 2, position: [0, 0], velocity: [4, 0] });
      world.add(new Cruise({ p, speed: 4 }));
      expect(worstResidual(world, 1, 1 / rate).velocity).toBeLessThan(1e-13);
      // θ̇ = −(g/v) cos θ
      return largestDifference(p.velocity, [4 / Math.cosh(G / 4), -4 * Math.tanh(G / 4)]);
    });
    expect(errors[0]).toBeLessThan(1e-3);
    expect(errors[0]! / errors[1]!).toBeGreaterThan(3.5);
  });

  it.each<[string, Partial<WorldOptions>]>([
    ['RATTLE', { integrator: rattle() }],
    ['projection', { projection: true }],
  ])('%s bears a motor beside a driven angle of the same speed', (_, options) => {
    const world = new World({ space: 2, ...options });
    const { ground } = world;
    const wheel = world.addBody({ mass: 1, inertia: 0.2, position: [0, 0], angularVelocity: 2 });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: ground.point([0, 0]) }));
    const driven = { theta: wheel.angle, base: ground.scalar(0), speed: 2 };
    world.add(new DrivenAngle(driven));
    world.add(new Motor(driven));
    world.run({ until: 3, dt: 1 / 100 });
    expect(wheel.angle.value).toBeCloseTo(6, 10);
    expect(world.warnings).toEqual([]);
  });

  it('assemble puts a wheel on its incline and lets it roll', () => {
    const radius = 0.4;
    const world = new World({ space: 2, forces: [gravity([G, 0])] });
    const { ground } = world;
    const wheel = world.addBody({ mass: 2, inertia: 0.16, position: [0.1, 0.7], velocity: [1, 0.5] });
    const joint = { p: wheel.point([0, 0]), theta: wheel.angle, origin: ground.point([0, 0]), radius };
    world.add(new RollingWheel({ ...joint, axis: ground.direction([1, 0]), base: ground.scalar(0) }));
    assemble(world);
    expect(wheel.position[1]).toBeCloseTo(radius, 10);
    expect(wheel.velocity[1]).toBeCloseTo(0, 9);
    // The impulse at the rim: v (1 + I/(m r²)) = 1, and the momentum about the point of contact
    // stays.
    expect(wheel.velocity[0]).toBeCloseTo(1 / (1 + 0.16 / (2 * radius ** 2)), 9);
    expect(wheel.angularVelocity).toBeCloseTo(-wheel.velocity[0] / radius, 9);
  });

  it('assemble reaches states that rows of rates would not allow, and reports no contradiction there', () => {
    const world = new World({ space: 2 });
    const { ground } = world;
    const wheel = world.addBody({ mass: 1, inertia: 0.2, position: [0.3, 0.2], angle: 0.5 });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: ground.point([0, 0]) }));
    world.add(new AngleLock({ alpha: wheel.angle, beta: ground.scalar(0) }));
    world.add(new Motor({ theta: wheel.angle, base: ground.scalar(0), speed: 0 }));
    world.add(new Skate({ p: wheel.point([0.1, 0]), edge: wheel.direction([1, 0]) }));
    assemble(world);
    expect(largestDifference([...wheel.position, wheel.angle.value], [0, 0, 0])).toBeLessThan(1e-9);
    world.run({ until: 0.1, dt: 1 / 100 });
    expect(world.warnings).toEqual([]);
    expect(world.residual().position).toBeLessThan(1e-10);
  });
});
