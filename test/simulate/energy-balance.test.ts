import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Coincident2D, Distance2D } from 'holonomic/library';
import { assemble, drag, gravity, spring, torque, World, type RigidBody2D } from '../../runtime/index.js';
import { Hand } from '../../src/canvas/hand.js';
import { loadScene } from '../../src/scene/index.js';
import { EnergyBalance } from '../../src/simulate/energy-balance.js';
import { simulateScene } from '../../src/simulate/simulate.js';

const build = async (name: string) => {
  const scene = await loadScene(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../scenes/${name}.json`), 'utf8')),
  );
  return { scene, built: scene.build() };
};

describe('the balance of energy', () => {
  test.each(['four-bar', 'peaucellier'])('is what simulate finds for %s', async (name) => {
    const { scene, built } = await build(name);
    const { world, drivers } = built;
    const balance = new EnergyBalance(world, drivers);
    const start = world.energy().total;
    let [early, largest, change] = [0, 0, 0];
    const steps = Math.round(2 / scene.dt);
    for (let step = 0; step < steps; step++) {
      balance.note();
      world.step(scene.dt);
      balance.note();
      // The first two steps are integrated to second order.
      if (step < 2) early = Math.max(early, Math.abs(balance.change));
      else largest = Math.max(largest, Math.abs(balance.change));
      change = Math.max(change, Math.abs(world.energy().total - start));
    }
    const { summary } = await simulateScene(scene, { until: 2 });
    expect(change).toBeGreaterThan(0.1);
    expect(largest).toBeGreaterThan(0);
    expect(early).toBeLessThan(1e-6 * change);
    expect(largest).toBeLessThan(10 * summary.energy.drift);
  });

  test('of a world without drivers is the change of its energy; it can be counted anew', async () => {
    const { scene, built } = await build('heart');
    const { world } = built;
    const balance = new EnergyBalance(world);
    const start = world.energy().total;
    for (let k = 0; k < 10; k++) world.step(scene.dt);
    world.particles[0]!.velocity[0] += 1;
    expect(balance.change).toBe(world.energy().total - start);
    expect(Math.abs(balance.change)).toBeGreaterThan(0.1);
    balance.restart();
    expect(balance.change).toBe(0);
  });

  const motor = { type: 'Motor', params: { speed: 6 }, hertz: 2 };
  const limited = { type: 'LimitedMotor', params: { speed: 6, torque: 8 } };
  // The torque of the limited one ends within a step and at the end of one; steps of the soft one end with its mean.
  test.each([
    ['a limited motor', 'dormandPrince', 1 / 120, limited],
    ['a limited motor', 'rk4', 1 / 110, limited],
    ['a limited motor', 'velocityStep', 1 / 120, limited],
    ['a soft motor', 'velocityStep', 1 / 120, motor],
  ] as const)('counts the whole work of %s in %s', async (_, integrator, dt, drive) => {
    const scene = await loadScene({
      format: 'holonomic-scene/1',
      title: 'A flywheel',
      space: 2,
      bodies: { wheel: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0] } },
      constraints: { drive: { ...drive, on: { theta: 'wheel.angle', base: { scalar: 0 } }, driver: 'theta' } },
      settings: { integrator, dt, until: 2 },
    });
    const { summary } = await simulateScene(scene);
    expect(summary.energy.work).toBeCloseTo(18, 9);
    expect(summary.energy.drift).toBeLessThan(1e-9);
    const { world, drivers } = scene.build();
    const balance = new EnergyBalance(world, drivers);
    let largest = 0;
    for (let k = 0; k < 2 / dt; k++) {
      balance.note();
      world.step(dt);
      balance.note();
      largest = Math.max(largest, Math.abs(balance.change));
    }
    expect(world.energy().total).toBeCloseTo(18, 9);
    expect(largest).toBeLessThan(1e-9);
  });

  test.each([
    ['velocityStep', { hertz: 1 }],
    ['rk4', { compliance: 0.05 }],
  ] as const)('counts the spring of a servo that drives a body once, in %s', async (integrator, softness) => {
    const scene = await loadScene({
      format: 'holonomic-scene/1',
      title: 'A servo',
      space: 2,
      bodies: { wheel: { kind: 'rigid', mass: 1, inertia: 1, position: [0, 0] } },
      constraints: {
        drive: {
          ...{ type: 'Servo', params: { angle: 1, torque: 100 }, ...softness },
          ...{ on: { theta: 'wheel.angle', base: { scalar: 0 } }, driver: 'theta' },
        },
      },
      settings: { integrator, dt: 1 / 240, until: 2 },
    });
    const { summary } = await simulateScene(scene);
    const { initial, final, work } = summary.energy;
    // ½ k C², k = I (2π hertz)²
    expect(initial).toBeCloseTo('hertz' in softness ? 2 * Math.PI ** 2 : 10, 9);
    // Its damping, or that of steps, takes what the world loses.
    expect(final).toBeLessThan(initial - 0.1);
    expect(work).toBeCloseTo(final - initial, 9);
    expect(summary.energy.drift).toBeLessThan(1e-9);
    const { world, drivers } = scene.build();
    const balance = new EnergyBalance(world, drivers);
    for (let k = 0; k < 100; k++) {
      balance.note();
      world.step(1 / 240);
      balance.note();
      expect(Math.abs(balance.change)).toBeLessThan(1e-9);
    }
  });

  test.each([
    ['a torque', (wheel: RigidBody2D) => [torque(wheel, 0.7)]],
    ['drag', () => [drag(0.4)]],
    ['a damper', (wheel: RigidBody2D, world: World) => [spring({ a: world.ground.point([3, 1]), b: wheel.point([0.5, 0]), stiffness: 20, damping: 3, restLength: 1 })]], // prettier-ignore
    ['a force of its own', (wheel: RigidBody2D, world: World) => [{ apply: () => { wheel.applyTorque(Math.cos(3 * world.time)); } }]], // prettier-ignore
  ] as const)('leaves the work of %s out', (_, forcesOf) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const wheel = world.addBody({ mass: 2, inertia: 0.3, position: [0, 0], velocity: [1, 0], angularVelocity: 1 });
    world.add(new Coincident2D({ a: wheel.point([-0.5, 0]), b: world.ground.point([-0.5, 0]) }));
    for (const force of forcesOf(wheel, world)) world.addForce(force);
    assemble(world);
    const balance = new EnergyBalance(world);
    expect(balance.hasWork).toBe(true);
    const start = world.energy().total;
    for (let k = 0; k < 400; k++) {
      balance.note();
      world.step(1 / 400);
      balance.note();
    }
    const change = Math.abs(world.energy().total - start);
    expect(change).toBeGreaterThan(0.02);
    expect(Math.abs(balance.change)).toBeLessThan(1e-6);
  });

  test('leaves out what a hand does, also while its target moves', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bob = world.addParticle({ mass: 1, position: [0, -1] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    const balance = new EnergyBalance(world);
    expect(balance.hasWork).toBe(false);
    const hand = new Hand(world);
    hand.grab(bob);
    let lifted = 0;
    for (let k = 0; k < 400; k++) {
      if (k % 4 === 0) {
        hand.moveTo([Math.sin(k / 200), -Math.cos(k / 200)]);
        balance.interrupt();
      }
      balance.note();
      world.step(1 / 400);
      balance.note();
      lifted = Math.max(lifted, 9.81 * (bob.position[1] + 1));
    }
    expect(balance.hasWork).toBe(true);
    expect(lifted).toBeGreaterThan(5);
    // Each move of the target begins the sum anew, by trapezoids.
    expect(Math.abs(balance.change)).toBeLessThan(1e-3 * lifted);
    hand.release();
    balance.note();
    expect(balance.hasWork).toBe(false);
    expect(Math.abs(balance.change)).toBeLessThan(1e-3 * lifted);
  });
});
