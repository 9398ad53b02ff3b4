import { describe, expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import { gravity, velocityStep, World, type ProjectionOption } from '../../../runtime/index.js';

const COARSE = { position: 1e-3, velocity: Infinity };
const DT = 1 / 60;

/** A net of `n × n` particles and rods of 1 m that hangs at a corner, and falls. */
function fallingNet(n: number, projection: ProjectionOption): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep(), projection });
  const points = Array.from({ length: n * n }, (_, k) => {
    const [x, y] = [k % n, Math.floor(k / n)];
    return k === 0 ? world.ground.point([0, 0]) : world.addParticle({ mass: 1, position: [x, y] });
  });
  for (let k = 0; k < n * n; k++) {
    if (k % n < n - 1) world.add(new Distance2D({ a: points[k]!, b: points[k + 1]!, length: 1 }));
    if (k < n * (n - 1)) world.add(new Distance2D({ a: points[k]!, b: points[k + n]!, length: 1 }));
  }
  return world;
}

interface Run {
  readonly violation: number;
  readonly rise: number;
  readonly factorizations: number;
}

function run(world: World, steps = 120): Run {
  const start = world.energy().total;
  let violation = 0;
  let rise = 0;
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    violation = Math.max(violation, world.residual().position);
    rise = Math.max(rise, world.energy().total - start);
  }
  return { violation, rise, factorizations: world.stats.factorizations / steps };
}

describe('projection to a coarse tolerance', () => {
  it('keeps a net that falls and folds to a millimetre, with few factorizations', () => {
    const loose = run(fallingNet(10, false));
    const kept = run(fallingNet(10, COARSE));
    expect(loose.violation).toBeGreaterThan(0.02);
    expect(kept.violation).toBeLessThanOrEqual(1e-3);
    expect(kept.rise).toBe(0);
    // With a factorization for each correction it would be two at least.
    expect(kept.factorizations).toBeLessThan(1.7);
  });

  it('leaves velocities as they are where it is told to', () => {
    const [free, held] = [COARSE, { position: 1e-3 }].map((projection) => {
      const world = fallingNet(4, projection);
      for (let k = 0; k < 30; k++) world.step(DT);
      return world.residual().velocity;
    });
    expect(held).toBeLessThan(1e-8);
    expect(free).toBeGreaterThan(1e-4);
  });
});
