import { Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  constantForce,
  dormandPrince,
  drag,
  mouseSpring,
  potential,
  rk4,
  spring,
  torque,
  torsionSpring,
  velocityStep,
  World,
  type Force,
  type RigidBody2D,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

/** A body and a particle beside it, both at rest. */
function scene(integrator = rk4()) {
  const world = new World({ space: 2, integrator });
  const body = world.addBody({ mass: 2, inertia: 0.5, position: [1, 0] });
  const other = world.addParticle({ mass: 1, position: [3, 1] });
  return { world, body, other };
}
type Scene = ReturnType<typeof scene>;

const own = ({ body, other }: Scene): Force => ({
  actsOn: [body, other],
  apply: () => {
    body.applyTorque(3);
    other.applyForce([1, 1]);
  },
  energy: () => 7,
});

const forces: Readonly<Record<string, (scene: Scene) => Force>> = {
  spring: ({ body, other }) => spring({ a: body.point([0, 0]), b: other, stiffness: 50, damping: 1, restLength: 1 }),
  mouseSpring: ({ body }) => mouseSpring({ point: body.point([0.5, 0.5]), target: [9, 9], stiffness: 10 }),
  'constantForce on a point': ({ body }) => constantForce(body.point([0, 1]), [3, 4]),
  'constantForce in axes of the body': ({ body }) => constantForce(body.point([0, 1]), [3, 4], { frame: 'body' }),
  'constantForce on a scalar': ({ body }) => constantForce(body.angle, 5),
  torque: ({ body }) => torque(body, 5),
  'torque on an angle': ({ body }) => torque(body.angle, 5),
  torsionSpring: ({ world, body }) => torsionSpring({ a: world.ground.scalar(1), b: body.angle, stiffness: 5 }),
  potential: ({ body, other }) =>
    potential(new Distance2D({ a: body.point([0, 0]), b: other, length: 1 }), { stiffness: 50 }),
  "one of the application's own": own,
};

const integrators = { rk4, velocityStep, dormandPrince };

describe.each(Object.entries(forces))('%s', (_, make) => {
  it.each(Object.entries(integrators))('rests while a body that it acts on is removed: %s', (__, integrator) => {
    const here = scene(integrator());
    const { world, body, other } = here;
    const force = world.addForce(make(here));
    world.step(0.01);
    const speed = (one: RigidBody2D) => Math.hypot(...one.velocity, one.angularVelocity);
    expect(speed(body)).toBeGreaterThan(0);

    world.remove(body);
    const before = [...other.velocity];
    world.step(0.01);
    expect([...other.velocity]).toEqual(before);
    expect(world.energy()).toMatchObject({ potential: 0 });
    expect(world.power(force)).toBe(0);

    const last = speed(body);
    world.addBody(body as never);
    world.step(0.01);
    expect(speed(body)).not.toBe(last);
    world.remove(force);
  });

  it('is refused as long as that is removed', () => {
    const here = scene();
    const force = make(here);
    here.world.remove(here.body);
    expect(thrown(() => here.world.addForce(force)).code).toBe('E_REMOVED_BODY');
    expect(here.world.forces).toEqual([]);
  });
});

it('drag goes on for the points that are left', () => {
  const { world, body, other } = scene();
  other.velocity = [1, 0];
  world.addForce(drag(2, [body.point([0, 0]), other]));
  world.remove(body);
  world.run({ until: 0.5, dt: 1 / 1000 });
  expect(other.velocity[0]).toBeCloseTo(Math.exp(-1), 9);
});

it('a force that does not say what it acts on is an error, which says what to do', () => {
  const { world, body } = scene();
  world.addForce({
    apply: () => {
      body.applyTorque(1);
    },
  });
  world.remove(body);
  expect(
    thrown(() => {
      world.step(0.01);
    }).message,
  ).toBe(
    "In force #1: body #1 was removed from its world, but a force is applied to it. Remove the force as well, or let it say what it acts on: 'actsOn'.",
  );
});

it.each([['a point'], [[3]], [{}]])('actsOn is not %j', (actsOn) => {
  const { world } = scene();
  expect(thrown(() => world.addForce({ actsOn, apply: () => undefined } as never)).code).toBe('E_FORCE');
});
