import { Coincident2D, Distance2D, PointOnLine2D } from 'holonomic/library';
import type { Particle, RigidBody2D, World } from '../../../runtime/index.js';
import { planarAxes, problemOf, type AnyBody, type Model, type Pose, type Vector } from './model.js';
import type { Problem } from './problem.js';

const G = 9.81;
const down = [0, -G];

/** Pose of a rod of `length` from `start` on, at `angle` from the x-axis. */
function rodPose(start: Vector, length: number, angle: number): Pose {
  const axes = planarAxes(angle);
  return { position: start.map((x, c) => x + (length / 2) * axes[0]![c]!), axes };
}

const rod = (mass: number, length: number) => ({ mass, inertia: (mass * length ** 2) / 12 });
const endsOf = (body: AnyBody | undefined, length: number) => {
  const rigid = body as RigidBody2D;
  return { start: rigid.point([-length / 2, 0]), end: rigid.point([length / 2, 0]) };
};

/** A crank of 10 cm that turns at 73 rad/s, with a connecting rod and a piston. */
export function sliderCrank(): Problem {
  const [r, l] = [0.1, 0.25];
  const model: Model = {
    name: 'slider-crank at 73 rad/s',
    until: 1,
    space: 2,
    bodies: [rod(1, r), rod(1, l), { mass: 0.5 }],
    poses: ([angle]) => {
      const pin = [r * Math.cos(angle!), r * Math.sin(angle!)];
      const slope = -Math.asin(pin[1]! / l);
      const piston = [pin[0]! + l * Math.cos(slope), 0];
      return [rodPose([0, 0], r, angle!), rodPose(pin, l, slope), { position: piston }];
    },
    gravity: down,
    start: [0.3],
    rates: [73],
  };
  return problemOf(model, (world, bodies) => {
    const [crank, connection] = [endsOf(bodies[0], r), endsOf(bodies[1], l)];
    const piston = bodies[2] as Particle;
    const { ground } = world;
    world.add(new Coincident2D({ a: crank.start, b: ground.point([0, 0]) }));
    world.add(new Coincident2D({ a: crank.end, b: connection.start }));
    world.add(new Coincident2D({ a: connection.end, b: piston }));
    world.add(new PointOnLine2D({ p: piston, origin: ground.point([0, 0]), normal: ground.direction([0, 1]) }));
  });
}

/** A pendulum of two rods of a metre, thrown so that they turn at 12 and −18 rad/s. */
export function thrownRods(): Problem {
  const model: Model = {
    name: 'pendulum of two rods thrown fast',
    until: 1,
    space: 2,
    bodies: [rod(1, 1), rod(1, 1)],
    poses: ([a, b]) => {
      const knee = [Math.cos(a!), Math.sin(a!)];
      return [rodPose([0, 0], 1, a!), rodPose(knee, 1, b!)];
    },
    gravity: down,
    start: [-1, 0.3],
    rates: [12, -18],
  };
  return problemOf(model, (world, bodies) => {
    const [upper, lower] = [endsOf(bodies[0], 1), endsOf(bodies[1], 1)];
    world.add(new Coincident2D({ a: upper.start, b: world.ground.point([0, 0]) }));
    world.add(new Coincident2D({ a: upper.end, b: lower.start }));
  });
}

/** A cart of `mass` on a rail, and a bob of a kilogram on a rod of a metre, let go level with it. */
export function cartPole(name: string, mass: number): Problem {
  const model: Model = {
    name,
    until: 1,
    space: 2,
    bodies: [{ mass }, { mass: 1 }],
    poses: ([x, a]) => [{ position: [x!, 0] }, { position: [x! + Math.sin(a!), -Math.cos(a!)] }],
    gravity: down,
    start: [0, Math.PI / 2],
    rates: [0, 0],
  };
  return problemOf(model, (world, bodies) => {
    const [cart, bob] = bodies as readonly [Particle, Particle];
    const { ground } = world;
    world.add(new PointOnLine2D({ p: cart, origin: ground.point([0, 0]), normal: ground.direction([0, 1]) }));
    world.add(new Distance2D({ a: cart, b: bob, length: 1 }));
  });
}

/** A chain of light links that a heavy bob pulls taut, plucked: its waves swing at 600 rad/s. */
export function tautChain(): Problem {
  const [links, length] = [6, 0.1];
  const model: Model = {
    name: 'taut chain, light links and a heavy bob',
    until: 0.25,
    space: 2,
    bodies: Array.from({ length: links }, (_, i) => ({ mass: i === links - 1 ? 10 : 0.01 })),
    poses: (s) => {
      const place = [0, 0];
      return s.map((angle) => {
        place[0]! += length * Math.sin(angle);
        place[1]! -= length * Math.cos(angle);
        return { position: [...place] };
      });
    },
    gravity: down,
    start: [0.3, 0.2, 0.1, -0.1, -0.2, -0.3],
    rates: new Array<number>(links).fill(0),
  };
  return problemOf(model, (world: World, bodies) => {
    const particles = bodies as readonly Particle[];
    particles.forEach((b, i) =>
      world.add(new Distance2D({ a: particles[i - 1] ?? world.ground.point([0, 0]), b, length })),
    );
  });
}

/** A pendulum whose pivot is shaken up and down, which stands it on its head (Kapitza 1951). */
export function shakenPendulum(): Problem {
  const [amplitude, rate] = [0.05, 150];
  const pivot = (t: number): number => amplitude * Math.cos(rate * t);
  const model: Model = {
    name: 'pendulum on a pivot shaken at 24 Hz',
    until: 1,
    space: 2,
    bodies: [{ mass: 1 }],
    poses: ([a], t) => [{ position: [Math.sin(a!), pivot(t) - Math.cos(a!)] }],
    rate,
    gravity: down,
    start: [Math.PI - 0.3],
    rates: [0],
  };
  return problemOf(model, (world, bodies) => {
    const hand = world.handle({
      position: (t) => [0, pivot(t)],
      velocity: (t) => [0, -amplitude * rate * Math.sin(rate * t)],
      acceleration: (t) => [0, -(rate ** 2) * pivot(t)],
    });
    world.add(new Distance2D({ a: hand, b: bodies[0] as Particle, length: 1 }));
  });
}
