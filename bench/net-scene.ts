import { Distance2D } from 'holonomic/library';
import { gravity, World, type PointConnector, type WorldOptions } from '../runtime/index.js';

/**
 * Builds a net of `n × n` particles of 1 kg with structural rods only, `2 n (n − 1)` of them. It
 * hangs at one corner, which is the ground. It is not quite a rectangle, so that no direction is
 * special.
 */
export function net(n: number, options: Partial<WorldOptions> = {}): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], ...options });
  const points: PointConnector[] = [];
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const position = [x + 0.2 * Math.sin(3 * y + x), -y + 0.2 * Math.cos(5 * x + y)];
      points.push(x + y === 0 ? world.ground.point(position) : world.addParticle({ mass: 1, position }));
    }
  }
  for (const [a, b] of netRods(n)) {
    const p = points[a]!.position;
    const q = points[b]!.position;
    const length = Math.hypot(p[0] - q[0], p[1] - q[1]);
    world.add(new Distance2D({ a: points[a]!, b: points[b]!, length }));
  }
  return world;
}

/** Lists the pairs of points that rods join, counted along the rows. */
export function netRods(n: number): [number, number][] {
  const rods: [number, number][] = [];
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const i = y * n + x;
      if (x + 1 < n) rods.push([i, i + 1]);
      if (y + 1 < n) rods.push([i, i + n]);
    }
  }
  return rods;
}
