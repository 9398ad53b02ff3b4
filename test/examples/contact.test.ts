import { describe, expect, it } from 'vitest';
import { cradle } from '../../examples/contact/cradle.js';

describe("Newton's cradle", () => {
  it.each([1, 2, 3])('lets as many balls leave as were lifted: %i', (lifted) => {
    const angle = 0.3;
    const { world, balls } = cradle(5, lifted, angle);
    const before = world.energy().total;
    world.run({ until: 0.65, dt: 1 / 4000 });
    // The speed at the bottom, less what the swing since has taken.
    const speeds = balls.map(({ velocity }) => velocity[0]!);
    const fastest = 2 * Math.sqrt(9.81) * Math.sin(angle / 2);
    for (const [i, speed] of speeds.entries()) {
      if (i < 5 - lifted) expect(Math.abs(speed)).toBeLessThan(0.03 * fastest);
      else expect(speed / fastest).toBeGreaterThan(0.85);
    }
    expect(Math.abs(world.energy().total - before)).toBeLessThan(0.01 * lifted);
  });
});
