import { AngleLock, Coincident2D, Distance2D, PointOnLine2D } from 'holonomic/library';
import type { Particle, RigidBody2D } from '../../../runtime/index.js';
import { planarAxes, problemOf, type Model, type Pose, type Vector } from './model.js';
import type { Problem } from './problem.js';

/** Two particles on a rod of a metre that turns freely at 46 rad/s. */
function spinningRod(): Problem {
  const model: Model = {
    name: 'rod of two masses at 46 rad/s',
    until: 0.5,
    space: 2,
    bodies: [{ mass: 1 }, { mass: 1 }],
    poses: ([angle]) => {
      const half = [Math.cos(angle!) / 2, Math.sin(angle!) / 2];
      return [{ position: half.map((x) => -x) }, { position: half }];
    },
    start: [0],
    rates: [46],
  };
  return problemOf(model, (world, bodies) => {
    const [a, b] = bodies as readonly [Particle, Particle];
    world.add(new Distance2D({ a, b, length: 1 }));
  });
}

/** Oldham's coupling: two discs 5 cm apart turn each other at 20 rad/s by a cross in their slots. */
function oldham(): Problem {
  const apart = 0.05;
  const model: Model = {
    name: "Oldham's coupling at 20 rad/s",
    until: 2,
    space: 2,
    bodies: [
      { mass: 1, inertia: 0.002 },
      { mass: 1, inertia: 0.002 },
      { mass: 1, inertia: 0.002 },
    ],
    poses: ([angle]) => {
      const axes = planarAxes(angle!);
      const [c, s] = axes[0] as readonly [number, number];
      return [
        { position: [0, 0], axes },
        { position: [apart * c * c, apart * c * s], axes },
        { position: [apart, 0], axes },
      ];
    },
    start: [0.3],
    rates: [20],
  };
  return problemOf(model, (world, bodies) => {
    const [first, cross, second] = bodies as readonly [RigidBody2D, RigidBody2D, RigidBody2D];
    const { ground } = world;
    world.add(new Coincident2D({ a: first.point([0, 0]), b: ground.point([0, 0]) }));
    world.add(new Coincident2D({ a: second.point([0, 0]), b: ground.point([apart, 0]) }));
    for (const [disc, normal] of [
      [first, [0, 1]],
      [second, [1, 0]],
    ] as const) {
      world.add(
        new PointOnLine2D({ p: cross.point([0, 0]), origin: disc.point([0, 0]), normal: disc.direction([...normal]) }),
      );
      world.add(new AngleLock({ alpha: cross.angle, beta: disc.angle }));
    }
  });
}

/** Hoeken's straight-line linkage, whose crank of 10 cm starts at 12 rad/s. */
function hoeken(): Problem {
  const [crank, base, rocker, coupler] = [0.1, 0.2, 0.25, 0.5];
  const rod = (mass: number, length: number) => ({ mass, inertia: (mass * length ** 2) / 12 });
  const rodFrom = (start: Vector, end: Vector): Pose => {
    const axes = planarAxes(Math.atan2(end[1]! - start[1]!, end[0]! - start[0]!));
    return { position: start.map((x, c) => (x + end[c]!) / 2), axes };
  };
  const model: Model = {
    name: "Hoeken's linkage at 12 rad/s",
    until: 2,
    space: 2,
    bodies: [rod(1, crank), rod(1, coupler), rod(1, rocker)],
    poses: ([angle]) => {
      const pin = [crank * Math.cos(angle!), crank * Math.sin(angle!)];
      const [dx, dy] = [base - pin[0]!, -pin[1]!];
      // The rocker meets the middle of the coupler, as far from the pin as the rocker is long.
      const half = Math.hypot(dx, dy) / 2;
      const height = Math.sqrt(rocker ** 2 - half ** 2) / (2 * half);
      const middle = [pin[0]! + dx / 2 - height * dy, pin[1]! + dy / 2 + height * dx];
      const end = middle.map((x, c) => 2 * x - pin[c]!);
      return [rodFrom([0, 0], pin), rodFrom(pin, end), rodFrom([base, 0], middle)];
    },
    start: [0.3],
    rates: [12],
  };
  return problemOf(model, (world, bodies) => {
    const [turning, moving, rocking] = bodies as readonly [RigidBody2D, RigidBody2D, RigidBody2D];
    const { ground } = world;
    const pin = moving.point([-coupler / 2, 0]);
    world.add(new Coincident2D({ a: turning.point([-crank / 2, 0]), b: ground.point([0, 0]) }));
    world.add(new Coincident2D({ a: turning.point([crank / 2, 0]), b: pin }));
    world.add(new Coincident2D({ a: rocking.point([-rocker / 2, 0]), b: ground.point([base, 0]) }));
    world.add(new Coincident2D({ a: rocking.point([rocker / 2, 0]), b: moving.point([0, 0]) }));
  });
}

/** Mechanisms that steps of first order lose energy in. */
export const linkages = (): Problem[] => [spinningRod(), oldham(), hoeken()];
