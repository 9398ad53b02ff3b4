import { describe, expect, it } from 'vitest';
import { gravity, HolonomicRuntimeError, World, type PointConnector } from '../../runtime/index.js';
import { Distance2D, Distance3D, PointOnCircleDistance } from './fixtures/index.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });

/** What is thrown by `run`: code and message. */
function thrown(run: () => unknown): { code: string; message: string } {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(HolonomicRuntimeError);
    const { code, message, hint } = error as HolonomicRuntimeError;
    expect(message.endsWith(hint)).toBe(true);
    return { code, message };
  }
  throw new Error('Nothing was thrown.');
}

describe('errors', () => {
  const world = plane();
  const a = world.ground.point([0, 0]);
  const b = bob(world);
  const loose = (options: object): Distance2D => new Distance2D(options as ConstructorParameters<typeof Distance2D>[0]);

  it.each<[string, () => unknown, string, string]>([
    [
      'a world without options',
      () => new World(undefined as never),
      'E_OPTIONS',
      'World options are undefined. Give an object: space, forces, solver, integrator, feedback, projection, onWarning.',
    ],
    [
      'an unknown option of a world',
      () => new World({ space: 2, force: [] } as never),
      'E_OPTION_UNKNOWN',
      "World options have no 'force'. Did you mean 'forces'?",
    ],
    [
      'an unknown option of the feedback',
      () => new World({ space: 2, feedback: { herz: 2 } as never }),
      'E_OPTION_UNKNOWN',
      "Feedback options have no 'herz'. Did you mean 'hertz'?",
    ],
    [
      'a negative gain',
      () => new World({ space: 2, feedback: { ks: -1, kd: 2 } }),
      'E_NEGATIVE',
      "Feedback 'ks' is negative: -1. Give zero or a number above it.",
    ],
    [
      'something that is no force',
      () => plane().addForce({} as never),
      'E_FORCE',
      'A force has no method "apply". Give gravity(…) or an object { apply(world) { … } }.',
    ],
    [
      'a mass of zero',
      () => plane().addParticle({ mass: 0, position: [0, 0] }),
      'E_NOT_POSITIVE',
      'Mass of particle #1 must be positive and finite, but is 0. Give a number above zero.',
    ],
    [
      'an infinite mass',
      () => plane().addParticle({ mass: Infinity, position: [0, 0], name: 'anvil' }),
      'E_NOT_POSITIVE',
      "Mass of particle 'anvil' must be positive and finite, but is Infinity. Give a number above zero.",
    ],
    [
      'a mass set to nonsense',
      () => (bob(plane()).mass = -2),
      'E_NOT_POSITIVE',
      'Mass of particle #1 must be positive and finite, but is -2. Give a number above zero.',
    ],
    [
      'a position that is not finite',
      () => plane().addParticle({ mass: 1, position: [0, NaN] }),
      'E_NOT_FINITE',
      'Position of particle #1 is not finite: [0, NaN]. Give finite numbers.',
    ],
    [
      'a position of the wrong dimension',
      () => plane().addParticle({ mass: 1, position: [0, 0, 0] }),
      'E_DIMENSION',
      'Position of particle #1 has 3 components, but needs 2. Give an array of 2 numbers.',
    ],
    [
      'a position that is no array',
      () => plane().addParticle({ mass: 1, position: 3 as unknown as number[] }),
      'E_VECTOR',
      'Position of particle #1 is 3. Give an array of 2 numbers.',
    ],
    [
      'a ground point of the wrong dimension',
      () => plane().ground.point([1]),
      'E_DIMENSION',
      'Position of a ground point has 1 component, but needs 2. Give an array of 2 numbers.',
    ],
    [
      'a direction without length',
      () => plane().ground.direction([0, 0]),
      'E_DIRECTION',
      'A ground direction is zero. Give a vector of any other length.',
    ],
    [
      'a space of four dimensions',
      () => new World({ space: 4 as 2 }),
      'E_SPACE',
      'The space of a world is 4. Give 2 or 3.',
    ],
    [
      'a point from another world',
      () => world.add(new Distance2D({ a: plane().ground.point([0, 0]), b, length: 1 })),
      'E_OTHER_WORLD',
      "Input 'a' of Distance2D is ground point of another world. " +
        'A constraint joins things of one world: add it to that one, or make the point in this one.',
    ],
    [
      'a point from another space',
      () => new Distance3D({ a, b, length: 1 }),
      'E_INPUT_SPACE',
      "Input 'a' of Distance3D is ground point of a 2D world, but Distance3D lives in 3D. " +
        'Use the 2D form of the constraint, or a world with space: 3.',
    ],
    [
      'a missing input',
      () => loose({ a, length: 1 }),
      'E_INPUT_MISSING',
      "Distance2D needs the input 'b'. Give a particle, world.ground.point(p), a handle or a point of a body.",
    ],
    [
      'an input of the wrong kind',
      () => loose({ a: world.ground.direction([0, 2]), b, length: 1 }),
      'E_INPUT_KIND',
      "Input 'a' of Distance2D is a direction, not a point. " +
        'Give a particle, world.ground.point(p), a handle or a point of a body.',
    ],
    [
      'an input that is no connector',
      () => loose({ a: [0, 0], b, length: 1 }),
      'E_INPUT_KIND',
      "Input 'a' of Distance2D is [0, 0], not a point. " +
        'Give a particle, world.ground.point(p), a handle or a point of a body.',
    ],
    [
      'a missing parameter',
      () => loose({ a, b }),
      'E_PARAMETER_MISSING',
      "Distance2D needs the parameter 'length'. Give length: a number.",
    ],
    [
      'a misspelt parameter',
      () => loose({ a, b, lenght: 1 }),
      'E_OPTION_UNKNOWN',
      "Distance2D has no input or parameter 'lenght'. Did you mean 'length'?",
    ],
    [
      'an unknown parameter',
      () => loose({ a, b, stiffness: 1 }),
      'E_OPTION_UNKNOWN',
      "Distance2D has no input or parameter 'stiffness'. Known: a, b, length.",
    ],
    [
      'a parameter out of its range',
      () => loose({ a, b, length: -1 }),
      'E_PARAMETER_RANGE',
      "Parameter 'length' of Distance2D is -1 m. It must be at least 0 m.",
    ],
    [
      'a vector parameter of the wrong length',
      () => new PointOnCircleDistance({ p: b, radius: 1, centre: [1, 2, 3] }),
      'E_DIMENSION',
      "Parameter 'centre' of PointOnCircleDistance has 3 components, but needs 2. Give an array of 2 numbers.",
    ],
    [
      'a step of zero',
      () => {
        plane().step(0);
      },
      'E_STEP',
      'The time step is 0. Give a positive, finite number of seconds.',
    ],
    [
      'a step of NaN',
      () => {
        plane().step(NaN);
      },
      'E_STEP',
      'The time step is NaN. Give a positive, finite number of seconds.',
    ],
    [
      'running to nowhere',
      () => {
        plane().run({ until: Infinity });
      },
      'E_NOT_FINITE',
      "Option 'until' of run is not finite: Infinity. Give a finite number.",
    ],
    [
      'gravity of the wrong dimension',
      () => {
        new World({ space: 3, forces: [gravity([0, -9.81])] }).step(0.1);
      },
      'E_DIMENSION',
      'Gravity has 2 components, but needs 3. Give an array of 3 numbers.',
    ],
    [
      'a force outside of apply()',
      () => {
        b.applyForce([1, 0]);
      },
      'E_FORCE_OUTSIDE_APPLY',
      "A force is applied to particle #1 outside of a force's apply(). " +
        'Add an object { apply(world) { … } } with world.addForce().',
    ],
    [
      'a negative frequency of the feedback',
      () => new World({ space: 2, feedback: { hertz: -1 } }),
      'E_NOT_POSITIVE',
      "Feedback 'hertz' must be positive and finite, but is -1. Give a number above zero.",
    ],
    [
      'a handle without a motion',
      () => plane().handle({ position: [0, 0] } as unknown as number[]),
      'E_MOTION',
      'The position of handle #1 is not a function of time. ' +
        'Give handle([x, y]), handle((t) => [x, y]) or handle({ position: (t) => [x, y] }).',
    ],
  ])('%s', (_, run, code, message) => {
    expect(thrown(run)).toEqual({ code, message });
  });

  it('adding twice', () => {
    const rod = world.add(new Distance2D({ a, b, length: 1 }));
    expect(thrown(() => world.add(rod))).toEqual({
      code: 'E_ADDED_TWICE',
      message: `${rod.label} is already in this world. Make a new constraint instead.`,
    });
    expect(thrown(() => plane().add(rod)).message).toContain('is already in another world.');
    world.remove(rod);
  });

  it('removing twice, and from another world', () => {
    const here = plane();
    const particle = bob(here);
    const rod = here.add(new Distance2D({ a: here.ground.point([0, 0]), b: particle, length: 1 }));
    expect(
      thrown(() => {
        plane().remove(rod);
      }),
    ).toEqual({
      code: 'E_NOT_IN_WORLD',
      message: 'Distance2D #1 is not in this world. It is in another world: remove it from that one.',
    });
    here.remove(rod);
    expect(
      thrown(() => {
        here.remove(rod);
      }),
    ).toEqual({
      code: 'E_NOT_IN_WORLD',
      message: 'Distance2D #1 is not in this world. It was never added, or was removed before.',
    });
    here.remove(particle);
    expect(
      thrown(() => {
        here.remove(particle);
      }),
    ).toEqual({
      code: 'E_NOT_IN_WORLD',
      message: 'particle #1 is not in this world. It was never added, or was removed before.',
    });
    const force = here.addForce(gravity([0, 0]));
    here.remove(force);
    expect(
      thrown(() => {
        here.remove(force);
      }).message,
    ).toBe('The force is not in this world. It was never added, or was removed before.');
  });

  it('removing a body that is in use, and using one that was removed', () => {
    const here = plane();
    const particle = bob(here);
    const ground = here.ground.point([0, 0]);
    here.add(new Distance2D({ a: ground, b: particle, length: 1 }));
    here.add(new PointOnCircleDistance({ p: particle, radius: 1 }));
    expect(
      thrown(() => {
        here.remove(particle);
      }),
    ).toEqual({
      code: 'E_IN_USE',
      message: 'particle #1 still carries Distance2D #1, PointOnCircleDistance #1. Remove these constraints first.',
    });
    for (const constraint of [...here.constraints]) here.remove(constraint);
    here.remove(particle);
    expect(thrown(() => here.add(new Distance2D({ a: ground, b: particle, length: 1 })))).toEqual({
      code: 'E_REMOVED_BODY',
      message:
        "Input 'b' of Distance2D is particle #1, which was removed from the world. " +
        'Make the constraint with a body that is in the world.',
    });
    here.addForce({
      apply: () => {
        (particle as PointConnector).applyForce([0, 1]);
      },
    });
    expect(
      thrown(() => {
        here.step(0.1);
      }).message,
    ).toBe('particle #1 was removed from its world, but a force is applied to it. Remove the force as well.');
  });

  it('a state that stops being finite: names body, constraint and step, and goes back', () => {
    const here = plane();
    bob(here);
    const particle = here.addParticle({ mass: 1, position: [0, 2], velocity: [1, 1] });
    here.step(0.25);
    here.add(new Distance2D({ a: here.ground.point([0.25, 2.25]), b: particle, length: 1 }));
    expect(
      thrown(() => {
        here.step(0.25);
      }),
    ).toEqual({
      code: 'E_STATE_NOT_FINITE',
      message:
        'In step 2, from t = 0.25 s, the state of particle #2 became infinite or NaN. ' +
        'The first value or derivative that is not finite is that of Distance2D #1. ' +
        'Look for a configuration where its formula has no value or no slope, such as coinciding points.',
    });
    expect(here.time).toBe(0.25);
    expect([...particle.position]).toEqual([0.25, 2.25]);
    particle.position[0] = 1.25;
    here.step(0.25);
    expect(Number.isFinite(particle.position[0])).toBe(true);
  });

  it('a force that is not finite', () => {
    const here = plane();
    const particle = bob(here);
    here.addForce({
      apply: () => {
        particle.applyForce([1 / 0, 0]);
      },
    });
    expect(
      thrown(() => {
        here.step(0.25);
      }).message,
    ).toBe(
      'In step 1, from t = 0 s, the state of particle #1 became infinite or NaN. ' +
        'Look for a force that grows without bound, or take smaller steps.',
    );
  });
});
