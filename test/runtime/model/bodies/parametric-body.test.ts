import { describe, expect, it } from 'vitest';
import { gravity, World, type Force } from '../../../../runtime/index.js';
import { HandWrittenPendulum } from '../../fixtures/bodies/pendulum.js';
import { PolarParticle } from '../../fixtures/bodies/polar-particle.js';
import { largestDifference } from '../../fixtures/oracle.js';

const force = (apply: () => void): Force => ({ apply });

describe('a parametric body', () => {
  it('has its coordinates, rates and parameters by name, in and out of a world', () => {
    const pendulum = new HandWrittenPendulum({ length: 2, mass: 3 }, { theta: 0.5 }, { theta: 0.1 });
    const check = (): void => {
      expect(pendulum.coordinates.theta).toBe(0.5);
      expect(pendulum.rates.theta).toBe(0.1);
      expect(pendulum.params).toMatchObject({ length: 2, mass: 3 });
      expect(pendulum.scalars.theta.value).toBe(0.5);
      expect(pendulum.scalars.theta.rate).toBe(0.1);
      expect(largestDifference(pendulum.points.bob.position, [2 * Math.sin(0.5), -2 * Math.cos(0.5)])).toBe(0);
    };
    check();
    const world = new World({ space: 2 });
    world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 }));
    expect(world.addBody(pendulum)).toBe(pendulum);
    check();
    world.remove(pendulum);
    check();
    pendulum.coordinates.theta = 1;
    pendulum.rates.theta = 2;
    expect(pendulum.scalars.theta.value).toBe(1);
    expect(pendulum.scalars.theta.rate).toBe(2);
  });

  it('moves by its present parameters', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])] });
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0.5 }));
    world.evaluate();
    expect(world.accelerations[0]).toBeCloseTo(-10 * Math.sin(0.5), 12);
    pendulum.params.length = 4;
    world.evaluate();
    expect(world.accelerations[0]).toBeCloseTo(-2.5 * Math.sin(0.5), 12);
  });

  it('takes forces on its points and coordinates', () => {
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 2, mass: 1 }, { theta: 0 }));
    world.addForce(
      force(() => {
        pendulum.points.bob.applyForce([3, 7]);
        pendulum.scalars.theta.applyForce(2);
      }),
    );
    world.evaluate();
    expect(world.accelerations[0]).toBe((2 * 3 + 2) / 4);
  });

  it('names where its mass matrix is singular, and stays as it was', () => {
    const world = new World({ space: 2 });
    const polar = world.addBody(new PolarParticle({ mass: 1 }, { r: 0.1, phi: 1 }, { r: 0, phi: 0 }));
    world.step(0.1);
    polar.coordinates.r = 0;
    expect(() => {
      world.step(0.1);
    }).toThrow(
      "The mass matrix of PolarParticle #1 is not positive definite at r = 0, phi = 1: with 'phi' there is a motion that moves no mass. " +
        "Give positive mass or inertia to what 'phi' moves, or keep the body out of this configuration.",
    );
    expect(world.time).toBe(0.1);
    polar.coordinates.r = 0.1;
    polar.params.mass = 0;
    expect(() => {
      world.evaluate();
    }).toThrow("with 'r' there is");
    polar.params.mass = 1;
    world.step(0.1);
  });

  it('does not leave the range of its coordinates', () => {
    expect(() => new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 5 })).toThrow(
      "Coordinate 'theta' of Pendulum is 5 rad. It must be between -4 and 4 rad",
    );
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 3.9 }, { theta: 10 }));
    expect(() => {
      pendulum.coordinates.theta = -5;
    }).toThrow("Coordinate 'theta' of Pendulum #1 is -5 rad.");
    expect(() => {
      world.step(0.1);
    }).toThrow("Coordinate 'theta' of Pendulum #1 is 4.9 rad.");
    expect(pendulum.coordinates.theta).toBe(3.9);
    expect(world.time).toBe(0);
    world.step(0.01);
    expect(pendulum.coordinates.theta).toBeCloseTo(4, 12);
  });
});
