import {
  gravity,
  World,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type RigidBody3D,
  type WorldOptions,
} from '../../../runtime/index.js';
import { firstDerivative, integrateMechanism, type Mechanism } from '../../support/minimal-coordinates.js';
import type { Problem } from './problem.js';

export type Vector = readonly number[];

/** Place of a body: its centre of mass, and its axes in world axes, one after the other. */
export interface Pose {
  readonly position: Vector;
  readonly axes?: readonly Vector[];
}

/** Mass, and unless it is a particle, the moments of inertia about its axes. */
export interface BodyOf {
  readonly mass: number;
  readonly inertia?: number | readonly [number, number, number];
}

export type AnyBody = Particle | RigidBody2D | RigidBody3D;

/** A mechanism of bodies whose poses are functions of minimal coordinates `s`. */
export interface Model {
  readonly name: string;
  readonly until: number;
  readonly space: 2 | 3;
  readonly bodies: readonly BodyOf[];
  readonly poses: (s: Vector, t: number) => readonly Pose[];
  readonly rate?: number;
  readonly gravity?: Vector;
  readonly forces?: Mechanism['forces'];
  /** Coordinates at the start, and their rates. */
  readonly start: Vector;
  readonly rates: Vector;
  /** Error of a step of the reference. */
  readonly tolerance?: number;
}

/** Points of a body that carry its mass: two in the plane, three pairs in space. */
function pointsOf({ mass, inertia }: BodyOf): { masses: number[]; locals: Vector[] } {
  if (inertia === undefined) return { masses: [mass], locals: [[]] };
  if (typeof inertia === 'number') {
    const r = Math.sqrt(inertia / mass);
    return {
      masses: [mass / 2, mass / 2],
      locals: [
        [r, 0],
        [-r, 0],
      ],
    };
  }
  const locals: Vector[] = [];
  const trace = inertia[0] + inertia[1] + inertia[2];
  inertia.forEach((own, i) => {
    // A pair at ±r on one axis adds m r² / 3 to the moments about the other two.
    const r = Math.sqrt(Math.max(0, (1.5 * (trace - 2 * own)) / mass));
    for (const sign of [1, -1]) locals.push([0, 1, 2].map((k) => (k === i ? sign * r : 0)));
  });
  return { masses: locals.map(() => mass / 6), locals };
}

const placeAt = ({ position, axes }: Pose, local: Vector): number[] =>
  position.map((x, c) => local.reduce((sum, l, k) => sum + l * (axes?.[k]?.[c] ?? 0), x));

/** Returns the point masses of a model. */
function mechanismOf({ space, bodies, poses, rate, gravity: g, forces }: Model): Mechanism {
  const points = bodies.map(pointsOf);
  return {
    space,
    masses: points.flatMap(({ masses }) => masses),
    places: (s, t) => poses(s, t).flatMap((pose, i) => points[i]!.locals.flatMap((local) => placeAt(pose, local))),
    ...(rate === undefined ? {} : { rate }),
    ...(g ? { gravity: g } : {}),
    ...(forces ? { forces } : {}),
  };
}

/** Returns the quaternion of a rotation, by the largest of its four entries (Shepperd 1978). */
function quaternionOf([x, y, z]: readonly Vector[]): number[] {
  const [a, b, c] = [x![0]!, y![1]!, z![2]!];
  const squares = [1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c];
  const k = squares.indexOf(Math.max(...squares));
  const d = 2 * Math.sqrt(squares[k]!);
  const [p, q, r] = [y![2]! - z![1]!, z![0]! - x![2]!, x![1]! - y![0]!];
  const [u, v, w] = [x![1]! + y![0]!, z![0]! + x![2]!, y![2]! + z![1]!];
  const others = [
    [d * d, p * 4, q * 4, r * 4],
    [p * 4, d * d, u * 4, v * 4],
    [q * 4, u * 4, d * d, w * 4],
    [r * 4, v * 4, w * 4, d * d],
  ][k]!;
  return others.map((entry) => entry / (4 * d));
}

/**
 * Adds a body at `pose(0)`, with the velocities of the motion. `pose` changes by about its argument,
 * and `rate` is how fast that changes, 1/s.
 */
function addTo(world: World, { mass, inertia }: BodyOf, pose: (epsilon: number) => Pose, rate: number): AnyBody {
  const { position, axes } = pose(0);
  const rateOf = (vector: (pose: Pose) => Vector): number[] =>
    firstDerivative((epsilon) => vector(pose(epsilon))).map((x) => rate * x);
  const velocity = rateOf((at) => at.position);
  if (inertia === undefined) return world.addParticle({ mass, position, velocity });
  const turning = axes!.map((_, k) => rateOf((at) => at.axes![k]!));
  if (typeof inertia === 'number') {
    const [u, du] = [axes![0]!, turning[0]!];
    const angularVelocity = u[0]! * du[1]! - u[1]! * du[0]!;
    return world.addBody({ mass, inertia, position, velocity, angle: Math.atan2(u[1]!, u[0]!), angularVelocity });
  }
  // ω = ½ Σ e × ė
  const angularVelocity = [0, 1, 2].map((c) => {
    const [i, j] = [(c + 1) % 3, (c + 2) % 3] as const;
    return axes!.reduce((sum, e, k) => sum + (e[i]! * turning[k]![j]! - e[j]! * turning[k]![i]!) / 2, 0);
  });
  return world.addBody({ mass, inertia, position, velocity, orientation: quaternionOf(axes!), angularVelocity });
}

/** Adds the bodies of a model to a world, in their places and with their velocities. */
function addBodies(world: World, { bodies, poses, start, rates, rate: least = 1 }: Model): AnyBody[] {
  const rate = Math.max(least, ...rates.map(Math.abs));
  return bodies.map((body, i) => {
    const pose = (epsilon: number): Pose =>
      poses(
        start.map((x, k) => x + (epsilon / rate) * rates[k]!),
        epsilon / rate,
      )[i]!;
    return addTo(world, body, pose, rate);
  });
}

/** Returns a function that reads the places of a model's point masses off the bodies of a world. */
export function readerOf({ bodies: described }: Model, bodies: readonly AnyBody[]): () => number[] {
  const probes = bodies.flatMap((body, i): PointConnector[] =>
    'point' in body ? pointsOf(described[i]!).locals.map((local) => body.point([...local])) : [body],
  );
  return () => probes.flatMap(({ position }) => [...position]);
}

/** Returns the places of a model's point masses at ascending times, by its minimal coordinates. */
export function exactPlaces(model: Model): Problem['exact'] {
  const mechanism = mechanismOf(model);
  return (times) =>
    integrateMechanism(mechanism, model.start, model.rates, times, model.tolerance).map(({ s }, i) => [
      ...mechanism.places(s, times[i]!),
    ]);
}

/** Returns the problem of a model whose bodies are joined by `join`, which gets them in order. */
export function problemOf(model: Model, join: (world: World, bodies: readonly AnyBody[]) => void): Problem {
  return {
    name: model.name,
    until: model.until,
    make: (options: Partial<WorldOptions>) => {
      const world = new World({
        space: model.space,
        forces: model.gravity ? [gravity(model.gravity)] : [],
        ...options,
      });
      const bodies = addBodies(world, model);
      join(world, bodies);
      return { world, read: readerOf(model, bodies) };
    },
    exact: exactPlaces(model),
  };
}

/** Axes of a body in the plane that is turned by `angle`. */
export function planarAxes(angle: number): Vector[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    [c, s],
    [-s, c],
  ];
}
