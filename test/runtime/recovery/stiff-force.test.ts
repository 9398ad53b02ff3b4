import { describe, expect, it } from 'vitest';
import {
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  spring,
  torsionSpring,
  velocityStep,
  World,
  type WorldWarning,
} from '../../../runtime/index.js';
import { Pendulum } from 'holonomic/library';
import { inFull } from '../../support/scope.js';

/** Runs for up to 10 s and returns the message and the hint of the error that ends the run. */
function messageOf(world: World, dt: number): string {
  try {
    for (let i = 0; i < 10 / dt; i++) world.step(dt);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

const falling = { space: 2, forces: [gravity([0, -9.81])] } as const;

describe('an error in a step that is too long for a force', () => {
  it('names the force, its rate and the step that would do: a damper', () => {
    // c / m = 1e5 / s.
    const world = new World(falling);
    const p = world.addParticle({ mass: 2, position: [1, 0] });
    world.addForce(spring({ a: world.ground.point([0, 0]), b: p, stiffness: 1, damping: 2e5, restLength: 1 }));
    const message = messageOf(world, 1 / 240);
    expect(message).toMatch(/step of 0\.00417 s is too long for force #2 \(Spring\).* at a rate of 1\.0e\+5\/s/);
    expect(message).toMatch(/at most 0\.000010 s, or use velocityStep\(\)/);
  });

  it('a spring between two particles, with both integrators', () => {
    for (const integrator of [rk4(), semiImplicitEuler()]) {
      const warnings: string[] = [];
      const onWarning = ({ message }: WorldWarning): void => void warnings.push(message);
      const world = new World({ ...falling, integrator, onWarning });
      const a = world.addParticle({ mass: 1, position: [0, 0] });
      const b = world.addParticle({ mass: 1, position: [1, 0] });
      // √(2 k / m) = 2000 / s.
      world.addForce(spring({ a, b, stiffness: 2e6, restLength: 0.99 }));
      // Steps of rk4 are taken in parts that are short enough, and a warning says so.
      const message = messageOf(world, 1 / 240) + warnings.join();
      expect(message).toMatch(/force #2 \(Spring\).* at a rate of 2\.0e\+3\/s.*0\.00050 s/);
    }
  });

  inFull('a torsion spring on a body with a coordinate of its own', () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: WorldWarning): void => void warnings.push(message);
    const world = new World({ ...falling, onWarning });
    const { scalars } = world.addBody(new Pendulum({ length: 2, mass: 3 }, { theta: 1 }));
    world.addForce(torsionSpring({ a: world.ground.scalar(0), b: scalars.theta, stiffness: 1, damping: 12e4 }));
    expect(messageOf(world, 1 / 240) + warnings.join()).toMatch(/too long for force #2.* at a rate of 1\.0e\+4\/s/);
  });

  it('a force that velocity steps take explicitly', () => {
    const world = new World({ ...falling, integrator: velocityStep() });
    world.addParticle({ mass: 1, position: [0, 0] });
    world.addForce({
      apply: ({ particles }) => {
        for (const particle of particles) particle.applyForce(particle.velocity.map((v) => -1000 * v));
      },
    });
    const message = messageOf(world, 1 / 60);
    expect(message).toMatch(/too long for force #2.* at a rate of 1\.0e\+3\/s.*at most 0\.0010 s\.$/);
  });

  it('a force that no integrator takes implicitly, without a remedy that is none', () => {
    const world = new World({ ...falling, integrator: rattle() });
    const particle = world.addParticle({ mass: 1, position: [0, 0] });
    world.addForce({
      apply: () => {
        particle.applyForce(particle.position.map((x) => -1e8 * x));
      },
    });
    expect(messageOf(world, 1 / 60)).toMatch(/too long for force #2.* at most 0\.00010 s\.$/);
  });

  it('names none where the step is short enough for all', () => {
    const world = new World(falling);
    const p = world.addParticle({ mass: 1, position: [0, 0] });
    world.addForce(spring({ a: world.ground.point([0, 0]), b: p, stiffness: 1, restLength: 1 }));
    world.addForce({
      apply: ({ time }) => {
        p.applyForce([time > 0.5 ? NaN : 0, 0]);
      },
    });
    expect(messageOf(world, 1 / 240)).toMatch(/force #3 on particle #1 is infinite or NaN/i);
    expect(messageOf(world, 1 / 240)).not.toMatch(/too long/);
  });
});
