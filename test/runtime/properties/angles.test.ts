import { Distance2D, Distance3D, Hinge, HingeLock } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/kinds/compile.js';
import {
  assemble,
  dormandPrince,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Connector,
  type Constraint,
  type ConstraintSettings,
} from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

type Class = new (options: Readonly<Record<string, Connector>>, settings?: ConstraintSettings) => Constraint;

const compiled = (C: string, inputs: Readonly<Record<string, 'point' | 'scalar' | 'direction'>>, space: 2 | 3): Class =>
  compile('Turned', { summary: 'An angle.', space, inputs, C }).Turned;

const INTEGRATORS = [rk4, semiImplicitEuler, dormandPrince, rattle, velocityStep] as const;

describe.each(INTEGRATORS.map((make) => [make.name, make] as const))('with %s', (_, make) => {
  it('a wheel turns with a point through many turns, and its energy stays', () => {
    const world = new World({ space: 2, integrator: make() });
    const wheel = world.addBody({ mass: 1, inertia: 1, position: [5, 0], angularVelocity: 2 });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 2] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    const Turned = compiled('theta == atan2(p.y, p.x)', { theta: 'scalar', p: 'point' }, 2);
    const turned = world.add(new Turned({ theta: wheel.angle, p }));
    let worst = 0;
    for (let k = 0; k < 2400; k++) {
      world.step(1 / 240);
      worst = Math.max(worst, Math.abs(world.energy().total - 4));
    }
    // Three turns: 20 rad. Integrators of first order lose a part of a thousandth.
    expect(wheel.angle.value).toBeCloseTo(20, 1);
    expect(worst).toBeLessThan(4e-3);
    expect(Math.abs(turned.C[0])).toBeLessThan(1e-3);
    expect(world.residual().position).toBeLessThan(2e-3);
    expect(world.warnings).toEqual([]);
  });

  inFull('a range that holds the cut stops an angle at its ends, and so does one about another angle', () => {
    for (const C of ['2 <= atan2(p.y, p.x) <= 4', '-0.3 <= atan2(p.y, p.x) - theta <= 0.3']) {
      const world = new World({ space: 2, integrator: make() });
      const isFree = C.includes('theta');
      const p = world.addParticle({ mass: 1, position: [Math.cos(2.5), Math.sin(2.5)] });
      p.velocity.set([-Math.sin(2.5), Math.cos(2.5)]);
      const wheel = world.addBody({ mass: 1, inertia: 1, position: [3, 0], angle: 2.5, angularVelocity: 0.9 });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      const Range = compiled(C, { p: 'point', ...(isFree && { theta: 'scalar' }) }, 2);
      const range = world.add(new Range({ p, ...(isFree && { theta: wheel.angle }) }));
      let least = Infinity;
      for (let k = 0; k < 1200; k++) {
        world.step(1 / 240);
        least = Math.min(least, ...range.C);
      }
      expect(least).toBeGreaterThan(-1e-3);
      const angle = Math.atan2(p.position[1], p.position[0]);
      // Stopped at the end of the range, or once round with the wheel.
      if (!isFree) expect(angle + 2 * Math.PI).toBeCloseTo(4, 2);
      else expect(p.velocity[0] ** 2 + p.velocity[1] ** 2).toBeCloseTo(0.95 ** 2, 2);
      expect(world.warnings).toEqual([]);
    }
  });

  it('an arm is driven through the cut of its angle in space', () => {
    const world = new World({ space: 3, integrator: make() });
    const arm = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], angularVelocity: [0, 0, 2] });
    const { ground } = world;
    const [u, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
    world.add(new Hinge({ a: ground.point([0, 0, 0]), b: arm.point([0, 0, 0]), axis: arm.direction([0, 0, 1]), u, w }));
    const inputs = { side: 'direction', u: 'direction', w: 'direction', crank: 'scalar' } as const;
    const Turned = compiled('atan2(dot(side, w), dot(side, u)) == crank', inputs, 3);
    const crank = world.handle((t) => 2 * t);
    world.add(new Turned({ side: arm.direction([1, 0, 0]), u, w, crank }));
    for (let k = 0; k < 960; k++) world.step(1 / 240);
    expect(world.energy().kinetic).toBeCloseTo(2, 2);
    expect(world.residual().position).toBeLessThan(1e-3);
    expect(world.warnings).toEqual([]);
  });
});

it('a scalar that has turned several times stays satisfied, and is assembled to the nearest turn', () => {
  const world = new World({ space: 2 });
  const wheel = world.addBody({ mass: 1, inertia: 1, position: [5, 0], angle: 7.2 });
  const p = world.addParticle({ mass: 1e9, position: [Math.cos(7), Math.sin(7)] });
  const Turned = compiled('theta == atan2(p.y, p.x)', { theta: 'scalar', p: 'point' }, 2);
  const turned = world.add(new Turned({ theta: wheel.angle, p }));
  expect(turned.C[0]).toBeCloseTo(0.2, 12);
  assemble(world);
  expect(wheel.angle.value).toBeCloseTo(7, 6);
  expect(world.residual().position).toBeLessThan(1e-9);
});

it('a soft angle is a spring across the cut', () => {
  const world = new World({ space: 2, integrator: velocityStep() });
  const wheel = world.addBody({ mass: 1, inertia: 1, position: [0, 0], angle: 3 * Math.PI + 0.1 });
  const p = world.addParticle({ mass: Infinity, position: [-1, 0] });
  const Turned = compiled('theta == atan2(p.y, p.x)', { theta: 'scalar', p: 'point' }, 2);
  world.add(new Turned({ theta: wheel.angle, p }, { compliance: 0.1 }));
  expect(world.energy().potential).toBeCloseTo(0.1 ** 2 / 2 / 0.1, 9);
  for (let k = 0; k < 240; k++) world.step(1 / 240);
  expect(Math.abs(wheel.angle.value - 3 * Math.PI)).toBeLessThan(0.11);
});

it('the lock of a hinge holds at a whole number of turns', () => {
  const world = new World({ space: 3 });
  const arm = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
  const { ground } = world;
  const [u, w] = [ground.direction([1, 0, 0]), ground.direction([0, 1, 0])];
  const lock = world.add(new HingeLock({ side: arm.direction([1, 0, 0]), u, w, angle: 4 * Math.PI }));
  expect(lock.C[0]).toBeCloseTo(0, 12);
  world.add(new Distance3D({ a: ground.point([0, 0, 1]), b: arm.point([0, 0, 0]), length: 1 }));
  world.step(1 / 240);
  expect(world.warnings).toEqual([]);
});
