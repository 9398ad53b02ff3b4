import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { assemble, World, type PointConnector } from '../../../runtime/index.js';
import { Distance2D, PointOnCircle } from '../fixtures/index.js';
import { bracedSquare, chain } from '../fixtures/scenes.js';

describe('assemble', () => {
  it('moves bodies onto the constraints, light ones more than heavy ones', () => {
    const world = new World({ space: 2 });
    const a = world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 1] });
    const b = world.addParticle({ mass: 3, position: [2, 0] });
    world.add(new Distance2D({ a, b, length: 1 }));
    assemble(world);
    // The centre of mass stays, and so does the part of the velocities that the rod allows.
    expect([...a.position]).toEqual([0.75, 0]);
    expect([...b.position]).toEqual([1.75, 0]);
    expect([...a.velocity, ...b.velocity]).toEqual([0.25, 1, 0.25, 0]);
  });

  it('with velocitiesOnly moves nothing', () => {
    const world = new World({ space: 2 });
    const o = world.ground.point([0, 0]);
    const p = world.addParticle({ mass: 1, position: [3, 4], velocity: [1, 0] });
    world.add(new Distance2D({ a: o, b: p, length: 1 }));
    assemble(world, { velocitiesOnly: true });
    expect([...p.position]).toEqual([3, 4]);
    // The part of (1, 0) across (3, 4) / 5.
    expect(p.velocity[0]).toBeCloseTo(0.64, 14);
    expect(p.velocity[1]).toBeCloseTo(-0.48, 14);
  });

  it('with velocitiesOnly undoes velocities that contradict each other', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0.5, 0] });
    const hand = world.handle((t) => [t, 0]);
    for (const a of [world.ground.point([0, 0]), hand]) world.add(new Distance2D({ a, b: p, length: 1 }));
    const attempt = (): void => {
      assemble(world, { velocitiesOnly: true });
    };
    expect(attempt).toThrow(expect.objectContaining({ code: 'E_ASSEMBLY' }) as Error);
    expect([...p.velocity]).toEqual([0.5, 0]);
  });

  it('works with redundant constraints', () => {
    const { world, corners } = bracedSquare();
    const next = [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, 0.05, -0.3];
    corners.forEach(({ position, velocity }, i) => {
      position[0] += next[2 * i]!;
      position[1] += next[2 * i + 1]!;
      velocity.set([i, 1 - i]);
    });
    expect(world.residual().position).toBeGreaterThan(0.1);
    assemble(world);
    expect(world.residual().position).toBeLessThan(1e-10);
    expect(world.residual().velocity).toBeLessThan(1e-9);
  });

  it('leaves places without slope: rods of length zero, the centre of a circle, a ring along a line', () => {
    const folded = chain(new Array<number>(20).fill(0));
    for (const { position } of folded.particles) position.set([0, 0]);
    assemble(folded.world);
    expect(folded.world.residual().position).toBeLessThan(1e-10);

    const world = new World({ space: 2 });
    const centre = world.addParticle({ mass: 1, position: [0, 0] });
    world.add(new PointOnCircle({ p: centre, radius: 2 }));
    const ring = Array.from({ length: 12 }, (_, i) => world.addParticle({ mass: 1, position: [0.1 * i, 5] }));
    ring.forEach((a, i) => world.add(new Distance2D({ a, b: ring[(i + 1) % 12]!, length: 1 })));
    assemble(world);
    expect(Math.hypot(...centre.position)).toBeCloseTo(2, 9);
    expect(world.residual().position).toBeLessThan(1e-10);
  });

  it('reaches a stretched arm, where rows become dependent', () => {
    const world = new World({ space: 2 });
    const knee = world.addParticle({ mass: 1, position: [1, 0.3] });
    for (const x of [0, 2]) world.add(new Distance2D({ a: world.ground.point([x, 0]), b: knee, length: 1 }));
    assemble(world);
    expect(Math.abs(knee.position[1])).toBeLessThan(2e-5);
  });

  it('says which constraints disagree and by how much, and leaves the world as it was', () => {
    const world = new World({ space: 2 });
    const o: PointConnector = world.ground.point([0, 0]);
    const p = world.addParticle({ mass: 1, position: [1, 0.3], velocity: [0.1, 0.2] });
    const far = world.addParticle({ mass: 1, position: [5, 5] });
    world.add(new Distance2D({ a: o, b: p, length: 1 }));
    world.add(new Distance2D({ a: o, b: far, length: 7 }));
    world.add(new Distance2D({ a: o, b: p, length: 2 })).name = 'long';
    const attempt = (): void => {
      assemble(world);
    };
    expect(attempt).toThrow(
      expect.objectContaining({
        code: 'E_ASSEMBLY',
        message: expect.stringMatching(
          /^No positions near the present ones satisfy all constraints to 1e-10\. At the nearest found they are off as follows \(C\): Distance2D (#1 by 0\.5\d*, Distance2D 'long' by -0\.4\d*|#1 by 0\.500, Distance2D 'long' by -0\.500|'long' by -0\.5\d*, Distance2D #1 by 0\.4\d*)\. /,
        ) as string,
      }),
    );
    expect([...p.position, ...p.velocity, ...far.position]).toEqual([1, 0.3, 0.1, 0.2, 5, 5]);
  });

  it('names constraints that are off by more than numbers can say', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [1e308, 1e308] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    expect(() => {
      assemble(world);
    }).toThrow('off as follows (C): Distance2D #1 by more than a number can say.');
  });

  it('refuses options it does not know', () => {
    expect(() => {
      assemble(new World({ space: 2 }), { tolerance: 1 } as object);
    }).toThrow("Assemble options have no 'tolerance'.");
  });
});

it('advises to remove nothing where one constraint alone cannot hold', () => {
  const { Never } = compile('Never', { summary: 'Holds nowhere.', space: 2, inputs: { p: 'point' }, C: 'p.x^2 == -1' });
  const world = new World({ space: 2, projection: true, onWarning: () => undefined });
  world.add(new Never({ p: world.addParticle({ mass: 1, position: [1, 0] }) }));
  expect(() => {
    assemble(world);
  }).toThrow(/Never #1 by .*Change its parameters, or start nearer/);
  world.step(0.01);
  const told = world.warnings.find(({ code }) => code === 'W_PROJECTION')?.message;
  expect(told).toMatch(/The formula may have no slope there/);
});

describe('projection', () => {
  it('keeps positions and velocities within the limits given', () => {
    const { world } = chain([1, 2, 0.5], { projection: { position: 1e-13, velocity: 1e-12 }, feedback: false });
    world.run({
      until: 2,
      dt: 1 / 60,
      onStep: () => {
        const { position, velocity } = world.residual();
        expect(position).toBeLessThanOrEqual(1e-13);
        expect(velocity).toBeLessThanOrEqual(1e-12);
      },
    });
    const { world: free } = chain([1, 2, 0.5], { feedback: false });
    free.run({ until: 2, dt: 1 / 60 });
    expect(free.residual().position).toBeGreaterThan(1e-7);
    expect(world.stats.projectionsFailed).toBe(0);
  });

  it('warns once, by name, where it cannot', () => {
    const { world, rods } = chain([1], { projection: true, onWarning: () => undefined });
    world.add(new Distance2D({ ...rods[0]!.inputs, length: 1.5 }));
    world.step(1 / 240);
    world.step(1 / 240);
    expect(world.stats.projectionsFailed).toBe(2);
    const warnings = world.warnings.filter(({ code }) => code === 'W_PROJECTION');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.constraints).toHaveLength(2);
    expect(warnings[0]!.message).toContain('Constraints are off as follows (C): Distance2D #');
  });

  it('refuses limits that are none', () => {
    expect(() => new World({ space: 2, projection: { position: 0 } })).toThrow(
      "Projection 'position' must be positive",
    );
  });
});
