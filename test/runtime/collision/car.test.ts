import { Hinge, LimitedHingeMotor } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  hingeInputs,
  velocityStep,
  World,
  type SpatialShapeOptions,
} from '../../../runtime/index.js';

const G = 10;
const [RADIUS, HEIGHT] = [0.3, 0.5];

/** A car on four balls for wheels, of which motors turn those behind, and the loads of its wheels, N. */
function car(torque: number) {
  const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: velocityStep() });
  const body = world.addBody({ mass: 100, inertia: [10, 30, 35], position: [0, 0, HEIGHT] });
  const shapes: SpatialShapeOptions[] = [{ plane: [0, 0, 1] }];
  for (const x of [-0.8, 0.8]) {
    for (const y of [-0.6, 0.6]) {
      const at = [x, y, RADIUS];
      const wheel = world.addBody({ mass: 5, inertia: [0.15, 0.225, 0.15], position: at });
      const { joint, turn } = hingeInputs({ a: wheel, b: body, at, axis: [0, 1, 0] });
      world.add(new Hinge(joint));
      if (torque > 0 && x < 0) world.add(new LimitedHingeMotor({ ...turn, speed: 20, torque }));
      shapes.push({ body: wheel, sphere: RADIUS });
    }
  }
  const { contacts } = collide(world, { shapes, friction: 0.8 });
  return { world, body, loads: () => contacts.map(({ force }) => force[2]) };
}

describe.each([1 / 60, 1 / 120])('a car on four wheels, whose loads are not unique, in steps of %f s', (dt) => {
  it('keeps equal loads at rest', () => {
    const { world, loads } = car(0);
    world.run({
      until: 5,
      dt,
      onStep: () => {
        for (const load of loads()) expect(load).toBeCloseTo(300, 6);
      },
    });
  });

  it('is driven by both motors alike, up to their speed', () => {
    const { world, body } = car(20);
    // Wheels roll: F = 2 τ / r moves the masses, and turns wheels of the inertia 0.225 kg m².
    const mass = 100 + 4 * (5 + 0.225 / RADIUS ** 2);
    const acceleration = (2 * 20) / RADIUS / mass;
    world.run({ until: 5, dt });
    expect(body.velocity[0]).toBeCloseTo(Math.min(20 * RADIUS, acceleration * 5), 3);
    expect(Math.abs(body.velocity[1])).toBeLessThan(1e-6);
  });
});
