import { describe, expect, it } from 'vitest';
import { World } from '../../../runtime/index.js';
import { Distance2D, Distance3D, PointOnCircleDistance } from '../fixtures/index.js';
import { thrown } from '../fixtures/thrown.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });

describe('errors in constraints', () => {
  const world = plane();
  const a = world.ground.point([0, 0]);
  const b = bob(world);
  const loose = (options: object): Distance2D => new Distance2D(options as ConstructorParameters<typeof Distance2D>[0]);

  it.each<[string, () => unknown, string, string]>([
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
        'Use the 2D form of the class, or a world with space: 3.',
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
      'a body in place of its point',
      () => loose({ a, b: world.addBody({ mass: 1, inertia: 1, position: [0, 0] }), length: 1 }),
      'E_INPUT_KIND',
      "Input 'b' of Distance2D is a body, not a point. Give one of its points: body.point([0, 0]) is its centre of mass.",
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
      'a setting among the parameters',
      () => loose({ a, b, length: 1, hertz: 3 }),
      'E_OPTION_UNKNOWN',
      "Distance2D has no input or parameter 'hertz'. It is a setting: new Distance2D({ … }, { hertz }).",
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
  ])('%s', (_, run, code, message) => {
    expect(thrown(run)).toEqual({ code, message });
  });
});
