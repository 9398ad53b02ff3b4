import { Pendulum } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { constantForce, dormandPrince, torque, World } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const integrator = dormandPrince({ rtol: 1e-11, atol: 1e-12 });
const other = new World({ space: 2 });

describe('a force that turns with its body', () => {
  it('drives a spinning rocket in circles', () => {
    const world = new World({ space: 2, integrator });
    const rocket = world.addBody({ mass: 2, inertia: 1, position: [0, 0], angularVelocity: 3 });
    world.addForce(constantForce(rocket.point([-1, 0]), [4, 0], { frame: 'body' }));
    world.run({ until: 2 });
    // v̇ = f/m (cos ωt, sin ωt) with ω = 3
    expect(rocket.velocity[0]).toBeCloseTo((2 * Math.sin(6)) / 3, 8);
    expect(rocket.velocity[1]).toBeCloseTo((2 * (1 - Math.cos(6))) / 3, 8);
    expect(rocket.angularVelocity).toBeCloseTo(3, 12);
  });

  it('acts where its point is: across the body it also turns it', () => {
    const world = new World({ space: 3 });
    const turned = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const body = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0, 0, 0], orientation: turned });
    world.addForce(constantForce(body.point([1, 0, 0]), [0, 6, 0], { frame: 'body' }));
    world.evaluate();
    // Body axes y and z are z and −y of the world.
    expect([...body.acceleration]).toEqual([0, 0, 3].map((x) => expect.closeTo(x, 12) as number));
    expect([...body.angularAcceleration]).toEqual([0, -6 / 0.4, 0].map((x) => expect.closeTo(x, 12) as number));
  });

  it('may be a torque in body axes', () => {
    const world = new World({ space: 3, integrator });
    // Spun up about its third axis while that axis is turned by a spin that goes on about it alone.
    const turned = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const body = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0, 0, 0], orientation: turned });
    world.addForce(torque(body, [0, 0, 3], { frame: 'body' }));
    world.run({ until: 1 });
    expect([...body.angularVelocity]).toEqual([0, -3 / 0.4, 0].map((x) => expect.closeTo(x, 8) as number));
  });

  it('precesses with a body that also turns about another axis', () => {
    const world = new World({ space: 3, integrator });
    // A ball: ω̇ = R τ / I in world axes, hence in body axes ω̇ = τ / I, whatever it does.
    const ball = world.addBody({ mass: 1, inertia: [2, 2, 2], position: [0, 0, 0], angularVelocity: [1, 0.5, 0] });
    world.addForce(torque(ball, [0, 0, 3], { frame: 'body' }));
    world.run({ until: 2 });
    expect([...ball.localAngularVelocity]).toEqual([1, 0.5, 3].map((x) => expect.closeTo(x, 8) as number));
    expect(ball.angularVelocity[2]).not.toBeCloseTo(3, 1);
  });

  it('needs a rigid body', () => {
    const p = other.addParticle({ mass: 1, position: [0, 0] });
    expect(thrown(() => constantForce(p, [1, 0], { frame: 'body' })).code).toBe('E_INPUT_KIND');
    expect(thrown(() => constantForce(p, [1, 0], { frame: 'sky' as never })).code).toBe('E_OPTION_UNKNOWN');
    expect(thrown(() => constantForce(p, [1, 0], { space: 2 } as never)).code).toBe('E_OPTION_UNKNOWN');
    const target = { applyTorque: (): void => undefined };
    expect(thrown(() => torque(target, [1, 0, 0], { frame: 'body' })).code).toBe('E_TORQUE_TARGET');
  });
});

describe('a constant force on a scalar', () => {
  it('turns a pendulum out of the vertical, with and without a potential', () => {
    const world = new World({ space: 2, integrator });
    const pendulum = world.addBody(new Pendulum({ length: 2, mass: 3 }, { theta: 0 }));
    const { theta } = pendulum.scalars;
    const push = world.addForce(constantForce(theta, 6));
    const before = world.energy().total;
    world.run({ until: 1 });
    // m l² θ̈ = 6
    expect(theta.value).toBeCloseTo(6 / 12 / 2, 9);
    expect(world.energy().total).toBeCloseTo(before, 8);
    expect(world.energy().potential).toBeCloseTo(-6 * theta.value, 12);
    world.remove(push);
    world.addForce(torque(theta, -6));
    world.run({ until: 2 });
    expect(theta.rate).toBeCloseTo(0, 9);
    expect(world.energy().potential).toBe(0);
  });

  it('takes one number, and belongs to its world', () => {
    const p = other.addParticle({ mass: 1, position: [0, 0] });
    expect(thrown(() => constantForce(p.x, [1] as never)).code).toBe('E_NUMBER');
    expect(thrown(() => torque(p.x, [1] as never)).code).toBe('E_NUMBER');
    expect(thrown(() => (constantForce as (...parts: unknown[]) => unknown)(p.x, 1, { frame: 'body' })).code).toBe(
      'E_OPTION_UNKNOWN',
    );
    const world = new World({ space: 2, forces: [torque(p.x, 1)] });
    expect(
      thrown(() => {
        world.step(1 / 100);
      }).code,
    ).toBe('E_OTHER_WORLD');
  });
});
