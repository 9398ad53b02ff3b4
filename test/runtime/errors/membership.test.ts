import { describe, expect, it } from 'vitest';
import { collide, gravity, World, type PointConnector } from '../../../runtime/index.js';
import { Distance2D, PointOnCircleDistance } from '../fixtures/index.js';
import { thrown } from '../fixtures/thrown.js';

const plane = (): World => new World({ space: 2 });
const bob = (world: World): ReturnType<World['addParticle']> => world.addParticle({ mass: 1, position: [1, 0] });

describe('errors in adding and removing', () => {
  it('adding twice', () => {
    const world = plane();
    const a = world.ground.point([0, 0]);
    const b = bob(world);
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
    ).toBe(
      "In force #1: particle #1 was removed from its world, but a force is applied to it. Remove the force as well, or let it say what it acts on: 'actsOn'.",
    );
  });

  it('removing the ground, or collisions', () => {
    const world = plane();
    const collisions = collide(world, { shapes: [{ disc: 1 }] });
    const remove = (what: unknown): string =>
      thrown(() => {
        world.remove(what as Parameters<World['remove']>[0]);
      }).message;
    expect(remove(world.ground)).toContain('The ground is a part of every world, and stays.');
    expect(remove(collisions)).toContain('What is to be removed is no body, constraint, force or handle');
  });
});
