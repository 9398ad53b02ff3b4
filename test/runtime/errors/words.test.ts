import { expect, test } from 'vitest';
import { collide, gravity, massProperties, mouseSpring, spring, velocityStep, World } from '../../../runtime/index.js';
import { Distance2D } from '../../../generated/index.js';

const world = (): World => new World({ space: 2 });
const body = (of: World) => of.addBody({ mass: 2, inertia: 1, position: [0, 0] });
const rod = (of: World, a: unknown): unknown =>
  new Distance2D({ a: a as never, b: of.addParticle({ mass: 1, position: [1, 0] }), length: 1 });

function springWith(option: object): void {
  const { ground } = world();
  spring({ a: ground.point([0, 0]), b: ground.point([1, 0]), ...option } as never);
}

test.each<readonly [name: string, act: () => unknown, hint: string]>([
  [
    'an integrator that is not called',
    () => new World({ space: 2, integrator: velocityStep as never }),
    'Call it: integrator: velocityStep().',
  ],
  [
    'gravity as an option',
    () => new World({ space: 2, gravity: [0, -9.81] } as never),
    'Gravity is a force: forces: [gravity([0, -9.81])], with gravity of holonomic/runtime.',
  ],
  [
    'a force that is not called',
    () => new World({ space: 2, forces: [gravity] }),
    'Call it, as in gravity(…), and give what it returns.',
  ],
  [
    'a constraint as a force',
    () => {
      const one = world();
      one.addForce(rod(one, one.ground.point([0, 0])) as never);
    },
    'Add a constraint with world.add(constraint).',
  ],
  ['a force as a constraint', () => world().add(gravity([0, -1]) as never), 'Add a force with world.addForce(force).'],
  [
    'the ground as a point',
    () => {
      const one = world();
      rod(one, one.ground);
    },
    'Give one of its points: world.ground.point(p).',
  ],
  [
    'a body in a spring',
    () => {
      const one = world();
      spring({ a: one.ground.point([0, 0]), b: body(one) as never, stiffness: 1, restLength: 1 });
    },
    'Give one of its points: body.point([0, 0]) is its centre of mass.',
  ],
  [
    'a shape that is added to what collide returns',
    () => {
      const one = new World({ space: 2, integrator: velocityStep() });
      const collisions = collide(one, { shapes: [] }) as unknown as { add(shape: object): void };
      collisions.add({ box: [1, 1] });
    },
    'Write collide(world, { shapes: [{ body, box: [1, 1] }] }) once more: later calls add shapes.',
  ],
  [
    'a circle as a shape',
    () => {
      const one = world();
      collide(one, { shapes: [{ body: body(one), circle: 1 } as never] });
    },
    "Write 'disc', with the radius.",
  ],
  ...(
    [
      ['dimension', () => new World({ dimension: 2 } as never), "Did you mean 'space'?"],
      [
        'fps',
        () => new World({ space: 2, fps: 60 } as never),
        'The length of a step is its argument: world.step(1 / fps).',
      ],
      ['pos', () => world().addParticle({ mass: 1, pos: [0, 0] } as never), "Did you mean 'position'?"],
      ['rotation', () => world().addBody({ mass: 1, inertia: 1, rotation: 1 } as never), "Did you mean 'angle'?"],
      ['duration', () => world().run({ duration: 1 } as never), "Did you mean 'until'?"],
      ['step', () => world().run({ until: 1, step: 0.1 } as never), "Did you mean 'dt'?"],
      [
        'fixed',
        () => world().addParticle({ mass: 1, position: [0, 0], fixed: true } as never),
        'What does not move is the ground: world.ground.point(p).',
      ],
      [
        'centre',
        () => {
          const properties = massProperties({ space: 2, shapes: [{ disc: 0.2 }], density: 1 });
          world().addBody({ ...properties, position: [0, 0] });
        },
        'The origin of a body is its centre of mass: give mass and inertia alone, and move its shapes by −centre.',
      ],
      [
        'k',
        () => {
          springWith({ k: 3 });
        },
        "Did you mean 'stiffness'?",
      ],
      [
        'length',
        () => {
          springWith({ length: 3 });
        },
        "Did you mean 'restLength'?",
      ],
      [
        'q',
        () => {
          springWith({ q: 3 });
        },
        'Known: a, b, stiffness, damping, restLength.',
      ],
    ] as const
  ).map(([name, act, hint]) => [`${name} as an option`, act, hint] as const),
])('%s', (_, act, hint) => {
  expect(act).toThrow(expect.objectContaining({ hint }) as Error);
});

test('a mouse spring in hertz takes the mass of the body that carries the point', () => {
  const one = world();
  const pull = mouseSpring({ point: body(one).point([0.5, 0]), hertz: 2 });
  expect(pull.stiffness).toBeCloseTo(2 * (4 * Math.PI) ** 2, 9);
  expect(() => mouseSpring({ point: one.ground.point([0, 0]), hertz: 2 })).toThrow(
    "The mass for 'hertz' of mouseSpring is not known: ground point has none. Give 'mass', the mass to move, in kg; or 'stiffness' in place of 'hertz'.",
  );
});
