import { describe, expect, it } from 'vitest';
import { Distance2D, PointLineContact, Rope2D } from 'holonomic/library';
import {
  collide,
  constantForce,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Particle,
} from '../../../runtime/index.js';

/*
 * What is at rest just above a stop and is pressed against it with a thousand times its weight: no velocity foretells
 * that it meets the stop within a step.
 */

const INTEGRATORS: readonly (readonly [string, () => Integrator])[] = [
  ['velocityStep', velocityStep],
  ['velocityStep of second order', () => velocityStep({ order: 2 })],
  ['rk4', rk4],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
];

const STOPS: Readonly<Record<string, (world: World<2>, p: Particle) => void>> = {
  'a shape': (world, p) => {
    collide(world, {
      shapes: [
        { box: [20, 4], at: [0, -2.05] },
        { body: p, disc: 0.05 },
      ],
    });
  },
  'a contact': (world, p) => {
    const { ground } = world;
    world.add(new PointLineContact({ p, origin: ground.point([0, 0]), axis: ground.direction([1, 0]), mu: 0, e: 0 }));
  },
  'a rope': (world, p) => {
    world.add(new Rope2D({ a: world.ground.point([0, 1]), b: p, length: 1 }));
  },
};

describe.each(INTEGRATORS)('%s', (_, integrator) => {
  it.each(Object.keys(STOPS))('ends no step beyond %s', (name) => {
    for (const isHurried of [false, true]) {
      const world = new World({ space: 2, integrator: integrator(), onWarning: () => undefined });
      const p = world.addParticle({ mass: 0.1, position: [0, 1e-4] });
      world.addForce(constantForce(p, [0, -1000]));
      STOPS[name]!(world, p);
      if (isHurried) {
        // Too fast for the step, which is taken again in parts for it.
        const bob = world.addParticle({ mass: 1, position: [51, 9], velocity: [0, 60] });
        world.add(new Distance2D({ a: world.ground.point([50, 9]), b: bob, length: 1 }));
      }
      for (let k = 0; k < 4; k++) {
        world.step(1 / 60);
        expect(p.position[1], `${isHurried ? 'hurried, ' : ''}step ${k}`).toBeGreaterThan(-1e-6);
        expect(Math.abs(p.velocity[1]), `step ${k}`).toBeLessThan(0.1);
      }
    }
  });
});
