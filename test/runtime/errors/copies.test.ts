import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Spring2D } from '../../../generated/index.js';
import { Distance2D } from '../../../generated/index.js';
import * as runtime from '../../../runtime/index.js';

/** The runtime a second time, with classes of its own. */
let other: typeof runtime;
let OtherDistance: typeof Distance2D;
let OtherSpring: typeof Spring2D;
beforeAll(async () => {
  vi.resetModules();
  other = await import('../../../runtime/index.js');
  ({ Distance2D: OtherDistance, Spring2D: OtherSpring } = await import('../../../generated/index.js'));
  expect(other.World).not.toBe(runtime.World);
});

const errorOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
  return 'none';
};

describe('an object of another copy of the runtime is refused by name', () => {
  const world = new runtime.World({ space: 2 });
  const bob = world.addParticle({ mass: 1, position: [1, 0] });

  test('a constraint', () => {
    const origin = world.ground.point([0, 0]);
    expect(errorOf(() => world.add(new OtherDistance({ a: origin, b: bob, length: 1 }) as never))).toMatch(
      /^E_TWO_RUNTIMES: The constraint to add was made by another copy of the runtime: it is loaded twice\. Import/,
    );
  });

  // Implicit steps would take it for a force without stiffness, and fail.
  test('an energy', () => {
    const spring = new OtherSpring({ a: world.ground.point([0, 0]), b: bob, restLength: 1, stiffness: 1 });
    expect(errorOf(() => world.addForce(spring))).toMatch(/^E_TWO_RUNTIMES: The force to add was made by another copy/);
  });

  test('a point of a body', () => {
    const foreign = new other.World({ space: 2 }).addParticle({ mass: 1, position: [0, 0] });
    expect(errorOf(() => world.add(new Distance2D({ a: foreign, b: bob, length: 1 })))).toMatch(
      /^E_TWO_RUNTIMES: Input 'a' of Distance2D, particle #1, was made by another copy/,
    );
  });

  test('a body', () => {
    const body = new other.World({ space: 2 }).addBody({ mass: 1, inertia: 1, position: [0, 0] });
    expect(errorOf(() => world.addBody(body as never))).toMatch(/^E_TWO_RUNTIMES: The body to add was made by/);
    expect(errorOf(() => runtime.collide(world, { shapes: [{ body: body as never, disc: 1 }] }))).toMatch(
      /^E_TWO_RUNTIMES: /,
    );
  });

  test('a force on what is there', () => {
    const apart = new runtime.World({ space: 2 });
    const foreign = new other.World({ space: 2 }).addParticle({ mass: 1, position: [0, 0] });
    apart.addForce(runtime.constantForce(foreign as never, [1, 0]));
    expect(
      errorOf(() => {
        apart.step(0.01);
      }),
    ).toMatch(/^E_TWO_RUNTIMES: In force #1: The point of constantForce, particle #1, was/);
  });

  test('things of another world of the same copy are what they were', () => {
    const foreign = new runtime.World({ space: 2 }).addParticle({ mass: 1, position: [0, 0] });
    expect(errorOf(() => world.add(new Distance2D({ a: foreign, b: bob, length: 1 })))).toMatch(/^E_OTHER_WORLD/);
  });
});
