import { Coincident3D, Hinge, Prismatic3D, Universal } from 'holonomic/library';
import type { RigidBody3D } from '../../../runtime/index.js';
import { solve } from '../../support/minimal-coordinates.js';
import { bennett, bricard, bricardAxes, bricardJoints, bricardRods, linkFrame } from '../fixtures/overconstrained.js';
import { exactPlaces, problemOf, readerOf, type AnyBody, type Model, type Vector } from './model.js';
import type { Problem } from './problem.js';

const G = 9.81;

const cross = (a: Vector, b: Vector): number[] =>
  [0, 1, 2].map((c) => a[(c + 1) % 3]! * b[(c + 2) % 3]! - a[(c + 2) % 3]! * b[(c + 1) % 3]!);
const minus = (a: Vector, b: Vector): number[] => a.map((x, c) => x - b[c]!);
const unit = (a: Vector): number[] => a.map((x) => x / Math.hypot(...a));
const middle = (a: Vector, b: Vector): number[] => a.map((x, c) => (x + b[c]!) / 2);

/**
 * A crank of 8 cm turns about the x-axis, and a rod of 30 cm leads from a ball on it to a universal
 * joint on a slider along x (Haug, Computer Aided Kinematics and Dynamics, 1989).
 */
export function spatialSliderCrank(): Problem {
  const [r, l] = [0.08, 0.3];
  const pivot = [0, 0.1, 0.12];
  const model: Model = {
    name: 'spatial slider-crank',
    until: 5,
    space: 3,
    bodies: [
      { mass: 0.12, inertia: [1e-4, 1e-4, 1e-5] },
      { mass: 0.5, inertia: [4e-4, 4e-3, 4e-3] },
      { mass: 2, inertia: [1e-4, 1e-4, 1e-4] },
    ],
    poses: ([angle]) => {
      const [c, s] = [Math.cos(angle!), Math.sin(angle!)];
      // The crank's third axis lies along it.
      const axes = [
        [1, 0, 0],
        [0, c, -s],
        [0, s, c],
      ];
      const ball = pivot.map((x, i) => x + r * axes[2]![i]!);
      const slider = [Math.sqrt(l * l - ball[1]! ** 2 - ball[2]! ** 2), 0, 0];
      // The rod's first axis points to the slider; its second stays at a right angle to the y-axis.
      const along = unit(minus(slider, ball));
      const arm = unit(cross(along, [0, 1, 0]));
      return [
        { position: middle(pivot, ball), axes },
        { position: middle(ball, slider), axes: [along, arm, cross(along, arm)] },
        {
          position: slider,
          axes: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        },
      ];
    },
    gravity: [0, 0, -G],
    start: [0],
    rates: [6],
  };
  return problemOf(model, (world, bodies) => {
    const [crank, rod, slider] = bodies as readonly [RigidBody3D, RigidBody3D, RigidBody3D];
    const { ground } = world;
    const [y, z] = [ground.direction([0, 1, 0]), ground.direction([0, 0, 1])];
    world.add(
      new Hinge({
        a: crank.point([0, 0, -r / 2]),
        b: ground.point(pivot),
        axis: crank.direction([1, 0, 0]),
        u: y,
        w: z,
      }),
    );
    world.add(new Coincident3D({ a: crank.point([0, 0, r / 2]), b: rod.point([-l / 2, 0, 0]) }));
    world.add(
      new Universal({
        a: rod.point([l / 2, 0, 0]),
        b: slider.point([0, 0, 0]),
        u: rod.direction([0, 1, 0]),
        w: slider.direction([0, 1, 0]),
      }),
    );
    world.add(
      new Prismatic3D({
        p: slider.point([0, 0, 0]),
        axis: slider.direction([1, 0, 0]),
        side: slider.direction([0, 1, 0]),
        origin: ground.point([0, 0, 0]),
        u: y,
        w: z,
      }),
    );
  });
}

const still = (size: number): number[] => new Array<number>(size).fill(0);
type Matrix = readonly Vector[];

const multiply = (A: Matrix, B: Matrix): number[][] =>
  A.map((row) => B[0]!.map((_, j) => row.reduce((sum, x, i) => sum + x * B[i]![j]!, 0)));
const columnOf = (A: Matrix, j: number): number[] => A.slice(0, 3).map((row) => row[j]!);
const pointAt = (A: Matrix, p: Vector): number[] =>
  A.slice(0, 3).map((row) => row[0]! * p[0]! + row[1]! * p[1]! + row[2]! * p[2]! + row[3]!);

/** Turns by `angle` about the unit vector `axis` through `p`. */
function turn(axis: Vector, p: Vector, angle: number): number[][] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const R = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => {
      const skew = i === j ? 0 : (j - i + 3) % 3 === 1 ? -axis[3 - i - j]! : axis[3 - i - j]!;
      return (i === j ? c : 0) + (1 - c) * axis[i]! * axis[j]! + s * skew;
    }),
  );
  const rows = R.map((row, i) => [...row, p[i]! - row.reduce((sum, x, j) => sum + x * p[j]!, 0)]);
  return [...rows, [0, 0, 0, 1]];
}

/** Bennett's mechanism: the second joint turns with the first by a closed formula. */
export function bennettLinkage(): Problem {
  const [alpha, beta, a, b] = [Math.PI / 6, Math.PI / 3, 1, Math.sqrt(3)];
  const framesAt = (theta: number): number[][][] => {
    const second = 2 * Math.atan(Math.sin((beta + alpha) / 2) / Math.sin((beta - alpha) / 2) / Math.tan(theta / 2));
    const frames = [linkFrame(0, 0, 0)];
    for (const [length, twist, angle] of [
      [a, alpha, theta],
      [b, beta, second],
      [a, alpha, -theta],
    ] as const)
      frames.push(multiply(frames.at(-1)!, linkFrame(length, twist, angle)));
    return frames;
  };
  const first = framesAt(0.8);
  const model: Model = {
    name: "Bennett's mechanism",
    until: 1,
    space: 3,
    bodies: new Array<Model['bodies'][number]>(3).fill({ mass: 1, inertia: [0.1, 0.1, 0.1] }),
    poses: ([theta]) => {
      const frames = framesAt(theta!);
      return [0, 1, 2].map((i) => {
        // Axes of bodies lie along those of the world at the start: R(θ) R(θ₀)ᵀ, by columns.
        const [now, then] = [frames[i + 1]!, first[i + 1]!];
        const axes = [0, 1, 2].map((k) =>
          [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, j) => sum + now[c]![j]! * then[k]![j]!, 0)),
        );
        return { position: middle(columnOf(frames[i]!, 3), columnOf(now, 3)), axes };
      });
    },
    gravity: [0, 0, -G],
    start: [0.8],
    rates: [0],
  };
  return {
    name: model.name,
    until: model.until,
    make: (options) => {
      const { world } = bennett(options);
      return { world, read: readerOf(model, world.bodies as readonly AnyBody[]) };
    },
    exact: exactPlaces(model),
  };
}

/** Bricard's mechanism: the angles of its joints follow from the first by closing the loop. */
export function bricardLinkage(): Problem {
  const transformsAt = (angles: Vector): number[][][] => {
    const found: number[][][] = [];
    angles.forEach((angle, i) => {
      const own = turn(bricardAxes[i]!, bricardJoints[i]!, angle);
      found.push(i === 0 ? own : multiply(found[i - 1]!, own));
    });
    return found;
  };
  // The loop closes where three points of the last frame are in their places again.
  const gap = (angles: Vector): number[] => {
    const last = transformsAt(angles).at(-1)!;
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    return corners.flatMap((p) => minus(pointAt(last, p), p));
  };
  // From the last solution: evaluations of a motion follow each other closely.
  let guess = still(5);
  const close = (first: number): number[] => {
    let others = guess;
    for (let k = 0; k < 30; k++) {
      const g = gap([first, ...others]);
      const columns = others.map((_, j) => {
        const moved = (d: number): number[] => gap([first, ...others.map((x, i) => (i === j ? x + d : x))]);
        return minus(moved(1e-5), moved(-1e-5)).map((x) => x / 2e-5);
      });
      const dot = (x: Vector, y: Vector): number => x.reduce((sum, entry, i) => sum + entry * y[i]!, 0);
      const step = solve(
        columns.map((x) => columns.map((y) => dot(x, y))),
        columns.map((x) => -dot(x, g)),
      );
      others = others.map((x, i) => x + step[i]!);
      if (Math.hypot(...step) < 1e-14) break;
    }
    guess = others;
    return others;
  };
  const model: Model = {
    name: "Bricard's mechanism",
    until: 1,
    space: 3,
    bodies: bricardRods.map(({ inertia }) => ({ mass: 1, inertia })),
    poses: ([first]) => {
      const transforms = transformsAt([first!, ...close(first!)]);
      return bricardRods.map(({ position }, i) => {
        const own = transforms[i]!;
        return { position: pointAt(own, position), axes: [0, 1, 2].map((k) => columnOf(own, k)) };
      });
    },
    gravity: [0, -G, 0],
    start: [0],
    rates: [0],
  };
  const exact = exactPlaces(model);
  return {
    name: model.name,
    until: model.until,
    make: (options) => {
      const { world } = bricard(options);
      return { world, read: readerOf(model, world.bodies as readonly AnyBody[]) };
    },
    exact: (times) => {
      guess = still(5);
      return exact(times);
    },
  };
}
