import { describe, expect, it } from 'vitest';
import { gravity, World, type Constraint, type Particle, type Space } from '../../../runtime/index.js';
import { Distance2D, Distance3D, PointInRotatingPlane, RotatingWire } from '../fixtures/index.js';
import { largestDifference } from '../fixtures/oracle.js';
import { readReference } from '../fixtures/reference.js';

interface Scene {
  readonly name: string;
  readonly space: Space;
  readonly gravity?: number[];
  /**
   * Adds the constraints. Returns for each the factor by which the reference's multiplier is
   * smaller, since its formula is another.
   */
  readonly constrain: (world: World, particles: readonly Particle[]) => [Constraint, number][];
  readonly dt: number;
  readonly until: number;
  /**
   * Tolerance of positions; that of velocities is ten times as large. Multipliers include the
   * feedback of the drift, and get 1e-6.
   */
  readonly tolerance: number;
}

// The references have |d|² − L² where the fixtures have |d| − L: at L = 1 their multipliers are
// half as large.
const links = (world: World, particles: readonly Particle[]): [Constraint, number][] =>
  particles.map((b, i) => {
    const a = particles[i - 1] ?? world.ground.point([0, 0]);
    return [world.add(new Distance2D({ a, b, length: 1 })), 2];
  });

const down = [0, -9.81];

const scenes: Scene[] = [
  { name: 'pendulum_a01', space: 2, gravity: down, constrain: links, dt: 1 / 2000, until: 10, tolerance: 1e-10 },
  {
    name: 'double_pendulum_small',
    space: 2,
    gravity: down,
    constrain: links,
    dt: 1 / 2000,
    until: 10,
    tolerance: 1e-10,
  },
  {
    name: 'double_pendulum_horizontal',
    space: 2,
    gravity: down,
    constrain: links,
    dt: 1 / 4000,
    until: 5,
    tolerance: 1e-10,
  },
  { name: 'chain10_horizontal', space: 2, gravity: down, constrain: links, dt: 1 / 4000, until: 1.5, tolerance: 1e-10 },
  {
    name: 'spherical_pendulum',
    space: 3,
    gravity: [0, 0, -9.81],
    constrain: (world, [bob]) => [
      [world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: bob!, length: 1 })), 2],
    ],
    dt: 1 / 2000,
    until: 10,
    tolerance: 1e-10,
  },
  {
    name: 'rotating_wire',
    space: 2,
    constrain: (world, [point]) => [
      [world.add(new RotatingWire({ p: point!, pivot: world.ground.point([0, 0]), rate: 1 })), 1],
    ],
    dt: 1 / 1000,
    until: 3,
    tolerance: 1e-10,
  },
  {
    name: 'bead_rotating_hoop',
    space: 3,
    gravity: [0, 0, -9.81],
    constrain: (world, [point]) => [
      [world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: point!, length: 1 })), 2],
      [world.add(new PointInRotatingPlane({ p: point!, rate: 5 })), 1],
    ],
    dt: 1 / 4000,
    until: 5,
    tolerance: 1e-10,
  },
];

describe('reference problems, RK4', () => {
  it.each(scenes)('$name to $tolerance', ({ name, space, gravity: g, constrain, dt, until, tolerance }) => {
    const { initial, states } = readReference(name);
    const world = new World({ space, forces: g ? [gravity(g)] : [] });
    const particles: Particle[] = [];
    for (let i = 0; i < initial.q.length; i += space) {
      const position = initial.q.slice(i, i + space);
      particles.push(world.addParticle({ mass: 1, position, velocity: initial.v.slice(i, i + space) }));
    }
    const constraints = constrain(world, particles);

    let compared = 0;
    for (const state of states.filter(({ t }) => t <= until)) {
      if (state.t > world.time) world.run({ until: state.t, dt });
      world.evaluate();
      const q = particles.flatMap(({ position }) => [...position]);
      const v = particles.flatMap(({ velocity }) => [...velocity]);
      const lambda = constraints.map(([constraint, factor]) => constraint.lambda[0] / factor);
      expect(largestDifference(q, state.q)).toBeLessThan(tolerance);
      expect(largestDifference(v, state.v)).toBeLessThan(10 * tolerance);
      expect(largestDifference(lambda, state.lambda)).toBeLessThan(1e-6);
      compared++;
    }
    expect(compared).toBeGreaterThan(3);
  });
});
