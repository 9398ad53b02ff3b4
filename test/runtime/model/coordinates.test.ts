import { AngleLock, Distance2D, Distance3D, Motor } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  gravity,
  rattle,
  torsionSpring,
  World,
  type Solver,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const SOLVERS: readonly Solver[] = [blockLDL(), conjugateResiduals(), conjugateGradient(), dense()];

describe('coordinates of a particle', () => {
  it('show where it is and how fast', () => {
    const world = new World({ space: 3 });
    const p = world.addParticle({ mass: 1, position: [1, 2, 3], velocity: [4, 5, 6] });
    expect([p.x, p.y, p.z].map(({ value, rate }) => [value, rate])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    expect(p.z.label).toBe("'z' of particle #1");
    expect(p.z).toBe(p.z);
  });

  it('are two in the plane', () => {
    const p = new World({ space: 2 }).addParticle({ mass: 1, position: [0, 0], name: 'bob' });
    const error = thrown(() => p.z);
    expect(error.code).toBe('E_DIMENSION');
    expect(error.message).toContain("The position of particle 'bob' has 2 components, and no z.");
  });

  it.each(SOLVERS)('are inputs of constraints: a slope of 45°, with $name', (solver) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], solver });
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    const slope = world.add(new AngleLock({ alpha: p.x, beta: p.y }));
    world.evaluate();
    // m v̇ = m g + λ (1, −1) with v̇_x = v̇_y
    expect(slope.forceOn('alpha')[0]).toBeCloseTo(-9.81, 12);
    expect(slope.forceOn('beta')[0]).toBeCloseTo(9.81, 12);
    world.run({ until: 1 });
    expect(p.x.value).toBeCloseTo(-9.81 / 4, 9);
    expect(p.y.value).toBeCloseTo(-9.81 / 4, 9);
  });

  it.each([2, 3] as const)('couple with rods at the same particles, in space %i, whichever the solver', (space) => {
    const accelerationsBy = (solver: Solver): number[] => {
      const world = new World({ space, solver, forces: [gravity([0.3, -9.81, 1].slice(0, space))] });
      const at = (i: number): number[] => [i, i % 2, 0.3 * i].slice(0, space);
      const points = Array.from({ length: 5 }, (_, i) =>
        world.addParticle({ mass: 1 + i, position: at(i), velocity: at(2 * i).map((x) => x / 9) }),
      );
      const Distance = space === 2 ? Distance2D : Distance3D;
      points.slice(1).forEach((b, i) => {
        const length = Math.hypot(...at(i + 1).map((x, c) => x - at(i)[c]!));
        world.add(new Distance({ a: points[i]!, b, length }));
      });
      world.add(new AngleLock({ alpha: points[0]!.y, beta: world.ground.scalar(0) }));
      world.add(new AngleLock({ alpha: points[1]!.x, beta: points[3]!.y }));
      world.add(new AngleLock({ alpha: points[2]!.y, beta: points[2]!.x }));
      world.evaluate();
      return [...world.accelerations];
    };
    const [expected, ...others] = [dense(), blockLDL(), conjugateResiduals(), conjugateGradient()].map(accelerationsBy);
    // Independent of solvers and of the matrix: the rows hold.
    expect(expected![1]).toBeCloseTo(0, 10);
    expect(expected![space]).toBeCloseTo(expected![3 * space + 1]!, 10);
    for (const found of others) expect(found).toEqual(expected!.map((x) => expect.closeTo(x, 9) as number));
  });

  it('take forces: a spring along x alone, with rattle, too', () => {
    for (const options of [{}, { integrator: rattle() }]) {
      const world = new World({ space: 2, ...options });
      const p = world.addParticle({ mass: 2, position: [1, 0], velocity: [0, 3] });
      world.addForce(torsionSpring({ a: world.ground.scalar(0), b: p.x, stiffness: 8 }));
      world.run({ until: 1, dt: 1 / 1000 });
      expect(p.x.value).toBeCloseTo(Math.cos(2), 5);
      expect(p.y.value).toBeCloseTo(3, 12);
      expect(world.energy().total).toBeCloseTo(13, 5);
    }
  });

  it('belong to the particle when it is removed', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [1, 2] });
    const lock = world.add(new AngleLock({ alpha: p.x, beta: world.ground.scalar(1) }));
    expect(
      thrown(() => {
        world.remove(p);
      }).code,
    ).toBe('E_IN_USE');
    world.remove(lock);
    world.remove(p);
    expect(p.x.value).toBe(1);
    expect(
      thrown(() => {
        p.x.applyForce(1);
      }).code,
    ).toBe('E_FORCE_OUTSIDE_APPLY');
    expect(thrown(() => world.add(new AngleLock({ alpha: p.x, beta: world.ground.scalar(1) }))).code).toBe(
      'E_REMOVED_BODY',
    );
  });

  it('stay those of their particle where others before it are removed', () => {
    const world = new World({ space: 2 });
    const [first, second] = [1, 2].map((x) => world.addParticle({ mass: 1, position: [x, 10 * x], velocity: [x, 0] }));
    const lock = world.add(new AngleLock({ alpha: second!.x, beta: world.ground.scalar(2) }));
    world.evaluate();
    world.remove(first!);
    expect(second!.y.value).toBe(20);
    expect(lock.Cdot[0]).toBe(2);
    world.run({ until: 0.1 });
    expect(second!.x.value).toBeLessThan(2.2);
  });
});

describe('coordinates of a rigid body', () => {
  it('are those of its centre of mass, in the plane and in space', () => {
    const plane = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const slider = plane.addBody({ mass: 2, inertia: 1, position: [1, 2], velocity: [3, 0], angularVelocity: 1 });
    plane.add(new Motor({ theta: slider.x, base: plane.ground.scalar(0), speed: 3 }));
    const guide = plane.add(new AngleLock({ alpha: slider.y, beta: plane.ground.scalar(2) }));
    plane.evaluate();
    expect(guide.forceOn('alpha')[0]).toBeCloseTo(2 * 9.81, 12);
    plane.run({ until: 1 });
    expect([slider.x.value, slider.y.value, slider.angle.value]).toEqual(
      [4, 2, 1].map((x) => expect.closeTo(x, 9) as number),
    );

    const space = new World({ space: 3 });
    const block = space.addBody({ mass: 1, inertia: [1, 2, 2], position: [1, 2, 3], velocity: [4, 5, 6] });
    expect([block.x, block.y, block.z].map(({ value, rate }) => [value, rate])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
    // A rope over a pulley: the same force along z on both, m z̈ = λ and 3 m z̈ = λ.
    const other = space.addBody({ mass: 3, inertia: [1, 2, 2], position: [0, 0, -3] });
    space.addForce({
      apply: () => {
        block.z.applyForce(8);
      },
    });
    space.add(new AngleLock({ alpha: block.z, beta: other.z, angle: 6 }));
    space.evaluate();
    expect([space.accelerations[2], space.accelerations[8]]).toEqual([expect.closeTo(2, 12), expect.closeTo(2, 12)]);
  });
});
