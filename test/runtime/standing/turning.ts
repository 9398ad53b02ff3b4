import { Coincident3D, Distance2D, RollingDisc, RollingWheel, Skate } from 'holonomic/library';
import { gravity, World, type Particle, type RigidBody2D } from '../../../runtime/index.js';
import { integrate } from '../../support/integrate.js';
import { solve } from '../../support/minimal-coordinates.js';
import { planarAxes, problemOf, type Model, type Vector } from './model.js';
import type { Problem } from './problem.js';

const G = 9.81;

const cross = (a: Vector, b: Vector): number[] =>
  [0, 1, 2].map((c) => a[(c + 1) % 3]! * b[(c + 2) % 3]! - a[(c + 2) % 3]! * b[(c + 1) % 3]!);
const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

interface Top {
  readonly name: string;
  readonly until: number;
  /** Principal moments about the fixed point. */
  readonly inertia: readonly [number, number, number];
  /** Distance of the centre of mass from it along the third axis, and mass. */
  readonly height: number;
  readonly mass: number;
  /** Angular velocity in body axes. */
  readonly spin: Vector;
  /** Slope of the third axis at the start. */
  readonly tilt: number;
}

/** Points of the body whose places are compared: on the first axis and on the third. */
const MARKS = [
  [1, 0, 0],
  [0, 0, 1],
];

/** Returns a vector in body axes in world axes, for the quaternion `(w, u)`. */
function rotated([w, ...u]: Vector, x: Vector): number[] {
  const t = cross(u, x).map((entry) => 2 * entry);
  const c = cross(u, t);
  return x.map((entry, i) => entry + w! * t[i]! + c[i]!);
}

/** Euler's equations in body axes, with the quaternion's rates `q̇ = ½ q ω`. */
function exactTop({ inertia, height, mass, spin, tilt }: Top): Problem['exact'] {
  const rates = (y: Vector): number[] => {
    const q = y.slice(0, 4);
    const [w, u, omega] = [q[0]!, q.slice(1), y.slice(4)];
    const down = rotated([w, ...u.map((x) => -x)], [0, 0, -G * mass]);
    const L = omega.map((x, i) => inertia[i]! * x);
    const torque = cross([0, 0, height], down);
    const turning = cross(omega, L);
    const half = cross(u, omega).map((x, i) => (w * omega[i]! + x) / 2);
    return [-dot(u, omega) / 2, ...half, ...omega.map((_, i) => (torque[i]! - turning[i]!) / inertia[i]!)];
  };
  const start = [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0, ...spin];
  return (times) =>
    integrate(rates, start, times).map((y) => {
      const q = y.slice(0, 4);
      const size = Math.hypot(...q);
      return MARKS.flatMap((mark) =>
        rotated(
          q.map((x) => x / size),
          mark,
        ),
      );
    });
}

function makeTop(top: Top): Problem['make'] {
  return (options) => {
    const { inertia, height, mass, spin, tilt } = top;
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], ...options });
    const orientation = [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0];
    const omega = rotated(orientation, spin);
    const position = rotated(orientation, [0, 0, height]);
    const shift = mass * height ** 2;
    const body = world.addBody({
      mass,
      inertia: [inertia[0] - shift, inertia[1] - shift, inertia[2]],
      position,
      orientation,
      velocity: cross(omega, position),
      angularVelocity: omega,
    });
    if (height > 0) world.add(new Coincident3D({ a: body.point([0, 0, -height]), b: world.ground.point([0, 0, 0]) }));
    const marks = MARKS.map((mark) => body.direction(mark));
    return { world, read: () => marks.flatMap(({ direction }) => [...direction]) };
  };
}

function topProblem(top: Top): Problem {
  return { name: top.name, until: top.until, make: makeTop(top), exact: exactTop(top) };
}

/** A heavy top that spins at 150 rad/s: 0.63 rad in a 240th of a second. */
export const heavyTop = (): Problem =>
  topProblem({
    name: 'heavy top at 150 rad/s',
    until: 1,
    inertia: [0.3, 0.3, 0.1],
    height: 0.5,
    mass: 1,
    spin: [0, 0, 150],
    tilt: 0.6,
  });

/** A body with three moments of inertia that turns freely. */
export const freeTop = (rate: number): Problem => ({
  ...topProblem({
    name: `free body at ${rate} rad/s`,
    until: 1,
    inertia: [1, 2, 3],
    height: 0,
    mass: 1,
    spin: [rate, 0.1 * rate, rate],
    tilt: 0,
  }),
});

/** A wheel on a track that rises, rolling without slipping, and a bob that hangs from its axle. */
export function rollingWheel(): Problem {
  const radius = 0.5;
  const model: Model = {
    name: 'wheel that rolls uphill, with a pendulum',
    until: 2,
    space: 2,
    bodies: [{ mass: 2, inertia: 0.2 }, { mass: 1 }],
    poses: ([angle, swing]) => {
      const x = -radius * angle!;
      return [
        { position: [x, radius], axes: planarAxes(angle!) },
        { position: [x + Math.sin(swing!), radius - Math.cos(swing!)] },
      ];
    },
    gravity: [-2, -G],
    start: [0, 0.5],
    rates: [-12, 3],
  };
  return problemOf(model, (world, bodies) => {
    const [wheel, bob] = bodies as unknown as readonly [RigidBody2D, Particle];
    const hub = wheel.point([0, 0]);
    const { ground } = world;
    world.add(
      new RollingWheel({
        p: hub,
        theta: wheel.angle,
        origin: ground.point([0, 0]),
        axis: ground.direction([1, 0]),
        base: ground.scalar(0),
        radius,
      }),
    );
    world.add(new Distance2D({ a: hub, b: bob, length: 1 }));
  });
}

/** Chaplygin's sleigh: a body on a skate behind its centre of mass (Chaplygin 1911). */
export function sleigh(): Problem {
  const [mass, inertia, arm] = [1, 0.1, 0.3];
  const [speed, rate] = [0.2, 8];
  // v̇ = a ω², ω̇ = −m a v ω / (I + m a²) for the speed v along the skate.
  const rates = ([, , angle, v, w]: Vector): number[] => [
    v! * Math.cos(angle!),
    v! * Math.sin(angle!),
    w!,
    arm * w! ** 2,
    (-mass * arm * v! * w!) / (inertia + mass * arm ** 2),
  ];
  const centre = ([x, y, angle]: Vector): number[] => [x! + arm * Math.cos(angle!), y! + arm * Math.sin(angle!)];
  return {
    name: "Chaplygin's sleigh",
    until: 2,
    make: (options) => {
      const world = new World({ space: 2, ...options });
      const body = world.addBody({
        mass,
        inertia,
        position: [arm, 0],
        velocity: [speed, arm * rate],
        angularVelocity: rate,
      });
      world.add(new Skate({ p: body.point([-arm, 0]), edge: body.direction([1, 0]) }));
      const skate = body.point([-arm, 0]);
      return { world, read: () => [...skate.position, ...body.position] };
    },
    exact: (times) => integrate(rates, [0, 0, 0, speed, rate], times).map((y) => [y[0]!, y[1]!, ...centre(y)]),
  };
}

/** A thin disc that rolls on a floor, leaning, until it has turned round once. */
export function rollingDisc(): Problem {
  const [mass, radius, lean] = [1, 0.3, 0.4];
  const [across, about] = [(mass * radius ** 2) / 4, (mass * radius ** 2) / 2];
  const up = [0, 0, 1];
  // From the centre to the contact, for the axle n.
  const arm = (n: Vector): number[] => {
    const c = cross(n, cross(n, up));
    const size = Math.hypot(...c);
    return c.map((x) => (radius * x) / size);
  };
  const axle = [0, Math.cos(lean), Math.sin(lean)];
  const omega = [0.5, 9 * axle[1]!, 9 * axle[2]! + 1.5];
  // I ω = A ω + (C − A) (ω·n) n
  const times = (n: Vector, w: Vector): number[] => w.map((x, i) => across * x + (about - across) * dot(w, n) * n[i]!);
  const rates = (y: Vector): number[] => {
    const [n, e, w] = [y.slice(3, 6), y.slice(6, 9), y.slice(9)];
    const [dn, de, c] = [cross(w, n), cross(w, e), arm(n)];
    const size = Math.max(1, Math.hypot(...w));
    const moved = (d: number): number[] => arm(n.map((x, i) => x + (d / size) * dn[i]!));
    // Differences of order 4.
    const dc = c.map(
      (_, i) => (size * (8 * (moved(1e-3)[i]! - moved(-1e-3)[i]!) - (moved(2e-3)[i]! - moved(-2e-3)[i]!))) / 12e-3,
    );
    // v̇ = −ω̇ × c − ω × ċ, and I ω̇ + ω × I ω = c × m (v̇ − g): linear in ω̇.
    const known = cross(w, dc).map((x, i) => -x + (i === 2 ? G : 0));
    const load = cross(c, known).map((x, i) => mass * x - cross(w, times(n, w))[i]!);
    const columns = [0, 1, 2].map((k) => {
      const unit = [0, 1, 2].map((i) => (i === k ? 1 : 0));
      const inner = cross(c, cross(unit, c));
      return times(n, unit).map((x, i) => x + mass * inner[i]!);
    });
    const turning = solve(
      [0, 1, 2].map((i) => columns.map((column) => column[i]!)),
      load,
    );
    return [...cross(w, c).map((x) => -x), ...dn, ...de, ...turning];
  };
  const start = arm(axle).map((x, i) => (i === 2 ? -x : 0));
  return {
    name: 'disc that rolls on a floor',
    until: 2,
    make: (options) => {
      const world = new World({ space: 3, forces: [gravity([0, 0, -G])], ...options });
      // The body's second axis is the axle: turned about x by the lean.
      const body = world.addBody({
        mass,
        inertia: [across, about, across],
        position: start,
        orientation: [Math.cos(lean / 2), Math.sin(lean / 2), 0, 0],
        velocity: cross(omega, arm(axle)).map((x) => -x),
        angularVelocity: omega,
      });
      const { ground } = world;
      const floor = { u: ground.direction([1, 0, 0]), w: ground.direction([0, 1, 0]), normal: ground.direction(up) };
      world.add(
        new RollingDisc({
          p: body.point([0, 0, 0]),
          axis: body.direction([0, 1, 0]),
          e1: body.direction([0, 0, 1]),
          e2: body.direction([1, 0, 0]),
          origin: ground.point([0, 0, 0]),
          ...floor,
          radius,
        }),
      );
      const side = body.direction([1, 0, 0]);
      return { world, read: () => [...body.position, ...Array.from(side.direction, (x) => x * radius)] };
    },
    exact: (at) =>
      integrate(rates, [...start, ...axle, 1, 0, 0, ...omega], at).map((y) => [
        ...y.slice(0, 3),
        ...y.slice(6, 9).map((x) => x * radius),
      ]),
  };
}
