import { Coincident2D, Distance2D, Distance3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { potential, spring, velocityStep, World } from '../../../runtime/index.js';

describe('the potential of a constraint', () => {
  it('of a distance is a spring', () => {
    const found = [true, false].map((isPotential) => {
      const world = new World({ space: 3 });
      const [a, b] = [[0, 0, 0], [1, 2, 3]].map((position) => world.addParticle({ mass: 1, position })); // prettier-ignore
      const { ground } = world;
      const c = ground.point([3, 1, 0]);
      for (const other of [a!, c])
        world.addForce(
          isPotential
            ? potential(new Distance3D({ a: b!, b: other, length: 2 }), { stiffness: 7 })
            : spring({ a: b!, b: other, restLength: 2, stiffness: 7 }),
        );
      world.evaluate();
      return [...world.accelerations, world.energy().potential];
    });
    found[0]!.forEach((value, i) => {
      expect(value).toBeCloseTo(found[1]![i]!, 13);
    });
  });

  it('is taken implicitly by velocityStep, however stiff', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const bob = world.addParticle({ mass: 1, position: [1.1, 0] });
    const rod = new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 });
    world.addForce(potential(rod, { stiffness: 1e9 }));
    // What it held is lost within a step, which is told at most, however large it is beside the motion.
    for (let k = 0; k < 400; k++) world.step(0.01);
    expect(world.warnings.map(({ code }) => code).filter((code) => code !== 'W_ACCURACY')).toEqual([]);
    expect(bob.position[0]).toBeCloseTo(1, 3);
    rod.params.length = 2;
    expect(world.energy().potential).toBeCloseTo(1e9 / 2, -4);
  });

  it('is refused of what is no single equation', () => {
    const world = new World({ space: 2 });
    const [a, b] = [0, 1].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
    const given = { a: a!, b: b!, length: 1 };
    const of = (make: () => Parameters<typeof potential>[0]) => (): unknown => potential(make(), { stiffness: 1 });
    expect(of(() => new Coincident2D({ a: a!, b: b! }))).toThrow('Coincident2D has 2 rows.');
    expect(of(() => new Distance2D(given, { compliance: 1 }))).toThrow('is no plain equation between positions');
    expect(of(() => world.add(new Distance2D(given)))).toThrow('is in a world, which holds it');
  });
});
