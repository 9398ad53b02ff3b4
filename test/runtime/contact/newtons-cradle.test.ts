import { describe, expect, it } from 'vitest';
import { collide, dormandPrince, gravity, velocityStep, World } from '../../../runtime/index.js';
import { DiscDiscContact, Distance2D } from '../../../generated/index.js';

const r = 0.05;

/** Speeds of five balls in a row, `gap` apart, after the first has met them with 1 m/s. */
function row(gap: number, dt: number, theta: number): number[] {
  const world = new World({ space: 2, integrator: velocityStep({ theta }) });
  const balls = [0, 1, 2, 3, 4].map((i) =>
    world.addParticle({
      mass: 1,
      position: [i === 0 ? -0.1 : i * (2 * r + gap), 0],
      velocity: [i === 0 ? 1 : 0, 0],
    }),
  );
  collide(world, { shapes: balls.map((body) => ({ body, disc: r, restitution: 1, friction: 0 })) });
  world.run({ until: 0.5, dt });
  return balls.map(({ velocity }) => velocity[0]);
}

describe("Newton's cradle", () => {
  it.each([1e-4, 1e-3, 1e-2])('with gaps of %f m hands on the speed, by velocityStep with θ = ½', (gap) => {
    for (const dt of [1 / 60, 1 / 240, 1 / 960]) {
      [0, 0, 0, 0, 1].forEach((speed, i) => {
        expect(Math.abs(row(gap, dt, 1 / 2)[i]! - speed), `${dt} ${i}`).toBeLessThan(1e-9);
      });
    }
  });

  it('hands it on with θ = 1 where the way of a step is less than the gaps', () => {
    expect(row(1e-2, 1 / 240, 1)[4]).toBeCloseTo(1, 9);
    // Otherwise steps meet several balls at once, and share it.
    expect(row(1e-3, 1 / 240, 1)[4]).toBeLessThan(0.7);
  });

  it('without gaps follows the law of one impact of all', () => {
    // Rates of separation are those of approach: −1 at the first place, 0 at the others.
    [-0.6, 0.4, 0.4, 0.4, 0.4].forEach((speed, i) => {
      expect(row(0, 1 / 240, 1)[i]).toBeCloseTo(speed, 6);
    });
  });

  it.each([1e-4, 1e-3, 1e-2])('of pendulums with gaps of %f m keeps its energy, event-driven', (gap) => {
    const world = new World({
      space: 2,
      forces: [gravity([0, -9.81])],
      integrator: dormandPrince({ rtol: 1e-9, atol: 1e-11 }),
    });
    const { ground } = world;
    const balls = [0, 1, 2, 3, 4].map((i) => {
      const x = i * (2 * r + gap);
      const angle = i === 0 ? 0.5 : 0;
      const b = world.addParticle({ mass: 1, position: [x - Math.sin(angle), -Math.cos(angle)] });
      world.add(new Distance2D({ a: ground.point([x, 0]), b, length: 1 }));
      return b;
    });
    for (let i = 0; i < 4; i++) {
      const still = { alpha: ground.scalar(0), beta: ground.scalar(0) };
      world.add(new DiscDiscContact({ a: balls[i]!, b: balls[i + 1]!, ...still, radiusA: r, radiusB: r, mu: 0, e: 1 }));
    }
    const start = world.energy().total;
    let highest = -1;
    world.run({
      until: 2,
      dt: 1 / 240,
      onStep: () => {
        highest = Math.max(highest, balls[4]!.position[1]);
      },
    });
    expect(Math.abs(world.energy().total - start)).toBeLessThan(1e-6);
    // The last rises as high as the first has been.
    expect(Math.abs(highest + Math.cos(0.5))).toBeLessThan(0.002);
    expect(world.stats.impacts).toBeGreaterThanOrEqual(4);
  });
});
