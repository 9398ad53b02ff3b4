import { Coincident2D, Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type Particle,
  type RigidBody2D,
  type WorldWarning,
} from '../../../runtime/index.js';

const DT = 1 / 60;

interface Jumping {
  readonly world: World<2>;
  readonly heard: WorldWarning[];
  readonly moved: Particle | RigidBody2D;
}

function newWorld(integrator: Integrator): Pick<Jumping, 'world' | 'heard'> {
  const heard: WorldWarning[] = [];
  const world = new World({
    space: 2,
    integrator,
    forces: [gravity([0, -9.81])],
    onWarning: (one) => heard.push(one),
  });
  return { world, heard };
}

function pendulum(integrator: Integrator): Jumping {
  const made = newWorld(integrator);
  const moved = made.world.addParticle({ mass: 1, position: [1, 0] });
  made.world.add(new Distance2D({ a: made.world.ground.point([0, 0]), b: moved, length: 1 }));
  return { ...made, moved };
}

/** Two crates on top of each other, joined, on a floor. */
function crates(integrator: Integrator): Jumping {
  const made = newWorld(integrator);
  const { world } = made;
  const moved = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0.5] });
  const above = world.addBody({ mass: 1, inertia: 0.1, position: [0, 1.5] });
  world.add(new Coincident2D({ a: moved.point([0, 0.5]), b: above.point([0, -0.5]) }));
  collide(world, {
    shapes: [
      { body: moved, box: [1, 1] },
      { body: above, box: [0.9, 0.9] },
      { box: [50, 1], at: [0, -0.5] },
    ],
  });
  return { ...made, moved };
}

describe('energy that a jump gives, of coordinates that are set between two steps,', () => {
  it.each([
    ['rattle, pendulum', pendulum(rattle())],
    ['velocityStep, pendulum', pendulum(velocityStep())],
    ['semiImplicitEuler, pendulum', pendulum(semiImplicitEuler())],
    ['rk4, crates', crates(rk4())],
    ['rattle, crates', crates(rattle())],
  ])('is no fault of the steps: %s', (_, { world, heard, moved }) => {
    world.run({ until: 1, dt: DT });
    heard.length = 0;
    const before = world.energy().total;
    moved.position[0] += 1;
    moved.position[1] += 0.3;
    // Constraints lead back what they do not allow.
    world.run({ until: 1.5, dt: DT });
    expect(world.energy().total).not.toBeCloseTo(before, 0);
    expect(heard).toEqual([]);
  });

  it('hides no steps that are too long later on', () => {
    const { world, heard, moved } = pendulum(velocityStep());
    moved.position[0] = 1.0001;
    world.run({ until: 10, dt: DT });
    expect(heard.map(({ code }) => code)).toContain('W_ACCURACY');
  });
});
