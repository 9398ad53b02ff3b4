import { describe, expect, it } from 'vitest';
import { recorder, gravity, rattle, rk4, semiImplicitEuler, velocityStep, World } from '../../../runtime/index.js';
import { PointLineContact } from 'holonomic/library';

const [G, DT, MASS] = [9.81, 1 / 240, 2];

/** A ball that is thrown on a floor with friction, and bounces. */
function thrown(integrator: ReturnType<typeof rk4>) {
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator });
  const ball = world.addParticle({ mass: MASS, position: [0, 0.5], velocity: [1, 0] });
  const { ground } = world;
  const floor = { origin: ground.point([0, 0]), axis: ground.direction([1, 0]) };
  const contact = world.add(new PointLineContact({ p: ball, ...floor, mu: 0.2, e: 0.6 }));
  return { world, ball, contact };
}

describe.each([rk4, rattle, semiImplicitEuler, velocityStep])('impulses with %o', (integrator) => {
  it('of a contact add up to the change of momentum, and are zero in flight', () => {
    const { world, ball, contact } = thrown(integrator());
    let [tangential, normal, flights] = [0, 0, 0];
    for (let k = 0; k < 480; k++) {
      const before = ball.velocity[1];
      world.step(DT);
      const [x, y] = contact.forceOn('p');
      tangential += DT * x;
      normal += DT * y;
      if (Math.abs(ball.velocity[1] - before + DT * G) > 1e-9) continue;
      flights++;
      expect(contact.forceOn('p')).toEqual(Float64Array.of(0, 0));
    }
    expect(flights).toBeGreaterThan(200);
    // m Δv = Σ f dt + m g t, to the rounding of some hundred sums.
    expect(tangential).toBeCloseTo(MASS * (ball.velocity[0] - 1), 10);
    expect(normal).toBeCloseTo(MASS * (ball.velocity[1] + G * 480 * DT), 10);
  });

  it('are not read from an earlier impact, after evaluate, in records and after restore', () => {
    const { world, ball, contact } = thrown(integrator());
    const twin = thrown(integrator());
    const record = recorder(twin.world, { of: [twin.contact] });
    while (ball.velocity[1] <= 0) {
      world.step(DT);
      twin.world.step(DT);
    }
    expect(contact.lambda[0]).toBeGreaterThan(100);
    const impact = world.snapshot();
    for (let k = 0; k < 3; k++) {
      world.step(DT);
      world.evaluate();
      twin.world.step(DT);
      expect(contact.lambda[0]).toBe(0);
      expect(ball.position).toEqual(twin.ball.position);
    }
    const inFlight = world.snapshot();
    world.restore(impact);
    world.step(DT);
    expect(contact.lambda[0]).toBe(0);
    world.restore(inFlight);
    expect(contact.lambda[0]).toBe(0);
    const name = record.names.find((one) => one.includes('lambda'));
    expect(record.column(name ?? '').slice(-3)).toEqual(new Float64Array(3));
  });
});
