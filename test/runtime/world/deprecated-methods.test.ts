import { Distance2D } from 'holonomic/library';
import { describe, expect, it, vi } from 'vitest';
import { gravity, velocityStep, World } from '../../../runtime/index.js';

/* eslint-disable @typescript-eslint/no-deprecated -- deprecated methods are what is tested */

const makeWorld = (): World<2> =>
  new World({ space: 2, forces: [gravity([0, -10])], integrator: velocityStep(), onWarning: () => undefined });

describe('deprecated methods of a world', () => {
  it('do what the functions do', () => {
    const world = makeWorld();
    const bob = world.addParticle({ mass: 1, position: [1.1, 0], name: 'bob' });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    world.assemble();
    expect(bob.position[0]).toBeCloseTo(1, 12);
    const touching = world.collide({
      shapes: [
        { body: bob, disc: 0.1 },
        { box: [4, 1], at: [0, -0.6] },
      ],
    });
    const record = world.recorder({ of: [bob] });
    world.run({ until: 0.2, dt: 0.01 });
    expect(touching.contacts).toHaveLength(1);
    expect(record.column('bob.x')).toHaveLength(21);
  });

  it.each(['assemble', 'collide', 'recorder'] as const)(
    'name the function that a bundle has left out: %s',
    async (name) => {
      vi.resetModules();
      const { World: Alone } = await import('../../../runtime/world/world.js');
      const world = new Alone({ space: 2 });
      expect(() => world[name]({ shapes: [] })).toThrow(
        expect.objectContaining({
          code: 'E_NOT_IMPORTED',
          message: expect.stringContaining(`import { ${name} } from "holonomic/runtime"`) as string,
        }) as Error,
      );
    },
  );
});
