import { describe, expect, it } from 'vitest';
import { breakAt, dormandPrince, gravity, rk4, velocityStep, World, type Constraint } from '../../../runtime/index.js';
import { Coincident2D, Distance2D } from '../../../generated/index.js';

const g = 9.81;
const h = 1 / 240;

/** Weights on rods one below the other, and a force on the lowest that grows by 10 N/s. */
function chain(integrator = velocityStep()) {
  const world = new World({ space: 2, forces: [gravity([0, -g])], integrator });
  const weights = [1, 2, 3].map((k) => world.addParticle({ mass: 2, position: [0, -k] }));
  const rods = weights.map((b, k) =>
    world.add(new Distance2D({ a: k === 0 ? world.ground.point([0, 0]) : weights[k - 1]!, b, length: 1 })),
  );
  world.addForce({
    apply: () => {
      weights[2]!.applyForce([0, -10 * world.time]);
    },
  });
  return { world, weights, rods };
}

describe.each([
  ['velocityStep', velocityStep()],
  ['rk4', rk4()],
])('with %s', (_, integrator) => {
  it('the rod that carries most breaks first, when its force is reached', () => {
    const { world, rods, weights } = chain(integrator);
    const seen: Constraint[] = [];
    const { broken } = breakAt(world, rods, 80, ({ constraint }) => seen.push(constraint));
    world.run({ until: 4, dt: h });
    // Three weights and 10 t: at (80 − 6 g) / 10 s, and within a step of it.
    expect(broken.map(({ constraint }) => constraint)).toEqual([rods[0]]);
    expect(seen).toEqual([rods[0]]);
    const late = broken[0]!.time - (80 - 6 * g) / 10;
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(2.01 * h);
    expect(broken[0]!.force).toBeGreaterThan(80);
    expect(broken[0]!.force).toBeLessThan(80.2);
    expect(world.constraints).toEqual(rods.slice(1));
    // All fall, the lowest pulled by the force, which the rods hand on.
    const [a] = weights;
    expect(a!.velocity[1]).toBeLessThan(-g * (world.time - broken[0]!.time));
  });
});

describe('what breaks', () => {
  it('breaks one after the other, as the load goes over', () => {
    // A deck of four planks on five hangers: as the one under the load breaks, its neighbours get its share.
    const world = new World({ space: 2, forces: [gravity([0, -g])], integrator: velocityStep() });
    const hangers: Constraint[] = [];
    const planks = [0, 1, 2, 3].map((k) => world.addBody({ mass: 100, inertia: 100 / 12, position: [k + 0.5, 0] }));
    planks.forEach((plank, k) => {
      if (k > 0) world.add(new Coincident2D({ a: planks[k - 1]!.point([0.5, 0]), b: plank.point([-0.5, 0]) }));
    });
    [0, 1, 2, 3, 4].forEach((x) => {
      const plank = planks[Math.min(x, 3)]!;
      const end = plank.point([x === 4 ? 0.5 : -0.5, 0]);
      hangers.push(world.add(new Distance2D({ a: end, b: world.ground.point([x, 2]), length: 2 })));
    });
    const load = {
      size: 0,
      apply: () => {
        planks[1]!.point([0.5, 0]).applyForce([0, -load.size]);
      },
    };
    world.addForce(load);
    const limit = 2000;
    const { broken } = breakAt(world, hangers, limit);
    const run = (until: number): void => {
      world.run({
        until,
        dt: h,
        onStep: () => {
          load.size = 1000 * world.time;
        },
      });
    };
    // The hanger at the load bears all of it, and half of two planks: 1000 t + 100 g.
    const first = (limit - 100 * g) / 1000;
    run(first - 2 * h);
    expect(broken).toEqual([]);
    run(first + 3 * h);
    const order = (): number[] => broken.map(({ constraint }) => hangers.indexOf(constraint));
    expect(order()[0]).toBe(2);
    expect(Math.abs(broken[0]!.time - first)).toBeLessThan(2.01 * h);
    // The joint that is left hanging sinks, and pulls at those beside it.
    run(4);
    expect(order().slice(1, 3).sort()).toEqual([1, 3]);
    const times = broken.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[1]).toBeGreaterThan(times[0]!);
  });

  it('is not what was removed, and stays what the application adds again', () => {
    const { world, rods } = chain();
    const { broken } = breakAt(world, [rods[0]!], 10);
    world.remove(rods[0]!);
    world.step(h);
    expect(broken).toEqual([]);
    world.add(rods[0]!);
    world.step(h);
    world.step(h);
    expect(broken.length).toBe(1);
  });

  it('is refused where steps end anywhere, and for constraints of no world', () => {
    const adaptive = new World({ space: 2, integrator: dormandPrince() });
    expect(() => breakAt(adaptive, [], 1)).toThrow(/chooses its steps/);
    const { world } = chain();
    const other = chain();
    expect(() => breakAt(world, other.rods, 1)).toThrow(/not in this world/);
  });
});
