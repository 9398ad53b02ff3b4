import { Distance2D, Distance3D, RotatingWire } from 'holonomic/library';
import { gravity, World, type Particle, type Space } from '../../../runtime/index.js';
import { andrews } from '../fixtures/andrews.js';
import { PointInRotatingPlane } from '../fixtures/index.js';
import { readReference } from '../fixtures/reference.js';
import type { Problem } from './problem.js';

interface Points {
  readonly name: string;
  readonly space: Space;
  readonly gravity?: number[];
  readonly until: number;
  readonly join: (world: World, particles: readonly Particle[]) => void;
}

const links = (world: World, particles: readonly Particle[]): void => {
  particles.forEach((b, i) => {
    world.add(new Distance2D({ a: particles[i - 1] ?? world.ground.point([0, 0]), b, length: 1 }));
  });
};
const sphere = (world: World, [b]: readonly Particle[]): void => {
  world.add(new Distance3D({ a: world.ground.point([0, 0, 0]), b: b!, length: 1 }));
};

const POINTS: readonly Points[] = [
  { name: 'pendulum_a01', space: 2, gravity: [0, -9.81], until: 10, join: links },
  { name: 'double_pendulum_small', space: 2, gravity: [0, -9.81], until: 10, join: links },
  { name: 'double_pendulum_horizontal', space: 2, gravity: [0, -9.81], until: 5, join: links },
  { name: 'chain10_horizontal', space: 2, gravity: [0, -9.81], until: 1.5, join: links },
  { name: 'spherical_pendulum', space: 3, gravity: [0, 0, -9.81], until: 10, join: sphere },
  {
    name: 'rotating_wire',
    space: 2,
    until: 3,
    join: (world, [p]) => {
      world.add(new RotatingWire({ p: p!, pivot: world.ground.point([0, 0]), rate: 1 }));
    },
  },
  {
    name: 'bead_rotating_hoop',
    space: 3,
    gravity: [0, 0, -9.81],
    until: 5,
    join: (world, particles) => {
      sphere(world, particles);
      world.add(new PointInRotatingPlane({ p: particles[0]!, rate: 5 }));
    },
  },
];

/** Returns the states of a reference up to a time, without that of the start. */
function statesOf(name: string, until: number) {
  return readReference(name).states.filter(({ t }) => t > 0 && t <= until);
}

function pointsProblem({ name, space, gravity: g, until, join }: Points): Problem {
  const states = statesOf(name, until);
  return {
    name: name.replaceAll('_', ' '),
    until,
    times: states.map(({ t }) => t),
    make: (options) => {
      const { initial } = readReference(name);
      const world = new World({ space, forces: g ? [gravity(g)] : [], ...options });
      const particles: Particle[] = [];
      for (let i = 0; i < initial.q.length; i += space) {
        const [position, velocity] = [initial.q, initial.v].map((x) => x.slice(i, i + space));
        particles.push(world.addParticle({ mass: 1, position: position!, velocity: velocity! }));
      }
      join(world, particles);
      return { world, read: () => particles.flatMap(({ position }) => [...position]) };
    },
    exact: () => states.map(({ q }) => q),
  };
}

/** The problems of test/reference. */
export function publishedProblems(): Problem[] {
  const mechanism = statesOf('andrews_rigid2d', 0.03);
  const free = statesOf('free_rigid_body', 10);
  return [
    ...POINTS.map(pointsProblem),
    {
      name: "Andrews' squeezing mechanism",
      until: 0.03,
      times: mechanism.map(({ t }) => t),
      make: (options) => {
        const { world, bodies } = andrews(options);
        // Centres of mass, and angles on the scale of a crank of 7 mm.
        return { world, read: () => bodies.flatMap((body) => [...body.position, 0.007 * body.angle.value]) };
      },
      exact: () => mechanism.map(({ q }) => q.map((x, i) => (i % 3 === 2 ? 0.007 * x : x))),
    },
    {
      name: 'free rigid body',
      until: 10,
      times: free.map(({ t }) => t),
      make: (options) => {
        const world = new World({ space: 3, ...options });
        const { v } = readReference('free_rigid_body').initial;
        const body = world.addBody({
          mass: 1,
          inertia: [1, 2, 3],
          position: [0, 0, 0],
          angularVelocity: v.slice(3),
        });
        return { world, read: () => [...body.orientation] };
      },
      exact: () => free.map(({ q }) => q.slice(3)),
    },
  ];
}
