import { expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { HandWrittenPendulum } from '../fixtures/bodies/pendulum.js';
import { thrown } from '../fixtures/thrown.js';

/** Assigns `value` to the property of `object`, as JavaScript may. */
const assign = (object: object, name: string, value: unknown) => (): void => {
  (object as Record<string, unknown>)[name] = value;
};

it('what is only shown is refused with what to set in its place', () => {
  const world = new World({ space: 2 });
  const particle = world.addParticle({ mass: 1, position: [1, 2] });
  const body = world.addBody({ mass: 1, inertia: 1, position: [3, 4] });
  const solid = new World({ space: 3 }).addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
  const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 }));
  const hand = world.handle([0, 0]);
  const winch = world.handle(2);
  const cases: readonly [object, string, RegExp][] = [
    [particle, 'x', /^'x' of particle #1 cannot be assigned\. Assign its position\.$/],
    [body, 'y', /Assign its position/],
    [body, 'angle', /Assign its orientation/],
    [solid, 'z', /Assign its position/],
    [pendulum, 'coordinates', /Set one, as in coordinates\.theta = 2/],
    [pendulum, 'rates', /Set one/],
    [hand, 'position', /moveTo/],
    [winch, 'value', /moveTo/],
    [world, 'time', /^'time' of a world cannot be assigned\. Give it as an option/],
    [world, 'integrator', /new World\(\{ space, integrator \}\)/],
    [world, 'gravity', /addForce\(gravity\(g\)\)/],
    [world, 'bodies', /addBody and remove/],
    [body.angle, 'value', /^'value' of 'angle' of body #1 cannot be assigned\. Assign the state of its body/],
  ];
  for (const [object, name, remedy] of cases) {
    const before: unknown = Reflect.get(object, name);
    const { code, message } = thrown(assign(object, name, 1));
    expect([code, message]).toEqual(['E_OPTIONS', expect.stringMatching(remedy)]);
    expect(Reflect.get(object, name)).toEqual(before);
  }
});
