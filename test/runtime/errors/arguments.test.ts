import { describe, expect, it } from 'vitest';
import { blockLDL, gravity, spring, velocityStep, World } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });

describe('errors in arguments', () => {
  const b = bob(plane());

  it.each<[string, () => unknown, string, string]>([
    [
      'a world without options',
      () => new World(undefined as never),
      'E_OPTIONS',
      'World options are undefined. Give one object: { space, forces, solver, integrator, feedback, projection, accuracy, watches, impulses, contactTolerance, time, onWarning }.',
    ],
    [
      'an unknown option of a world',
      () => new World({ space: 2, force: [] } as never),
      'E_OPTION_UNKNOWN',
      "World options have no 'force'. Did you mean 'forces'?",
    ],
    [
      'points in a row in the place of the options of a spring',
      () => (spring as (...points: unknown[]) => unknown)(b, bob(plane()), { stiffness: 1 }),
      'E_OPTIONS',
      'Options of spring are a Particle. Give one object: { a, b, stiffness, damping, restLength }.',
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
      'a function of stiff rows that returns none',
      () => {
        const world = new World({ space: 2, integrator: velocityStep() });
        world.addForce({ stiffRows: (() => undefined) as never, apply: () => undefined });
        world.step(0.1);
      },
      'E_LIST',
      'The list of stiff rows of a force is undefined. Give an array of stiff rows.',
    ],
    [
      'a mass of zero',
      () => plane().addParticle({ mass: 0, position: [0, 0], name: 'joint' }),
      'E_MASS',
      "Mass of particle 'joint' is zero, so that no finite acceleration follows from the forces on it. " +
        'Give a positive one. What does not move is world.ground.point(p), what moves as prescribed a world.handle(…). ' +
        'Parts without mass are points of a body that defineBody makes, without a mass; ' +
        'a massless rod is a constraint, such as Distance.',
    ],
    [
      'an infinitely negative mass',
      () => plane().addParticle({ mass: -Infinity, position: [0, 0] }),
      'E_NOT_POSITIVE',
      'Mass of particle #1 must be positive and finite, but is -Infinity. Give a number above zero.',
    ],
    [
      'a solver that makes nothing',
      () => new World({ space: 2, solver: { name: 'mine', create: () => ({}) as never } }),
      'E_FACTORY',
      "create() of the solver 'mine' returned an object, which has no method solve(). Return an object with solve().",
    ],
    [
      'a solver whose create() is not called',
      () => new World({ space: 2, solver: { name: '', create: () => blockLDL() as never } }),
      'E_FACTORY',
      'create() of the solver returned an object, which has no method solve(). Return an object with solve().',
    ],
    [
      'an integrator that makes nothing',
      () => new World({ space: 2, integrator: { name: 'euler', create: () => undefined as never } }),
      'E_FACTORY',
      "create() of the integrator 'euler' returned undefined, which has no method step(). Return an object with step().",
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
      'In force #1: Gravity has 2 components, but needs 3. Give an array of 3 numbers.',
    ],
    [
      'gravity as an object',
      () => gravity({ x: 0, y: -9.81 } as never),
      'E_VECTOR',
      'Gravity is an object. Give an array with one number per dimension, such as gravity([0, -9.81]).',
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
        'Give handle([x, y]), handle((t) => [x, y]) or handle({ position: (t) => [x, y] }); ' +
        'for a number handle(0.3), handle((t) => 2 * t) or handle({ value: (t) => 2 * t }).',
    ],
  ])('%s', (_, run, code, message) => {
    expect(thrown(run)).toEqual({ code, message });
  });
});
